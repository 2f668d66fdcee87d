// Parsing and walking of roots and items, and what that makes of their bytes.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/jsonld/json/json_syntax.hpp"
#include "core/rdf/jsonld/root/root_reader.hpp"

namespace laundromat::jsonld {

namespace {

constexpr const char* two_in_one = "two objects may have become one: a keyword stands in it twice";

bool begins_with_member(std::string_view text) {
  while (!text.empty() && is_white_space(text.front())) text.remove_prefix(1);
  if (!text.starts_with('"')) return false;
  const auto quote = text.find('"', 1);
  if (quote == text.npos) return false;
  const auto next = text.find_first_not_of(" \t\r\n", quote + 1);
  return next != text.npos && text[next] == ':';
}

/// Whether members follow at once.
bool has_no_comma(std::string_view tail) {
  const auto next = tail.find_first_not_of(" \t\r\n");
  return next != tail.npos && tail[next] == '"';
}

/// Whether the last object ends where a value or colon is missing, so that what follows may be that value.
bool ends_with_gap(std::string_view text) {
  const auto brace = text.find_last_not_of(" \t\r\n");
  if (brace == text.npos || brace == 0 || text[brace] != '}') return false;
  const auto before = text.find_last_not_of(" \t\r\n", brace - 1);
  if (before == text.npos || before == 0) return false;
  if (text[before] != '"') return text[before] == ':' || text[before] == '[' || text[before] == ',';
  const auto quote = text.rfind('"', before - 1);
  const auto mark =
      quote == text.npos || quote == 0 ? text.npos : text.find_last_not_of(" \t\r\n", quote - 1);
  return mark != text.npos && (text[mark] == '{' || text[mark] == ',');
}

}  // namespace

/// Walks in `strict` once to see whether the element is right, and only then to hand out statements. False when it is not.
template <class Walk>
bool root_reader::walk_tried(std::uint64_t begin, std::uint64_t end, Walk walk) {
  const bool is_strict = options_.profile == wash_profile::strict;
  if (is_strict) {
    walker_.begin(true, false);
    account_.begin_trial();
    walk();
    const bool is_wrong = walker_.is_stopped();
    account_.end_trial(is_wrong, begin, end);
    if (is_wrong) return false;
  }
  walker_.begin(false, is_strict);
  walk();
  account_.explain_losses();
  return true;
}

/// The root is too large to wait for its end, or has none: its items are walked by what is known, if it has such items.
void root_reader::commit() {
  root_.is_committed = true;
  if (!root_.is_cut) return abandon_root(errc::statement_too_long, "a root longer than the limit");
  if (!enter(nullptr)) {
    had_context_ = true;
    if (!root_.is_skipped()) abandon_root(errc::json_ld_invalid, "its own members cannot be read");
    return;
  }
  for (const auto& end : std::exchange(root_.ends, {})) {
    read_items(root_.first_item, end.at);
    pass(end);
  }
  if (root_.items_end != 0) read_last_items();
}

void root_reader::read_whole(std::uint64_t end) {
  const auto text = source(root_.begin, end);
  const bool is_read = parser_.parse(text.text, json_chunk::value, tree_);
  if (!is_read || parser_.has_gap())
    had_context_ = had_context_ || text.text.find("@context") != text.text.npos;
  if (!is_read) {
    if (root_.is_cut && root_.items_end != 0) return read_split(end);
    const auto next = root_.behind;
    const bool is_alone = next == scan_event::sequel::other || next == scan_event::sequel::root;
    if ((is_alone && read_around_damage(end)) || read_before_damage(end)) return;
    return refuse(root_.begin, root_.begin, end);
  }
  const auto behind = root_.behind;
  const bool is_behind_closer = behind == scan_event::sequel::closer;
  const bool may_go_on =
      is_behind_closer || behind == scan_event::sequel::value || behind == scan_event::sequel::item;
  const bool is_strict = options_.profile == wash_profile::strict;
  const bool lacks_value = behind == scan_event::sequel::root && ends_with_gap(text.text);
  // Items are told apart by what stands around them; elsewhere the bracket too many may close what is damaged.
  const auto items_end = root_.is_cut ? std::max(root_.items_end, root_.items_begin) : root_.items_begin;
  const auto is_error = [](const json_fault& fault) {
    return fault.rule == errc::syntax_error || fault.rule == errc::unbalanced_bracket;
  };
  const bool may_lack_opener =
      is_behind_closer && std::ranges::any_of(parser_.faults(), [&](const json_fault& fault) {
        const auto at = root_.begin + fault.begin;
        return is_error(fault) && (at < root_.items_begin || at >= items_end);
      });
  const bool may_be_two = parser_.may_hold_two(is_behind_closer);
  if (may_be_two || lacks_value || may_lack_opener || (may_go_on && parser_.has_gap()) ||
      (is_behind_closer && parser_.give_up_behind_braces() && is_strict)) {
    is_damaged_ = true;
    abandon_root(errc::syntax_error,
                 may_be_two ? two_in_one : "a bracket too many closed it, or a part of it, too early");
    return skip_root(end);
  }
  if (!may_be_read(find_member(tree_.root(), "@context"))) return skip_root(end);
  is_damaged_ = std::ranges::any_of(parser_.faults(), is_error);
  report_faults(root_.begin);
  walk_root(text, end);
}

void root_reader::walk_root(const source_text& text, std::uint64_t end) {
  walker_.read_from(text);
  const bool is_right =
      walk_tried(root_.begin, end, [&] { walker_.walk_top(start_context_, tree_.root(), true); });
  if (!is_right) return account_.quarantine(root_.begin, end);
  account_.settle(end, walker_.has_emitted() ? span_kind::statement : span_kind::syntax);
}

/// A root whose items are many, or damaged: it is entered by what stands around them.
void root_reader::read_split(std::uint64_t end) {
  if (!has_sure_end(end)) {
    is_damaged_ = had_context_ = true;
    abandon_root(errc::syntax_error, "it is damaged, and its end may be that of an element");
    return skip_root(end);
  }
  if (!enter(&end)) return root_.is_skipped() ? skip_root(end) : account_.quarantine(root_.begin, end);
  const bool has_emitted = root_.has_emitted;
  for (const auto& one : root_.ends) {
    read_items(root_.first_item, one.at);
    pass(one);
  }
  read_items(root_.first_item, root_.items_end);
  account_.settle(end, has_emitted ? span_kind::statement : span_kind::syntax);
}

/// Whether the array ends where it seems to, as far as that matters: within a broken element a bracket may belong to that, and what
/// follows too.
bool root_reader::has_sure_end(std::uint64_t end) {
  const bool has_tail = !is_blank(text_.slice(root_.items_end + 1, end - 1));
  const auto behind = root_.behind;
  if (behind == scan_event::sequel::value || behind == scan_event::sequel::item ||
      (has_tail && behind == scan_event::sequel::closer))
    return parser_.parse(text_.slice(root_.begin, end), json_chunk::value, tree_) && !parser_.has_gap();
  if (!has_tail) return true;
  return parser_.parse(text_.slice(root_.last_item, root_.items_end), json_chunk::items, tree_) &&
         !parser_.has_loss();
}

/// Whether the root may stand for itself; else it is given up.
bool root_reader::may_be_read(const json_node* context) {
  had_context_ = had_context_ || context != nullptr;
  if (!root_.needs_context || context != nullptr) return true;
  abandon_root(errc::syntax_error, chunk_of_a_value);
  return false;
}

/// Reads the root's own members; with `end`, also those after the array. False when nothing of the root can be read.
bool root_reader::enter(const std::uint64_t* end) {
  const auto head = source(root_.begin, root_.items_begin);
  if (!parser_.parse(head.text, json_chunk::head, tree_)) {
    refuse(head.offset, head.offset, end != nullptr ? *end : root_.items_begin);
    return false;
  }
  report_faults(head.offset);
  const json_node* tail = nullptr;
  source_text tail_text;
  if (end != nullptr) {
    tail_text = source(root_.items_end + 1, *end);
    const bool is_swapped =
        ends_in_empty_place(text_.slice(root_.begin, tail_text.offset)) && has_no_comma(tail_text.text);
    if (is_swapped) {
      abandon_root(errc::syntax_error, "a bracket in the place of another");
      return false;
    }
    if (!parser_.parse(tail_text.text, json_chunk::tail, tail_tree_)) {
      refuse(tail_text.offset, root_.begin, *end);  // it may name the graph of all items
      return false;
    }
    report_faults(tail_text.offset);
    tail = &tail_tree_.root();
  }
  const auto* context = find_member(tree_.root(), "@context");
  if (context == nullptr && tail != nullptr) context = find_member(*tail, "@context");
  if (!may_be_read(context)) return false;
  const bool is_right = walk_tried(root_.begin, end != nullptr ? *end : root_.items_begin, [&] {
    root_.entered = walker_.enter_root(start_context_, tree_.root(), head, tail, tail_text);
  });
  root_.has_emitted = walker_.has_emitted();
  if (!is_right || !root_.entered.is_open) return false;
  account_.settle(root_.items_begin, root_.has_emitted ? span_kind::statement : span_kind::syntax);
  return true;
}

/// What follows the items of a root that was entered without it.
void root_reader::read_late_tail(std::uint64_t end) {
  const auto begin = root_.items_end + 1;
  account_.settle(begin, span_kind::syntax);
  if (end - begin > options_.limits.node_object_bytes) return skip_item(begin, end);
  const auto text = source(begin, end);
  if (!parser_.parse(text.text, json_chunk::tail, tree_)) return refuse(begin, begin, end);
  report_faults(begin);
  walker_.begin(false, false);
  walker_.read_from(text);
  walker_.refuse_tail(root_.entered, tree_.root());
  account_.explain_losses();
  account_.settle(end, span_kind::syntax);
}

/// Walks the items that wait; the last of them begins at `last` and may be too long.
void root_reader::flush_items(std::uint64_t last, std::uint64_t end) {
  if (end - last <= options_.limits.node_object_bytes) return read_items(root_.first_item, end);
  read_items_before(last);
  skip_item(last, end);
}

/// Walks what waits before the item that begins at `last`, without the comma between them.
void root_reader::read_items_before(std::uint64_t last) {
  if (last <= root_.first_item) return;
  const bool has_comma = text_.slice(last - 1, last) == ",";
  read_items(root_.first_item, has_comma ? last - 1 : last);
  account_.settle(last, span_kind::syntax);
}

void root_reader::read_items(std::uint64_t begin, std::uint64_t end) {
  if (begin >= end || !sink_result_) return;
  const auto text = source(begin, end);
  if (!parser_.parse(text.text, json_chunk::items, tree_) || parser_.may_hold_two())
    return read_items_singly(begin, end);
  report_faults(begin);
  for (const auto& item : json_items(tree_.root())) {
    if (!sink_result_) return;
    walk_item(item, begin);
  }
  account_.settle(end, span_kind::syntax);
}

void root_reader::walk_item(const json_node& item, std::uint64_t offset) {
  account_.settle(offset + item.begin, span_kind::syntax);
  walker_.read_from({text_.slice(offset, offset + tree_.root().end), offset});
  const bool is_right = walk_tried(offset + item.begin, offset + item.end,
                                   [&] { walker_.walk_root_item(root_.entered, item); });
  if (!is_right) return account_.quarantine(offset + item.begin, offset + item.end);
  account_.settle(offset + item.end, walker_.has_emitted() ? span_kind::statement : span_kind::syntax);
}

/// One of the items is broken: each is parsed alone, so that only that one is lost.
void root_reader::read_items_singly(std::uint64_t begin, std::uint64_t end) {
  json_scanner scanner(0, options_.limits.node_object_bytes);
  scanner.enter_items(begin);
  auto first = begin;
  while (sink_result_) {
    const auto event = scanner.scan(text_.slice(begin, end), begin, true);
    if (event.what == scan_event::kind::need_more) break;
    if (event.what != scan_event::kind::item_end) continue;
    // A member among the items: a brace too many ended its object too early, so that nothing of it can be trusted.
    if (begins_with_member(text_.slice(event.next, end))) continue;
    if (event.next == event.at && ends_with_gap(text_.slice(first, event.at))) continue;
    read_item(first, event.at);
    pass(event);
    first = event.next;
  }
  if (first > begin && is_blank(text_.slice(first, end)))
    account_.report(errc::lenient_json, treatment_of(errc::lenient_json, options_.profile), end, end,
                    "a comma before the end");
  read_item(first, end);
  account_.settle(end, span_kind::syntax);
}

void root_reader::read_item(std::uint64_t begin, std::uint64_t end) {
  auto text = text_.slice(begin, end);
  while (!text.empty() && is_white_space(text.front())) text.remove_prefix(1), ++begin;
  while (!text.empty() && is_white_space(text.back())) text.remove_suffix(1), --end;
  if (text.empty()) return;
  account_.settle(begin, span_kind::syntax);
  if (!parser_.parse(text, json_chunk::items, tree_)) {
    if (!read_cut_item(begin, end)) refuse(begin, begin, end);
    return;
  }
  if (parser_.may_hold_two()) {
    account_.report(errc::syntax_error, treatment::skip, begin, end, two_in_one);
    return account_.quarantine(begin, end);
  }
  report_faults(begin);
  for (const auto& item : json_items(tree_.root())) walk_item(item, begin);
  account_.settle(end, span_kind::syntax);
}

/// Tells the faults of the last parse, whose text stands at `offset`.
void root_reader::report_faults(std::uint64_t offset) {
  account_.forget_skips();
  for (const auto& fault : parser_.faults()) {
    const auto begin = offset + fault.begin, end = offset + fault.end;
    account_.report(fault.rule, fault.done, begin, end, fault.message, fault.after);
    if (fault.rule == errc::repeated_key) account_.lose(begin, end);
  }
}

/// The last parse failed: what it read is in quarantine, with its last fault as the reason.
void root_reader::refuse(std::uint64_t offset, std::uint64_t begin, std::uint64_t end) {
  is_damaged_ = true;
  const auto& fault = parser_.faults().back();
  account_.report(
      {fault.rule, treatment::skip, begin, end, offset + fault.begin, std::string(fault.message), {}});
  account_.quarantine(begin, end);
}

bool root_reader::on_walk_statement(const statement_view& statement) {
  sink_result_ = sink_->on_statement(statement);
  return sink_result_.has_value();
}

}  // namespace laundromat::jsonld
