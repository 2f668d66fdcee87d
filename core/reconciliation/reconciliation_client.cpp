// Asks a service of the Reconciliation Service API which entities are meant.
// SPDX-License-Identifier: Apache-2.0
#include "core/reconciliation/reconciliation_client.hpp"

#include <nlohmann/json.hpp>

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

using json = nlohmann::ordered_json;

std::string key_of(std::size_t query) {
  return "q" + std::to_string(query);
}

std::string text_of(const json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::vector<entity_type> types_of(const json& candidate) {
  std::vector<entity_type> types;
  const auto found = candidate.find("type");
  if (found == candidate.end()) return types;
  for (const auto& type : found->is_array() ? *found : json::array({*found})) {
    if (type.is_string()) types.push_back({type.get<std::string>(), {}});
    if (type.is_object()) types.push_back({text_of(type, "id"), text_of(type, "name")});
  }
  return types;
}

result<reconciliation_candidate> candidate_of(const json& from, const std::string& key) {
  if (!from.is_object() || text_of(from, "id").empty())
    return fail(errc::bad_response, "reconciliation answer, query " + key + ": a candidate has no id");
  reconciliation_candidate candidate{text_of(from, "id"), text_of(from, "name"), 0, false, types_of(from)};
  if (const auto score = from.find("score"); score != from.end() && score->is_number())
    candidate.score = score->get<double>();
  if (const auto match = from.find("match"); match != from.end())
    candidate.match = match->is_boolean() && match->get<bool>();
  return candidate;
}

}  // namespace

std::string reconciliation_queries(std::span<const reconciliation_query> batch) {
  auto out = json::object();
  for (std::size_t i = 0; i < batch.size(); ++i) {
    auto query = json::object();
    query["query"] = batch[i].text;
    if (!batch[i].type.empty()) query["type"] = batch[i].type;
    if (batch[i].limit > 0) query["limit"] = batch[i].limit;
    for (const auto& property : batch[i].properties)
      query["properties"].push_back(json::object({{"pid", property.id}, {"v", property.value}}));
    out[key_of(i)] = std::move(query);
  }
  return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

std::string reconciliation_form(std::string_view queries_json) {
  std::string body = "queries=";
  for (const char c : queries_json) {
    if (c == ' ')
      body += '+';
    else if (is_alpha(c) || is_digit(c) || c == '*' || c == '-' || c == '.' || c == '_')
      body += c;
    else
      append_percent_encoded(body, c);
  }
  return body;
}

result<std::vector<std::vector<reconciliation_candidate>>> read_reconciliation_answer(
    std::string_view text, std::size_t batch_size) {
  const auto answer = json::parse(text, nullptr, false);
  if (!answer.is_object()) return fail(errc::bad_response, "the reconciliation answer is no JSON object");
  std::vector<std::vector<reconciliation_candidate>> all(batch_size);
  for (std::size_t i = 0; i < batch_size; ++i) {
    const auto found = answer.find(key_of(i));
    if (found == answer.end()) continue;
    const auto list = found->is_object() ? found->find("result") : found->end();
    if (!found->is_object() || list == found->end() || !list->is_array())
      return fail(errc::bad_response,
                  "reconciliation answer, query " + key_of(i) + ": there is no list of results");
    for (const auto& one : *list) {
      auto candidate = candidate_of(one, key_of(i));
      if (!candidate) return tl::unexpected(candidate.error());
      all[i].push_back(std::move(*candidate));
    }
  }
  return all;
}

}  // namespace laundromat
