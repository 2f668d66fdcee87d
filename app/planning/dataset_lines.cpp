// Converts lines of JSON to announced datasets.
// SPDX-License-Identifier: Apache-2.0
#include "app/planning/dataset_lines.hpp"

#include <charconv>
#include <functional>
#include <map>
#include <nlohmann/json.hpp>

#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

using nlohmann::json;

// A value that cannot be used, and why; it ends in `read_datasets`.
struct unusable_value {
  std::string why;
};

std::string text_of(const json& value) {
  if (!value.is_string()) throw unusable_value{"is text"};
  return value.get<std::string>();
}
std::uint64_t number_of_json(const json& value) {
  if (!value.is_number_unsigned()) throw unusable_value{"is a number of at least 0"};
  return value.get<std::uint64_t>();
}
std::vector<std::string> texts_of(const json& value) {
  if (!value.is_array()) throw unusable_value{"is a list of URIs"};
  std::vector<std::string> out;
  for (const auto& one : value) out.push_back(text_of(one));
  return out;
}
slicing_method slicing_of(const json& object) {
  if (!object.contains("slicing")) return slicing_method::unknown;
  const auto found = slicing_from_name(text_of(object["slicing"]));
  if (!found) throw unusable_value{"has an unknown slicing: " + quoted_head(text_of(object["slicing"]))};
  return *found;
}

// An object with only the names `uri_name`, `graph` and `slicing`.
void check_names(const json& object, std::string_view uri_name) {
  if (!object.is_object() || !object.contains(uri_name))
    throw unusable_value{"is a list of URIs, or of objects with `" + std::string{uri_name} + "`"};
  for (const auto& [name, value] : object.items())
    if (name != uri_name && name != "graph" && name != "slicing")
      throw unusable_value{"has an unknown name: " + quoted_head(name)};
}
std::vector<linked_data_prefix> prefixes_of(const json& value) {
  std::vector<linked_data_prefix> out;
  if (!value.is_array()) throw unusable_value{"is a list"};
  for (const auto& one : value) {
    if (one.is_string()) {
      out.push_back({one.get<std::string>()});
      continue;
    }
    check_names(one, "prefix");
    out.push_back({text_of(one["prefix"]), slicing_of(one)});
  }
  return out;
}
std::vector<announced_endpoint> endpoints_of(const json& value) {
  std::vector<announced_endpoint> out;
  if (!value.is_array()) throw unusable_value{"is a list"};
  for (const auto& one : value) {
    if (one.is_string()) {
      out.push_back({one.get<std::string>()});
      continue;
    }
    check_names(one, "uri");
    out.push_back({text_of(one["uri"]), one.contains("graph") ? text_of(one["graph"]) : "", slicing_of(one)});
  }
  return out;
}

std::vector<related_dataset> related_of(const json& value) {
  std::vector<related_dataset> out;
  if (!value.is_array()) throw unusable_value{"is a list"};
  for (const auto& one : value) {
    if (!one.is_object() || !one.contains("uri")) throw unusable_value{"is a list of objects with `uri`"};
    out.push_back({text_of(one["uri"]), one.contains("by") ? text_of(one["by"]) : ""});
  }
  return out;
}

using reader = std::function<void(announced_dataset&, const json&)>;

reader into(std::string announced_dataset::*member) {
  return [member](announced_dataset& out, const json& value) { out.*member = text_of(value); };
}
reader into(std::uint64_t announced_dataset::*member) {
  return [member](announced_dataset& out, const json& value) { out.*member = number_of_json(value); };
}
reader into(std::vector<std::string> announced_dataset::*member) {
  return [member](announced_dataset& out, const json& value) { out.*member = texts_of(value); };
}

const std::map<std::string, reader, std::less<>>& readers() {
  using d = announced_dataset;
  static const std::map<std::string, reader, std::less<>> all{
      {"key", into(&d::key)},
      {"iri", into(&d::iri)},
      {"label", into(&d::label)},
      {"dumps", into(&d::dumps)},
      {"samples", into(&d::samples)},
      {"descriptions", into(&d::descriptions)},
      {"features", into(&d::features)},
      {"other_files", into(&d::other_files)},
      {"licence", into(&d::licence)},
      {"more_licences", into(&d::more_licences)},
      {"version", into(&d::version)},
      {"other_versions", [](d& out, const json& value) { out.other_versions = related_of(value); }},
      {"mirrors", [](d& out, const json& value) { out.mirrors = related_of(value); }},
      {"publisher", into(&d::publisher)},
      {"triples", into(&d::triples)},
      {"entities", into(&d::entities)},
      {"documents", into(&d::documents)},
      {"dump_bytes", into(&d::dump_bytes)},
      {"prefixes", [](d& out, const json& value) { out.prefixes = prefixes_of(value); }},
      {"endpoints", [](d& out, const json& value) { out.endpoints = endpoints_of(value); }},
      {"change_interval_s",
       [](d& out, const json& value) {
         const auto most = static_cast<std::uint64_t>(milliseconds::max().count() / 1'000);
         out.change_interval = seconds{static_cast<std::int64_t>(std::min(number_of_json(value), most))};
       }},
      {"modified",
       [](d& out, const json& value) {
         const auto read = read_date(text_of(value));
         if (!read) throw unusable_value{read.error().detail};
         out.modified = *read;
       }},
  };
  return all;
}

announced_dataset dataset_of(const json& object, std::uint64_t line, std::size_t number) {
  if (!object.is_object()) throw unusable_value{"a dataset is an object"};
  if (object.contains("dataset")) return dataset_of(object["dataset"], line, number);
  announced_dataset out;
  out.line = line;
  for (const auto& [name, value] : object.items()) {
    const auto known = readers().find(name);
    if (known == readers().end()) throw unusable_value{"unknown name: " + quoted_head(name)};
    try {
      known->second(out, value);
    } catch (const unusable_value& problem) {
      throw unusable_value{"`" + name + "` " + problem.why};
    }
  }
  for (const auto* name : {&out.iri, &out.label})
    if (out.key.empty()) out.key = *name;
  if (out.key.empty()) out.key = "#" + std::to_string(number);
  return out;
}

// `digits` decimal digits at `at`.
int digits_at(std::string_view text, std::size_t at, std::size_t digits) {
  int out = -1;
  if (text.size() < at + digits || !is_digit(text[at])) return -1;
  const auto read = std::from_chars(text.data() + at, text.data() + at + digits, out);
  return read.ptr == text.data() + at + digits ? out : -1;
}

template <class Values>
void put(json_fact& to, const char* name, const Values& value) {
  if (!value.empty()) to[name] = value;
}
void put(json_fact& to, const char* name, std::uint64_t value) {
  if (value > 0) to[name] = value;
}

}  // namespace

