// Whether a text is JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace laundromat {

/// Whether `text`, valid UTF-8, is one JSON value with nothing but white space around it: the lexical space of rdf:JSON. What lies more
/// than 1,024 arrays and objects deep is not judged. Constant memory, linear time, no recursion. A library of JSON judges
/// more than the grammar: numbers that no double holds, halves of surrogate pairs. Source: RFC 8259 section 2; JSON-LD 1.1 section 10.2.
[[nodiscard]] bool is_json_text(std::string_view text);

}  // namespace laundromat
