// The tree as JSON.
// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "core/metadata/resource.hpp"

namespace laundromat {

namespace {

using json = nlohmann::ordered_json;

json to_fact(const resource& described);

struct to_value {
  json operator()(const iri_value& value) const { return value.iri; }
  json operator()(const hex_value& value) const { return value.hex; }
  json operator()(timestamp value) const { return to_iso8601(value); }
  json operator()(const auto& value) const { return value; }
};

json to_fact(const resource::fact& fact) {
  auto all = json::array();
  for (const auto& value : fact.values) all.push_back(std::visit(to_value{}, value));
  for (const auto& part : fact.parts) all.push_back(to_fact(part));
  return fact.shape == fact_shape::one && all.size() == 1 ? all[0] : all;
}

json to_fact(const resource& described) {
  auto object = json::object();
  for (const auto& fact : described.facts()) object[std::string(fact.name.key)] = to_fact(fact);
  return object;
}

}  // namespace

std::string to_json(const resource& described) {
  json all{{"id", described.iri()}};
  all.update(to_fact(described));
  return all.dump(2, ' ', false, json::error_handler_t::replace) + "\n";
}

}  // namespace laundromat
