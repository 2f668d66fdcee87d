// One record made of several that describe the same thing.
// SPDX-License-Identifier: Apache-2.0
#include "core/reconciliation/merge_records.hpp"

#include <algorithm>

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
};

bool has_content(data_value value) {
  return !value.is(data_kind::null) && !(value.is(data_kind::text) && value.text().empty());
}

/// The name of the outermost value does not count: it is that of the field, or none in a list.
bool is_equal(data_value one, data_value other) {
  const auto &a = one.node(), &b = other.node();
  if (a.kind != b.kind || a.span != b.span) return false;
  for (std::uint32_t i = 0; i < a.span; ++i) {
    const auto &x = (&a)[i], &y = (&b)[i];
    if (x.kind != y.kind || x.span != y.span || x.text != y.text || x.is_true != y.is_true) return false;
    if (i > 0 && x.name != y.name) return false;
  }
  return true;
}

void add_value(merged_field& field, data_value value, std::string_view id) {
  const auto same =
      std::ranges::find_if(field.values, [&](const auto& known) { return is_equal(known.value, value); });
  if (same == field.values.end())
    field.values.push_back({value, {std::string(id)}});
  else if (same->ids.back() != id)
    same->ids.emplace_back(id);
}

void add_field(merged_field& field, data_value value, std::string_view id) {
  if (!value.is(data_kind::list)) return add_value(field, value, id);
  field.is_list = true;
  for (const auto item : value) add_value(field, item, id);
}

void drop_empty_values(merged_field& field) {
  const auto is_empty = [](const distinct_value& one) { return !has_content(one.value); };
  if (field.is_list || std::ranges::all_of(field.values, is_empty)) {
    if (!field.is_list && field.values.size() > 1) field.values.resize(1, field.values.front());
    return;
  }
  std::erase_if(field.values, is_empty);
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
      if (is_new) fields.push_back({value.name(), false, {}});
      add_field(fields[place->second], value, id);
    }
  }
  std::vector<value_origin> origins;
  out.clear();
  out.begin_map();
  for (auto& field : fields) {
    drop_empty_values(field);
    write_field(field, out, origins);
  }
  out.end();
  return origins;
}

}  // namespace laundromat
