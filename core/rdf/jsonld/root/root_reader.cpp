// The stream of roots and items, and the limits on what waits.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/root/root_reader.hpp"

#include <algorithm>

#include "core/rdf/jsonld/json/json_syntax.hpp"

namespace laundromat::jsonld {

namespace {

constexpr std::size_t slice_bytes = 256 * 1024;
constexpr std::uint64_t usual_grain = 32 * 1024;

}  // namespace

root_reader::root_reader(reader_options options, json_ld_options more, statement_sink& sink)
    : options_(std::move(options)),
      more_(std::move(more)),
      sink_(&sink),
      account_(text_, options_.profile, options_.limits.excerpt_bytes, sink),
      grain_(std::min(usual_grain, options_.limits.node_object_bytes / 4)),
      scanner_(grain_, options_.limits.node_object_bytes),
      parser_(options_.profile, options_.limits),
      contexts_(options_, more_),
      walker_(options_, more_, contexts_, *this) {
  if (auto made = contexts_.apply_options())
    start_context_ = *made;
  else
    start_failure_ = made.error();
}

result<void> root_reader::push(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto slice = bytes.substr(0, slice_bytes);
    bytes.remove_prefix(slice.size());
    text_.append(slice);
    if (auto done = scan(false); !done) return done;
  }
  return {};
}

result<void> root_reader::finish() {
  if (auto done = scan(true); !done) return done;
  if (scanner_.is_in_root()) close_open_root();
  if (!sink_result_) return sink_result_;
  account_.settle(text_.end(), span_kind::syntax);
  account_.finish();
  return {};
}

result<void> root_reader::scan(bool is_last) {
  while (sink_result_) {
    const auto event = scanner_.scan(text_.view(), text_.begin(), is_last);
    if (event.what == scan_event::kind::need_more) break;
    on_event(event);
  }
  if (!sink_result_ || is_last) return sink_result_;
  enforce_limits();
  forget();
  return sink_result_;
}

void root_reader::on_event(const scan_event& event) {
  switch (event.what) {
    case scan_event::kind::stray:
    case scan_event::kind::wrapper:
      return on_stray(event);
    case scan_event::kind::root_begin:
      return begin_root(event.at);
    case scan_event::kind::root_end:
      return end_root(event);
    case scan_event::kind::items_begin:
      return begin_items(event.at);
    case scan_event::kind::items_end:
      return end_items(event.at);
    case scan_event::kind::item_end:
      return end_item(event);
    case scan_event::kind::need_more:
      return;
  }
}

/// What stands between roots.
void root_reader::on_stray(const scan_event& event) {
  account_.settle(event.begin, span_kind::syntax);
  const bool is_stray = event.what == scan_event::kind::stray;
  is_in_doubt_ = is_in_doubt_ || event.behind == scan_event::sequel::member;
  if (is_stray && event.is_line && is_sequence()) is_in_doubt_ = false;
  is_behind_comma_ = event.at - event.begin == 1 && text_.slice(event.begin, event.at) == ",";
  const bool is_mark = event.at - event.begin == byte_order_mark.size() &&
                       text_.slice(event.begin, event.at) == byte_order_mark;
  // A comma behind a root that ended too early is one of its own: to leave it out repairs nothing.
  const bool is_chunk = is_stray || (is_behind_comma_ && is_in_doubt_);
  const auto rule = is_chunk ? errc::syntax_error : is_mark ? errc::byte_order_mark : errc::lenient_json;
  const auto done = treatment_of(rule, options_.profile);
  const auto* message = is_chunk ? "no JSON" : is_mark ? "" : "something around the JSON text";
  account_.report_span(rule, done, event.begin, event.at, stray_front_, message);
  account_.reach(event.at, done == treatment::skip ? span_kind::quarantine : span_kind::syntax);
}

