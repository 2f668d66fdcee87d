// Canonical N-Quads: one spelling for every statement.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/rdf/model/statement.hpp"

namespace laundromat {

/// Appends one line with its newline. Terms are separated by one space; xsd:string is left out; `\t \b \n \r
/// \f \" \\` are escaped so, the other controls, U+007F, U+FFFE and U+FFFF as `\uXXXX`; everything else is
/// UTF-8. Characters that an IRIREF cannot hold are escaped as `\uXXXX`. Language tags are lower-cased. A
/// blank node becomes
/// `<{skolem_prefix}{escaped label}>`. Source: RDF 1.2 N-Quads section 4, canonical form.
void append_canonical(std::string& out, const statement_view& statement, std::string_view skolem_prefix);

}  // namespace laundromat
