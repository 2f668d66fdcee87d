// The usual properties, and choices as text.
// SPDX-License-Identifier: Apache-2.0
#include "core/labels/label_choice.hpp"

#include <algorithm>
#include <array>

namespace laundromat {

namespace {

constexpr std::string_view off = "off", on = "on";

constexpr std::array usual{
    std::string_view{"http://www.w3.org/2000/01/rdf-schema#label"},
    std::string_view{"http://www.w3.org/2004/02/skos/core#prefLabel"},
    std::string_view{"http://www.w3.org/2004/02/skos/core#altLabel"},
    std::string_view{"http://purl.org/dc/terms/title"},
    std::string_view{"http://purl.org/dc/terms/alternative"},
    std::string_view{"http://purl.org/dc/elements/1.1/title"},
    std::string_view{"http://xmlns.com/foaf/0.1/name"},
    std::string_view{"http://schema.org/name"},
    std::string_view{"https://schema.org/name"},
    std::string_view{"http://schema.org/alternateName"},
    std::string_view{"https://schema.org/alternateName"},
    std::string_view{"http://www.w3.org/2006/vcard/ns#fn"},
    std::string_view{"http://usefulinc.com/ns/doap#name"},
    std::string_view{"http://www.geonames.org/ontology#name"},
    std::string_view{"http://purl.org/rss/1.0/title"},
};

}  // namespace

std::span<const std::string_view> usual_label_properties() {
  return usual;
}

std::vector<std::string> properties_of(const label_choice& choice) {
  if (!choice.is_on) return {};
  if (choice.properties.empty()) return {usual.begin(), usual.end()};
  return choice.properties;
}

std::string to_text(const label_choice& choice) {
  if (!choice.is_on) return std::string{off};
  if (choice.properties.empty()) return std::string{on};
  std::string text;
  for (const auto& property : choice.properties) text.append(text.empty() ? "" : "\n").append(property);
  return text;
}

label_choice label_choice_of(std::string_view text) {
  if (text == off) return {false};
  label_choice choice;
  if (text.empty() || text == on) return choice;
  while (!text.empty()) {
    const auto end = std::min(text.find('\n'), text.size());
    choice.properties.emplace_back(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
  return choice;
}

}  // namespace laundromat
