// Asks a service of the Reconciliation Service API which entities are meant.
// SPDX-License-Identifier: Apache-2.0
#include "core/reconciliation/reconciliation_client.hpp"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <optional>
#include <ranges>

#include "core/base/json_depth.hpp"
#include "core/base/keyed_table.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

using sent_json = nlohmann::ordered_json;
/// Of a service: an object with very many keys must not take time by their square, as in `ordered_json`.
using answer_json = nlohmann::json;

constexpr std::size_t most_id_bytes = 2'000;
constexpr std::size_t most_text_bytes = 300;  ///< of a name or a message, which people read

std::string key_of(std::size_t query) {
  return "q" + std::to_string(query);
}

std::string text_of(const answer_json& object, const char* key) {
  const auto found = object.find(key);
  return found != object.end() && found->is_string() ? found->get<std::string>() : std::string();
}

std::vector<entity_type> types_of(const answer_json& candidate) {
  std::vector<entity_type> types;
  const auto add = [&](const answer_json& type) {
    if (type.is_string()) types.push_back({type.get<std::string>(), {}});
    if (type.is_object()) types.push_back({text_of(type, "id"), text_of(type, "name")});
  };
  const auto found = candidate.find("type");
  if (found == candidate.end()) return types;
  if (!found->is_array()) add(*found);
  if (found->is_array()) std::ranges::for_each(*found, add);
  return types;
}

std::optional<reconciliation_candidate> candidate_of(const answer_json& from) {
  if (!from.is_object() || text_of(from, "id").empty()) return std::nullopt;
  reconciliation_candidate candidate{text_of(from, "id"), readable(text_of(from, "name"), most_text_bytes), 0,
                                     false, types_of(from)};
  if (const auto score = from.find("score"); score != from.end() && score->is_number())
    candidate.score = score->get<double>();
  if (const auto match = from.find("match"); match != from.end())
    candidate.match = match->is_boolean() && match->get<bool>();
  return candidate;
}

/// The text of an error that has no form of its own in the API: services call it `message`, `error` or `details`.
std::string error_in(const answer_json& object) {
  for (const auto* const key : {"message", "error", "details"})
    if (const auto text = text_of(object, key); !text.empty()) return readable(text, most_text_bytes);
  return {};
}

reconciliation_answer answer_of(const answer_json& batch, const std::string& key) {
  const auto found = batch.find(key);
  if (found == batch.end()) return {{}, "the service left the query out"};
  const auto list = found->is_object() ? found->find("result") : found->end();
  if (!found->is_object() || list == found->end() || !list->is_array()) {
    const auto error = found->is_object() ? error_in(*found) : std::string();
    return {{}, error.empty() ? "the answer has no list of results" : "the service reports: " + error};
  }
  reconciliation_answer answer;
  for (const auto& one : *list) {
    auto candidate = candidate_of(one);
    if (!candidate) return {{}, "a candidate has no id"};
    if (candidate->id.size() > most_id_bytes) return {{}, "a candidate has an id of more than 2,000 bytes"};
    answer.candidates.push_back(std::move(*candidate));
  }
  std::ranges::stable_sort(answer.candidates, std::ranges::greater{}, &reconciliation_candidate::score);
  keyed_set<std::string> ids;
  std::erase_if(answer.candidates,
                [&](const reconciliation_candidate& one) { return !ids.insert(one.id).second; });
  return answer;
}

/// What a service sends. Discarded: it is no JSON, or nested too deep.
answer_json read_json(std::string_view text, const answer_json::parser_callback_t& callback = nullptr) {
  constexpr std::size_t most_depth = 64;
  if (is_nested_deeper(text, most_depth)) return answer_json(answer_json::value_t::discarded);
  return answer_json::parse(text, callback, false);
}

/// The versions of a manifest, in a message.
std::string words_of_versions(const answer_json& versions) {
  constexpr std::size_t most_named = 5;
  std::string words;
  for (std::size_t i = 0; i < std::min(versions.size(), most_named); ++i)
    words +=
        (i > 0 ? ", " : "") + (versions[i].is_string() ? readable(versions[i].get<std::string>(), 20) : "…");
  return versions.empty() ? "no version" : words + (versions.size() > most_named ? ", …" : "");
}

}  // namespace

