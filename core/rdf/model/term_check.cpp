// Checks of IRIs and literals, with storage for their repairs.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/term_check.hpp"

#include "core/rdf/model/iri_check.hpp"
#include "core/rdf/model/literal_check.hpp"

namespace laundromat {

bool term_checker::check_iri(std::string_view& iri) {
  faults_.clear();
  if (!laundromat::check_iri(iri, profile_, faults_, iri_)) return false;
  if (iri.size() <= most_iri_bytes_) return true;
  // Encoding made it longer than the limit, so that readers of the clean document would reject it.
  faults_.assign({{errc::term_too_long, treatment::skip, 0, 0, "the repaired IRI is longer than the limit"}});
  return false;
}

bool term_checker::check_literal(term_view& literal) {
  faults_.clear();
  return laundromat::check_literal(literal, profile_, drops_directions_, faults_, language_);
}

}  // namespace laundromat
