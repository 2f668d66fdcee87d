// Canonical N-Quads: one spelling for every statement.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/rdf/model/statement.hpp"

namespace laundromat {

/// The case of language tags has no meaning (RDF 1.1 Concepts section 3.3), but RDFC-1.0 keeps it.
enum class tag_case : std::uint8_t { lower, kept };

/// Appends an IRI, a literal or a triple term in its canonical form, without the space after it. Not for blank nodes, which
/// are named by the caller; within a triple term they keep their labels.
void append_canonical_term(std::string& out, const term_view& term, tag_case tags = tag_case::lower);
/// The same, with a blank node as `_:` and its label.
void append_spelled_term(std::string& out, const term_view& term);
/// Appends the text of a triple term, see core/rdf/model/triple_term.hpp.
void append_triple_term(std::string& out, const term_view& subject, const term_view& predicate,
                        const term_view& object);

/// Appends one line with its line feed. Terms are separated by one space; xsd:string is left out; `\t \b \n \r
/// \f \" \\` are written so, the other controls, U+007F, U+FFFE and U+FFFF as `\uXXXX`; everything else is
/// UTF-8. Characters that an IRIREF must not contain are escaped as `\uXXXX`. Language tags are lower-cased. A
/// blank node becomes `<{skolem_prefix}{escaped label}>`. Source: RDF 1.2 N-Quads section 4, canonical form.
void append_canonical(std::string& out, const statement_view& statement, std::string_view skolem_prefix);
/// The subject with the space after it, and the rest of the line: together what `append_canonical` appends.
void append_canonical_subject(std::string& out, const statement_view& statement,
                              std::string_view skolem_prefix);
void append_canonical_rest(std::string& out, const statement_view& statement, std::string_view skolem_prefix);

/// The maximum size of an IRI or a literal, and the version of `write_plain_rest` for it, with the space after it.
[[nodiscard]] std::size_t plain_term_bytes(const term_view& term);
[[nodiscard]] char* write_plain_term(char* to, const term_view& term);

/// The maximum size of what each of the next two functions writes.
[[nodiscard]] std::size_t plain_subject_bytes(const statement_view& statement,
                                              std::string_view skolem_prefix);
[[nodiscard]] std::size_t plain_rest_bytes(const statement_view& statement, std::string_view skolem_prefix);
/// `write_plain_rest` for the subject with its space.
[[nodiscard]] char* write_plain_subject(char* to, const statement_view& statement,
                                        std::string_view skolem_prefix);
/// Writes what `append_canonical_rest` appends, when it contains no escape; returns its end. Null when something may need one: then
/// the written bytes are undefined. The fast path for most statements.
[[nodiscard]] char* write_plain_rest(char* to, const statement_view& statement,
                                     std::string_view skolem_prefix);

}  // namespace laundromat
