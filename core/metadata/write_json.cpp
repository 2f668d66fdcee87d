// Writes the tree as JSON.
// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "core/metadata/description.hpp"

namespace laundromat {

namespace {

using json = nlohmann::ordered_json;

/// `above`: the IRI of the thing that this is a part of; a part below it needs no `id`.
json to_fact(const description& described, std::string_view above);

struct to_value {
  json operator()(const iri_value& value) const { return value.iri; }
  json operator()(const hex_value& value) const { return value.hex; }
  json operator()(size_value value) const { return value.bytes; }
  json operator()(timestamp value) const { return to_iso8601(value); }
  json operator()(const auto& value) const { return value; }
};

json to_fact(const description::fact& fact, std::string_view above) {
  auto all = json::array();
  for (const auto& value : fact.values) all.push_back(std::visit(to_value{}, value));
  for (const auto& part : fact.parts) all.push_back(to_fact(part, above));
  return fact.shape == fact_shape::one && all.size() == 1 ? all[0] : all;
}

json to_fact(const description& described, std::string_view above) {
  auto object = json::object();
  const std::string_view iri = described.iri();
  if (above.empty() || !iri.starts_with(above) || iri.substr(above.size(), 1) != "/") object["id"] = iri;
  for (const auto& fact : described.facts()) object[std::string(fact.name.key)] = to_fact(fact, iri);
  return object;
}

}  // namespace

std::string to_json(const description& described) {
  return to_fact(described, {}).dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace laundromat
