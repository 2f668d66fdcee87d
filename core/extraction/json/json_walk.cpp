// Implements json_walk: the stream, and the lists and maps around the records.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/json/json_walk.hpp"

#include <algorithm>

#include "core/rdf/jsonld/json/json_syntax.hpp"

namespace laundromat {

namespace {

constexpr std::size_t slice_bytes = std::size_t{256} << 10;
constexpr std::size_t most_open = 64 * 1'024;
constexpr std::size_t longest_first_line = std::size_t{64} << 10;

}  // namespace

std::unique_ptr<reader> make_json_extractor(json_extractor_options options, record_sink& sink) {
  return std::make_unique<json_walk>(std::move(options), sink);
}

json_walk::json_walk(json_extractor_options options, record_sink& sink)
    : options_(std::move(options)),
      sink_(&sink),
      spans_(sink),
      sound_(options_.limits),
      lenient_(options_.profile, options_.limits),
      search_(options_.records) {}

result<void> json_walk::push(std::string_view bytes) {
  while (!bytes.empty() && outcome_) {
    const auto slice = bytes.substr(0, slice_bytes);
    bytes.remove_prefix(slice.size());
    window_.append(slice);
    if (window_.end() - at_ >= enough_)
      if (auto done = read(false); !done) return done;
  }
  return outcome_;
}

result<void> json_walk::finish() {
  if (auto done = read(true); !done) return done;
  end_document();
  return outcome_;
}

result<void> json_walk::read(bool is_last) {
  while (outcome_ && take_step(is_last) == progress::on) {
  }
  if (!outcome_ || is_last) return outcome_;
  forget();
  // What is looked at again has become twice as long, so that the time is linear.
  enough_ = static_cast<std::size_t>(2 * (window_.end() - at_));
  return {};
}

void json_walk::forget() {
  auto keep = at_;
  if (lost_) {
    report_ranges();
    const bool is_kept = !lost_->is_final && !lost_->is_oversized && !lost_->is_forgotten &&
                         at_ - lost_->begin <= options_.limits.record_bytes;
    if (is_kept) keep = std::min(keep, lost_->begin);
    if (lost_->has_ranges || !keep_excerpt(false)) keep = std::min(keep, lost_->range);
  }
  keep -= std::min(keep, kept_behind);
  if (is_behind_comma_ && comma_ >= window_.begin() && comma_ < keep) comma_place_ = window_.locate(comma_);
  window_.drop(keep);
}

/// Passes one token, record, or part that is skipped.
json_walk::progress json_walk::take_step(bool is_last) {
  if (lost_ && !lost_->is_oversized) return seek(is_last);
  if (pass_gap(is_last) == progress::waits) return progress::waits;
  if (lost_ && !lost_->is_oversized) return progress::on;
  if (at_ == window_.end()) return progress::waits;
  switch (next_) {
    case want::root:
      return begin_root(is_last);
    case want::first_value:
      if (window_.at(at_) == ']') return close(), progress::on;
      return take_value(is_last);
    case want::value:
      return take_value(is_last);
    case want::first_key:
      if (window_.at(at_) == '}') return close(), progress::on;
      return take_key(is_last);
    case want::key:
      return take_key(is_last);
    case want::mark:
      break;
  }
  return take_mark();
}

/// White space, comments, and marks between values.
json_walk::progress json_walk::pass_gap(bool is_last) {
  while (true) {
    const auto text = window_.from(at_);
    std::size_t size = 0;
    while (size < text.size() && (is_white_space(text[size]) || (open_.empty() && text[size] == '\x1E')))
      ++size;
    at_ += size;
    const auto rest = text.substr(size);
    if (rest.empty() || (rest[0] != '/' && rest[0] != '\xEF')) return progress::on;
    if (rest.size() < 3 && !is_last) return progress::waits;
    if (rest.starts_with(jsonld::byte_order_mark) && open_.empty()) {
      pass_marked(at_ + 3, errc::byte_order_mark, {});
      continue;
    }
    const bool is_line = rest.starts_with("//");
    if (!is_line && !rest.starts_with("/*")) return progress::on;
    const auto limited = rest.substr(0, options_.limits.record_bytes);
    const auto end = is_line ? limited.find_first_of("\r\n") : limited.find("*/", 2);
    if (end == rest.npos && !is_last && limited.size() == rest.size()) return progress::waits;
    if (end == rest.npos && !(is_line && is_last))
      return lose_rest(errc::unterminated, "a comment without its end"), progress::on;
    pass_marked(at_ + (end == rest.npos ? rest.size()
                       : is_line        ? end
                                        : end + 2),
                errc::lenient_json, "a comment");
  }
}

/// Passes what should not be between values.
void json_walk::pass_marked(std::uint64_t end, errc rule, std::string_view message) {
  const auto done = treatment_of(rule, options_.profile);
  spans_.reach(at_, span_kind::syntax);
  report(rule, done, at_, end, message);
  spans_.reach(end, done == treatment::skip ? span_kind::quarantine : span_kind::syntax);
  at_ = end;
}

json_walk::progress json_walk::begin_root(bool is_last) {
  if (options_.are_lines && window_.at(at_) == ',' && line_begin_of(at_) == ~std::uint64_t{0}) {
    const auto is_last_mark = is_rest_blank(at_, is_last);
    if (is_last_mark == decision::undecided) return progress::waits;
    if (is_last_mark == decision::yes)
      return pass_marked(at_ + 1, errc::lenient_json, "a comma at the end of the line"), progress::on;
  }
  if (roots_ == 0 && options_.records.is_empty() && !options_.are_lines && window_.at(at_) == '[') {
    const auto on_lines = are_lists_on_lines(is_last);
    if (on_lines == decision::undecided) return progress::waits;
    has_lists_on_lines_ = on_lines == decision::yes;
  }
  state_ = json_path::start();
  ++roots_;
  if (roots_ == 2 && options_.are_lines && !options_.records.is_empty() && records_ == 0)
    report(errc::no_records, treatment::note, at_, at_, "the value before this one has no records");
  records_before_root_ = records_;
  return take_value(is_last);
}

/// Whether the document begins with an array on one line, and the next line begins with another one.
decision json_walk::are_lists_on_lines(bool is_last) const {
  const auto text = window_.from(at_).substr(0, longest_first_line);
  const auto line = text.find_first_of("\r\n");
  const bool is_seen = is_last || text.size() == longest_first_line;
  if (line == text.npos) return is_seen ? decision::no : decision::undecided;
  if (look_ahead(text.substr(0, line), {}, false, false, true, line + 1).is !=
      lookahead_result::status::complete)
    return decision::no;
  const auto next = text.find_first_not_of(" \t\r\n", line);
  if (next == text.npos) return is_seen ? decision::no : decision::undecided;
  return text[next] == '[' ? decision::yes : decision::no;
}

json_walk::progress json_walk::take_value(bool is_last) {
  const char c = window_.at(at_);
  if (!open_.empty() && !open_.back().is_map && next_ != want::root) {
    if (c == ']' && is_behind_comma_) {
      report_last_comma();
      return close(), progress::on;
    }
    if (c == ',' && open_.back().has_records) {
      report(errc::lenient_json, treatment_of(errc::lenient_json, options_.profile), at_, at_ + 1,
             "a comma too many");
      comma_ = at_++;
      is_behind_comma_ = true;
      return next_ = want::value, progress::on;
    }
    state_ = options_.records.enter(open_.back().at, open_.back().item);
  }
  const bool is_in_list = !open_.empty() && open_.back().has_records && !(lost_ && lost_->is_oversized);
  const bool is_found = is_in_list || (options_.records.leads_to(state_) && !(lost_ && lost_->is_oversized));
  const bool is_divided = is_found && !is_in_list && c == '[' && !options_.takes_lists_whole &&
                          !options_.records.ends_with_all() &&
                          !(options_.records.is_empty() && (options_.are_lines || has_lists_on_lines_ ||
                                                            (roots_ > 1 && !is_list_of_records_)));
  if (is_divided && open_.empty()) is_list_of_records_ = true;
  if (is_found && !is_divided) return take_record(is_last);
  if (c == '{' || c == '[') return open(is_divided);
  return take_scalar(is_last);
}

json_walk::progress json_walk::open(bool has_records) {
  const bool is_map = window_.at(at_) == '{';
  const bool is_too_deep = open_.size() >= (lost_ ? most_open : options_.limits.nesting);
  if (is_too_deep) return lose_rest(errc::too_deep_nesting, {}), progress::on;
  // Each item of a list may be one that the path leads to.
  const auto inside = is_map ? json_path::states{0} : options_.records.enter(state_, ~std::uint64_t{0});
  open_.push_back({is_map, has_records || options_.records.leads_to(inside), state_, 0});
  ++at_;
  next_ = is_map ? want::first_key : want::first_value;
  is_behind_comma_ = false;
  return progress::on;
}

void json_walk::close() {
  open_.pop_back();
  ++at_;
  end_value();
}

void json_walk::end_value() {
  is_behind_comma_ = lacks_comma_ = false;
  if (lost_ && lost_->is_oversized && open_.size() == lost_->depth) end_lost(at_);
  if (open_.empty()) {
    next_ = want::root;
    if (roots_ > 1 && options_.are_lines && !options_.records.is_empty() && records_ == records_before_root_)
      report(errc::no_records, treatment::note, at_, at_, "the value that ends here has no records");
    return;
  }
  ++open_.back().item;
  next_ = want::mark;
}

/// A value that is no record, and holds none.
json_walk::progress json_walk::take_scalar(bool is_last) {
  probe_.clear();
  const auto text = window_.from(at_).substr(0, options_.limits.record_bytes + 1);
  const auto end = sound_.read(text, is_last && is_at_end(at_, text), probe_);
  if (end.is == value_end::how::incomplete && text.size() <= options_.limits.record_bytes)
    return progress::waits;
  if (end.is != value_end::how::valid)
    return lose_rest(end.rule, "a value that cannot be read"), progress::on;
  at_ += end.at;
  end_value();
  return progress::on;
}

json_walk::progress json_walk::take_key(bool is_last) {
  if (window_.at(at_) == '}' && is_behind_comma_) {
    report_last_comma();
    return close(), progress::on;
  }
  probe_.clear();
  const auto text = window_.from(at_).substr(0, options_.limits.record_bytes + 1);
  const auto end = text[0] == '"' ? sound_.read(text, is_last && is_at_end(at_, text), probe_) : value_end{};
  if (end.is == value_end::how::incomplete && text.size() <= options_.limits.record_bytes)
    return progress::waits;
  if (end.is != value_end::how::valid) return lose_rest(end.rule, "a key was expected"), progress::on;
  auto colon = end.at;
  while (colon < text.size() && is_white_space(text[colon])) ++colon;
  if (colon == text.size() && !is_last && text.size() <= options_.limits.record_bytes) return progress::waits;
  if (colon == text.size() || text[colon] != ':')
    return lose_rest(errc::syntax_error, "a key without its colon"), progress::on;
  if (records_ == 0) search_.see_key(open_.back().at, probe_.root().text());
  state_ = options_.records.enter(open_.back().at, probe_.root().text());
  at_ += colon + 1;
  next_ = want::value;
  return progress::on;
}

json_walk::progress json_walk::take_mark() {
  const char c = window_.at(at_);
  const bool is_map = open_.back().is_map;
  if (c == ',') {
    comma_ = at_++;
    is_behind_comma_ = true;
    next_ = is_map ? want::key : want::value;
    return progress::on;
  }
  if (c == (is_map ? '}' : ']')) return close(), progress::on;
  if (open_.back().has_records && (c == '{' || c == '[')) {
    report(errc::lenient_json, treatment_of(errc::lenient_json, options_.profile), at_, at_,
           "a missing comma", ",");
    lacks_comma_ = true;
    next_ = want::value;
    return progress::on;
  }
  if (open_.back().has_records)
    return lose(at_, errc::syntax_error, "neither a comma nor the end", at_), progress::on;
  return lose_rest(errc::syntax_error, "neither a comma nor the end"), progress::on;
}

void json_walk::end_document() {
  const auto end = window_.end();
  const bool is_open = !open_.empty();
  if (lost_)
    end_lost(end);
  else if (is_open)
    report(errc::unterminated, treatment::skip, end, end, "the document ends before its lists and maps do");
  else if (at_ < end)
    lose(at_, errc::syntax_error, "no JSON", at_), end_lost(end);
  spans_.reach(end, span_kind::syntax);
  if (records_ == 0 && !has_lost_) {
    if (auto why = search_.mismatch(); why && options_.needs_records)
      outcome_ = tl::unexpected(*std::move(why));
    else if (roots_ < 2 || !options_.are_lines || options_.records.is_empty())
      report(errc::no_records, treatment::note, window_.begin(), window_.begin(), search_.missing_part());
  }
  if (records_ == 1 && !list_in_first_.empty())
    report(errc::no_records, treatment::note, window_.begin(), window_.begin(), list_in_first_);
  spans_.finish();
}

}  // namespace laundromat
