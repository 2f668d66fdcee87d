// Implements make_yaml_extractor: cuts the text into documents, and hands out what the path leads to.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/yaml/yaml_extractor.hpp"

#include <algorithm>
#include <set>
#include <utility>
#include <vector>

#include "core/base/text_position.hpp"
#include "core/extraction/json/path_tracker.hpp"
#include "core/extraction/yaml/yaml_document.hpp"
#include "core/rdf/model/span_account.hpp"
#include "core/rdf/model/utf8.hpp"

namespace laundromat {

namespace {

constexpr std::string_view mark_of_utf8 = "\xEF\xBB\xBF";

/// Whether a line is `---` or `...`, perhaps with more behind it.
bool is_marker(std::string_view line, std::string_view marker) {
  return line.starts_with(marker) &&
         (line.size() == 3 || line[3] == ' ' || line[3] == '\t' || line[3] == '\r');
}

bool is_item_line(std::string_view line) {
  return line.starts_with('-') && (line.size() == 1 || line[1] == ' ' || line[1] == '\t' || line[1] == '\r');
}

class yaml_extractor final : public reader {
 public:
  yaml_extractor(yaml_extractor_options options, record_sink& sink)
      : options_(std::move(options)), sink_(&sink), spans_(sink), search_(options_.records) {}

  [[nodiscard]] result<void> push(std::string_view bytes) override {
    size_ += bytes.size();
    const auto most = options_.limits.document_bytes;
    text_.append(
        bytes.substr(0, static_cast<std::size_t>(most - std::min<std::uint64_t>(most, text_.size()))));
    return {};
  }

  [[nodiscard]] result<void> finish() override {
    if (size_ > text_.size())
      skip(errc::limit_exceeded, 0, text_.size(), "a YAML text is read as a whole, and this one is too large",
           0),
          spans_.reach(size_, span_kind::quarantine);
    else
      read_all();
    spans_.reach(size_, span_kind::syntax);
    if (outcome_ && records_ == 0 && !has_lost_) end_without_records();
    spans_.finish();
    return outcome_;
  }

 private:
  void end_without_records() {
    if (auto why = search_.mismatch(); why && options_.needs_records)
      outcome_ = tl::unexpected(*std::move(why));
    else
      report(errc::no_records, treatment::note, 0, 0, search_.missing_part(), 0);
  }

  void read_all() {
    std::size_t begin = text_.starts_with(mark_of_utf8) ? mark_of_utf8.size() : 0;
    if (begin > 0)
      report(errc::byte_order_mark, treatment_of(errc::byte_order_mark, options_.profile), 0, begin, {}, 0);
    bool has_content = false, is_behind_end = false;
    for (auto line_begin = begin; line_begin < text_.size() && outcome_;) {
      const auto end = std::min(text_.find('\n', line_begin), text_.size());
      const auto line = std::string_view(text_).substr(line_begin, end - line_begin);
      // Directives belong to the document behind them.
      const bool is_directive = line.starts_with('%') && (is_behind_end || !has_content);
      if (is_behind_end || (is_marker(line, "---") && has_content)) {
        read_document(begin, line_begin);
        begin = line_begin;
        has_content = is_behind_end = false;
      }
      const bool is_blank =
          line.find_first_not_of(" \t\r") == line.npos || line[line.find_first_not_of(" \t\r")] == '#';
      has_content = has_content || (!is_directive && !is_blank);
      is_behind_end = is_marker(line, "...");
      line_begin = end + 1;
    }
    if (outcome_) read_document(begin, text_.size());
  }

  void read_document(std::size_t begin, std::size_t end) {
    if (begin > 0 && std::string_view(text_).substr(begin).starts_with(mark_of_utf8)) {
      report(errc::byte_order_mark, treatment_of(errc::byte_order_mark, options_.profile), begin,
             begin + mark_of_utf8.size(), {}, 0);
      begin += mark_of_utf8.size();
    }
    if (begin >= end) return;
    const auto sound = sound_text(begin, end);
    if (!outcome_ || sound.empty()) return;
    if (document_.read(sound, options_.limits)) return hand_out(begin, end, options_.records);
    const auto problem = document_.problem();
    if (read_items(begin, end, sound)) return;
    skip(problem.rule, begin, end, problem.message, begin + problem.at);
  }

