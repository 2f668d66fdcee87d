// Lists of values in a header field, which commas separate.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace laundromat {

/// Divides at each `separator` outside of quoted strings; the parts are trimmed, empty ones left out, as are those after the first `most`. A quote
/// that is not closed goes on to the end.
/// Source: RFC 9110 sections 5.6.1 and 5.6.4.
[[nodiscard]] std::vector<std::string_view> divide_field(std::string_view value, char separator,
                                                         std::size_t most);
/// A quoted string without quotes and escapes; any other text as it is.
[[nodiscard]] std::string unquoted(std::string_view text);

}  // namespace laundromat
