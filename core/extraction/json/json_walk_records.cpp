// Implements json_walk for one record: whether it is sound, whether it can be where it seems to be, and its repair.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/base/count_words.hpp"
#include "core/extraction/json/json_walk.hpp"
#include "core/rdf/jsonld/json/json_syntax.hpp"

namespace laundromat {

namespace {

constexpr std::size_t longest_beginning = 64;

bool begins_value(char c) {
  return c == '{' || c == '[' || c == '"' || c == '-' || (c >= '0' && c <= '9') || c == 't' || c == 'f' ||
         c == 'n';
}

/// An array of maps in a record, by its path.
struct inner_list {
  std::string path;
  std::size_t maps = 0;
};

void find_lists(data_value map, const std::string& before, std::vector<inner_list>& into) {
  constexpr std::size_t most_steps = 3;
  for (const auto member : map) {
    const auto path = before + std::string(member.name());
    if (member.is(data_kind::map) && std::ranges::count(path, '.') + 1 < std::ptrdiff_t{most_steps})
      find_lists(member, path + '.', into);
    if (!member.is(data_kind::list)) continue;
    inner_list list{path, 0};
    for (const auto item : member) list.maps += item.is(data_kind::map) ? 1 : 0;
    if (list.maps > 1) into.push_back(std::move(list));
  }
}

/// What is said of a document that is this record; empty: it does not have exactly one array of maps, at a path that can be written.
std::string message_of_list(data_value record) {
  constexpr std::size_t longest_path = 200;
  std::vector<inner_list> lists;
  if (record.is(data_kind::map)) find_lists(record, {}, lists);
  if (lists.size() != 1 || lists[0].path.size() > longest_path || !json_path::compile(lists[0].path))
    return {};
  return "the document is one record; `" + lists[0].path + "` is an array of " +
         number_of(lists[0].maps, "map") + ": for a record of each, write `records: " + lists[0].path + "`";
}

}  // namespace

json_walk::progress json_walk::take_record(bool is_last) {
  const auto limit = options_.limits.record_bytes;
  const auto text = window_.from(at_).substr(0, limit + 1);
  record_.clear();
  const auto end = sound_.read(text, is_last && is_at_end(at_, text), record_);
  if (end.is == value_end::how::incomplete && text.size() <= limit) return progress::waits;
  const bool is_long = end.is == value_end::how::incomplete || end.at > limit;
  if (is_long || end.rule == errc::too_deep_nesting || end.rule == errc::statement_too_long) {
    lose_oversized(is_long ? errc::statement_too_long : end.rule, {});
    return progress::on;
  }
  if (end.is == value_end::how::invalid) return take_lenient(end, is_last);
  const auto fits = fits_behind(at_ + end.at, text[0], is_last);
  if (fits == decision::undecided) return progress::waits;
  if (fits == decision::no || !may_be_root()) {
    lose(at_, errc::syntax_error, "what follows it may be a part of it", at_ + end.at);
    return progress::on;
  }
  // What is no object of a list can end too early unseen.
  const bool is_certain = open_.empty() || (text[0] == '{' && !open_.back().is_map);
  const auto well = is_certain ? decision::yes : goes_on_well(at_, false, is_last);
  if (well == decision::undecided) return progress::waits;
  if (well == decision::no) {
    lose(at_, errc::syntax_error, "what follows shows that a bracket is missing or too many", at_);
    return progress::on;
  }
  learn_beginning(text.substr(0, std::min(end.at, longest_beginning)));
  const auto to = at_ + end.at;
  spans_.reach(at_, span_kind::syntax);
  emit(to);
  spans_.reach(to, kind_of_record());
  at_ = to;
  end_value();
  return progress::on;
}

/// A value without brackets between others has a line, or a part of a sequence, for itself.
bool json_walk::may_be_root() const {
  const char c = window_.at(at_);
  if (!open_.empty() || c == '{' || c == '[') return true;
  const auto before = window_.slice(least_before(at_), at_);
  const auto last = before.find_last_not_of(" \t");
  return last == before.npos || std::string_view("\r\n\x1E").find(before[last]) != std::string_view::npos;
}

/// Hands the record at hand to the sink.
void json_walk::emit(std::uint64_t end) {
  const auto place = window_.locate_next(at_);
  record_.place = {at_, end - at_, place.line, place.column};
  if (records_++ == 0 && options_.notes_lists && open_.empty())
    list_in_first_ = message_of_list(record_.root());
  outcome_ = sink_->on_record(record_);
}

/// A record that is not sound: its brackets may show where it ends, and what is wrong in it may be repaired.
json_walk::progress json_walk::take_lenient(const value_end& end, bool is_last) {
  const auto limit = options_.limits.record_bytes;
  const auto text = window_.from(at_).substr(0, limit + 1);
  if (text[0] != '{' && text[0] != '[') return take_odd_word(is_last);
  const auto token = at_ + end.at;
  const bool is_measured = !options_.are_lines && may_measure(at_);
  const auto extent = is_measured ? measure_value(text, is_last && is_at_end(at_, text)) : bracket_extent{};
  if (extent.is == bracket_extent::how::incomplete && text.size() <= limit) return progress::waits;
  const bool is_found = extent.is == bracket_extent::how::found && extent.size <= limit;
  const auto fits = is_found ? fits_behind(at_ + extent.size, text[0], is_last) : decision::no;
  if (fits == decision::undecided) return progress::waits;
  record_.clear();
  if (fits == decision::yes && lenient_.read(text.substr(0, extent.size), record_)) {
    const bool is_certain = open_.empty() || (text[0] == '{' && !open_.back().is_map);
    const auto well = is_certain ? decision::yes : goes_on_well(at_ + extent.size, true, is_last);
    if (well == decision::undecided) return progress::waits;
    if (well == decision::yes) {
      emit_lenient(at_ + extent.size);
      end_value();
      return progress::on;
    }
  }
  measured_bytes_ += extent.size;
  searched_bytes_ += end.at;
  lose(at_, end.rule == errc::lenient_json || end.rule == errc::repeated_key ? errc::syntax_error : end.rule,
       {}, token);
  return progress::on;
}

/// The record that was read last by `lenient_`, with its faults and what it lacks.
void json_walk::emit_lenient(std::uint64_t end) {
  const auto begin = at_;
  spans_.reach(begin, span_kind::syntax);
  for (const auto& fault : lenient_.faults())
    report(fault.rule, fault.done, begin + fault.begin, begin + fault.end, fault.message, fault.after);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> reported;
  for (const auto& fault : lenient_.faults())
    if (fault.done == treatment::skip) reported.emplace_back(fault.begin, fault.end);
  std::ranges::sort(reported);
  auto next = reported.begin();
  std::uint32_t reported_to = 0;
  for (const auto& [from, to] : lenient_.left_out()) {
    for (; next != reported.end() && next->first <= from; ++next)
      reported_to = std::max(reported_to, next->second);
    if (reported_to < to)
      report(errc::syntax_error, treatment::skip, begin + from, begin + to, "its value is damaged");
  }
  emit(end);
  for (const auto& [from, to] : lenient_.left_out()) {
    spans_.reach(begin + from, kind_of_record());
    spans_.reach(begin + to, span_kind::quarantine);
  }
  spans_.reach(end, kind_of_record());
  at_ = end;
}

/// A word that is no value, without quotes and brackets, is skipped alone when all is well behind it.
json_walk::progress json_walk::take_odd_word(bool is_last) {
  const auto text = window_.from(at_).substr(0, options_.limits.record_bytes);
  std::size_t size = 0;
  while (size < text.size() && !is_white_space(text[size]) && !jsonld::is_json_delimiter(text[size])) ++size;
  if (size == text.size() && !is_last && text.size() < options_.limits.record_bytes) return progress::waits;
  const bool is_item = size > 0 && !open_.empty() && !open_.back().is_map;
  const auto well = is_item ? goes_on_well(at_ + size, true, is_last) : decision::no;
  if (well == decision::undecided) return progress::waits;
  lose(at_, errc::syntax_error, "a value that JSON does not have", at_);
  if (well == decision::no) return progress::on;
  end_lost(at_ + size);
  at_ += size;
  end_value();
  return progress::on;
}

/// Behind white space and comments; `npos` when that is not yet seen.
std::uint64_t json_walk::behind_gap(std::uint64_t at, bool is_last) const {
  constexpr auto not_seen = ~std::uint64_t{0};
  while (true) {
    const auto text = window_.from(at);
    std::size_t size = 0;
    while (size < text.size() && is_white_space(text[size])) ++size;
    at += size;
    const auto rest = text.substr(size);
    if (rest.empty() || rest[0] != '/') return at;
    if (rest.size() < 2) return is_last ? at : not_seen;
    if (rest[1] != '/' && rest[1] != '*') return at;
    const auto limited = rest.substr(0, options_.limits.record_bytes);
    const auto end = rest[1] == '/' ? limited.find_first_of("\r\n") : limited.find("*/", 2);
    if (end == rest.npos && !is_last && limited.size() == rest.size()) return not_seen;
    if (end == rest.npos) return at;
    at += rest[1] == '/' ? end : end + 2;
  }
}

/// Whether a string with a colon behind it is at `at`.
decision json_walk::is_key(std::uint64_t at, bool is_last) const {
  const auto text = window_.from(at).substr(0, options_.limits.record_bytes);
  const auto unseen =
      is_last || text.size() == options_.limits.record_bytes ? decision::no : decision::undecided;
  const char *end = text.data() + text.size(), *stop = text.data() + 1;
  bool is_ascii = true;
  while ((stop = jsonld::find_string_end(stop, end, '"', is_ascii)) != end && *stop != '"') {
    if (*stop == '\\' && end - stop < 2) return unseen;
    stop += *stop == '\\' ? 2 : 1;
  }
  if (stop == end) return unseen;
  const auto next = text.find_first_not_of(" \t\r\n", static_cast<std::size_t>(stop - text.data()) + 1);
  return next == text.npos ? unseen : text[next] == ':' ? decision::yes : decision::no;
}

/// Whether nothing follows in the line from `at` on but white space and one comma.
decision json_walk::is_rest_blank(std::uint64_t at, bool is_last) const {
  const auto rest = window_.from(at).substr(0, options_.limits.record_bytes);
  auto stop = rest.find_first_not_of(" \t");
  if (stop != rest.npos && rest[stop] == ',') stop = rest.find_first_not_of(" \t", stop + 1);
  if (stop != rest.npos) return rest[stop] == '\n' || rest[stop] == '\r' ? decision::yes : decision::no;
  if (rest.size() == options_.limits.record_bytes) return decision::no;
  return is_last ? decision::yes : decision::undecided;
}

/// Whether what is behind a record can follow it, and is no part of it.
decision json_walk::fits_behind(std::uint64_t end, char first, bool is_last) const {
  const auto opposite = [](decision one) {
    return one == decision::undecided ? one : one == decision::yes ? decision::no : decision::yes;
  };
  const auto at_end = [&](bool fits) {
    return !is_last ? decision::undecided : fits ? decision::yes : decision::no;
  };
  if (options_.are_lines && open_.empty() && (first == '{' || first == '[')) {
    const auto is_line = is_rest_blank(end, is_last);
    if (is_line != decision::no) return is_line;
  }
  const bool is_map = first == '{', is_root = open_.empty(), is_item = !is_root && !open_.back().is_map;
  auto at = behind_gap(end, is_last);
  if (at == ~std::uint64_t{0}) return decision::undecided;
  if (at == window_.end())
    return at_end(is_root || (is_item && is_map && open_.size() == 1 && !lacks_comma_));
  const char c = window_.at(at);
  if (is_root) {
    const bool is_scalar = !is_map && first != '[';
    if (is_scalar && c != '\x1E' && window_.slice(end, at).find_first_of("\r\n") == std::string_view::npos)
      return decision::no;
    if (is_scalar && (c == '{' || c == '[')) return decision::no;
    if (c == '"') return opposite(is_key(at, is_last));
    return c == ',' || c == ':' || c == ']' || c == '}' ? decision::no : decision::yes;
  }
  if (c == ']' || c == '}') return (c == ']') == is_item ? decision::yes : decision::no;
  if (c == ':') return decision::no;
  if (c != ',') return is_item && is_map && c != '"' ? decision::yes : decision::no;
  at = behind_gap(at + 1, is_last);
  if (at == ~std::uint64_t{0}) return decision::undecided;
  if (at == window_.end()) return at_end(is_item && is_map && open_.size() == 1);
  const char next = window_.at(at);
  if (!is_item) return next == '"' ? is_key(at, is_last) : next == '}' ? decision::yes : decision::no;
  if (next == '"') return opposite(is_key(at, is_last));
  return begins_value(next) || next == ',' || next == ']' ? decision::yes : decision::no;
}

/// Looks ahead from a value, or from behind one. What is seen of one value is known of those behind it. When too much was looked at, nothing is
/// certain.
decision json_walk::look(std::uint64_t at, bool is_behind, bool has_roots, bool is_last,
                         lookahead_memory::answer& seen) {
  auto open = open_brackets();
  if (seen_.find(at, is_behind, open, has_roots, seen)) return decision::yes;
  if (is_search_exhausted(at)) {
    seen = {lookahead_result::status::invalid, true, 0, at};
    return decision::no;
  }
  const auto all = window_.from(at), text = all.substr(0, lookahead_bytes + options_.limits.record_bytes);
  const bool is_all = text.size() == all.size();
  auto result = look_ahead(text, open, is_behind, has_roots, is_last && is_all, lookahead_bytes);
  if (result.is == lookahead_result::status::incomplete) {
    if (is_all) return decision::undecided;
    result.is = lookahead_result::status::invalid;
  }
  searched_bytes_ += result.end;
  seen = seen_.keep(at, std::move(open), has_roots, std::move(result));
  return decision::yes;
}

/// Whether the text goes on soundly, from a value or from behind it.
decision json_walk::goes_on_well(std::uint64_t at, bool is_behind, bool is_last) {
  if (!is_behind && at < verified_to_) return decision::yes;
  lookahead_memory::answer seen;
  if (look(at, is_behind, true, is_last, seen) == decision::undecided) return decision::undecided;
  if (seen.is == lookahead_result::status::complete) {
    verified_to_ = ~std::uint64_t{0};
    return decision::yes;
  }
  if (seen.is == lookahead_result::status::limit_reached) {
    verified_to_ = std::max(verified_to_, at + (is_behind ? 0 : lookahead_bytes / 2));
    return decision::yes;
  }
  // The list goes on up to a damaged item: those before it are valid.
  if (seen.has_left || is_behind || seen.values == 0) return decision::no;
  verified_to_ = seen.last_begin;
  return decision::yes;
}

std::string json_walk::open_brackets() const {
  std::string out;
  for (const auto& one : open_) out += one.is_map ? '{' : '[';
  return out;
}

/// Keeps what all records that needed no repair have begun with so far: at least the first key of the first one.
void json_walk::learn_beginning(std::string_view text) {
  if (!std::exchange(has_beginning_, true)) {
    beginning_ = text.substr(0, text.find(':'));
    return;
  }
  const auto [mine, its] = std::ranges::mismatch(beginning_, text);
  beginning_.resize(static_cast<std::size_t>(mine - beginning_.begin()));
}

}  // namespace laundromat