std::string reconciliation_queries(std::span<const reconciliation_query> batch) {
  auto out = sent_json::object();
  for (std::size_t i = 0; i < batch.size(); ++i) {
    auto query = sent_json::object();
    query["query"] = batch[i].text;
    if (!batch[i].type.empty()) query["type"] = batch[i].type;
    if (batch[i].limit > 0) query["limit"] = batch[i].limit;
    for (const auto& property : batch[i].properties)
      query["properties"].push_back(sent_json::object({{"pid", property.id}, {"v", property.value}}));
    out[key_of(i)] = std::move(query);
  }
  return out.dump(-1, ' ', false, sent_json::error_handler_t::replace);
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

result<reconciliation_manifest> read_reconciliation_manifest(std::string_view text) {
  const auto manifest = read_json(text);
  if (!manifest.is_object() || !manifest.contains("name"))
    return fail(errc::bad_response, "the address has no manifest of a reconciliation service");
  const auto versions = manifest.find("versions");
  // The field is new in 0.2.
  const bool is_known =
      versions == manifest.end() || !versions->is_array() ||
      std::ranges::any_of(*versions, [](const answer_json& one) { return one == "0.1" || one == "0.2"; });
  if (!is_known)
    return fail(errc::bad_response, "the reconciliation service has " + words_of_versions(*versions) +
                                        " of the API, and this program 0.1 and 0.2");
  return reconciliation_manifest{text_of(manifest, "name"), text_of(manifest, "identifierSpace")};
}

std::string iri_of_entity(const reconciliation_manifest& manifest, std::string_view id) {
  const std::string own(id);
  if (is_absolute(own) || !is_absolute(manifest.identifier_space)) return own;
  return manifest.identifier_space + own;
}

namespace {

bool is_web_iri(std::string_view iri) {
  constexpr std::string_view excluded = "<>\"{}|\\^`\x7F";
  const auto is_excluded = [&](char c) {
    return static_cast<unsigned char>(c) <= ' ' || excluded.find(c) != excluded.npos;
  };
  const std::string_view rest = iri.starts_with("http://")    ? iri.substr(7)
                                : iri.starts_with("https://") ? iri.substr(8)
                                                              : std::string_view{};
  if (rest.empty() || rest[0] == '/' || std::ranges::any_of(rest, is_excluded)) return false;
  for (std::size_t at = 0; at < rest.size();) {
    const auto step = next_utf8(rest.substr(at));
    if (!step.is_valid || (step.code >= 0x80 && step.code < 0xA0)) return false;
    at += step.length;
  }
  return true;
}

}  // namespace

void name_candidates(const reconciliation_manifest& manifest, reconciliation_answer& answer) {
  std::erase_if(answer.candidates, [&](reconciliation_candidate& one) {
    one.id = iri_of_entity(manifest, one.id);
    if (is_web_iri(one.id)) return false;
    if (answer.problem.empty())
      answer.problem =
          "the service proposes " + readable(one.id, most_text_bytes) + ", which is no IRI of http or https";
    return true;
  });
}

result<std::vector<reconciliation_answer>> read_reconciliation_answer(std::string_view text,
                                                                      std::size_t batch_size) {
  keyed_set<std::string> keys, repeated;
  const auto answer = read_json(text, [&](int depth, answer_json::parse_event_t event,
                                          const answer_json& key) {
    if (depth == 1 && event == answer_json::parse_event_t::key && !keys.insert(key.get<std::string>()).second)
      repeated.insert(key.get<std::string>());
    return true;
  });
  if (!answer.is_object()) return fail(errc::bad_response, "the reconciliation answer is no JSON object");
  std::vector<reconciliation_answer> all;
  for (std::size_t i = 0; i < batch_size; ++i)
    all.push_back(repeated.contains(key_of(i))
                      ? reconciliation_answer{{}, "the service answers the query twice"}
                      : answer_of(answer, key_of(i)));
  const bool is_of_another_form =
      std::ranges::none_of(std::views::iota(std::size_t{0}, batch_size),
                           [&](std::size_t i) { return answer.contains(key_of(i)); });
  if (const auto error = error_in(answer); is_of_another_form && !error.empty())
    return fail(errc::bad_response, "the service reports: " + error);
  return all;
}

}  // namespace laundromat
