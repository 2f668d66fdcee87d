// Writes and reads announced datasets as JSON.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/dataset_facts.hpp"

#include <nlohmann/json.hpp>

namespace laundromat {

namespace {

using nlohmann::json;

void put(json& to, const char* name, const std::string& value) {
  if (!value.empty()) to[name] = value;
}
void put(json& to, const char* name, const std::vector<std::string>& values) {
  if (!values.empty()) to[name] = values;
}
void put(json& to, const char* name, std::uint64_t value) {
  if (value > 0) to[name] = value;
}
void put(json& to, const char* name, const std::vector<related_dataset>& values) {
  for (const auto& one : values) to[name].push_back({{"uri", one.uri}, {"by", one.by}});
}
void put(json& to, const char* name, slicing_method method) {
  put(to, name, std::string{to_string(method)});
}

template <class Value>
void take(const json& from, const char* name, Value& value) {
  if (const auto found = from.find(name); found != from.end()) value = found->template get<Value>();
}
void take(const json& from, const char* name, std::vector<related_dataset>& values) {
  for (const auto& one : from.value(name, json::array()))
    values.push_back({one.at("uri").get<std::string>(), one.at("by").get<std::string>()});
}
void take(const json& from, const char* name, slicing_method& method) {
  std::string text;
  take(from, name, text);
  method = slicing_from_name(text).value_or(slicing_method::unknown);
}

}  // namespace

std::string facts_of(const announced_dataset& d, const std::optional<taken_way>& taken) {
  json out = json::object();
  put(out, "key", d.key);
  put(out, "iri", d.iri);
  put(out, "label", d.label);
  put(out, "dumps", d.dumps);
  put(out, "samples", d.samples);
  put(out, "descriptions", d.descriptions);
  for (const auto& one : d.prefixes) {
    json prefix{{"prefix", one.prefix}};
    put(prefix, "slicing", one.slicing);
    out["prefixes"].push_back(std::move(prefix));
  }
  for (const auto& one : d.endpoints) {
    json endpoint{{"uri", one.uri}};
    put(endpoint, "graph", one.graph);
    put(endpoint, "slicing", one.slicing);
    out["endpoints"].push_back(std::move(endpoint));
  }
  if (d.change_interval) out["change_interval_s"] = d.change_interval->count();
  if (d.modified != timestamp{}) out["modified_ms"] = to_ms(d.modified);
  put(out, "licence", d.licence);
  put(out, "publisher", d.publisher);
  put(out, "triples", d.triples);
  put(out, "entities", d.entities);
  put(out, "documents", d.documents);
  put(out, "dump_bytes", d.dump_bytes);
  put(out, "line", d.line);
  put(out, "features", d.features);
  put(out, "other_files", d.other_files);
  put(out, "more_licences", d.more_licences);
  put(out, "version", d.version);
  put(out, "other_versions", d.other_versions);
  put(out, "mirrors", d.mirrors);
  if (taken) {
    put(out, "way", std::string{to_string(taken->way)});
    put(out, "why", taken->why);
  }
  return out.dump(-1, ' ', false, json::error_handler_t::replace);
}

result<announced_dataset> dataset_of(std::string_view facts) {
  try {
    const auto in = json::parse(facts);
    announced_dataset d;
    take(in, "key", d.key);
    take(in, "iri", d.iri);
    take(in, "label", d.label);
    take(in, "dumps", d.dumps);
    take(in, "samples", d.samples);
    take(in, "descriptions", d.descriptions);
    for (const auto& one : in.value("prefixes", json::array())) {
      linked_data_prefix prefix;
      take(one, "prefix", prefix.prefix);
      take(one, "slicing", prefix.slicing);
      d.prefixes.push_back(std::move(prefix));
    }
    for (const auto& one : in.value("endpoints", json::array())) {
      announced_endpoint endpoint;
      take(one, "uri", endpoint.uri);
      take(one, "graph", endpoint.graph);
      take(one, "slicing", endpoint.slicing);
      d.endpoints.push_back(std::move(endpoint));
    }
    if (in.contains("change_interval_s"))
      d.change_interval = seconds{in.at("change_interval_s").get<std::int64_t>()};
    if (in.contains("modified_ms")) d.modified = from_ms(in.at("modified_ms").get<std::int64_t>());
    take(in, "licence", d.licence);
    take(in, "publisher", d.publisher);
    take(in, "triples", d.triples);
    take(in, "entities", d.entities);
    take(in, "documents", d.documents);
    take(in, "dump_bytes", d.dump_bytes);
    take(in, "line", d.line);
    take(in, "features", d.features);
    take(in, "other_files", d.other_files);
    take(in, "more_licences", d.more_licences);
    take(in, "version", d.version);
    take(in, "other_versions", d.other_versions);
    take(in, "mirrors", d.mirrors);
    return d;
  } catch (const json::exception& e) {
    return fail(errc::journal_damaged, std::string{"a stored dataset cannot be read: "} + e.what());
  }
}

result<std::optional<taken_way>> taken_way_of(std::string_view facts) {
  const auto in = json::parse(facts, nullptr, false);
  const auto damaged = [] {
    return fail(errc::journal_damaged, "the way of a stored dataset cannot be read");
  };
  if (!in.is_object()) return damaged();
  if (!in.contains("way")) return std::nullopt;
  if (!in["way"].is_string() || !in.value("why", json{""}).is_string()) return damaged();
  const auto way = access_way_from_name(in["way"].get<std::string>());
  if (!way) return damaged();
  return taken_way{*way, in.value("why", std::string{})};
}

}  // namespace laundromat
