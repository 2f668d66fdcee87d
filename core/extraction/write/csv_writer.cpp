// Implements csv_writer: a value is mostly found where the first record had it.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/write/csv_writer.hpp"

#include <algorithm>
#include <optional>

#include "core/extraction/model/value_path.hpp"
#include "core/extraction/write/append_json.hpp"

namespace laundromat {

namespace {

void append_field(std::string& out, std::string_view text) {
  if (!text.empty() && text.find_first_of("\",\r\n") == text.npos) {
    out += text;
    return;
  }
  out += '"';
  for (std::size_t at = 0; at < text.size();) {
    const auto quote = std::min(text.find('"', at), text.size());
    out.append(text, at, quote - at);
    if (quote < text.size()) out += "\"\"";
    at = quote + 1;
  }
  out += '"';
}

}  // namespace

void csv_writer::append_header(std::string& out) const {
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (i > 0) out += ',';
    append_field(out, columns_[i]);
  }
  out += line_end_;
}

void csv_writer::append_value(std::string& out, data_value value) {
  if (value.is(data_kind::null)) return;
  if (value.is_scalar()) return append_field(out, value.text());
  json_.clear();
  append_json(json_, value);
  append_field(out, json_);
}

std::uint64_t csv_writer::append(std::string& out, data_value record) {
  const auto begin = out.size();
  const auto left_out = record.is(data_kind::map) ? append_fields(out, record) : append_whole(out, record);
  // An empty line is no row.
  if (out.size() == begin && columns_.size() == 1) out += "\"\"";
  out += line_end_;
  return left_out;
}

std::uint64_t csv_writer::append_whole(std::string& out, data_value record) {
  bool is_written = false;
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (i > 0) out += ',';
    if (columns_[i] != name_of_plain_value) continue;
    append_value(out, record);
    is_written = true;
  }
  return is_written ? 0 : 1;
}

std::uint64_t csv_writer::append_fields(std::string& out, data_value record) {
  std::size_t found = 0, size = 0;
  for (auto at = record.begin(); at != record.end(); ++at) ++size;
  auto next = record.begin();
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    if (i > 0) out += ',';
    std::optional<data_value> value;
    if (next != record.end() && (*next).name() == columns_[i]) {
      value = *next;
      ++next;
    } else {
      value = record.find(columns_[i]);
    }
    if (!value) continue;
    ++found;
    append_value(out, *value);
  }
  return size - found;
}

}  // namespace laundromat
