// The reader of JSON records: a walk down to the records, and from one to the next.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/extraction/json/bracket_counter.hpp"
#include "core/extraction/json/json_extractor.hpp"
#include "core/extraction/json/lenient_value.hpp"
#include "core/extraction/json/look_ahead.hpp"
#include "core/extraction/json/path_tracker.hpp"
#include "core/extraction/json/sound_value.hpp"
#include "core/extraction/json/text_window.hpp"
#include "core/rdf/model/decision.hpp"
#include "core/rdf/model/span_account.hpp"

namespace laundromat {

/// All offsets are those of the document. Each decision waits for the bytes that it depends on, so that chunks have no effect.
class json_walk final : public reader {
 public:
  json_walk(json_extractor_options options, record_sink& sink);
  [[nodiscard]] result<void> push(std::string_view bytes) override;
  [[nodiscard]] result<void> finish() override;
  /// Bytes that were looked at to find out where records begin and end, beside reading them.
  [[nodiscard]] std::uint64_t searched_bytes() const { return searched_bytes_ + measured_bytes_; }
  /// In how many bytes lines were counted.
  [[nodiscard]] std::uint64_t counted_bytes() const { return window_.counted_bytes(); }

 private:
  enum class want : std::uint8_t { root, value, first_value, key, first_key, mark };
  enum class progress : std::uint8_t { on, waits };
  /// A list or map around the records, or beside them.
  struct open_value {
    bool is_map = false;
    bool has_records = false;  ///< a list whose items are records
    json_path::states at = 0;
    std::uint64_t item = 0;  ///< of a list: the number of the next one
  };
  /// A part that is skipped, whose end is not yet known. It is reported in ranges, which are its records as far as that is to be seen.
  struct lost_part {
    std::uint64_t begin = 0;
    std::uint64_t range = 0;  ///< where the one at hand begins
    bool has_ranges = false;  ///< others may follow it
    text_position place;
    std::string excerpt;
    bool has_excerpt = false;
    errc rule{};
    std::string message;
    std::uint64_t token = 0;       ///< where that was noticed
    std::uint64_t line_begin = 0;  ///< of the record, when only white space is before it
    std::string indent;            ///< that white space
    bool begins_line = false;
    std::uint64_t lines_seen_to = 0;  ///< of the lines behind the first one
    bool has_deeper_line = false, has_closer_line = false,
         has_other_line = false;  ///< by what is behind `indent`
    std::uint64_t next = 0;       ///< where a next record is looked for
    std::string first_bytes;
    char opener = '{';
    bool is_doubtful = false;   ///< what records begin with was seen within one
    bool is_final = false;      ///< nothing more can be read
    bool is_oversized = false;  ///< a valid value beyond a limit, in which `depth` brackets are around it
    bool is_forgotten = false;  ///< it was one, and damaged: its bytes are no longer at hand
    std::size_t depth = 0;
    bracket_counter brackets;
  };

  // json_walk.cpp: the stream, and the way to the records
  [[nodiscard]] result<void> read(bool is_last);
  void forget();
  [[nodiscard]] progress take_step(bool is_last);
  [[nodiscard]] progress pass_gap(bool is_last);
  void pass_marked(std::uint64_t end, errc rule, std::string_view message);
  [[nodiscard]] progress begin_root(bool is_last);
  [[nodiscard]] progress take_value(bool is_last);
  [[nodiscard]] progress take_key(bool is_last);
  [[nodiscard]] progress take_mark();
  [[nodiscard]] progress take_scalar(bool is_last);
  [[nodiscard]] progress open(bool has_records);
  void close();
  void end_value();
  [[nodiscard]] decision are_lists_on_lines(bool is_last) const;
  void end_document();

  /// Whether a part of the document, which may be cut, is all that is at hand from `at` on.
  [[nodiscard]] bool is_at_end(std::uint64_t at, std::string_view text) const {
    return at + text.size() == window_.end();
  }

