// Numbers: productions 19 to 21 of RDF 1.1 Turtle.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rdf/turtle/tokens/text_window.hpp"
#include "core/rdf/turtle/tokens/token.hpp"

namespace laundromat::turtle {

/// The number at a sign, a digit or a dot with a digit behind it; a stray when it goes on with something else.
[[nodiscard]] token scan_number(const text_window& text, const char* at);

}  // namespace laundromat::turtle
