// A service of the Reconciliation Service API over labels, for that of the HTTP interface.
// SPDX-License-Identifier: Apache-2.0
#include "core/reconciliation/reconciliation_service.hpp"

#include <algorithm>
#include <nlohmann/json.hpp>

namespace laundromat {

namespace {

using json = nlohmann::ordered_json;

json type_json(const entity_type& type) {
  return json::object({{"id", type.id}, {"name", type.name}});
}

/// Whether a query asks for this type: without one, or one of a list, it does not matter.
bool asks_for(const json& query, const std::string& type) {
  const auto asked = query.find("type");
  if (asked == query.end() || asked->is_null() || *asked == "") return true;
  if (!asked->is_array()) return *asked == type;
  return asked->empty() || std::ranges::find(*asked, json(type)) != asked->end();
}

std::uint32_t limit_of(const json& query, const service_limits& limits) {
  const auto asked = query.find("limit");
  if (asked == query.end() || !asked->is_number_unsigned() || *asked == 0) return limits.default_candidates;
  return static_cast<std::uint32_t>(std::min<std::uint64_t>(asked->get<std::uint64_t>(), limits.candidates));
}

json results_json(const std::vector<label_match>& found, std::uint32_t most, const entity_type& type) {
  constexpr double sure = 99;
  auto out = json::array();
  for (std::size_t i = 0; i < std::min<std::size_t>(found.size(), most); ++i) {
    auto candidate = json::object();
    candidate["id"] = found[i].iri;
    candidate["name"] = found[i].label;
    candidate["score"] = found[i].score;
    candidate["match"] =
        i == 0 && found[i].score >= sure && (found.size() == 1 || found[1].score < found[0].score);
    candidate["type"] = json::array({type_json(type)});
    out.push_back(std::move(candidate));
  }
  return out;
}

}  // namespace

std::string reconciliation_service::manifest() const {
  auto out = json::object();
  out["versions"] = json::array({"0.1", "0.2"});
  out["name"] = description_.name;
  out["identifierSpace"] = description_.identifier_space;
  out["schemaSpace"] = description_.schema_space;
  out["defaultTypes"] = json::array({type_json(description_.type)});
  if (!description_.view_url.empty()) out["view"]["url"] = description_.view_url;
  return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

result<std::string> reconciliation_service::answer_queries(std::string_view queries_json) const {
  const auto queries = json::parse(queries_json, nullptr, false);
  if (!queries.is_object()) return fail(errc::syntax_error, "reconciliation: the queries are no JSON object");
  if (queries.size() > limits_.queries)
    return fail(errc::limit_exceeded,
                "reconciliation: more queries in a batch than " + std::to_string(limits_.queries));
  auto out = json::object();
  for (const auto& [key, query] : queries.items()) {
    const auto text = query.is_object() ? query.find("query") : query.end();
    if (query.is_object() && text == query.end() && query.contains("properties")) {
      out[key] = json::object({{"result", json::array()}});
      continue;
    }
    if (!query.is_object() || text == query.end() || !text->is_string())
      return fail(errc::invalid_argument, "reconciliation: the query " + key + " has no text");
    const auto& name = text->get_ref<const std::string&>();
    if (name.size() > limits_.query_bytes)
      return fail(errc::limit_exceeded, "reconciliation: the text of the query " + key + " is too long");
    auto results = json::array();
    if (asks_for(query, description_.type.id)) {
      // One more shows whether the best one is the only best one.
      const auto most = limit_of(query, limits_);
      results = results_json(labels_.find(name, std::size_t{most} + 1), most, description_.type);
    }
    out[key] = json::object({{"result", std::move(results)}});
  }
  return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

}  // namespace laundromat
