// Implements the look-up of JSON-LD keywords by their spelling.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/context/keyword.hpp"

#include <algorithm>
#include <iterator>

namespace laundromat::jsonld {

namespace {

constexpr std::string_view words[] = {
    "@base",      "@container", "@context",  "@direction", "@graph", "@id",      "@import", "@included",
    "@index",     "@json",      "@language", "@list",      "@nest",  "@none",    "@prefix", "@propagate",
    "@protected", "@reverse",   "@set",      "@type",      "@value", "@version", "@vocab"};

}  // namespace

keyword keyword_of(std::string_view text) {
  if (text.empty() || text.front() != '@') return keyword::none;
  const auto at = std::ranges::lower_bound(words, text);
  if (at == std::end(words) || *at != text) return keyword::none;
  return static_cast<keyword>(at - std::begin(words) + 1);
}

bool looks_like_keyword(std::string_view text) {
  return text.size() > 1 && text.front() == '@' && std::ranges::all_of(text.substr(1), [](char c) {
           return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
         });
}

}  // namespace laundromat::jsonld
