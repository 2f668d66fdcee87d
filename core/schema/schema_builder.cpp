// Infers the schema of records from a stream of them.
// SPDX-License-Identifier: Apache-2.0
#include "core/schema/schema_builder.hpp"

#include <algorithm>

#include "core/rdf/model/utf8.hpp"
#include "core/schema/name_language.hpp"

namespace laundromat {

namespace {

std::uint64_t& at(auto& counts, auto place) {
  return counts[static_cast<std::size_t>(place)];
}

/// Whether the values are whole numbers as JSON and this program write them.
bool are_plain_integers(const std::vector<distinct_values::listed>& values) {
  constexpr std::size_t most_digits = 18;
  return std::ranges::all_of(values, [](const auto& value) {
    return value.text.size() <= most_digits && value.text != "-0" &&
           value.text.find_first_not_of("0123456789", value.text.starts_with('-') ? 1 : 0) ==
               std::string::npos;
  });
}

bool is_enumeration(const field_statistics& seen, std::uint64_t repeats) {
  const auto texts = seen.of(data_kind::text) - seen.empty_texts, numbers = seen.of(data_kind::number);
  const auto others = seen.of(data_kind::boolean) + seen.of(data_kind::list) + seen.of(data_kind::map);
  if (seen.values.empty() || others > 0 || (texts > 0) == (numbers > 0)) return false;
  if (texts + numbers < repeats * seen.values.size()) return false;
  return texts > 0 || are_plain_integers(seen.values);
}

}  // namespace

void schema_builder::extremes::add(const types_of_text& typed, std::string_view text) {
  if (least.empty()) {
    least = greatest = text;
    least_key = greatest_key = typed.key;
    return;
  }
  // Keys are equal for numbers with more digits than double has.
  const bool is_number = typed.types.has(value_type::number);
  if (typed.key < least_key || (typed.key == least_key && is_number && is_less_decimal(text, least))) {
    least = text;
    least_key = typed.key;
  } else if (typed.key > greatest_key ||
             (typed.key == greatest_key && is_number && is_less_decimal(greatest, text))) {
    greatest = text;
    greatest_key = typed.key;
  }
}

void schema_builder::add(data_value record) {
  ++records_;
  count(fields_.front(), record, 0);
}

void schema_builder::count(counted_field& field, data_value value, std::size_t nesting) {
  if (field.last_record != records_) {
    field.last_record = records_;
    ++field.seen.records;
  }
  ++at(field.seen.kinds, value.kind());
  switch (value.kind()) {
    case data_kind::text:
      return count_text(field, value.text());
    case data_kind::number:
      return count_number(field, value.text());
    case data_kind::list:
      return count_list(field, value, nesting);
    case data_kind::map:
      return count_map(field, value, nesting);
    case data_kind::null:
    case data_kind::boolean:
      return;
  }
}

void schema_builder::count_text(counted_field& field, std::string_view text) {
  if (text.empty()) {
    ++field.seen.empty_texts;
    return;
  }
  const auto typed = type_text(text);
  field.text_types &= typed.types;
  ++at(field.seen.text_types, typed.types.narrowest());
  if (typed.has_key && is_ordered(field.text_types.narrowest())) field.texts.add(typed, text);
  const auto scanned = scan_text(text);
  field.seen.scripts |= scanned.scripts;
  field.shortest = std::min(field.shortest, scanned.characters);
  field.longest = std::max(field.longest, scanned.characters);
  count_value(field, text);
}

void schema_builder::count_number(counted_field& field, std::string_view digits) {
  const auto typed = type_number(digits);
  field.number_types &= typed.types;
  ++at(field.seen.number_types, typed.types.narrowest());
  if (typed.has_key) field.numbers.add(typed, digits);
  count_value(field, digits);
}

void schema_builder::count_value(counted_field& field, std::string_view text) {
  field.distinct.add(text, limits_.distinct, spare_values_);
  auto& examples = field.seen.examples;
  constexpr std::size_t most_examples = 3;
  if (examples.size() >= most_examples) return;
  auto example = readable(text, limits_.example_bytes);
  if (std::ranges::find(examples, example) == examples.end()) examples.push_back(std::move(example));
}

std::uint32_t schema_builder::new_field(std::string_view name, std::size_t nesting) {
  if (fields_.size() > limits_.fields || nesting >= limits_.nesting || name.size() > limits_.name_bytes)
    return name_index::none;
  fields_.emplace_back().name = name;
  return static_cast<std::uint32_t>(fields_.size() - 1);
}

void schema_builder::count_map(counted_field& field, data_value map, std::size_t nesting) {
  for (const auto value : map) {
    auto number = field.children.find(value.name());
    if (number == name_index::none) {
      number = new_field(value.name(), nesting);
      if (number == name_index::none) {
        ++left_out_;
        field.is_open = true;
        continue;
      }
      field.children.add(value.name(), number);
    }
    count(fields_[number], value, nesting + 1);
  }
}

void schema_builder::count_list(counted_field& field, data_value list, std::size_t nesting) {
  for (const auto value : list) {
    if (field.items == name_index::none && !field.is_open) {
      field.items = new_field({}, nesting);
      field.is_open = field.items == name_index::none;
    }
    if (field.items == name_index::none)
      ++left_out_;
    else
      count(fields_[field.items], value, nesting + 1);
  }
}

record_schema schema_builder::finish() const {
  return {records_, finish(fields_.front(), records_), left_out_};
}

field_schema schema_builder::finish(const counted_field& field, std::uint64_t parents) const {
  field_schema out;
  out.name = field.name;
  out.seen = field.seen;
  out.seen.parents = parents;
  out.seen.distinct = field.distinct.count();
  out.seen.is_distinct_exact = field.distinct.is_exact();
  out.seen.values = field.distinct.values();
  out.is_required = parents > 0 && field.seen.present() == parents;
  if (field.seen.present() == 0) return out;
  out.kinds = {};
  for (std::size_t i = 0; i < value_kind_count; ++i)
    if (field.seen.kinds[i] > 0) out.kinds.add(static_cast<data_kind>(i));
  out.is_integer = out.kinds.has(data_kind::number) && field.number_types.has(value_type::integer);
  if (out.kinds.has(data_kind::number)) out.numbers = {field.numbers.least, field.numbers.greatest};
  out.has_empty_text = field.seen.empty_texts > 0;
  if (field.seen.of(data_kind::text) > field.seen.empty_texts) {
    out.text_type = field.text_types.narrowest();
    if (is_ordered(out.text_type)) out.texts = {field.texts.least, field.texts.greatest};
    out.length = {field.shortest, field.longest};
  } else if (out.kinds.has(data_kind::text)) {
    out.length = {0, 0};
  }
  if (is_enumeration(out.seen, limits_.repeats_of_enumeration))
    for (const auto& value : out.seen.values) out.enumeration.push_back(value.text);
  out.unique = field.seen.records > 0 ? field.distinct.unique() : uniqueness::unknown;
  out.is_open = field.is_open;
  for (const auto& [name, number] : field.children.all())
    out.fields.push_back(finish(fields_[number], field.seen.of(data_kind::map)));
  find_languages(out.fields);
  if (field.items != name_index::none) {
    const auto& items = fields_[field.items];
    out.items.push_back(finish(items, items.seen.present()));
    out.items.back().is_required = false;
  }
  return out;
}

}  // namespace laundromat
