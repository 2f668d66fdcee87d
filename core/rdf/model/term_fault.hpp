// The results of checks of terms.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "core/base/errc.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat {

/// A fault in the value of a term; the reader adds its position. A rule has at most one fault per term, from the first
/// to the last place where it is violated; only odd characters of a literal have one each, in order.
struct term_fault {
  errc rule{};
  treatment done{};
  /// In the IRI, or in the part of the literal that the rule concerns: value, datatype or tag.
  std::size_t offset = 0;
  std::size_t length = 0;
  std::string message = {};  ///< details that the rule's meaning does not contain; often empty
};

using term_faults = std::vector<term_fault>;

/// Whether the rule concerns the language tag of a literal.
[[nodiscard]] constexpr bool is_about_tag(errc rule) {
  return rule == errc::bad_language_tag || rule == errc::base_direction ||
         rule == errc::ill_formed_language_tag || rule == errc::long_language_tag ||
         rule == errc::upper_case_language_tag;
}

}  // namespace laundromat