  /// The text in UTF-8, in its length, with `bad_byte` for each byte that is none. Empty when it is skipped.
  std::string sound_text(std::size_t begin, std::size_t end) {
    std::string out = text_.substr(begin, end - begin);
    // One that is in the document is a control character like another.
    std::ranges::replace(out, bad_byte, '\0');
    for (std::size_t at = 0;;) {
      const auto bad = find_bad_utf8(std::string_view(out).substr(at));
      if (bad == out.npos) return out;
      at += bad;
      const auto length = next_utf8(std::string_view(out).substr(at)).length;
      const auto done = treatment_of(errc::illegal_utf8, options_.profile);
      if (done == treatment::skip) return skip(errc::illegal_utf8, begin, end, {}, begin + at), std::string();
      std::string after;
      for (std::size_t i = 0; i < length; ++i) after.append("\xEF\xBF\xBD");
      out.replace(at, length, length, bad_byte);
      report(errc::illegal_utf8, done, begin + at, begin + at + length, {}, 0, std::move(after));
      at += length;
    }
  }

  /// Reads each item of a broken list for itself. False when it is not certain where items begin.
  bool read_items(std::size_t begin, std::size_t end, std::string_view text) {
    if (!options_.records.is_empty()) return false;
    std::vector<std::size_t> items;
    for (std::size_t at = 0; at < text.size();) {
      const auto next = std::min(text.find('\n', at), text.size());
      const auto line = text.substr(at, next - at);
      const auto first = line.find_first_not_of(" \t\r");
      const bool is_empty =
          first == line.npos || line[first] == '#' || is_marker(line, "---") || is_marker(line, "...");
      if (is_item_line(line))
        items.push_back(at);
      else if (items.empty() && !is_empty)
        return false;
      at = next + 1;
    }
    if (items.size() < 2) return false;
    items.push_back(text.size());
    for (std::size_t i = 0; i + 1 < items.size() && outcome_; ++i) {
      const auto from = items[i], to = items[i + 1];
      if (document_.read(text.substr(from, to - from), options_.limits) && is_list_of_one())
        hand_out(begin + from, begin + to, {});
      else
        skip(
            document_.problem().rule, begin + from, begin + to,
            document_.problem().message.empty() ? "an item that cannot be read" : document_.problem().message,
            begin + from);
    }
    return spans_.reach(end, span_kind::syntax), true;
  }

  bool is_list_of_one() const {
    const auto& parts = document_.parts();
    return !parts.empty() && parts[0].kind == data_kind::list && parts.size() > 1 &&
           1 + parts[1].span == parts[0].span;
  }

  /// Hands out the records of the document that was read, which is in [begin, end).
  void hand_out(std::size_t begin, std::size_t end, const json_path& path) {
    if (document_.parts().empty()) return;
    yaml_copier copier(document_, options_.limits);
    visit(copier, path, 0, json_path::start(), begin, 0);
    spans_.reach(end, span_kind::syntax);
  }

  void visit(yaml_copier& copier, const json_path& path, std::uint32_t at, json_path::states states,
             std::size_t begin, std::uint32_t depth) {
    const auto& parts = document_.parts();
    if (states == 0 || !outcome_ || depth > options_.limits.nesting) return;
    // One that leads to what it is in has no end.
    if (const auto named = copier.resolve(at);
        named != at && parts[named].kind >= data_kind::list && named + parts[named].span <= at) {
      if (!copier.may_copy(parts[named].span, 0))
        return skip_alias(begin + parts[at].begin, end_of(begin, parts[at]));
      at = named;
    }
    const auto& part = parts[at];
    if (path.leads_to(states)) {
      if (part.kind != data_kind::list || path.ends_with_all()) return hand_out_one(copier, at, begin);
      for (auto item = at + 1; item < at + part.span; item += parts[item].span)
        hand_out_one(copier, item, begin);
      return;
    }
    std::uint64_t number = 0;
    for (auto inner = at + 1; inner < at + part.span; inner += parts[inner].span) {
      if (part.kind == data_kind::list) {
        visit(copier, path, inner, path.enter(states, number++), begin, depth + 1);
        continue;
      }
      const auto key = copier.resolve(inner);
      inner += parts[inner].span;
      if (parts[key].kind >= data_kind::list) continue;
      if (records_ == 0) search_.see_key(states, parts[key].text);
      visit(copier, path, inner, path.enter(states, parts[key].text), begin, depth + 1);
    }
  }

