// Reads a specification by its table of keys.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/spec/read_spec.hpp"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/base/counter_value.hpp"
#include "core/extraction/spec/spec_parts.hpp"

namespace laundromat {

namespace {

using shape = yaml_node::shape;

void read_format(spec_problems& problems, const yaml_node& node, record_spec& spec) {
  const auto key = problems.text_of(node, "format");
  if (!key) return;
  if (const auto format = data_format_from_key(*key)) {
    spec.format = *format;
    return;
  }
  std::string all;
  for (const auto& entry : data_format_table()) all += (all.empty() ? "" : ", ") + std::string(entry.key);
  problems.report(node, "`format` must be one of " + all + ", not `" + *key + "`");
}

void read_header(spec_problems& problems, const yaml_node& node, table_spec& table) {
  if (node.kind == shape::list) {
    table.names = problems.texts_of(node, "header");
    table.has_header = table.has_header.value_or(false);
  } else {
    table.has_header = problems.boolean_of(node, "header");
  }
}

template <auto Member>
void read_character(spec_problems& problems, const yaml_node& node, table_spec& table) {
  table.*Member = problems.character_of(node);
}

constexpr spec_key<table_spec> table_keys[] = {
    {"delimiter", read_character<&table_spec::delimiter>},
    {"quote", read_character<&table_spec::quote>},
    {"escape", read_character<&table_spec::escape>},
    {"comment", read_character<&table_spec::comment>},
    {"skip_initial_space",
     [](auto& p, const auto& n, table_spec& t) {
       t.skips_initial_space = p.boolean_of(n, "skip_initial_space");
     }},
    {"header", read_header},
    {"keep_empty", [](auto& p, const auto& n,
                      table_spec& t) { t.keeps_empty = p.boolean_of(n, "keep_empty").value_or(false); }},
    {"skip_rows", [](auto& p, const auto& n, table_spec& t) { t.skip_rows = p.number_of(n, "skip_rows"); }},
};

constexpr spec_key<lookup_spec> lookup_keys[] = {
    {"file", [](auto& p, const auto& n, lookup_spec& l) { l.file = p.text_of(n, "file").value_or(""); }},
    {"key", [](auto& p, const auto& n, lookup_spec& l) { l.key = p.text_of(n, "key").value_or(""); }},
    {"value", [](auto& p, const auto& n, lookup_spec& l) { l.value = p.text_of(n, "value").value_or(""); }},
    {"values",
     [](auto& p, const auto& n, lookup_spec& l) {
       if (n.kind != shape::map) return p.report(n, "`values` must be a map: {AT: Austria}");
       for (const auto& [key, value] : n.members)
         if (auto text = p.text_of(value, key.text)) l.values[key.text] = *std::move(text);
     }},
};

void read_lookups(spec_problems& problems, const yaml_node& node, record_spec& spec) {
  if (node.kind != shape::map)
    return problems.report(
        node, "`lookups` must be a map: {countries: {file: countries.csv, key: code, value: name}}");
  for (const auto& [name, value] : node.members) {
    lookup_spec lookup;
    lookup.line = name.line;
    problems.read_map<lookup_spec>(value, lookup_keys, "a lookup table", lookup);
    const bool is_file = !lookup.file.empty() && !lookup.key.empty() && !lookup.value.empty();
    if (!is_file && (lookup.values.empty() || !lookup.file.empty()))
      problems.report(name, "a lookup table needs either `values`, or `file`, `key` and `value`");
    spec.lookups[name.text] = std::move(lookup);
  }
}

constexpr spec_key<counter_spec> counter_keys[] = {
    {"field",
     [](auto& p, const auto& n, counter_spec& c) {
       c.field = p.text_of(n, "field").value_or("");
       c.line = n.line;
     }},
    {"is", [](auto& p, const auto& n, counter_spec& c) { c.value = p.text_of(n, "is"); }},
};

void read_counters(spec_problems& problems, const yaml_node& node, record_spec& spec) {
  if (node.kind != shape::map)
    return problems.report(node, "`counters` must be a map: {women: {field: sex, is: F}}");
  for (const auto& [name, value] : node.members) {
    counter_spec counter{name.text, {}, {}, value.line};
    if (value.kind == shape::scalar)
      counter.field = value.text;
    else
      problems.read_map<counter_spec>(value, counter_keys, "a counter", counter);
    if (name.text == records_counter) problems.report(name, "`records` is counted without being named");
    if (counter.field.empty()) problems.report(name, "a counter needs the `field` that it counts");
    spec.counters.push_back(std::move(counter));
  }
}

constexpr spec_key<record_spec> claim_keys[] = {
    {"uri", [](auto& p, const auto& n, record_spec& s) { s.uris = p.texts_of(n, "uri"); }},
    {"media_type",
     [](auto& p, const auto& n, record_spec& s) { s.media_types = p.texts_of(n, "media_type"); }},
    {"seeds",
     [](auto& p, const auto& n, record_spec& s) {
       for (const auto& one : n.kind == shape::list ? n.items : std::vector{n})
         if (auto text = p.text_of(one, "seeds")) s.seeds.push_back({*std::move(text), one.line});
     }},
};

void read_claims(spec_problems& problems, const yaml_node& node, record_spec& spec) {
  problems.read_map<record_spec>(node, claim_keys, "`documents`", spec);
}

// clang-format off
constexpr spec_key<record_spec> top_keys[] = {
    {"name", [](auto& p, const auto& n, record_spec& s) { s.name = p.text_of(n, "name").value_or(""); }},
    {"documents", read_claims},
    {"rml", [](auto& p, const auto& n, record_spec& s) { s.rml = {p.text_of(n, "rml").value_or(""), n.line}; }},
    {"csvw", [](auto& p, const auto& n, record_spec& s) { s.is_csvw = p.boolean_of(n, "csvw").value_or(false); }},
    {"format", read_format},
    {"encoding", [](auto& p, const auto& n, record_spec& s) { s.encoding = p.text_of(n, "encoding").value_or(""); }},
    {"table", [](auto& p, const auto& n, record_spec& s) { p.template read_map<table_spec>(n, table_keys, "`table`", s.table); s.table_line = n.line; }},
    {"records", [](auto& p, const auto& n, record_spec& s) { s.records = p.text_of(n, "records").value_or(""); s.records_line = n.line; }},
    {"fields", [](auto& p, const auto& n, record_spec& s) { s.fields = read_fields(p, n); }},
    {"keep_others", [](auto& p, const auto& n, record_spec& s) { s.keeps_others = p.boolean_of(n, "keep_others").value_or(false); }},
    {"lookups", read_lookups},
    {"schema", [](auto& p, const auto& n, record_spec& s) { s.schema = p.text_of(n, "schema").value_or(""); s.schema_line = n.line; }},
    {"rdf", [](auto& p, const auto& n, record_spec& s) { s.rdf = read_rdf(p, n); }},
    {"counters", read_counters},
};
// clang-format on

/// What an RML mapping or the metadata of a table say, the specification cannot say as well.
void check_language(spec_problems& problems, const yaml_node& root, const record_spec& spec) {
  if (spec.rml.text.empty() && !spec.is_csvw) return;
  const std::string language = spec.is_csvw ? "csvw" : "rml";
  constexpr std::string_view common[] = {"name", "documents", "encoding"};
  for (const auto& [key, value] : root.members)
    if (key.text != language && std::ranges::find(common, key.text) == std::end(common))
      problems.report(key, "`" + key.text + "` has no effect beside `" + language +
                               "`, which says what the records are: leave out one of them");
}

}  // namespace

read_from_yaml<record_spec> read_record_spec(const yaml_node& root) {
  spec_problems problems;
  record_spec spec;
  if (root.kind != shape::nothing)
    problems.read_map<record_spec>(root, top_keys, "a specification of records", spec);
  check_names(problems, spec);
  check_language(problems, root, spec);
  if (problems.empty()) return spec;
  return tl::unexpected(problems.take());
}

read_from_yaml<record_spec> read_record_spec(std::string_view yaml) {
  const auto root = read_yaml(yaml);
  if (!root) return tl::unexpected(std::vector{root.error()});
  return read_record_spec(*root);
}

std::string_view part_with_key(std::string_view key) {
  if (has_key<record_spec>(top_keys, key)) return "the specification itself";
  if (has_key<table_spec>(table_keys, key)) return "`table`";
  if (has_key<record_spec>(claim_keys, key)) return "`documents`";
  if (const auto part = field_part_with_key(key); !part.empty()) return part;
  if (const auto part = rdf_part_with_key(key); !part.empty()) return part;
  if (has_key<counter_spec>(counter_keys, key)) return "a counter";
  return has_key<lookup_spec>(lookup_keys, key) ? "a table of `lookups`" : "";
}

std::vector<std::string_view> record_spec_keys() {
  std::vector<std::string_view> all;
  const auto add = [&](const auto& keys) {
    for (const auto& key : keys) all.push_back(key.name);
  };
  add(top_keys);
  add(table_keys);
  add(lookup_keys);
  add(counter_keys);
  add(claim_keys);
  add_field_keys(all);
  add_rdf_keys(all);
  for (const auto& format : data_format_table()) all.push_back(format.key);
  return all;
}

}  // namespace laundromat
