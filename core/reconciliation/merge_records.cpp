// One record made of several that describe the same thing.
// SPDX-License-Identifier: Apache-2.0
#include "core/reconciliation/merge_records.hpp"

#include <utility>

#include "core/base/keyed_table.hpp"

namespace laundromat {

namespace {

struct distinct_value {
  data_value value;
  std::vector<std::string> ids;
};

struct merged_field {
  std::string_view name;
  bool is_list = false;  ///< in one of the records
  std::vector<distinct_value> values;
  keyed_map<std::string, std::size_t> places;  ///< of values, by `key_of` and how many equal ones are before
  std::vector<distinct_value> empty;           ///< null or an empty text, which is no item of a list
};

bool has_content(data_value value) {
  return !value.is(data_kind::null) && !(value.is(data_kind::text) && value.text().empty());
}

/// Equal for equal trees only. The name of the outermost value does not count: it is that of the field, or none in a list.
std::string key_of(data_value value) {
  std::string key;
  const auto append = [&](std::string_view text) {
    key.append(std::to_string(text.size())).append(":").append(text);
  };
  const auto* const first = &value.node();
  for (const auto* node = first; node != first + first->span; ++node) {
    key += static_cast<char>('0' + static_cast<int>(node->kind));
    key += node->is_true ? 't' : 'f';
    key += std::to_string(node->span);
    append(node->text);
    if (node != first) append(node->name);
  }
  return key;
}

/// `before`: how many equal items are before it in the same list.
void add_value(merged_field& field, data_value value, std::string_view id, std::string key,
               std::size_t before) {
  key.append("#").append(std::to_string(before));
  const auto [place, is_new] = field.places.emplace(std::move(key), field.values.size());
  if (is_new) field.values.push_back({value, {}});
  field.values[place->second].ids.emplace_back(id);
}

void add_field(merged_field& field, data_value value, std::string_view id) {
  if (!value.is(data_kind::list)) {
    if (has_content(value)) return add_value(field, value, id, key_of(value), 0);
    if (field.empty.empty()) field.empty.push_back({value, {}});
    if (field.empty[0].value.kind() == value.kind()) field.empty[0].ids.emplace_back(id);
    return;
  }
  field.is_list = true;
  keyed_map<std::string, std::size_t> counts;
  for (const auto item : value) {
    auto key = key_of(item);
    const auto before = counts[key]++;
    add_value(field, item, id, std::move(key), before);
  }
}

void write_field(const merged_field& field, data_record& out, std::vector<value_origin>& origins) {
  const bool is_list = field.is_list || field.values.size() > 1;
  if (is_list) out.begin_list(field.name);
  for (std::uint64_t place = 0; place < field.values.size(); ++place) {
    const auto& one = field.values[place];
    out.add(one.value, is_list ? std::string_view() : field.name);
    origins.push_back({std::string(field.name), place, one.ids});
  }
  if (is_list) out.end();
}

}  // namespace

result<std::vector<value_origin>> merge_records(std::span<const merged_input> records, data_record& out) {
  std::vector<merged_field> fields;
  keyed_map<std::string, std::size_t> places;
  for (const auto& [id, record] : records) {
    if (!record.is(data_kind::map))
      return fail(errc::invalid_argument, "the record is no map and cannot be merged: " + std::string(id));
    for (const auto value : record) {
      const auto [place, is_new] = places.emplace(std::string(value.name()), fields.size());
      if (is_new) fields.push_back({value.name(), false, {}, {}, {}});
      add_field(fields[place->second], value, id);
    }
  }
  std::vector<value_origin> origins;
  out.clear();
  out.begin_map();
  for (auto& field : fields) {
    if (!field.is_list && field.values.empty()) field.values = std::move(field.empty);
    write_field(field, out, origins);
  }
  out.end();
  return origins;
}

}  // namespace laundromat
