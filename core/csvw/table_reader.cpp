// Implements table_reader: the header, the columns that fit it, and then each row.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/table_reader.hpp"

#include <algorithm>
#include <utility>

#include "core/base/count_words.hpp"
#include "core/csvw/table_dialect.hpp"
#include "core/rdf/model/utf8.hpp"

namespace laundromat::csvw {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

}  // namespace

table_reader::table_reader(const table& description, const table_options& options, table_sink& sink)
    : description_(description),
      options_(options),
      sink_(sink),
      how_(dialect_of(description, options.media_type)),
      rows_(how_, options.limits, *this),
      header_left_(how_.header_rows) {}

result<void> table_reader::push(std::string_view bytes) {
  if (is_marked_) return rows_.push(bytes);
  first_.append(bytes);
  if (first_.size() < byte_order_mark.size()) return {};
  is_marked_ = true;
  std::string_view text = first_;
  if (text.starts_with(byte_order_mark)) {
    mark_bytes_ = byte_order_mark.size();
    text.remove_prefix(mark_bytes_);
    sink_.on_part(span_kind::syntax, mark_bytes_);
  }
  return rows_.push(text);
}

result<void> table_reader::finish() {
  if (!std::exchange(is_marked_, true))
    if (auto pushed = rows_.push(first_); !pushed) return pushed;
  if (auto read = rows_.finish(); !read) return read;
  return has_begun_ ? result<void>{} : begin_table(header_.columns);
}

void table_reader::on_comment(const csv_place& place) {
  ++source_rows_;
  sink_.on_part(span_kind::syntax, end_of(place));
}

void table_reader::on_fault(csv_fault fault, const csv_place& place, const text_position& at) {
  ++source_rows_;
  if (header_left_ > 0) {
    // What is skipped may have been a row of the header: the next one is no title then, but metadata may say how many columns there are.
    --header_left_;
    const auto& described = description_.table_schema.columns;
    if (described)
      header_.columns =
          std::max(header_.columns,
                   static_cast<std::size_t>(std::ranges::count(*described, false, &column::is_virtual)));
  }
  table_fault found;
  found.rule = rule_of(fault);
  found.done = treatment::skip;
  found.row = source_rows_;
  found.offset_bytes = mark_bytes_ + place.offset_bytes;
  found.length_bytes = place.length_bytes;
  found.at = in_document(at);
  found.message = "the row is skipped";
  if (fault == csv_fault::too_long)
    found.message += ": it is longer than " + number_of(options_.limits.row_bytes, "byte");
  sink_.on_fault(found);
  sink_.on_part(span_kind::quarantine, end_of(place));
}

result<void> table_reader::on_row(std::span<const std::string_view> fields, const csv_place& place) {
  ++source_rows_;
  const auto dropped = std::min<std::size_t>(fields.size(), how_.skipped_columns + how_.header_columns);
  const bool is_blank = fields.empty();
  fields = fields.subspan(dropped);
  if (header_left_ > 0) {
    --header_left_;
    header_.columns = std::max(header_.columns, fields.size());
    header_.titles.resize(header_.columns);
    for (std::size_t i = 0; i < fields.size(); ++i)
      header_.titles[i].push_back(readable(fields[i], options_.limits.row_bytes));
    rows_.expect_fields(header_.columns + dropped);
    sink_.on_part(span_kind::syntax, end_of(place));
    return {};
  }
  if (is_blank && how_.skips_blank_rows) {
    sink_.on_part(span_kind::syntax, end_of(place));
    return {};
  }
  if (!has_begun_)
    if (auto begun =
            begin_table(header_.columns > 0 ? header_.columns : std::max<std::size_t>(1, fields.size()));
        !begun)
      return begun;
  ++row_.number;
  if (!has_right_width(fields, place) || !has_text(fields, place)) return {};
  read_cells(fields, place);
  auto taken = sink_.on_row(row_);
  sink_.on_part(span_kind::statement, end_of(place));
  return taken;
}

