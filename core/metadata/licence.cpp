// Canonical lines are split at their only spaces outside of literals.
// SPDX-License-Identifier: Apache-2.0
#include "core/metadata/licence.hpp"

#include <algorithm>
#include <array>

namespace laundromat {

namespace {

/// Removes `<iri> ` from the front and returns the IRI; nothing when the line does not begin with an IRI without escapes.
std::string_view take_iri(std::string_view& line) {
  if (!line.starts_with('<')) return {};
  const auto end = line.find("> ");
  if (end == line.npos) return {};
  const auto iri = line.substr(1, end - 1);
  line.remove_prefix(end + 2);
  return iri.find('\\') == iri.npos ? iri : std::string_view{};
}

}  // namespace

bool states_licence(std::string_view predicate) {
  constexpr std::array<std::string_view, 5> all{"http://purl.org/dc/terms/license",
                                                "http://creativecommons.org/ns#license",
                                                "http://www.w3.org/1999/xhtml/vocab#license",
                                                "http://schema.org/license", "https://schema.org/license"};
  return std::ranges::find(all, predicate) != all.end();
}

std::set<std::string> stated_licences(std::string_view lines, std::string_view subject) {
  std::set<std::string> found;
  while (!lines.empty()) {
    auto line = lines.substr(0, lines.find('\n'));
    lines.remove_prefix(std::min(line.size() + 1, lines.size()));
    if (take_iri(line) != subject || !states_licence(take_iri(line))) continue;
    if (const auto licence = take_iri(line); !licence.empty()) found.emplace(licence);
  }
  return found;
}

}  // namespace laundromat
