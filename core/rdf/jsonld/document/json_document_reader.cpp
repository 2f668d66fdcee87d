// Implements json_document_reader for the stream of roots and items, and enforces the limits on what waits.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/document/json_document_reader.hpp"

#include <algorithm>
#include <utility>

#include "core/rdf/jsonld/json/json_syntax.hpp"

namespace laundromat::jsonld {

namespace {

constexpr std::size_t slice_bytes = std::size_t{256} * 1024;
constexpr std::uint64_t usual_grain = std::uint64_t{32} * 1024;
constexpr std::uint64_t longest_look_behind =
    64;  ///< how far the scanner looks back beyond the item it is in

}  // namespace

json_document_reader::json_document_reader(reader_options options, json_ld_options more, statement_sink& sink)
    : options_(std::move(options)),
      more_(std::move(more)),
      sink_(&sink),
      account_(text_, options_.profile, options_.limits.excerpt_bytes, sink),
      grain_(std::min(usual_grain, options_.limits.node_object_bytes / 4)),
      scanner_(grain_, options_.limits.node_object_bytes),
      parser_(options_.profile, options_.limits),
      contexts_(options_, more_),
      walker_(options_, more_, contexts_, *this),
      items_({options_, text_, account_, parser_, tree_, walker_, sink_result_}),
      damaged_({options_, text_, account_, parser_, tree_}),
      sequence_(options_.media_type) {
  if (auto made = contexts_.apply_options())
    start_context_ = *made;
  else
    start_failure_ = made.error();
}

result<void> json_document_reader::push(std::string_view bytes) {
  while (!bytes.empty()) {
    const auto slice = bytes.substr(0, slice_bytes);
    bytes.remove_prefix(slice.size());
    text_.append(slice);
    if (auto done = scan(false); !done) return done;
  }
  return {};
}

result<void> json_document_reader::finish() {
  if (auto done = scan(true); !done) return done;
  if (scanner_.is_in_root()) close_open_root();
  if (!sink_result_) return sink_result_;
  account_.account_to(text_.end(), span_kind::syntax);
  account_.finish();
  return {};
}

result<void> json_document_reader::scan(bool is_last) {
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

void json_document_reader::on_event(const scan_event& event) {
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

/// What is between roots.
void json_document_reader::on_stray(const scan_event& event) {
  account_.account_to(event.begin, span_kind::syntax);
  const bool is_short = event.at - event.begin <= byte_order_mark.size();
  const auto between = is_short ? text_.slice(event.begin, event.at) : std::string_view();
  const bool is_chunk = sequence_.note_between(event, between), is_mark = between == byte_order_mark;
  const auto rule = is_chunk ? errc::syntax_error : is_mark ? errc::byte_order_mark : errc::lenient_json;
  const auto done = treatment_of(rule, options_.profile);
  const auto* message = is_chunk ? "no JSON" : is_mark ? "" : "something around the JSON text";
  account_.report_span(rule, done, event.begin, event.at, stray_front_, message);
  account_.reach(event.at, done == treatment::skip ? span_kind::quarantine : span_kind::syntax);
}

void json_document_reader::begin_root(std::uint64_t at) {
  account_.account_to(at, span_kind::syntax);
  root_ = {};
  root_.begin = at;
  root_.is_list = root_.is_cut = root_.is_committed = scanner_.is_list_root();
  root_.items_begin = root_.first_item = at + 1;
  sequence_.begin_root(root_.is_list, items_.is_damaged());
  items_.begin_root(root_.is_list);
  if (sequence_.count() > 1 && !sequence_.is_separated()) {
    if (options_.profile == wash_profile::strict)
      return abandon_root(errc::lenient_json, "a root after the first");
    if (sequence_.count() == 2)
      account_.report(errc::lenient_json, treatment::repair, at, at, "several roots");
  }
  if (!start_context_) return abandon_root(start_failure_.code, start_failure_.detail);
  if (!root_.is_list) return;
  if (sequence_.needs_context()) return abandon_root(errc::syntax_error, part_of_a_value);
  root_.entered.context = start_context_;
  root_.entered.is_open = true;
  account_.account_to(at + 1, span_kind::syntax);
}

void json_document_reader::end_root(const scan_event& event) {
  const auto at = event.at;
  root_.behind = event.behind;
  if (root_.is_list && !root_.is_skipped()) {
    end_items(at - 1);
    return account_.account_to(at, span_kind::syntax);
  }
  const bool is_long = at - root_.begin > options_.limits.node_object_bytes;
  const bool is_before_key = event.behind == scan_event::sequel::key;
  if (is_before_key || event.behind == scan_event::sequel::member) {
    sequence_.note_early_end();
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

void json_document_reader::begin_items(std::uint64_t at) {
  if (root_.is_skipped() || root_.is_cut || at - root_.begin > options_.limits.node_object_bytes) return;
  root_.is_cut = true;
  root_.items_begin = root_.first_item = at;
}

void json_document_reader::end_item(const scan_event& event) {
  if (root_.is_skipped() || !root_.is_cut) return;
  if (!root_.is_committed) {
    if (event.at - root_.begin <= options_.limits.node_object_bytes) return root_.ends.push_back(event);
    commit();
    if (root_.is_skipped()) return;
  }
  flush_items(event.begin, event.at);
  pass(event);
}

void json_document_reader::pass(const scan_event& end) {
  root_.first_item = end.next;
  items_.pass(end);
}

void json_document_reader::end_items(std::uint64_t at) {
  if (root_.is_skipped() || !root_.is_cut || root_.items_end != 0) return;
  root_.items_end = at;
  root_.last_item = scanner_.item_begin();
  if (root_.is_committed) return read_last_items();
  if (at - root_.begin > options_.limits.node_object_bytes) commit();
}

/// Walks the items before the end of the array.
void json_document_reader::read_last_items() {
  const auto end = root_.items_end;
  const bool is_after_comma = root_.first_item > root_.items_begin;
  const bool is_long = end - root_.first_item > options_.limits.node_object_bytes;
  if (is_after_comma && !is_long && is_blank(text_.slice(root_.first_item, end)))
    items_.report_last_comma(end);
  flush_items(scanner_.item_begin(), end);
  root_.first_item = end;
}

void json_document_reader::enforce_limits() {
  if (!scanner_.is_in_root() || root_.is_skipped()) return;
  const auto limit = options_.limits.node_object_bytes;
  if (!root_.is_committed && scanner_.decided_to() - root_.begin > limit) commit();
  if (root_.is_skipped() || !root_.is_committed) return;
  if (root_.items_end == 0) enforce_item_limit();
}

/// An item that is known to be too long is not kept: only what precedes it is walked.
void json_document_reader::enforce_item_limit() {
  const auto begin = scanner_.item_begin();
  if (scanner_.decided_to() - begin <= options_.limits.node_object_bytes) return;
  read_items_before(begin);
  root_.first_item = begin;
}

void json_document_reader::forget() {
  const auto at = scanner_.decided_to();
  if (!scanner_.is_in_root()) {
    const auto begin = scanner_.outside_begin();
    const bool may_return = scanner_.is_in_outer_comment() && at - begin <= options_.limits.node_object_bytes;
    const bool is_run = begin < at;
    return text_.drop(is_run && (may_return || !keep_beginning(begin, stray_front_)) ? begin : at);
  }
  const auto item = scanner_.item_begin();
  const bool is_seen_item = scanner_.is_in_items() && at - item <= options_.limits.node_object_bytes;
  const auto seen = std::min(at - std::min(at, longest_look_behind), is_seen_item ? item : at);
  if (root_.is_skipped()) {
    if (keep_beginning(root_.begin, root_.front)) text_.drop(seen);
  } else if (!root_.is_committed) {
    text_.drop(root_.begin);
  } else if (root_.items_end != 0) {
    const auto begin = root_.items_end + 1;
    const bool is_long = at > begin && at - begin > options_.limits.node_object_bytes;
    text_.drop(is_long && keep_beginning(begin, root_.item_front) ? seen : root_.items_end);
  } else {
    const auto begin = scanner_.item_begin();
    const bool is_long = at - begin > options_.limits.node_object_bytes;
    text_.drop(is_long && keep_beginning(begin, root_.item_front) ? seen : root_.first_item);
  }
}

/// Saves what a report needs of the beginning of what is about to be discarded. False when there is not yet enough of it.
bool json_document_reader::keep_beginning(std::uint64_t begin, kept_beginning& front) {
  if (front.is_kept) return true;
  const auto most = options_.limits.excerpt_bytes;
  if (scanner_.decided_to() - begin < most) return false;
  front = {true, std::string(text_.slice(begin, begin + most)), text_.locate(begin)};
  return true;
}

/// Nothing more is read from the root. The defect is reported at its end, when its length is known, and the text may be forgotten before.
void json_document_reader::abandon_root(errc rule, std::string_view message, bool is_reported) {
  account_.report_waiting(text_.end());
  root_.skip_rule = rule;
  root_.skip_message = message;
  root_.is_skip_reported = is_reported;
}

void json_document_reader::skip_root(std::uint64_t end) {
  account_.forget_losses();
  if (!root_.is_skip_reported)
    account_.report_span(root_.skip_rule, treatment::skip, root_.begin, end, root_.front, root_.skip_message);
  account_.reach(end, span_kind::quarantine);
}

void json_document_reader::skip_item(std::uint64_t begin, std::uint64_t end) {
  account_.account_to(begin, span_kind::syntax);
  account_.report_span(errc::statement_too_long, treatment::skip, begin, end, root_.item_front,
                       "an element longer than the limit");
  account_.reach(end, span_kind::quarantine);
}

bool json_document_reader::on_walk_statement(const statement_view& statement) {
  sink_result_ = sink_->on_statement(statement);
  return sink_result_.has_value();
}

}  // namespace laundromat::jsonld
