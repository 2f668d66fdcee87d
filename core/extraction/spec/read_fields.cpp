// Reads what a specification says about fields.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>
#include <utility>

#include "core/extraction/spec/spec_parts.hpp"

namespace laundromat {

namespace {

using shape = yaml_node::shape;

constexpr std::pair<std::string_view, field_type> types[] = {
    {"any", field_type::any},         {"text", field_type::text},     {"integer", field_type::integer},
    {"decimal", field_type::decimal}, {"number", field_type::number}, {"boolean", field_type::boolean},
    {"date", field_type::date},       {"time", field_type::time},     {"dateTime", field_type::date_time},
    {"year", field_type::year},       {"iri", field_type::iri},
};
constexpr std::pair<std::string_view, element_content> contents[] = {
    {"text", element_content::text}, {"html", element_content::html}, {"encoded", element_content::encoded}};

template <class Table, class Value>
void read_word(spec_problems& problems, const yaml_node& node, std::string_view key, const Table& table,
               Value& into) {
  const auto word = problems.text_of(node, key);
  if (!word) return;
  std::string all;
  for (const auto& [name, value] : table) {
    if (*word == name) {
      into = value;
      return;
    }
    all += (all.empty() ? "" : ", ") + std::string(name);
  }
  problems.report(node, "`" + std::string(key) + "` must be one of " + all + ", not `" + *word + "`");
}

template <auto Member>
void read_step_text(spec_problems& problems, const yaml_node& node, field_spec& field) {
  if (auto text = problems.text_of(node)) field.steps.*Member = *std::move(text);
}
template <auto Member>
void read_step_texts(spec_problems& problems, const yaml_node& node, field_spec& field) {
  field.steps.*Member = problems.texts_of(node);
}
template <auto Member>
void read_step_character(spec_problems& problems, const yaml_node& node, field_spec& field) {
  if (const auto one = problems.character_of(node)) field.steps.*Member = *one;
}

void read_unit(spec_problems& problems, const yaml_node& node, field_spec& field) {
  const auto units = problems.texts_of(node, "unit");
  if (units.size() == 2) {
    field.steps.from_unit = units[0];
    field.steps.to_unit = units[1];
  } else {
    problems.report(
        node, "`unit` must be a list of two units, that of the text and that of the value: [\"[mi_i]\", km]");
  }
}

void read_nested(spec_problems& problems, const yaml_node& node, field_spec& field) {
  field.fields = read_fields(problems, node);
}

// clang-format off
constexpr spec_key<field_spec> field_keys[] = {
    {"select", [](auto& p, const auto& n, field_spec& f) { if (auto t = p.text_of(n, "select")) f.select = *t; }},
    {"list", [](auto& p, const auto& n, field_spec& f) { f.is_list = p.boolean_of(n, "list").value_or(false); }},
    {"content", [](auto& p, const auto& n, field_spec& f) { read_word(p, n, "content", contents, f.content); }},
    {"fields", read_nested},
    {"required", [](auto& p, const auto& n, field_spec& f) { f.is_required = p.boolean_of(n, "required").value_or(false); }},
    {"keep_space", [](auto& p, const auto& n, field_spec& f) { f.steps.keeps_space = p.boolean_of(n, "keep_space").value_or(false); }},
    {"null", read_step_texts<&value_steps::nulls>},
    {"split", read_step_text<&value_steps::separator>},
    {"apply", read_step_texts<&value_steps::functions>},
    {"match", read_step_text<&value_steps::match>},
    {"warn", read_step_text<&value_steps::warn>},
    {"replace", [](auto& p, const auto& n, field_spec& f) { read_step_text<&value_steps::replace_by>(p, n, f); f.steps.replaces = true; }},
    {"type", [](auto& p, const auto& n, field_spec& f) { read_word(p, n, "type", types, f.steps.type); }},
    {"decimal_separator", read_step_character<&value_steps::decimal_separator>},
    {"group_separator", read_step_character<&value_steps::group_separator>},
    {"format", read_step_text<&value_steps::format>},
    {"true", read_step_texts<&value_steps::true_words>},
    {"false", read_step_texts<&value_steps::false_words>},
    {"unit", read_unit},
    {"lookup", read_step_text<&value_steps::lookup>},
    {"default", [](auto& p, const auto& n, field_spec& f) { if (auto t = p.text_of(n, "default")) f.steps.otherwise = *t; }},
};
// clang-format on

/// The names of a key: `a, b, c`, or a list, where a name may have commas.
std::vector<std::string> names_of(spec_problems& problems, const yaml_node& key) {
  std::vector<std::string> names;
  if (key.kind == shape::list) return problems.texts_of(key, "the names of a field");
  for (std::string_view rest = key.text; !rest.empty();) {
    const auto comma = rest.find(',');
    auto name = rest.substr(0, comma);
    rest = comma == rest.npos ? std::string_view{} : rest.substr(comma + 1);
    while (name.starts_with(' ')) name.remove_prefix(1);
    while (name.ends_with(' ')) name.remove_suffix(1);
    if (!name.empty()) names.emplace_back(name);
  }
  if (names.empty()) problems.report(key, "a field needs a name");
  return names;
}

void read_list(spec_problems& problems, const yaml_node& list, field_spec& field) {
  field.is_list = true;
  const auto size = list.items.size();
  if ((size != 1 && size != 2) || list.items[0].kind != shape::scalar)
    return problems.report(list, "a list must be [place] or [place, {fields}]");
  field.select = list.items[0].text;
  if (size == 2) field.fields = read_fields(problems, list.items[1]);
}

void check(spec_problems& problems, const yaml_node& at, const field_spec& field) {
  const auto& steps = field.steps;
  const auto refuse = [&](bool is_wrong, std::string_view message) {
    if (is_wrong) problems.report(at, std::string(message));
  };
  refuse(field.names.size() > 1 && steps.match.empty(),
         "several names need `match`, which gives a value to each of them");
  refuse(!steps.warn.empty() && steps.match.empty(),
         "`warn` needs `match`: it takes the text that does not match");
  refuse(steps.replaces && steps.match.empty(), "`replace` needs `match`: it says what is replaced");
  refuse(steps.replaces && field.names.size() > 1,
         "`replace` makes one value, and the field has several names");
  const bool is_time = steps.type == field_type::date || steps.type == field_type::time ||
                       steps.type == field_type::date_time || steps.type == field_type::year;
  refuse(!steps.format.empty() && !is_time, "`format` needs `type: date`, `time`, `dateTime` or `year`");
}

/// Reports the first key of a map of values that says something about one value.
void check_map_keys(spec_problems& problems, const yaml_node& keys) {
  constexpr std::string_view allowed[] = {"select", "list", "fields", "required"};
  for (const auto& [key, value] : keys.members)
    if (std::ranges::find(allowed, std::string_view(key.text)) == std::end(allowed))
      return problems.report(key,
                             "a field with `fields` is a map: all other keys but `select`, `list` and "
                             "`required` belong to the fields in it");
}

}  // namespace

std::vector<field_spec> read_fields(spec_problems& problems, const yaml_node& map) {
  std::vector<field_spec> fields;
  if (map.kind != shape::map) {
    problems.report(map, "`fields` must be a map of names: {name: place, …}");
    return fields;
  }
  std::set<std::string> taken;
  for (const auto& [key, value] : map.members) {
    field_spec field;
    field.line = key.line;
    field.names = names_of(problems, key);
    for (const auto& name : field.names)
      if (!taken.insert(name).second) problems.report(key, "the field `" + name + "` comes a second time");
    if (value.kind == shape::scalar) field.select = value.text;
    if (value.kind == shape::list) read_list(problems, value, field);
    if (value.kind == shape::map)
      problems.read_map<field_spec>(value, field_keys,
                                    "a field (a map within it is written as `fields: {…}`)", field);
    // The text may go to the field itself.
    if (const auto& warn = field.steps.warn; !warn.empty() &&
                                             std::ranges::find(field.names, warn) == field.names.end() &&
                                             !taken.insert(warn).second)
      problems.report(key, "the field `" + warn + "` (`warn`) comes a second time");
    check(problems, key, field);
    if (!field.fields.empty()) check_map_keys(problems, value);
    fields.push_back(std::move(field));
  }
  return fields;
}

std::string_view field_part_with_key(std::string_view key) {
  return has_key<field_spec>(field_keys, key) ? "a field" : "";
}

void add_field_keys(std::vector<std::string_view>& into) {
  for (const auto& key : field_keys) into.push_back(key.name);
  for (const auto& [word, type] : types) into.push_back(word);
  for (const auto& [word, content] : contents) into.push_back(word);
}

}  // namespace laundromat
