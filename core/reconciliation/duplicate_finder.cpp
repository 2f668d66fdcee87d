// Finds records that may describe the same thing.
// SPDX-License-Identifier: Apache-2.0
#include "core/reconciliation/duplicate_finder.hpp"

#include <algorithm>

#include "core/reconciliation/duplicate_search.hpp"

namespace laundromat {

namespace {

void append_scalars(std::string& to, data_value value) {
  if (!value.is_scalar()) {
    for (const auto inner : value) append_scalars(to, inner);
  } else if (!value.text().empty()) {
    if (!to.empty()) to += ' ';
    to += value.text();
  }
}

void append_field(std::string& to, data_value value, std::string_view name) {
  if (name.empty()) return append_scalars(to, value);
  if (value.is(data_kind::list)) {
    for (const auto inner : value) append_field(to, inner, name);
    return;
  }
  if (const auto whole = value.find(name)) return append_scalars(to, *whole);
  for (auto point = name.find('.'); point != name.npos; point = name.find('.', point + 1))
    if (const auto inner = value.find(name.substr(0, point)))
      return append_field(to, *inner, name.substr(point + 1));
}

}  // namespace

std::string field_text(data_value record, std::string_view name) {
  std::string text;
  append_field(text, record, name);
  return text;
}

result<duplicate_finder> duplicate_finder::make(duplicate_options options) {
  const auto refuse = [](std::string why) {
    return fail(errc::invalid_argument, "search for duplicates: " + why);
  };
  if (options.fields.empty()) return refuse("there is no field to compare");
  for (const auto& field : options.fields)
    if (!(field.weight > 0))
      return refuse("the weight of the field " + field.name + " is not greater than 0");
  if (!(options.threshold >= 0 && options.threshold <= 1)) return refuse("the threshold is not from 0 to 1");
  for (const auto& rule : options.blocks)
    if (rule.field >= options.fields.size() || rule.size == 0)
      return refuse("a rule of blocks has no such field, or the size 0");
  return duplicate_finder(std::move(options));
}

result<void> duplicate_finder::add(std::string_view id, data_value record) {
  if (ids_.size() >= options_.limits.records)
    return fail(errc::limit_exceeded,
                "search for duplicates: more records than the limit; left out: " + std::string(id));
  const auto before = texts_.size();
  const auto ends = ends_.size();
  for (const auto& field : options_.fields) {
    texts_ += normal_text(field_text(record, field.name), field.normal);
    ends_.push_back(texts_.size());
  }
  if (texts_.size() > options_.limits.text_bytes) {
    texts_.resize(before);
    ends_.resize(ends);
    return fail(errc::limit_exceeded,
                "search for duplicates: more text than the limit; left out: " + std::string(id));
  }
  ids_.emplace_back(id);
  return {};
}

duplicate_report duplicate_finder::find(const std::function<bool()>& is_stopping) const {
  return duplicate_search(options_, ids_, texts_, ends_, is_stopping).run();
}

}  // namespace laundromat