result<void> table_reader::begin_table(std::size_t columns) {
  has_begun_ = true;
  header_.columns = width_ = columns;
  rows_.expect_fields(width_ + how_.skipped_columns + how_.header_columns);
  const auto& described = description_.table_schema.columns;
  if (described)
    for (auto& found : find_incompatibilities(*described, header_, description_.rules.language.value_or(""),
                                              options_.is_validating)) {
      const auto source = found.column == 0 ? 0 : found.column + how_.skipped_columns + how_.header_columns;
      report(errc::schema_drift, treatment::note, {}, source, std::move(found.message));
    }
  const auto all = described ? fitted(*described, header_, description_.table_schema.rules)
                             : columns_of(header_, description_.table_schema.rules);
  columns_.reserve(all.size());
  for (std::size_t i = 0; i < all.size(); ++i)
    columns_.emplace_back(all[i], i + 1,
                          all[i].is_virtual ? 0 : i + 1 + how_.skipped_columns + how_.header_columns);
  row_.cells.resize(columns_.size());
  return sink_.on_columns(columns_);
}

bool table_reader::has_right_width(std::span<const std::string_view> fields, const csv_place& place) {
  if (fields.size() == width_ || (fields.empty() && width_ == 1)) return true;
  const auto rest = fields.size() > width_ ? fields.subspan(width_) : std::span<const std::string_view>{};
  const bool are_empty = std::ranges::all_of(rest, [](auto field) { return field.empty(); });
  const auto rule = rest.empty() ? errc::short_row : are_empty ? errc::empty_fields : errc::row_width;
  const bool is_blank = fields.empty();
  const auto done = is_blank ? treatment::note : treatment_of(rule, options_.profile);
  report(is_blank ? errc::title_rows : rule, done, place, 0,
         is_blank ? std::string("a blank line between the rows")
                  : number_of(fields.size(), "field") + " instead of " + std::to_string(width_));
  if (is_blank) sink_.on_part(span_kind::syntax, end_of(place));
  if (done == treatment::skip) sink_.on_part(span_kind::quarantine, end_of(place));
  return done == treatment::repair;
}

/// Whether a row with fields that are not UTF-8 is kept, which is then repaired.
bool table_reader::has_text(std::span<const std::string_view> fields, const csv_place& place) {
  if (treatment_of(errc::illegal_utf8, options_.profile) != treatment::skip) return true;
  if (std::ranges::all_of(fields, [](auto field) { return find_bad_utf8(field) == std::string_view::npos; }))
    return true;
  report(errc::illegal_utf8, treatment::skip, place, 0, {});
  sink_.on_part(span_kind::quarantine, end_of(place));
  return false;
}

void table_reader::read_cells(std::span<const std::string_view> fields, const csv_place& place) {
  row_.source_number = source_rows_;
  const auto begin = in_document({place.offset_bytes, place.line, place.column});
  row_.place = {begin.offset_bytes, place.length_bytes, begin.line, begin.column};
  for (std::size_t i = 0; i < columns_.size(); ++i) {
    const auto& column = columns_[i];
    auto text = i < width_ && i < fields.size() ? fields[i] : std::string_view{};
    std::string repaired;
    if (find_bad_utf8(text) != std::string_view::npos) {
      repaired = readable(text, options_.limits.row_bytes);
      text = repaired;
      report(errc::illegal_utf8, treatment::repair, place, column.source_number, {});
    }
    faults_.clear();
    read_cell(text, column, row_.cells[i], faults_);
    if (column.is_virtual) continue;
    for (auto& fault : faults_)
      report(fault.kind == cell_fault::what::missing ? errc::missing_field : errc::ill_typed_field,
             treatment::note, place, column.source_number, std::move(fault.message));
  }
}

void table_reader::report(errc rule, treatment done, const csv_place& place, std::uint64_t column,
                          std::string message) {
  table_fault found;
  found.rule = rule;
  found.done = done;
  found.column = column;
  found.message = std::move(message);
  found.offset_bytes = mark_bytes_ + place.offset_bytes;
  found.length_bytes = place.length_bytes;
  found.at = in_document({place.offset_bytes, place.line, place.column});
  if (place.length_bytes > 0) found.row = source_rows_;
  sink_.on_fault(found);
}

}  // namespace laundromat::csvw
