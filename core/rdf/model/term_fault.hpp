// What the checks of terms find.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/errc.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat {

/// Something about the value of a term; the reader adds where the term stands. A rule has one fault in a term at most, from the first
/// to the last place where it is broken; only odd characters of a literal have one each, in their order.
struct term_fault {
  errc rule{};
  treatment done{};
  std::size_t offset =
      0;  ///< in the IRI, or in that part of a literal which the rule is about: value, datatype or tag
  std::size_t length = 0;
  std::string message = {};  ///< what the rule's meaning does not say; often empty
};

using term_faults = std::vector<term_fault>;

/// Whether a fault with this rule is about the language tag of a literal.
[[nodiscard]] constexpr bool is_about_tag(errc rule) {
  return rule == errc::bad_language_tag || rule == errc::ill_formed_language_tag ||
         rule == errc::upper_case_language_tag;
}

}  // namespace laundromat
