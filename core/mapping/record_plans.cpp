// Compares documents with what specifications claim.
// SPDX-License-Identifier: Apache-2.0
#include "core/mapping/record_plans.hpp"

#include <algorithm>
#include <string>

#include "core/rdf/model/near_word.hpp"
#include "core/rdf/model/rdf_version.hpp"

namespace laundromat {

namespace {

/// Whether `*` of the pattern can stand for parts of the text so that both are the same. Linear but for the stars.
bool fits(std::string_view pattern, std::string_view text) {
  std::size_t p = 0, t = 0, star = pattern.npos, behind = 0;
  while (t < text.size()) {
    if (p < pattern.size() && pattern[p] == '*') {
      star = p++;
      behind = t;
    } else if (p < pattern.size() && pattern[p] == text[t]) {
      ++p, ++t;
    } else if (star != pattern.npos) {
      p = star + 1;
      t = ++behind;
    } else {
      return false;
    }
  }
  return std::ranges::all_of(pattern.substr(p), [](char c) { return c == '*'; });
}

bool is_same_type(std::string_view claimed, std::string_view media_type) {
  return is_same_word(claimed, without_parameters(media_type));
}

bool claims(const record_spec& spec, const document_hints& document) {
  const auto is_named = [&](const std::string& pattern) {
    return fits(pattern, document.name) || fits(pattern, document.address);
  };
  return (spec.uris.empty() || std::ranges::any_of(spec.uris, is_named)) &&
         (spec.media_types.empty() || std::ranges::any_of(spec.media_types, [&](const auto& one) {
            return is_same_type(one, document.media_type);
          }));
}

}  // namespace

const record_plan* record_plans::find(const document_hints& document) const {
  const auto found = std::ranges::find_if(
      plans_, [&](const auto& plan) { return ignores_claims_ || claims(plan->spec(), document); });
  return found == plans_.end() ? nullptr : found->get();
}

}  // namespace laundromat