void root_reader::begin_root(std::uint64_t at) {
  account_.settle(at, span_kind::syntax);
  root_ = {};
  root_.begin = at;
  root_.is_list = root_.is_cut = root_.is_committed = scanner_.is_list_root();
  root_.items_begin = root_.first_item = at + 1;
  const bool is_behind_damage = std::exchange(is_damaged_, false) && !is_sequence();
  const bool may_be_chunk = is_behind_damage || (std::exchange(is_behind_comma_, false) && !is_sequence());
  root_.needs_context = is_in_doubt_ || (may_be_chunk && had_context_) || (is_behind_damage && root_.is_list);
  if (++roots_ > 1 && !is_sequence()) {
    if (options_.profile == wash_profile::strict)
      return abandon_root(errc::lenient_json, "a root after the first");
    if (roots_ == 2) account_.report(errc::lenient_json, treatment::repair, at, at, "several roots");
  }
  if (!start_context_) return abandon_root(start_failure_.code, start_failure_.detail);
  if (!root_.is_list) return;
  if (root_.needs_context) return abandon_root(errc::syntax_error, chunk_of_a_value);
  root_.entered.context = start_context_;
  root_.entered.is_open = true;
  account_.settle(at + 1, span_kind::syntax);
}

/// Lines, or records: where one begins is beyond doubt.
bool root_reader::is_sequence() const {
  return options_.media_type.find("ndjson") != std::string::npos ||
         options_.media_type.find("json-seq") != std::string::npos;
}

void root_reader::end_root(const scan_event& event) {
  const auto at = event.at;
  root_.behind = event.behind;
  if (root_.is_list && !root_.is_skipped()) {
    end_items(at - 1);
    return account_.settle(at, span_kind::syntax);
  }
  const bool is_long = at - root_.begin > options_.limits.node_object_bytes;
  const bool is_before_key = event.behind == scan_event::sequel::key;
  if (is_before_key || event.behind == scan_event::sequel::member) {
    is_in_doubt_ = true;
    if (!root_.is_skipped() && !root_.is_committed && !is_long) {
      if (is_before_key && read_early_end(at)) return;
      abandon_root(errc::syntax_error, ends_too_early);
    }
  }
  if (!root_.is_skipped() && !root_.is_committed && is_long) commit();
  if (root_.is_skipped()) return skip_root(at);
  if (root_.is_committed)
    read_late_tail(at);
  else if (root_.is_cut && !root_.ends.empty())
    read_split(at);
  else
    read_whole(at);
}

void root_reader::begin_items(std::uint64_t at) {
  if (root_.is_skipped() || root_.is_cut || at - root_.begin > options_.limits.node_object_bytes) return;
  root_.is_cut = true;
  root_.items_begin = root_.first_item = at;
}

void root_reader::end_item(const scan_event& event) {
  if (root_.is_skipped() || !root_.is_cut) return;
  if (!root_.is_committed) {
    if (event.at - root_.begin <= options_.limits.node_object_bytes) return root_.ends.push_back(event);
    commit();
    if (root_.is_skipped()) return;
  }
  flush_items(event.begin, event.at);
  pass(event);
}

void root_reader::pass(const scan_event& end) {
  root_.first_item = end.next;
  account_.settle(end.next, span_kind::syntax);
  if (end.next == end.at)
    account_.report(errc::lenient_json, treatment_of(errc::lenient_json, options_.profile), end.at, end.at,
                    "a missing comma", ",");
}

void root_reader::end_items(std::uint64_t at) {
  if (root_.is_skipped() || !root_.is_cut || root_.items_end != 0) return;
  root_.items_end = at;
  root_.last_item = scanner_.item_begin();
  if (root_.is_committed) return read_last_items();
  if (at - root_.begin > options_.limits.node_object_bytes) commit();
}

/// Walks the items before the end of the array.
void root_reader::read_last_items() {
  const auto end = root_.items_end;
  const bool is_after_comma = root_.first_item > root_.items_begin;
  const bool is_long = end - root_.first_item > options_.limits.node_object_bytes;
  if (is_after_comma && !is_long && is_blank(text_.slice(root_.first_item, end)))
    account_.report(errc::lenient_json, treatment_of(errc::lenient_json, options_.profile), end, end,
                    "a comma before the end");
  flush_items(scanner_.item_begin(), end);
  root_.first_item = end;
}

}  // namespace laundromat::jsonld
