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
constexpr char text_quote = '"';

/// Whether quotes are around a field, and those within it are doubled.
bool is_wrapped(std::string_view field) {
  if (field.size() < 2 || !field.starts_with(text_quote) || !field.ends_with(text_quote)) return false;
  field = field.substr(1, field.size() - 2);
  for (auto at = field.find(text_quote); at != field.npos; at = field.find(text_quote, at + 2))
    if (at + 1 == field.size() || field[at + 1] != text_quote) return false;
  return true;
}

/// The text of such a field.
std::string unwrapped(std::string_view field) {
  std::string text(field.substr(1, field.size() - 2));
  for (auto at = text.find(text_quote); at != text.npos; at = text.find(text_quote, at + 1))
    text.erase(at, 1);
  return text;
}

/// The usual delimiter by which all lines have the same fields, where the stated one is in none. A colon is a part of many texts.
std::optional<char> delimiter_beside(std::string_view sample, bool is_whole) {
  const auto guessed = guess_dialect(sample, is_whole);
  const bool is_table =
      guessed.fields > 1 && guessed.regular_per_mille == 1'000 && guessed.dialect.delimiter != ':';
  return is_table ? std::optional(guessed.dialect.delimiter) : std::nullopt;
}

/// Whether a row has delimiters only.
bool is_without_text(std::span<const std::string_view> fields) {
  return fields.size() > 1 && std::ranges::all_of(fields, &std::string_view::empty);
}

class csv_extractor final : public reader, csv_row_sink {
 public:
  csv_extractor(csv_options options, record_sink& sink, csv_findings* found)
      : options_(std::move(options)), sink_(sink), found_(found), account_(sink) {}

  result<void> push(std::string_view bytes) override {
    if (rows_) return rows_->push(bytes);
    first_.append(bytes);
    if (first_.size() < sample_bytes_) return {};
    if (sample_bytes_ == dialect_sample_bytes) sample_bytes_ = enough_for_dialect(first_);
    return first_.size() < sample_bytes_ ? result<void>{} : begin(false);
  }
  result<void> finish() override {
    if (!rows_)
      if (auto begun = begin(true); !begun) return begun;
    if (auto read = rows_->finish(); !read) return read;
    if (records_ == 0 && !has_skips_) report(errc::no_records, treatment::note, {}, {});
    account_.finish();
    return {};
  }

 private:
  result<void> begin(bool is_whole);
  void pass_marks(std::string_view& text);
  result<void> on_row(std::span<const std::string_view> fields, const csv_place& place) override;
  void on_fault(csv_fault fault, const csv_place& place, const text_position& at) override;

