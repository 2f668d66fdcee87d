// The check of one literal: characters, lexical form, datatype, language tag.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/rdf/model/statement.hpp"
#include "core/rdf/model/taxonomy.hpp"
#include "core/rdf/model/term_fault.hpp"

namespace laundromat {

/// Appends the defects of a literal to `faults`: value, then datatype, then tag. With a repaired tag, `literal.language` becomes a
/// view of `room`. Returns false when the term must be skipped. Never changes the value.
///
/// | fault                                          | rule                    | strict | standard     | max-recall   |
/// | control or non-character in the value          | odd_character           | keep   | keep         | keep         |
/// | value outside the datatype                     | ill_typed_literal       | keep   | keep         | keep         |
/// | rdf:XMLLiteral that is not well-formed         | bad_xml_literal         | skip   | keep         | keep         |
/// | not in canonical form                          | non_canonical_literal   | keep   | keep         | keep         |
/// | datatype of neither XML Schema nor RDF         | unknown_datatype        | keep   | keep         | keep         |
/// | rdf:langString, rdf:dirLangString without tag  | missing_language_tag    | skip   | xsd:string   | xsd:string   |
/// | tag and datatype                               | tag_and_datatype        | skip   | the tag      | the tag      |
/// | `_` in the tag, white space around, `-` after | bad_language_tag        | skip   | `-`, without | `-`, without |
/// | base direction in capitals, as in `en--LTR`    | bad_language_tag        | skip   | small letters| small letters|
/// | tag that N-Quads cannot write, such as `123`   | bad_language_tag        | skip   | xsd:string   | xsd:string   |
/// | tag that BCP 47 does not allow                 | ill_formed_language_tag | skip   | keep         | keep         |
/// | tag of more than 255 characters                | long_language_tag       | skip   | keep         | keep         |
/// | base direction, where directions are dropped   | base_direction          | the tag| the tag      | the tag      |
/// | capitals in the tag, unless repaired otherwise  | upper_case_language_tag | lower  | lower case   | lower case   |
[[nodiscard]] bool check_literal(term_view& literal, wash_profile profile, bool drops_directions,
                                 term_faults& faults, std::string& room);

}  // namespace laundromat
