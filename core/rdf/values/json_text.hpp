// Whether a text is JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace laundromat {

/// Whether `text`, valid UTF-8, is one JSON value with only white space around it: the lexical space of rdf:JSON. Content nested more
/// than 1,024 arrays and objects deep is not checked. Constant memory, linear time, no recursion. JSON libraries reject
/// more than the grammar: numbers outside of double, halves of surrogate pairs. Source: RFC 8259 section 2; JSON-LD 1.1 section 10.2.
[[nodiscard]] bool is_json_text(std::string_view text);

}  // namespace laundromat
