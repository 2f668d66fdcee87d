// Checks of IRIs and literals.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/term_check.hpp"

namespace laundromat {

bool is_plain_iri(std::string_view iri) {
  return iri.find_first_of("%[]{}<>\"|^`\\ ") == iri.npos;
}

bool term_checker::check_iri(std::string_view& iri) {
  faults_.clear();
  if (iri.find_first_of("{}<>\"|^`\\ ") == iri.npos) return true;
  faults_.push_back({errc::iri_character, treatment::skip, 0, iri.size(), {}});
  return false;
}

bool term_checker::check_literal(term_view&) {
  faults_.clear();
  return true;
}

}  // namespace laundromat