  void hand_out_one(yaml_copier& copier, std::uint32_t at, std::size_t begin) {
    if (!outcome_) return;
    const auto& parts = document_.parts();
    const auto from = begin + parts[at].begin, to = end_of(begin, parts[at]);
    record_.clear();
    if (to - from > options_.limits.record_bytes) return skip(errc::statement_too_long, from, to, {}, 0);
    if (!copier.copy(at, record_))
      return copier.has_spent_aliases() ? skip_alias(from, to)
                                        : skip(errc::statement_too_long, from, to,
                                               "more values than the limit, with those of aliases", 0);
    spans_.reach(from, span_kind::syntax);
    std::vector<std::pair<std::size_t, std::size_t>> left_out;
    for (const auto key : copier.left_out()) {
      const auto key_begin = begin + parts[key].begin,
                 value_end = end_of(begin, parts[key + parts[key].span]);
      if (key_begin >= from && value_end <= to) left_out.emplace_back(key_begin, value_end);
      if (!reported_.insert(key_begin).second) continue;  // what several aliases lead to
      const bool is_name = parts[copier.resolve(key)].kind < data_kind::list;
      report(is_name ? errc::repeated_key : errc::syntax_error, treatment::skip, key_begin, value_end,
             is_name ? "the key follows again, and that one holds" : "a key that is a list or map", 0);
    }
    const auto place = locate(from);
    record_.place = {from, to - from, place.line, place.column};
    ++records_;
    outcome_ = sink_->on_record(record_);
    const auto kind = record_.is_skipped ? span_kind::quarantine : span_kind::statement;
    std::ranges::sort(left_out);
    for (const auto& [begin_bytes, end_bytes] : left_out) {
      spans_.reach(begin_bytes, kind);
      spans_.reach(end_bytes, span_kind::quarantine);
    }
    spans_.reach(to, kind);
  }

  void skip_alias(std::size_t begin, std::size_t end) {
    skip(errc::limit_exceeded, begin, end, "the aliases of the document copy more than a document may have",
         0);
  }

  /// Without white space and the mark of the next item.
  std::size_t end_of(std::size_t begin, const yaml_part& part) const {
    auto end = begin + part.end;
    const auto trim = [&] {
      while (end > begin + part.begin &&
             std::string_view(" \t\r\n").find(text_[end - 1]) != std::string_view::npos)
        --end;
    };
    trim();
    if (end > begin + part.begin + 1 && (text_[end - 1] == '-' || text_[end - 1] == ',') &&
        (text_[end - 1] == ',' || std::string_view(" \t\n").find(text_[end - 2]) != std::string_view::npos))
      --end;
    trim();
    return end;
  }

  const text_position& locate(std::size_t offset) {
    if (offset < place_.offset_bytes) place_ = {};
    place_.advance(std::string_view(text_).substr(place_.offset_bytes, offset - place_.offset_bytes));
    return place_;
  }

  void report(errc rule, treatment done, std::size_t begin, std::size_t end, std::string_view message,
              std::size_t token, std::string after = {}) {
    defect found;
    found.rule = rule;
    found.done = done;
    found.offset_bytes = begin;
    found.length_bytes = end - begin;
    const auto& place = locate(token > begin ? std::min(token, text_.size()) : begin);
    found.line = place.line;
    found.column = place.column;
    found.token_offset_bytes = token > begin ? token : 0;
    found.message = message.empty() && done == treatment::skip ? meaning_of(rule) : message;
    found.before = text_.substr(begin, std::min<std::uint64_t>(end - begin, options_.limits.excerpt_bytes));
    found.after = std::move(after);
    sink_->on_defect(found);
  }

  void skip(errc rule, std::size_t begin, std::size_t end, std::string_view message, std::size_t token) {
    has_lost_ = true;
    spans_.reach(begin, span_kind::syntax);
    report(rule, treatment::skip, begin, end, message, token);
    spans_.reach(end, span_kind::quarantine);
  }

  yaml_extractor_options options_;
  record_sink* sink_;
  span_account spans_;
  std::string text_;
  std::uint64_t size_ = 0;
  text_position place_;  ///< that was asked for last
  path_tracker search_;  ///< while there are no records
  yaml_document document_;
  data_record record_;
  std::set<std::size_t> reported_;  ///< where keys are that are reported as left out
  std::uint64_t records_ = 0;
  bool has_lost_ = false;
  result<void> outcome_ = {};
};

}  // namespace

std::unique_ptr<reader> make_yaml_extractor(yaml_extractor_options options, record_sink& sink) {
  return std::make_unique<yaml_extractor>(std::move(options), sink);
}

}  // namespace laundromat