  // json_walk_records.cpp: one record
  [[nodiscard]] progress take_record(bool is_last);
  [[nodiscard]] progress take_lenient(const value_end& end, bool is_last);
  [[nodiscard]] progress take_odd_word(bool is_last);
  [[nodiscard]] decision fits_behind(std::uint64_t end, char first, bool is_last) const;
  [[nodiscard]] decision is_rest_blank(std::uint64_t at, bool is_last) const;
  [[nodiscard]] bool may_be_root() const;
  [[nodiscard]] decision is_key(std::uint64_t at, bool is_last) const;
  /// Whether more may be looked at, up to `at`, when so many bytes were in vain.
  [[nodiscard]] bool may_look_at_more(std::uint64_t bytes, std::uint64_t at) const {
    constexpr std::uint64_t times = 16;
    return bytes <= options_.search_bytes + times * at;
  }
  [[nodiscard]] bool is_search_exhausted(std::uint64_t at) const {
    return !may_look_at_more(searched_bytes_, at);
  }
  [[nodiscard]] bool may_measure(std::uint64_t at) const { return may_look_at_more(measured_bytes_, at); }
  [[nodiscard]] decision look(std::uint64_t at, bool is_behind, bool has_roots, bool is_last,
                              lookahead_memory::answer& seen);
  [[nodiscard]] decision goes_on_well(std::uint64_t at, bool is_behind, bool is_last);
  [[nodiscard]] std::uint64_t behind_gap(std::uint64_t at, bool is_last) const;
  /// Of the record that was handed to the sink last.
  [[nodiscard]] span_kind kind_of_record() const {
    return record_.is_skipped ? span_kind::quarantine : span_kind::statement;
  }
  void emit(std::uint64_t end);
  void emit_lenient(std::uint64_t end);
  void learn_beginning(std::string_view text);
  [[nodiscard]] std::string open_brackets() const;

  // json_walk_losses.cpp: what is skipped, and where reading goes on
  void lose(std::uint64_t begin, errc rule, std::string_view message, std::uint64_t token);
  void lose_oversized(errc rule, std::string_view message);
  void lose_rest(errc rule, std::string_view message);
  [[nodiscard]] progress seek(bool is_last);
  [[nodiscard]] progress seek_line();
  [[nodiscard]] decision is_next_record(std::uint64_t at, bool is_last);
  [[nodiscard]] decision is_next_line(std::uint64_t at, bool is_last);
  [[nodiscard]] bool may_follow_record(std::uint64_t at) const;
  void see_lines(std::uint64_t end);
  [[nodiscard]] std::string_view last_line_before(std::uint64_t line) const;
  [[nodiscard]] bool begins_like_records(std::string_view text) const;
  [[nodiscard]] bool is_forgotten(std::uint64_t at) const;
  [[nodiscard]] const bracket_counter& brackets_before(std::uint64_t at);
  [[nodiscard]] bool is_behind_even_brackets(std::uint64_t at);
  [[nodiscard]] bool may_be_within(std::uint64_t at);
  [[nodiscard]] bool may_be_elsewhere(std::uint64_t at);
  [[nodiscard]] std::uint64_t line_begin_of(std::uint64_t at) const;
  void go_on_at(std::uint64_t at);
  [[nodiscard]] bool keep_excerpt(bool is_end);
  void end_lost(std::uint64_t end);
  void report_ranges();
  [[nodiscard]] std::uint64_t next_range(std::uint64_t end);
  void begin_range(std::uint64_t at, std::uint64_t end);
  void report_range(std::uint64_t end);
  void report(errc rule, treatment done, std::uint64_t begin, std::uint64_t end, std::string_view message,
              std::string_view after = {}, std::uint64_t token = 0);
  void report_last_comma();

  static constexpr std::size_t lookahead_bytes = std::size_t{64} << 10;
  /// Bytes before what is read, in which its line begins.
  static constexpr std::uint64_t kept_behind = 1'024;
  /// How far it is looked back from `at`: what is before that may be forgotten.
  [[nodiscard]] static std::uint64_t least_before(std::uint64_t at) { return at - std::min(at, kept_behind); }

  json_extractor_options options_;
  record_sink* sink_;
  text_window window_;
  span_account spans_;
  sound_value sound_;
  lenient_value lenient_;
  data_record record_, probe_;
  result<void> outcome_ = {};

  std::uint64_t at_ = 0;
  std::size_t enough_ = 0;  ///< bytes that wait before they are looked at again
  want next_ = want::root;
  std::vector<open_value> open_;
  json_path::states state_ = 0;  ///< of the next value
  path_tracker search_;          ///< while there are no records
  std::string list_in_first_;    ///< what to note when the first record is the only one
  bool is_behind_comma_ = false;
  bool lacks_comma_ = false;  ///< before the item at hand
  std::uint64_t comma_ = 0;
  text_position comma_place_;  ///< where `comma_` is no longer at hand
  std::uint64_t roots_ = 0, records_ = 0, records_before_root_ = 0;
  bool has_lists_on_lines_ = false, is_list_of_records_ = false;  ///< the first value
  std::uint64_t verified_to_ = 0;  ///< records that begin before that are where they seem to be
  lookahead_memory seen_;
  /// Looked at in vain: ahead of records, and to the bracket that ends a damaged one.
  std::uint64_t searched_bytes_ = 0, measured_bytes_ = 0;
  std::string beginning_;  ///< what records begin with that needed no repair
  bool has_beginning_ = false;
  std::optional<lost_part> lost_;
  bool has_lost_ = false;
};

}  // namespace laundromat