json_fact dataset_fact(const announced_dataset& d) {
  json_fact out{{"key", d.key}};
  put(out, "iri", d.iri);
  put(out, "label", d.label);
  put(out, "dumps", d.dumps);
  put(out, "samples", d.samples);
  put(out, "descriptions", d.descriptions);
  for (const auto& one : d.prefixes) {
    json_fact prefix{{"prefix", one.prefix}};
    put(prefix, "slicing", to_string(one.slicing));
    out["prefixes"].push_back(std::move(prefix));
  }
  for (const auto& one : d.endpoints) {
    json_fact endpoint{{"uri", one.uri}};
    put(endpoint, "graph", one.graph);
    put(endpoint, "slicing", to_string(one.slicing));
    out["endpoints"].push_back(std::move(endpoint));
  }
  put(out, "triples", d.triples);
  put(out, "entities", d.entities);
  put(out, "documents", d.documents);
  put(out, "dump_bytes", d.dump_bytes);
  put(out, "features", d.features);
  put(out, "other_files", d.other_files);
  if (d.modified != timestamp{}) out["modified"] = to_iso8601(d.modified);
  if (d.change_interval && d.change_interval->count() >= 0)
    out["change_interval_s"] = static_cast<std::uint64_t>(d.change_interval->count());
  put(out, "licence", d.licence);
  put(out, "more_licences", d.more_licences);
  put(out, "version", d.version);
  for (const auto& [name, list] :
       {std::pair{"other_versions", &d.other_versions}, std::pair{"mirrors", &d.mirrors}})
    for (const auto& one : *list) out[name].push_back({{"uri", one.uri}, {"by", one.by}});
  put(out, "publisher", d.publisher);
  return out;
}

result<timestamp> read_date(std::string_view text) {
  using namespace std::chrono;
  const auto wrong = fail(errc::announcement_value,
                          "is a date as 2026-11-28, or a time as 2026-11-28T09:30:00Z: " + quoted_head(text));
  const auto year_number = digits_at(text, 0, 4), month_number = digits_at(text, 5, 2),
             day_number = digits_at(text, 8, 2);
  if (year_number < 0 || month_number < 0 || day_number < 0 || text[4] != '-' || text[7] != '-') return wrong;
  const year_month_day date{year{year_number}, month{static_cast<unsigned>(month_number)},
                            day{static_cast<unsigned>(day_number)}};
  if (!date.ok()) return wrong;
  const timestamp midnight{sys_days{date}.time_since_epoch()};
  if (text.size() == 10) return midnight;
  const auto h = digits_at(text, 11, 2), m = digits_at(text, 14, 2), s = digits_at(text, 17, 2);
  if (text[10] != 'T' || h < 0 || h > 23 || m < 0 || m > 59 || s < 0 || s > 60 || text[13] != ':' ||
      text[16] != ':')
    return wrong;
  auto rest = text.substr(19);
  if (rest.starts_with('.'))
    rest.remove_prefix(std::min(rest.find_first_not_of("0123456789", 1), rest.size()));
  if (!rest.empty() && rest != "Z") return wrong;
  return midnight + hours{h} + minutes{m} + seconds{s};
}

result<std::vector<announced_dataset>> read_datasets(std::string_view text) {
  std::vector<announced_dataset> out;
  for (std::uint64_t line = 1; !text.empty(); ++line) {
    const auto end = std::min(text.find('\n'), text.size());
    const auto one = trim(text.substr(0, end));
    text.remove_prefix(std::min(end + 1, text.size()));
    if (one.empty()) continue;
    const auto problem = [&](const std::string& why) {
      return fail(errc::announcement_syntax, "line " + std::to_string(line) + ": " + why);
    };
    const auto parsed = json::parse(one, nullptr, false);
    if (parsed.is_discarded()) return problem("not JSON: one object per line is expected");
    try {
      out.push_back(dataset_of(parsed, line, out.size() + 1));
    } catch (const unusable_value& unusable) {
      return problem(unusable.why);
    }
  }
  return out;
}

}  // namespace laundromat
