// Checks of IRIs and literals, with room for their repairs.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/term_check.hpp"

#include "core/rdf/model/iri_check.hpp"
#include "core/rdf/model/literal_check.hpp"

namespace laundromat {

bool term_checker::check_iri(std::string_view& iri) {
  faults_.clear();
  if (!laundromat::check_iri(iri, profile_, faults_, iri_)) return false;
  if (iri.size() <= most_iri_bytes_) return true;
  // Encoding made it longer: whoever reads the clean document again would refuse it.
  faults_.assign({{errc::term_too_long, treatment::skip, 0, 0, "its repair is longer than an IRI may be"}});
  return false;
}

bool term_checker::check_literal(term_view& literal) {
  faults_.clear();
  return laundromat::check_literal(literal, profile_, faults_, language_);
}

}  // namespace laundromat
