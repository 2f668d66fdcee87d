// Spans as short text: `y3s71q73` is three bytes of syntax, 71 of statements, 73 in quarantine.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/rdf/model/span_account.hpp"

namespace laundromat {

/// Appends one span: `y`, `s`, `q` or `m` for syntax, statement, quarantine or a mixed range, and its length in decimal digits.
void append_run(std::string& out, span_kind kind, std::uint64_t length_bytes);

/// Passes on the spans of such a text in order. Errors: `syntax_error` for any other text, and for a span of length 0.
[[nodiscard]] result<void> each_run(std::string_view text,
                                    const std::function<void(span_kind, std::uint64_t)>& take);

}  // namespace laundromat
