// Canonical N-Quads: one spelling for every statement.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/rdf/model/statement.hpp"

namespace laundromat {

/// What becomes of a language tag: its case means nothing (RDF 1.1 Concepts section 3.3), but RDFC-1.0 keeps it.
enum class tag_case : std::uint8_t { lower, kept };

/// Appends an IRI or a literal as it stands in a canonical line, without the space after it. Blank nodes are
/// not for this function: each user of lines names them in its own way.
void append_canonical_term(std::string& out, const term_view& term, tag_case tags = tag_case::lower);

/// Appends one line with its line feed. Terms are separated by one space; xsd:string is left out; `\t \b \n \r
/// \f \" \\` are escaped so, the other controls, U+007F, U+FFFE and U+FFFF as `\uXXXX`; everything else is
/// UTF-8. Characters that an IRIREF cannot hold are escaped as `\uXXXX`. Language tags are lower-cased. A
/// blank node becomes
/// `<{skolem_prefix}{escaped label}>`. Source: RDF 1.2 N-Quads section 4, canonical form.
void append_canonical(std::string& out, const statement_view& statement, std::string_view skolem_prefix);
/// The subject with the space behind it, and the rest of the line: together what `append_canonical` appends.
void append_canonical_subject(std::string& out, const statement_view& statement,
                              std::string_view skolem_prefix);
void append_canonical_rest(std::string& out, const statement_view& statement, std::string_view skolem_prefix);

/// How much an IRI or a literal takes at most, and the same as `write_plain_rest` below of it, with the space behind it.
[[nodiscard]] std::size_t plain_term_bytes(const term_view& term);
[[nodiscard]] char* write_plain_term(char* to, const term_view& term);

/// How much each of the next two writes at most.
[[nodiscard]] std::size_t plain_subject_bytes(const statement_view& statement,
                                              std::string_view skolem_prefix);
[[nodiscard]] std::size_t plain_rest_bytes(const statement_view& statement, std::string_view skolem_prefix);
/// As `write_plain_rest` below, of the subject with its space.
[[nodiscard]] char* write_plain_subject(char* to, const statement_view& statement,
                                        std::string_view skolem_prefix);
/// Writes what `append_canonical_rest` appends, when nothing in it needs an escape; answers its end. Null when something may need one: then
/// nothing that was written counts. This is the quick way for most statements.
[[nodiscard]] char* write_plain_rest(char* to, const statement_view& statement,
                                     std::string_view skolem_prefix);

}  // namespace laundromat
