// Prepares columns, and reads cells.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/prepared_column.hpp"

#include <algorithm>

#include "core/csvw/column_name.hpp"

namespace laundromat::csvw {

namespace {

std::optional<uri_template> compile(const std::optional<std::string>& text) {
  return text ? uri_template::compile(*text) : std::nullopt;
}

/// Whether white space of a text belongs to its value (step 1 and 2 of the algorithm).
bool keeps_space(const datatype_description& described) {
  const auto& type = *described.base;
  return type.name == "string" || type.name == "json" || type.name == "xml" || type.name == "html" ||
         type.name == "any" || type.name == "anyAtomicType";
}

bool is_space(char c) {
  return c == ' ' || c == '\t' || c == '\r' || c == '\n';
}

/// The text as its datatype has it; in `room` where it is changed.
std::string_view normalized(std::string_view text, const prepared_column& in, std::string& room) {
  if (in.keeps_space || text.find_first_of(" \t\r\n") == std::string_view::npos) return text;
  room = text;
  std::ranges::replace_if(room, is_space, ' ');
  if (in.keeps_edges) return room;
  const auto are_blank = [](char one, char other) { return one == ' ' && other == ' '; };
  room.erase(std::unique(room.begin(), room.end(), are_blank), room.end());
  if (room.starts_with(' ')) room.erase(0, 1);
  if (room.ends_with(' ')) room.pop_back();
  return room;
}

std::string_view without_space(std::string_view text) {
  while (!text.empty() && is_space(text.front())) text.remove_prefix(1);
  while (!text.empty() && is_space(text.back())) text.remove_suffix(1);
  return text;
}

bool is_null(const prepared_column& in, std::string_view text) {
  return std::ranges::find(in.nulls, text) != in.nulls.end();
}

void read_one(std::string_view text, const prepared_column& in, cell& out, std::vector<cell_fault>& faults) {
  std::string why;
  if (auto value = in.format.read(text, why)) {
    if (!in.format.is_within_limits(*value, why)) {
      faults.push_back({cell_fault::what::outside_limits, why});
      out.values.push_back({std::string(text), false});
    } else {
      out.values.push_back({std::move(*value), true});
    }
  } else {
    faults.push_back({cell_fault::what::ill_typed, why});
    out.values.push_back({std::string(text), false});
  }
}

}  // namespace

prepared_column::prepared_column(const column& description, std::uint64_t its_number,
                                 std::uint64_t its_source_number)
    : name(description.name),
      title(decoded_name(description.name)),
      number(its_number),
      source_number(its_source_number),
      is_virtual(description.is_virtual),
      is_suppressed(description.is_suppressed),
      is_ordered(description.rules.is_ordered.value_or(false)),
      is_required(description.rules.is_required.value_or(false)),
      keeps_space(csvw::keeps_space(description.rules.type.value_or(datatype_description{}))),
      keeps_edges(description.rules.type.value_or(datatype_description{}).base->name == "normalizedString"),
      nulls(description.rules.nulls.value_or(std::vector<std::string>{""})),
      default_value(description.rules.default_value.value_or("")),
      language(description.rules.language.value_or("")),
      separator(description.rules.separator.value_or(std::nullopt)),
      format(description.rules.type.value_or(datatype_description{})),
      about_url(compile(description.rules.about_url)),
      property_url(compile(description.rules.property_url)),
      value_url(compile(description.rules.value_url)) {}

void read_cell(std::string_view text, const prepared_column& in, cell& out, std::vector<cell_fault>& faults) {
  out.clear();
  out.in = &in;
  std::string room;
  auto value = normalized(text, in, room);
  if (value.empty()) value = normalized(in.default_value, in, room);
  const auto report_missing = [&] {
    if (in.is_required)
      faults.push_back({cell_fault::what::missing, "the cell is empty, and its column is required"});
  };
  if (in.separator && value.empty()) {
    out.is_list = true;
    return report_missing();
  }
  if (is_null(in, value)) {
    out.is_null = true;
    return report_missing();
  }
  if (!in.separator || in.separator->empty()) return read_one(value, in, out, faults);
  out.is_list = true;
  const auto& type = *in.format.type().base;
  const bool strips = type.name != "string" && type.name != "any" && type.name != "anyAtomicType";
  std::string_view rest = value;
  while (true) {
    const auto end = rest.find(*in.separator);
    auto item = rest.substr(0, end);
    if (strips) item = without_space(item);
    if (item.empty()) item = in.default_value;
    if (!is_null(in, item)) read_one(item, in, out, faults);
    if (end == std::string_view::npos) break;
    rest.remove_prefix(end + in.separator->size());
  }
}

}  // namespace laundromat::csvw
