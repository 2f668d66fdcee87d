// Waits for the first lines to guess the dialect; then each row becomes a record.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/csv/csv_extractor.hpp"

#include <algorithm>
#include <set>
#include <utility>

#include "core/base/count_words.hpp"
#include "core/base/text_position.hpp"
#include "core/extraction/csv/field_names.hpp"
#include "core/extraction/csv/guess_dialect.hpp"
#include "core/extraction/csv/row_edits.hpp"
#include "core/rdf/model/utf8.hpp"

namespace laundromat {

namespace {

constexpr std::string_view byte_order_mark = "\xEF\xBB\xBF";

errc rule_of(csv_fault fault) {
  switch (fault) {
    case csv_fault::stray_quote:
    case csv_fault::unclosed_quote:
      return errc::lost_quote;
    case csv_fault::doubtful_lines:
      return errc::doubtful_rows;
    case csv_fault::too_long:
      return errc::statement_too_long;
  }
  return errc::syntax_error;
}

class csv_extractor final : public reader, csv_row_sink {
 public:
  csv_extractor(csv_options options, record_sink& sink, csv_findings* found)
      : options_(std::move(options)), sink_(sink), found_(found), account_(sink) {}

  result<void> push(std::string_view bytes) override {
    if (rows_) return rows_->push(bytes);
    first_.append(bytes);
    return first_.size() < dialect_sample_bytes ? result<void>{} : begin(false);
  }
  result<void> finish() override {
    if (!rows_)
      if (auto begun = begin(true); !begun) return begun;
    if (auto read = rows_->finish(); !read) return read;
    account_.finish();
    return {};
  }

 private:
  result<void> begin(bool is_whole);
  result<void> on_row(std::span<const std::string_view> fields, const csv_place& place) override;
  void on_fault(csv_fault fault, const csv_place& place, std::uint64_t at_bytes) override;

  result<void> begin_table(std::span<const std::string_view> fields, const csv_place& place, bool is_header);
  [[nodiscard]] bool is_in_title(std::span<const std::string_view> fields, const csv_place& place);
  void note_title(const csv_place& place, std::string message);
  result<void> take(std::span<const std::string_view> fields, const csv_place& place);
  [[nodiscard]] bool repair_utf8(const csv_place& place, wash_profile profile);
  void repair(errc rule, const csv_place& place, const row_edit& edit, std::string message);
  void report(errc rule, treatment done, const csv_place& place, std::string message);
  void skip(errc rule, const csv_place& place, std::string message) {
    report(rule, treatment::skip, place, std::move(message));
    account_.reach(end_of(place), span_kind::quarantine);
  }
  [[nodiscard]] std::uint64_t end_of(const csv_place& place) const {
    return mark_bytes_ + place.offset_bytes + place.length_bytes;
  }

