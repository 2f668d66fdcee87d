// Whether a text is JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace laundromat {

/// Whether `text`, valid UTF-8, is one JSON value with nothing but white space around it: the lexical space of rdf:JSON. What lies more
/// than 1,024 arrays and objects deep is not judged. Constant memory, linear time, no recursion. Source: RFC 8259.
[[nodiscard]] bool is_json_text(std::string_view text);

}  // namespace laundromat
