// Where a start tag ends, and what its attributes are, also when it is damaged.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rdf/rdfxml/xml/xml_lexer.hpp"

namespace laundromat::rdfxml {

/// The start tag at the front of `text`. A value that lacks a quote, or both, or has one of another kind, or one too many behind an IRI,
/// is repaired where it can have but one end; an attribute whose value is not certain is lost, alone, as long as the rest of the tag is
/// well-formed. A `<` in a value belongs to the value when the value ends on the same line as it should; else a quote is missing, and
/// the tag is a `broken_tag` that ends at the first `>`, or before the `<`.
[[nodiscard]] xml_token lex_start_tag(std::string_view text, bool is_end, const xml_lexer_limits& limits,
                                      xml_tag& tag);

}  // namespace laundromat::rdfxml