  csv_options options_;
  record_sink& sink_;
  csv_findings* found_;
  span_account account_;
  std::string first_;  ///< bytes until the dialect is known
  std::uint64_t mark_bytes_ = 0;
  std::optional<csv_rows> rows_;
  csv_findings table_;
  std::size_t titles_left_ = 0, expected_ = 0;
  bool has_begun_ = false;      ///< the header, or the first row
  bool has_lost_rows_ = false;  ///< some were skipped
  data_record record_;
};

result<void> csv_extractor::begin(bool is_whole) {
  std::string_view text = first_;
  if (text.starts_with(byte_order_mark)) {
    mark_bytes_ = byte_order_mark.size();
    text.remove_prefix(mark_bytes_);
    account_.reach(mark_bytes_, span_kind::syntax);
  }
  const auto guessed = guess_dialect(text, is_whole, options_.dialect);
  table_.dialect = guessed.dialect;
  table_.has_header = options_.has_header.value_or(guessed.has_header);
  titles_left_ = options_.title_rows.value_or(guessed.title_rows);
  expected_ = guessed.fields;
  csv_row_sink& taker = *this;
  auto& rows = rows_.emplace(table_.dialect, csv_limits{options_.limits.record_bytes}, taker);
  rows.expect_fields(expected_);
  auto pushed = rows.push(text);
  first_ = {};
  return pushed;
}

result<void> csv_extractor::on_row(std::span<const std::string_view> fields, const csv_place& place) {
  if (fields.empty()) {
    account_.reach(end_of(place), span_kind::syntax);
    return {};
  }
  if (is_in_title(fields, place)) return {};
  if (!has_begun_ && has_lost_rows_ && options_.names.empty() && options_.has_header.value_or(true)) {
    // What was skipped may have been the header, and then this is a record, or it may be the header.
    has_begun_ = true;
    table_.has_header = false;
    skip(errc::doubtful_rows, place, "the header, or the row behind it: fields are named by their place");
    return begin_table({}, place, false);
  }
  if (!has_begun_) {
    has_begun_ = true;
    const bool is_header = table_.has_header;
    if (auto begun = begin_table(fields, place, is_header); !begun) return begun;
    if (is_header) return {};
  }
  return take(fields, place);
}

bool csv_extractor::is_in_title(std::span<const std::string_view> fields, const csv_place& place) {
  if (titles_left_ > 0) {
    --titles_left_;
    note_title(place, "a row before the header");
    return true;
  }
  if (table_.dialect.comment == 0 || !fields[0].starts_with(table_.dialect.comment) ||
      fields.size() == expected_)
    return false;
  note_title(place, "a comment");
  return true;
}

void csv_extractor::note_title(const csv_place& place, std::string message) {
  report(errc::title_rows, treatment::note, place, std::move(message));
  account_.reach(end_of(place), span_kind::syntax);
}

/// Names the fields; `fields` are those of the header, or of the first row.
result<void> csv_extractor::begin_table(std::span<const std::string_view> fields, const csv_place& place,
                                        bool is_header) {
  std::vector<std::string> given = options_.names;
  if (given.empty() && is_header) {
    for (const auto field : fields) given.emplace_back(readable(field, options_.limits.record_bytes));
    // Names that are empty at the end of a header are those of fields that are not there, unless rows have them.
    while (given.size() > expected_ && given.back().empty()) given.pop_back();
  }
  const bool lacks_names = !given.empty() && given.size() < expected_;
  auto named =
      name_fields(lacks_names ? std::vector<std::string>{} : given, std::max(given.size(), expected_));
  if (lacks_names)
    report(errc::odd_field_name, treatment::note, place,
           "the header has " + number_of(given.size(), "name") + ", and most rows have " +
               number_of(expected_, "field") +
               ": it is not known which one has no name, so all are named by place");
  else if (!given.empty())
    for (auto& message : named.messages)
      report(errc::odd_field_name, treatment::note, place, std::move(message));
  table_.names = std::move(named.names);
  rows_->expect_fields(table_.names.size());
  if (found_ != nullptr) *found_ = table_;
  // A header is never skipped: without it no row has names.
  if (is_header) static_cast<void>(repair_utf8(place, wash_profile::standard));
  if (is_header) account_.reach(end_of(place), span_kind::syntax);
  return {};
}

result<void> csv_extractor::take(std::span<const std::string_view> fields, const csv_place& place) {
  const auto& names = table_.names;
  const auto message = [&] {
    return number_of(fields.size(), "field") + " instead of " + std::to_string(names.size());
  };
  std::optional<row_edit> edit;
  auto rule = errc::ok;
  if (fields.size() > names.size()) {
    const auto rest = fields.subspan(names.size());
    const bool are_empty = std::ranges::all_of(rest, [](auto field) { return field.empty(); });
    rule = are_empty ? errc::empty_fields : errc::row_width;
    if (are_empty) edit = cut_empty_fields(rows_->row_text(), rest.size(), table_.dialect);
  } else if (fields.size() < names.size()) {
    rule = errc::short_row;
    edit = add_empty_fields(rows_->row_text(), names.size() - fields.size(), table_.dialect);
  }
  if (rule != errc::ok && treatment_of(rule, options_.profile) == treatment::skip) {
    skip(rule, place, message());
    return {};
  }
  const bool is_utf8 = find_bad_utf8(rows_->row_text()) == std::string_view::npos;
  if (!is_utf8 && !repair_utf8(place, options_.profile)) {
    account_.reach(end_of(place), span_kind::quarantine);
    return {};
  }
  if (edit)
    repair(rule, place, *edit, message());
  else if (rule != errc::ok)
    report(rule, treatment::repair, place, message());
  record_.clear();
  record_.place = {mark_bytes_ + place.offset_bytes, place.length_bytes, place.line};
  record_.begin_map();
  for (std::size_t i = 0; i < std::min(fields.size(), names.size()); ++i) {
    auto text = fields[i];
    if (!is_utf8 && find_bad_utf8(text) != text.npos)
      text = record_.keep(readable(text, options_.limits.record_bytes));
    if (text.empty() && !options_.keeps_empty)
      record_.add_null(names[i]);
    else
      record_.add_text(text, names[i]);
  }
  for (auto i = fields.size(); i < names.size(); ++i) record_.add_null(names[i]);
  record_.end();
  auto taken = sink_.on_record(record_);
  account_.reach(end_of(place), record_.is_skipped ? span_kind::quarantine : span_kind::statement);
  return taken;
}

/// Reports what of the row is not UTF-8; false when the row is to be skipped.
bool csv_extractor::repair_utf8(const csv_place& place, wash_profile profile) {
  if (treatment_of(errc::illegal_utf8, profile) == treatment::skip) {
    report(errc::illegal_utf8, treatment::skip, place, {});
    return false;
  }
  for (const auto& edit : replace_bad_utf8(rows_->row_text(), options_.limits.excerpt_bytes))
    repair(errc::illegal_utf8, place, edit, {});
  return true;
}

void csv_extractor::on_fault(csv_fault fault, const csv_place& place, std::uint64_t at_bytes) {
  has_lost_rows_ = true;
  defect found;
  found.rule = rule_of(fault);
  found.offset_bytes = mark_bytes_ + place.offset_bytes;
  found.length_bytes = place.length_bytes;
  found.line = place.line;
  if (fault == csv_fault::too_long)
    found.message = "a row is longer than " + number_of(options_.limits.record_bytes, "byte");
  found.token_offset_bytes = mark_bytes_ + at_bytes;
  sink_.on_defect(found);
  account_.reach(end_of(place), span_kind::quarantine);
}

void csv_extractor::report(errc rule, treatment done, const csv_place& place, std::string message) {
  sink_.on_defect({.rule = rule,
                   .offset_bytes = mark_bytes_ + place.offset_bytes,
                   .length_bytes = place.length_bytes,
                   .line = place.line,
                   .message = std::move(message),
                   .done = done});
}

/// Reports an edit of a row.
void csv_extractor::repair(errc rule, const csv_place& place, const row_edit& edit, std::string message) {
  const auto row = rows_->row_text();
  text_position at{0, place.line, 1, false};
  at.advance(row.substr(0, edit.begin));
  sink_.on_defect({.rule = rule,
                   .offset_bytes = mark_bytes_ + place.offset_bytes + edit.begin,
                   .length_bytes = edit.length,
                   .line = at.line,
                   .column = at.column,
                   .message = std::move(message),
                   .done = treatment::repair,
                   .before = std::string(row.substr(edit.begin, edit.length)),
                   .after = edit.after});
}

}  // namespace

std::unique_ptr<reader> make_csv_extractor(csv_options options, record_sink& sink, csv_findings* found) {
  return std::make_unique<csv_extractor>(std::move(options), sink, found);
}

}  // namespace laundromat