  result<void> begin_table(std::span<const std::string_view> fields, const csv_place& place, bool is_header);
  [[nodiscard]] bool is_in_title(std::span<const std::string_view> fields, const csv_place& place);
  void note_title(const csv_place& place, std::string message);
  [[nodiscard]] bool has_sought_names(std::span<const std::string_view> fields) const;
  void note_guess(const csv_place& place, bool is_header);
  void note_gap();
  void pass_header_again(const csv_place& place);
  result<void> take(std::span<const std::string_view> fields, const csv_place& place);
  [[nodiscard]] errc width_rule(std::span<const std::string_view> fields) const;
  [[nodiscard]] std::optional<row_edit> width_edit(errc rule, std::size_t fields) const;
  [[nodiscard]] std::string width_message(std::size_t fields) const;
  [[nodiscard]] bool has_doubtful_header() const;
  /// Whether a row may be the header again, by the first character of its first field: of most rows nothing else is compared.
  [[nodiscard]] bool may_be_header(std::string_view first) const {
    constexpr std::string_view before_name = " \t\xEF";  // white space, or a byte order mark
    if (header_.size() < 2) return false;
    const char c = first.empty() ? '\0' : first.front();
    return (c | 0x20) == header_begin_ || (c != '\0' && before_name.find(c) != before_name.npos);
  }
  [[nodiscard]] bool are_quotes_guessed_text() const {
    return table_.dialect.quote == 0 && !options_.dialect.quote;
  }
  [[nodiscard]] bool lacks_quote(std::span<const std::string_view> fields, const csv_place& place);
  [[nodiscard]] bool repair_utf8(const csv_place& place, wash_profile profile, text_position& at);
  void repair(errc rule, const csv_place& place, const row_edit& edit, std::string message,
              text_position& at);
  void report(errc rule, treatment done, const csv_place& place, std::string message);
  void send(defect found);
  /// The begin of the row at hand, or of what is skipped, without its line end.
  [[nodiscard]] std::string row_excerpt() const {
    const auto row = rows_->row_text().substr(0, options_.limits.excerpt_bytes);
    return std::string(row.substr(0, row.find_last_not_of("\r\n") + 1));
  }
  void skip(errc rule, const csv_place& place, std::string message) {
    has_skips_ = true;
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
  std::size_t sample_bytes_ = dialect_sample_bytes;
  std::uint64_t mark_bytes_ = 0;
  std::optional<csv_rows> rows_;
  csv_findings table_;
  std::size_t titles_left_ = 0, expected_ = 0;
  bool states_delimiter_ = false;    ///< the first line does
  bool has_years_ = false;           ///< the header was recognised by years in it
  std::size_t doubtful_width_ = 0;   ///< of most rows, when the header has another one
  std::vector<std::string> header_;  ///< its fields; none when the table has no header
  int header_begin_ = 0x20;          ///< its first character, in small letters
  bool has_begun_ = false;           ///< the header, or the first row
  bool has_lost_rows_ = false;       ///< some were skipped by their quotes or length
  bool has_skips_ = false;
  bool is_behind_empty_ = false;  ///< the row before had no text, or was a note behind such a row
  bool is_behind_doubt_ = false;  ///< the line may be the rest of a row that was skipped
  bool has_wrapped_ = false;  ///< some fields of the row are in quotes, though these were guessed to be text
  bool has_noted_quotes_ = false, has_noted_empty_ = false, has_noted_gap_ = false;
  std::uint64_t rows_before_gap_ = 0;    ///< of the table, with the header
  std::optional<char> other_delimiter_;  ///< that divides the lines of a table of one column
  bool is_spaced_ = false;               ///< a blank line is behind the first row
  std::optional<csv_place>
      gap_;  ///< the first blank line within the table, when there is none behind the first row
  std::uint64_t records_ = 0;
  data_record record_;
};

result<void> csv_extractor::begin(bool is_whole) {
  std::string_view text = first_;
  pass_marks(text);
  auto sample = text.substr(0, sample_bytes_ - mark_bytes_);
  auto known = options_.dialect;
  if (const auto stated = stated_delimiter(sample)) {
    states_delimiter_ = true;
    known.delimiter = known.delimiter.value_or(*stated);
    sample.remove_prefix(std::min(sample.find_first_of("\r\n") + 1, sample.size()));
    if (sample.starts_with('\n')) sample.remove_prefix(1);
  }
  const auto guessed = guess_dialect(sample, is_whole, known);
  table_.dialect = guessed.dialect;
  table_.has_header = options_.has_header.value_or(guessed.has_header);
  has_years_ = guessed.has_years;
  if (table_.has_header && options_.names.empty()) doubtful_width_ = guessed.other_fields;
  const std::size_t stated_rows = states_delimiter_ ? 1 : 0;
  titles_left_ =
      options_.skip_rows ? std::max(*options_.skip_rows, stated_rows) : guessed.title_rows + stated_rows;
  expected_ = guessed.fields;
  if (expected_ == 1 && options_.dialect.delimiter) other_delimiter_ = delimiter_beside(sample, is_whole);
  csv_row_sink& taker = *this;
  auto& rows = rows_.emplace(
      table_.dialect,
      csv_limits{.row_bytes = options_.limits.record_bytes, .row_fields = options_.limits.record_values},
      taker);
  rows.expect_fields(expected_);
  rows.expect_number_at_end(guessed.has_number_at_end);
  auto pushed = rows.push(text);
  first_ = {};
  return pushed;
}

/// Passes the byte order mark, and those behind it that joining files left there.
void csv_extractor::pass_marks(std::string_view& text) {
  constexpr std::size_t most = 16;
  std::size_t marks = 0;
  const auto done = treatment_of(errc::byte_order_mark, options_.profile);
  while (marks < most && text.substr(marks * byte_order_mark.size()).starts_with(byte_order_mark)) ++marks;
  if (marks > 1) {
    const auto others = text.substr(byte_order_mark.size(), (marks - 1) * byte_order_mark.size());
    sink_.on_defect({.rule = errc::byte_order_mark,
                     .offset_bytes = byte_order_mark.size(),
                     .length_bytes = others.size(),
                     .line = 1,
                     .column = 2,
                     .message = "a second byte order mark",
                     .done = done,
                     .before = std::string(others)});
    if (done == treatment::note) marks = 1;
  }
  mark_bytes_ = marks * byte_order_mark.size();
  text.remove_prefix(mark_bytes_);
  account_.reach(mark_bytes_, span_kind::syntax);
}

result<void> csv_extractor::on_row(std::span<const std::string_view> fields, const csv_place& place) {
  if (fields.empty()) {
    is_spaced_ = is_spaced_ || rows_before_gap_ == 1;
    if (rows_before_gap_ > 1 && !is_spaced_ && !has_noted_gap_ && !gap_) gap_ = place;
    account_.reach(end_of(place), span_kind::syntax);
    return {};
  }
  if (is_behind_doubt_ && (is_behind_doubt_ = fields.size() == 1)) {
    skip(errc::doubtful_rows, place, "the rest of the row before it, or no row");
    return {};
  }
  if (is_in_title(fields, place)) return {};
  note_gap();
  if (!has_begun_ && has_lost_rows_ && options_.names.empty() && options_.has_header.value_or(true)) {
    // What was skipped may have been the header, and then this is a record, or it may be the header.
    has_begun_ = true;
    table_.has_header = false;
    skip(errc::doubtful_rows, place, "the header, or the row behind it: fields are named by their place");
    return begin_table({}, place, false);
  }
  if (!has_begun_) {
    has_begun_ = true;
    table_.has_header = table_.has_header || has_sought_names(fields);
    const bool is_header = table_.has_header;
    if (!options_.has_header && options_.names.empty()) note_guess(place, is_header);
    if (other_delimiter_)
      report(errc::odd_field_name, treatment::note, place,
             "the table has one column; its lines have `" +
                 (*other_delimiter_ == '\t' ? std::string("\\t") : std::string(1, *other_delimiter_)) +
                 "`: state another `delimiter` in `table`");
    if (auto begun = begin_table(fields, place, is_header); !begun) return begun;
    if (is_header) return {};
  }
  if (may_be_header(fields[0]) && is_header_again(fields, header_)) {
    pass_header_again(place);
    return {};
  }
  return take(fields, place);
}

/// Whether the row has all names that are asked for, of a table of which it is not said whether it has a header.
bool csv_extractor::has_sought_names(std::span<const std::string_view> fields) const {
  return !options_.has_header && options_.names.empty() && !options_.sought_names.empty() &&
         std::ranges::all_of(options_.sought_names, [&](const std::string& name) {
           return std::ranges::find(fields, name) != fields.end();
         });
}

/// Says what was guessed of the first row, where it may be wrong.
void csv_extractor::note_guess(const csv_place& place, bool is_header) {
  if (is_header && has_years_)
    report(errc::odd_field_name, treatment::note, place,
           "a row with years is taken for the header: state `header: false` in `table` if it is a record");
  if (!is_header)
    report(errc::odd_field_name, treatment::note, place,
           "taken as a table without a header, with fields named by their place: state `header: true` in "
           "`table` if this row has their names");
}

/// Says that a blank line is within the table, before the row at hand.
void csv_extractor::note_gap() {
  ++rows_before_gap_;
  if (!gap_) return;
  has_noted_gap_ = true;
  report(errc::title_rows, treatment::note, *std::exchange(gap_, std::nullopt),
         "the line is blank, and rows follow: another table or notes may begin there");
}

void csv_extractor::pass_header_again(const csv_place& place) {
  const auto message = "the header again: tables were joined";
  if (treatment_of(errc::repeated_header, options_.profile) == treatment::skip)
    return skip(errc::repeated_header, place, message);
  const auto row = rows_->row_text().size();
  text_position at{0, place.line, 1, false};
  if (row <= options_.limits.excerpt_bytes)
    repair(errc::repeated_header, place, {0, row, {}}, message, at);
  else
    report(errc::repeated_header, treatment::repair, place, message);
  account_.reach(end_of(place), span_kind::syntax);
}

bool csv_extractor::is_in_title(std::span<const std::string_view> fields, const csv_place& place) {
  if (titles_left_ > 0) {
    --titles_left_;
    note_title(place, std::exchange(states_delimiter_, false) ? "the line states the delimiter"
                                                              : "a row before the header");
    return true;
  }
  const auto comment = table_.dialect.comment;
  if (comment == 0) return false;
  const bool is_stated = options_.dialect.comment.has_value();
  if (is_stated ? !rows_->row_text().starts_with(comment)
                : !fields[0].starts_with(comment) || fields.size() == expected_)
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
  const bool is_listed = !options_.names.empty();
  std::vector<std::string> given = options_.names;
  if (!is_listed && is_header) {
    header_.assign(fields.begin(), fields.end());
    if (const auto begin = fields[0].find_first_not_of(" \t\r\n\v\f"); begin != std::string_view::npos)
      header_begin_ = fields[0][begin] | 0x20;
    for (const auto field : fields)
      given.push_back(readable(are_quotes_guessed_text() && is_wrapped(field) ? unwrapped(field) : field,
                               options_.limits.record_bytes));
    // Names that are empty at the end of a header are those of fields that are not there, unless rows have them.
    while (given.size() > expected_ && given.back().empty()) given.pop_back();
  }
  const auto note = [&](std::string message) {
    report(errc::odd_field_name, treatment::note, place, std::move(message));
  };
  const auto counts = [&] {
    return number_of(given.size(), "name") + ", and most rows have " + number_of(expected_, "field");
  };
  const bool has_gap = !is_listed && !given.empty() && given.size() < expected_;
  if (has_gap)
    note("the header has " + counts() + ": it is not known which one has no name, so all are named by place");
  if (is_listed && given.size() > expected_)
    note("the list `header` has " + counts() + ": such rows lack fields");
  auto named = name_fields(has_gap ? std::vector<std::string>{} : given, std::max(given.size(), expected_));
  if (named.names.size() != expected_) rows_->expect_number_at_end(false);
  if (!has_gap && !given.empty())
    for (auto& message : named.messages) note(std::move(message));
  table_.names = std::move(named.names);
  rows_->expect_fields(table_.names.size());
  if (found_ != nullptr) *found_ = table_;
  // A header is never skipped: without it no row has names.
  text_position at{0, place.line, 1, false};
  if (is_header) static_cast<void>(repair_utf8(place, wash_profile::standard, at));
  if (is_header && lacks_quote(fields, place))
    report(errc::lost_quote, treatment::note, place, "a name has one quote: it is as it is written");
  if (is_header) account_.reach(end_of(place), span_kind::syntax);
  return {};
}

/// What is wrong with the number of fields; `ok` when nothing is.
errc csv_extractor::width_rule(std::span<const std::string_view> fields) const {
  const auto width = table_.names.size();
  if (fields.size() == width) return errc::ok;
  if (fields.size() < width) return errc::short_row;
  const auto is_empty = [](auto field) { return field.empty(); };
  return std::ranges::all_of(fields.subspan(width), is_empty) ? errc::empty_fields : errc::row_width;
}

/// Whether most rows have other fields than the header, and are skipped for that.
bool csv_extractor::has_doubtful_header() const {
  if (doubtful_width_ == 0) return false;
  const auto rule = doubtful_width_ < table_.names.size() ? errc::short_row : errc::row_width;
  return treatment_of(rule, options_.profile) == treatment::skip;
}

/// The edit that gives the row its width, if it is not too long. There is none of a row without a delimiter: with one, the rows beside it would be
/// read in another way.
std::optional<row_edit> csv_extractor::width_edit(errc rule, std::size_t fields) const {
  const auto width = table_.names.size();
  const auto most = options_.limits.excerpt_bytes;
  if (rule == errc::empty_fields && fields - width <= most)
    return cut_empty_fields(rows_->row_text(), fields - width, table_.dialect);
  if (rule == errc::short_row && fields > 1 && width - fields <= most)
    return add_empty_fields(rows_->row_text(), width - fields, table_.dialect);
  return std::nullopt;
}

/// Whether a field has lost a quote, most likely, in a table whose quotes were guessed to be text: one that begins with a quote or ends with
/// one, and has an odd number of them. Behind a digit a quote means inches.
bool csv_extractor::lacks_quote(std::span<const std::string_view> fields, const csv_place& place) {
  has_wrapped_ = false;
  if (!are_quotes_guessed_text()) return false;
  if (rows_->row_text().find(text_quote) == std::string_view::npos) return false;
  bool has_border = false;
  for (const auto field : fields) {
    const bool begins = field.starts_with(text_quote), ends = field.ends_with(text_quote);
    if (!begins && !ends) continue;
    has_border = true;
    has_wrapped_ = has_wrapped_ || is_wrapped(field);
    const bool is_odd = std::ranges::count(field, text_quote) % 2 == 1;
    const char before = field.size() > 1 ? field[field.size() - 2] : '\0';
    if (is_odd && (begins || before < '0' || before > '9')) return true;
  }
  if (has_border && !std::exchange(has_noted_quotes_, true))
    report(errc::lost_quote, treatment::note, place,
           "quotes are taken for text here, but for those around a whole field: state `quote` where that is "
           "wrong");
  return false;
}

/// What is wrong with the number of fields of a row.
std::string csv_extractor::width_message(std::size_t fields) const {
  auto text = number_of(fields, "field") + " instead of " + std::to_string(table_.names.size());
  if (fields == 1 && rows_->is_behind_table())
    text += ": a note behind the table or a row that is cut, not the rest of the row before";
  return text;
}

result<void> csv_extractor::take(std::span<const std::string_view> fields, const csv_place& place) {
  const auto& names = table_.names;
  if (!options_.keeps_empty && is_without_text(fields)) {
    if (!std::exchange(has_noted_empty_, true))
      report(errc::empty_fields, treatment::note, place,
             "a row without any text, as others may be: left out");
    account_.reach(end_of(place), span_kind::syntax);
    is_behind_empty_ = true;
    return {};
  }
  is_behind_empty_ = is_behind_empty_ && fields.size() > 1 && !fields[0].empty() &&
                     std::ranges::all_of(fields.subspan(1), &std::string_view::empty);
  if (is_behind_empty_) {
    note_title(place, "one text behind a row without any: a note, or the title of what follows");
    return {};
  }
  const auto rule = width_rule(fields);
  if (rule != errc::ok && treatment_of(rule, options_.profile) == treatment::skip) {
    skip(rule, place, width_message(fields.size()));
    return {};
  }
  if (rule == errc::ok && has_doubtful_header()) {
    skip(errc::row_width, place,
         "the header has " + number_of(names.size(), "field") + ", and most rows have " +
             std::to_string(doubtful_width_) + ": it is in doubt, and so is a row that fits it");
    return {};
  }
  if (lacks_quote(fields, place)) {
    skip(errc::lost_quote, place, "a field with one quote, where quotes were taken for text: state `quote`");
    return {};
  }
  if (rows_->row_text().find('\0') != std::string_view::npos) {
    skip(errc::doubtful_rows, place, "a zero byte, which no text has: the row may be in UTF-16");
    return {};
  }
  text_position at{0, place.line, 1, false};
  const bool is_utf8 = find_bad_utf8(rows_->row_text()) == std::string_view::npos;
  if (!is_utf8 && !repair_utf8(place, options_.profile, at)) {
    account_.reach(end_of(place), span_kind::quarantine);
    return {};
  }
  if (const auto edit = width_edit(rule, fields.size()))
    repair(rule, place, *edit, width_message(fields.size()), at);
  else if (rule != errc::ok)
    report(rule, treatment::repair, place, width_message(fields.size()));
  const bool has_wrapped = has_wrapped_;
  record_.clear();
  const auto marks = place.line == 1 ? mark_bytes_ / byte_order_mark.size() : 0;
  record_.place = {mark_bytes_ + place.offset_bytes, place.length_bytes, place.line, 1 + marks};
  record_.begin_map();
  for (std::size_t i = 0; i < std::min(fields.size(), names.size()); ++i) {
    auto text = fields[i];
    if (has_wrapped && is_wrapped(text)) text = record_.keep(unwrapped(text));
    if (!is_utf8 && find_bad_utf8(text) != text.npos)
      text = record_.keep(readable(text, options_.limits.record_bytes));
    if (text.empty() && !options_.keeps_empty)
      record_.add_null(names[i]);
    else
      record_.add_text(text, names[i]);
  }
  for (auto i = fields.size(); i < names.size(); ++i) record_.add_null(names[i]);
  record_.end();
  ++records_;
  auto taken = sink_.on_record(record_);
  account_.reach(end_of(place), record_.is_skipped ? span_kind::quarantine : span_kind::statement);
  return taken;
}

/// Reports what of the row is not UTF-8; false when the row is to be skipped.
bool csv_extractor::repair_utf8(const csv_place& place, wash_profile profile, text_position& at) {
  if (treatment_of(errc::illegal_utf8, profile) == treatment::skip) {
    has_skips_ = true;
    report(errc::illegal_utf8, treatment::skip, place, {});
    return false;
  }
  for (const auto& edit : replace_bad_utf8(rows_->row_text(), options_.limits.excerpt_bytes))
    repair(errc::illegal_utf8, place, edit, {}, at);
  return true;
}

/// Reports a defect whose place is one of the text behind the byte order marks, which are characters of the first line.
void csv_extractor::send(defect found) {
  found.offset_bytes += mark_bytes_;
  if (found.line == 1) found.column += mark_bytes_ / byte_order_mark.size();
  sink_.on_defect(found);
}

void csv_extractor::on_fault(csv_fault fault, const csv_place& place, const text_position& at) {
  has_lost_rows_ = has_skips_ = true;
  is_behind_doubt_ = fault == csv_fault::doubtful_end;
  defect found;
  found.rule = rule_of(fault);
  found.offset_bytes = place.offset_bytes;
  found.length_bytes = place.length_bytes;
  found.line = at.line;
  found.column = at.column;
  if (fault == csv_fault::too_long)
    found.message = "a row is longer than " + number_of(options_.limits.record_bytes, "byte");
  if (fault == csv_fault::too_many_fields)
    found.message = "a row has more than " + number_of(options_.limits.record_values, "field");
  if (fault == csv_fault::doubtful_end)
    found.message = "the line behind the row may be the rest of its last field";
  if (found.message.empty() && at.line != place.line)
    found.message = "what is skipped begins in line " + std::to_string(place.line);
  found.before = row_excerpt();
  if (at.offset_bytes != place.offset_bytes) found.token_offset_bytes = at.offset_bytes + mark_bytes_;
  send(std::move(found));
  account_.reach(end_of(place), span_kind::quarantine);
}

void csv_extractor::report(errc rule, treatment done, const csv_place& place, std::string message) {
  send({.rule = rule,
        .offset_bytes = place.offset_bytes,
        .length_bytes = place.length_bytes,
        .line = place.line,
        .message = std::move(message),
        .done = done,
        .before = done == treatment::skip ? row_excerpt() : std::string{}});
}

/// Reports an edit of a row. `at` is a place in the row that is not behind the edit, and becomes that of the edit.
void csv_extractor::repair(errc rule, const csv_place& place, const row_edit& edit, std::string message,
                           text_position& at) {
  const auto row = rows_->row_text();
  at.advance(row.substr(at.offset_bytes, edit.begin - at.offset_bytes));
  send({.rule = rule,
        .offset_bytes = place.offset_bytes + edit.begin,
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
