// Compares records with a schema.
// SPDX-License-Identifier: Apache-2.0
#include "core/schema/schema_checker.hpp"

#include <algorithm>

#include "core/base/count_words.hpp"
#include "core/rdf/model/utf8.hpp"

namespace laundromat {

namespace {

std::string range_words(const value_bounds& range) {
  if (range.least.empty()) return "at most " + range.greatest;
  return range.greatest.empty() ? "at least " + range.least : range.least + " to " + range.greatest;
}

std::string length_words(const length_range& length) {
  if (length.greatest == length_range().greatest) return "at least " + number_of(length.least, "character");
  if (length.least == length.greatest) return number_of(length.least, "character");
  return std::to_string(length.least) + " to " + number_of(length.greatest, "character");
}

std::string kind_words(kind_set kinds, bool is_integer) {
  std::string words;
  for (std::size_t i = 0; i < value_kind_count; ++i) {
    const auto kind = static_cast<data_kind>(i);
    if (!kinds.has(kind)) continue;
    if (!words.empty()) words += ", ";
    words += kind == data_kind::number && is_integer ? "integer" : name_of(kind);
  }
  return words;
}

std::string value_words(const std::vector<std::string>& values, std::size_t most) {
  std::string words;
  for (std::size_t i = 0; i < std::min(values.size(), most); ++i) words += (i > 0 ? ", " : "") + values[i];
  if (values.size() > most) words += " and " + std::to_string(values.size() - most) + " more";
  return words;
}

/// What is said of a value that has no text.
std::string_view words_of(data_value value) {
  return value.is_scalar() && !value.is(data_kind::null) ? value.text() : name_of(value.kind());
}

/// A value that is of another kind than it should be: `text "1"`, `number 1`, `list`.
std::string kind_and_words_of(data_value value) {
  std::string words(name_of(value.kind()));
  if (value.is(data_kind::text)) return words.append(" \"").append(value.text()).append("\"");
  if (value.is(data_kind::number)) words.append(" ").append(value.text());
  return words;
}

}  // namespace

schema_checker::schema_checker(const record_schema& schema, checker_limits limits) : limits_(limits) {
  static_cast<void>(add_rule(schema.root, {}));
}

std::uint32_t schema_checker::add_rule(const field_schema& field, std::string path) {
  const auto number = static_cast<std::uint32_t>(rules_.size());
  auto& to = rules_.emplace_back();  // a deque does not move it
  to.path = path;
  to.kinds = field.kinds;
  to.is_required = field.is_required;
  to.is_integer = field.is_integer;
  to.has_empty_text = field.has_empty_text;
  to.is_open = field.is_open;
  to.text_type = field.text_type;
  to.numbers = field.numbers;
  to.texts = field.texts;
  to.length = field.length;
  to.enumeration = field.enumeration;
  to.values.insert(field.enumeration.begin(), field.enumeration.end());
  const auto keys = [](const value_bounds& range, auto type) {
    key_range made;
    if (!range.least.empty()) {
      const auto least = type(range.least);
      made.has_least = least.has_key;
      made.least = least.key;
    }
    if (!range.greatest.empty()) {
      const auto greatest = type(range.greatest);
      made.has_greatest = greatest.has_key;
      made.greatest = greatest.key;
    }
    return made;
  };
  to.number_keys = keys(field.numbers, type_number);
  if (is_ordered(field.text_type)) to.text_keys = keys(field.texts, type_text);
  const auto prefix = path.empty() ? path : path + ".";
  for (const auto& child : field.fields) {
    to.children.add(child.name, add_rule(child, prefix + child.name));
    to.required_children += child.is_required ? 1U : 0U;
  }
  if (!field.items.empty()) to.items = add_rule(field.items.front(), path + "[]");
  return number;
}

std::span<const deviation> schema_checker::check(data_value record, std::uint64_t line) {
  line_ = line;
  found_.clear();
  found_keys_.clear();
  ++report_.records;
  check(rules_.front(), record);
  if (!found_.empty()) sum_up();
  return found_;
}

void schema_checker::check(rule& expected, data_value value) {
  if (!expected.kinds.has(value.kind())) {
    const bool is_lost = value.is(data_kind::null) && expected.is_required;
    return note(is_lost ? drift_kind::null_in_required : drift_kind::other_type, expected.path,
                kind_and_words_of(value), kind_words(expected.kinds, expected.is_integer));
  }
  if (value.is(data_kind::map)) return check_map(expected, value);
  if (!value.is(data_kind::list)) return check_scalar(expected, value);
  if (expected.items != name_index::none)
    for (const auto item : value) check(rules_[expected.items], item);
}

void schema_checker::check_scalar(const rule& expected, data_value value) {
  if (value.is(data_kind::text)) return check_text(expected, value.text());
  if (!value.is(data_kind::number)) return;
  const auto typed = type_number(value.text());
  if (expected.is_integer && !typed.types.has(value_type::integer))
    return note(drift_kind::other_type, expected.path, value.text(), kind_words(expected.kinds, true));
  if (!expected.values.empty()) {
    if (!expected.values.contains(value.text()))
      note(drift_kind::new_value, expected.path, value.text(),
           value_words(expected.enumeration, limits_.named_values));
  } else if (typed.has_key && !expected.number_keys.contains(typed.key)) {
    note(drift_kind::out_of_range, expected.path, value.text(), range_words(expected.numbers));
  }
}

void schema_checker::check_text(const rule& expected, std::string_view text) {
  if (text.empty()) {
    if (!expected.has_empty_text)
      note(drift_kind::empty_text, expected.path, {}, length_words(expected.length));
    return;
  }
  types_of_text typed;
  if (expected.text_type != value_type::text) {
    typed = type_text(text);
    if (!typed.types.has(expected.text_type))
      return note(drift_kind::other_type, expected.path, text, std::string(name_of(expected.text_type)));
  }
  if (!expected.values.empty()) {
    if (!expected.values.contains(text))
      note(drift_kind::new_value, expected.path, text,
           value_words(expected.enumeration, limits_.named_values));
    return;
  }
  if (typed.has_key && !expected.text_keys.contains(typed.key))
    return note(drift_kind::out_of_range, expected.path, text, range_words(expected.texts));
  const auto length = scan_text(text).characters;
  if (length < expected.length.least || length > expected.length.greatest)
    note(drift_kind::other_length, expected.path, text, length_words(expected.length));
}

void schema_checker::check_map(rule& expected, data_value map) {
  const auto this_map = ++maps_;
  std::uint32_t required = 0;
  for (const auto value : map) {
    const auto number = expected.children.find(value.name());
    if (number == name_index::none) {
      if (!expected.is_open)
        note(drift_kind::new_field,
             expected.path + (expected.path.empty() ? "" : ".") + std::string(value.name()), words_of(value),
             {});
      continue;
    }
    auto& child = rules_[number];
    child.last_map = this_map;
    required += child.is_required ? 1U : 0U;
    check(child, value);
  }
  if (required >= expected.required_children) return;
  for (const auto& [name, number] : expected.children.all()) {
    const auto& child = rules_[number];
    if (child.is_required && child.last_map != this_map)
      note(drift_kind::missing_field, child.path, {}, kind_words(child.kinds, child.is_integer));
  }
}

void schema_checker::note(drift_kind kind, std::string path, std::string_view value, std::string expected) {
  if (found_.size() >= limits_.record_deviations) {
    ++report_.not_listed;
    return;
  }
  if (!found_keys_.insert(path + '\0' + std::string(name_of(kind))).second) return;
  found_.push_back(
      {kind, readable(path, 1'024), readable(value, limits_.excerpt_bytes), std::move(expected)});
}

void schema_checker::sum_up() {
  ++report_.with_drift;
  for (const auto& one : found_) {
    const auto key = one.path + '\0' + std::string(name_of(one.kind));
    const auto known = sum_places_.find(key);
    if (known != sum_places_.end()) {
      ++report_.sums[known->second].records;
    } else if (report_.sums.size() < limits_.paths) {
      sum_places_.emplace(key, report_.sums.size());
      report_.sums.push_back({one, report_.records, 1, line_});
    } else {
      ++report_.not_listed;
    }
  }
}

}  // namespace laundromat
