// Compares documents with what specifications claim.
// SPDX-License-Identifier: Apache-2.0
#include "core/mapping/record_plans.hpp"

#include <algorithm>
#include <string>

#include "core/web/uri_characters.hpp"

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
  media_type = media_type.substr(0, media_type.find(';'));
  while (media_type.ends_with(' ')) media_type.remove_suffix(1);
  return std::ranges::equal(claimed, media_type, {}, to_lower, to_lower);
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
  const auto found =
      std::ranges::find_if(plans_, [&](const auto& plan) { return claims(plan->spec(), document); });
  return found == plans_.end() ? nullptr : found->get();
}

}  // namespace laundromat
