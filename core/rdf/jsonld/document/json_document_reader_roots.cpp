// Implements json_document_reader for the content of roots: parses and walks them, and handles their ends.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/rdf/jsonld/document/json_document_reader.hpp"
#include "core/rdf/jsonld/json/json_syntax.hpp"

namespace laundromat::jsonld {

namespace {

/// Whether members follow at once.
bool has_no_comma(std::string_view tail) {
  const auto next = tail.find_first_not_of(" \t\r\n");
  return next != tail.npos && tail[next] == '"';
}

/// Whether the array at the end of a head is a member of the root, and not of an object in it that lacks its brace.
bool ends_with_own_array(const json_node& head) {
  const json_node* last = nullptr;
  for (const auto one : json_members(head)) last = one.value;
  return last != nullptr && last->is_array() && last->span == 1;
}

}  // namespace

/// The root is too large to wait for its end, or has none: its items are walked by what is known, if it has such items.
void json_document_reader::commit() {
  root_.is_committed = true;
  if (!root_.is_cut) return abandon_root(errc::statement_too_long, "a root longer than the limit");
  if (!enter(nullptr)) {
    sequence_.note_context();
    if (!root_.is_skipped()) abandon_root(errc::json_ld_invalid, "its own members cannot be read");
    return;
  }
  for (const auto& end : std::exchange(root_.ends, {})) {
    items_.read_items(root_.entered, root_.first_item, end.at);
    pass(end);
  }
  if (root_.items_end != 0) read_last_items();
}

void json_document_reader::read_whole(std::uint64_t end) {
  const auto text = source(root_.begin, end);
  const bool is_read = parser_.parse(text.text, json_chunk::value, tree_);
  if ((!is_read || parser_.has_gap()) && text.text.find("@context") != text.text.npos)
    sequence_.note_context();
  if (!is_read) {
    if (root_.is_cut && root_.items_end != 0) return read_split(end);
    const auto next = root_.behind;
    sequence_.note_damaged(text.text, root_.behind, text_.slice(end, text_.end()));
    const bool is_alone = next == scan_event::sequel::other || next == scan_event::sequel::root;
    if ((is_alone && read_around_damage(end)) || read_before_damage(end)) return;
    return items_.refuse(root_.begin, root_.begin, end);
  }
  const auto behind = root_.behind;
  const bool is_behind_closer = behind == scan_event::sequel::closer || behind == scan_event::sequel::outer;
  const bool may_go_on =
      is_behind_closer || behind == scan_event::sequel::value || behind == scan_event::sequel::item;
  const bool is_strict = options_.profile == wash_profile::strict;
  const bool lacks_value = behind == scan_event::sequel::root && ends_with_gap(text.text);
  // Items are separated by what is around them; elsewhere the bracket too many may close what is damaged.
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
    items_.set_damaged(true);
    sequence_.note_damaged(text.text, root_.behind, text_.slice(end, text_.end()));
    abandon_root(errc::syntax_error,
                 may_be_two ? two_in_one : "a bracket too many closed it, or a part of it, too early");
    return skip_root(end);
  }
  if (!may_be_read(find_member(tree_.root(), "@context"))) return skip_root(end);
  items_.set_damaged(std::ranges::any_of(parser_.faults(), is_error));
  items_.report_faults(root_.begin);
  walk_root(end);
}

void json_document_reader::walk_root(std::uint64_t end) {
  walker_.read_from(source(root_.begin, end));
  const bool is_right =
      items_.walk_tried(root_.begin, end, [&] { walker_.walk_top(start_context_, tree_.root(), true); });
  if (!is_right) return account_.quarantine(root_.begin, end);
  account_.account_to(end, walker_.has_emitted() ? span_kind::statement : span_kind::syntax);
}

/// A root whose items are many, or damaged: it is entered by what is around them.
void json_document_reader::read_split(std::uint64_t end) {
  if (!has_sure_end(end)) {
    sequence_.note_context();
    items_.set_damaged(true);
    abandon_root(errc::syntax_error, "it is damaged, and its end may be that of an element");
    return skip_root(end);
  }
  if (!enter(&end)) return root_.is_skipped() ? skip_root(end) : account_.quarantine(root_.begin, end);
  const bool has_emitted = root_.has_emitted;
  for (const auto& one : root_.ends) {
    items_.read_items(root_.entered, root_.first_item, one.at);
    pass(one);
  }
  items_.read_items(root_.entered, root_.first_item, root_.items_end);
  account_.account_to(end, has_emitted ? span_kind::statement : span_kind::syntax);
}

/// Whether the array ends where it seems to, as far as that matters: within a broken element a bracket may belong to that, and what
/// follows too.
bool json_document_reader::has_sure_end(std::uint64_t end) {
  const bool has_tail = !is_blank(text_.slice(root_.items_end + 1, end - 1));
  const auto behind = root_.behind;
  if (behind == scan_event::sequel::value || behind == scan_event::sequel::item ||
      behind == scan_event::sequel::outer || (has_tail && behind == scan_event::sequel::closer))
    return parser_.parse(text_.slice(root_.begin, end), json_chunk::value, tree_) && !parser_.has_gap();
  if (!has_tail) return true;
  return parser_.parse(text_.slice(root_.last_item, root_.items_end), json_chunk::items, tree_) &&
         !parser_.has_loss();
}

/// Whether the root may be read on its own; else it is given up.
bool json_document_reader::may_be_read(const json_node* context) {
  if (context != nullptr) sequence_.note_context();
  if (sequence_.may_be_read(context != nullptr)) return true;
  abandon_root(errc::syntax_error, part_of_a_value);
  return false;
}

/// Reads the root's own members; with `end`, also those after the array. False when nothing of the root can be read.
bool json_document_reader::enter(const std::uint64_t* end) {
  const auto head = source(root_.begin, root_.items_begin);
  if (!parser_.parse(head.text, json_chunk::head, tree_)) {
    items_.refuse(head.offset, head.offset, end != nullptr ? *end : root_.items_begin);
    return false;
  }
  if (!ends_with_own_array(tree_.root())) {
    abandon_root(errc::syntax_error, "the array of its items may be in an object that lacks its brace");
    return false;
  }
  items_.report_faults(head.offset);
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
      items_.refuse(tail_text.offset, root_.begin, *end);  // it may name the graph of all items
      return false;
    }
    items_.report_faults(tail_text.offset);
    tail = &tail_tree_.root();
  }
  const auto* context = find_member(tree_.root(), "@context");
  if (context == nullptr && tail != nullptr) context = find_member(*tail, "@context");
  if (!may_be_read(context)) return false;
  const bool is_right = items_.walk_tried(root_.begin, end != nullptr ? *end : root_.items_begin, [&] {
    root_.entered = walker_.enter_root(start_context_, tree_.root(), head, tail, tail_text);
  });
  root_.has_emitted = walker_.has_emitted();
  if (!is_right || !root_.entered.is_open) return false;
  account_.account_to(root_.items_begin, root_.has_emitted ? span_kind::statement : span_kind::syntax);
  return true;
}

/// What follows the items of a root that was entered without it.
void json_document_reader::read_late_tail(std::uint64_t end) {
  const auto begin = root_.items_end + 1;
  account_.account_to(begin, span_kind::syntax);
  if (end - begin > options_.limits.node_object_bytes) return skip_item(begin, end);
  const auto text = source(begin, end);
  if (!parser_.parse(text.text, json_chunk::tail, tree_)) return items_.refuse(begin, begin, end);
  items_.report_faults(begin);
  walker_.begin(false, false);
  walker_.read_from(text);
  walker_.refuse_tail(root_.entered, tree_.root());
  account_.explain_losses();
  account_.account_to(end, span_kind::syntax);
}

/// Walks the items that wait; the last of them begins at `last` and may be too long.
void json_document_reader::flush_items(std::uint64_t last, std::uint64_t end) {
  if (end - last <= options_.limits.node_object_bytes)
    return items_.read_items(root_.entered, root_.first_item, end);
  read_items_before(last);
  skip_item(last, end);
}

/// Walks what waits before the item that begins at `last`, without the comma between them.
void json_document_reader::read_items_before(std::uint64_t last) {
  if (last <= root_.first_item) return;
  const bool has_comma = text_.slice(last - 1, last) == ",";
  items_.read_items(root_.entered, root_.first_item, has_comma ? last - 1 : last);
  account_.account_to(last, span_kind::syntax);
}

/// Reads a root that lacks its end, if nothing else is wrong with it. False when it cannot be read.
bool json_document_reader::read_cut(std::uint64_t end) {
  if (!damaged_.parse_cut(root_.begin, end)) return false;
  const auto* context = find_member(tree_.root(), "@context");
  if ((context == nullptr && tree_.root().is_cut) || !may_be_read(context)) return false;
  damaged_.report_cut(root_.begin, end, errc::unterminated, "the document ends inside its root");
  walk_root(end);
  return true;
}

bool json_document_reader::read_around_damage(std::uint64_t end) {
  return !root_.is_cut && damaged_.read_around_damage(root_.begin, end) && walk_damaged(end);
}

bool json_document_reader::read_before_damage(std::uint64_t end) {
  return !root_.is_cut && damaged_.read_before_damage(root_.begin, end) && walk_damaged(end);
}

bool json_document_reader::read_early_end(std::uint64_t end) {
  return !root_.is_cut && damaged_.read_early_end(root_.begin, end) && walk_damaged(end);
}

/// Walks the part of a damaged root that can be read, which has a context.
bool json_document_reader::walk_damaged(std::uint64_t end) {
  sequence_.note_context();
  items_.set_damaged(true);
  walk_root(end);
  return true;
}

/// The document ends within a root: its complete items are kept.
void json_document_reader::close_open_root() {
  const auto end = text_.end();
  if (!root_.is_skipped() && !root_.is_committed) {
    const bool has_doubtful_end = root_.is_cut && may_hold_tail();
    if (root_.is_cut && !has_doubtful_end &&
        (root_.items_end == 0 || is_blank(text_.slice(root_.items_end + 1, end))))
      commit();
    else if ((root_.items_end != 0 || !root_.is_cut) &&
             (read_cut(end) || read_around_damage(end) || read_before_damage(end)))
      return;
    else if (!root_.is_skipped())
      abandon_root(errc::unterminated,
                   has_doubtful_end
                       ? "the document ends inside its root, and members behind its array may be "
                         "within a damaged element: the graph and context of all elements are unknown"
                       : "the document ends inside its root");
  }
  if (root_.is_skipped()) return skip_root(end);
  if (root_.items_end == 0) return close_open_items();
  account_.account_to(root_.items_end + 1, span_kind::syntax);
  if (end - root_.items_end - 1 > options_.limits.node_object_bytes)
    return skip_item(root_.items_end + 1, end);
  account_.report(errc::unterminated, treatment::skip, root_.items_end + 1, end,
                  "the document ends inside its root");
  account_.quarantine(root_.items_end + 1, end);
}

/// Where the array of a root ends that never ends.
std::optional<std::uint64_t> json_document_reader::find_items_end() {
  if (!root_.is_cut) return std::nullopt;
  return damaged_.find_items_end(scanner_.item_begin(), text_.end(), root_.is_list);
}

/// Whether a root that never ends may have the end of its array within a broken element, and then members that name the graph of all.
bool json_document_reader::may_hold_tail() {
  if (root_.items_end != 0 || find_items_end()) return false;
  return damaged_.may_hold_tail(
      {root_.begin, root_.items_begin, scanner_.item_begin(), text_.end(), scanner_.is_between_items()});
}

void json_document_reader::close_open_items() {
  const auto end = text_.end(), last = scanner_.item_begin();
  read_items_before(last);
  if (end - last > options_.limits.node_object_bytes) return skip_item(last, end);
  if (const auto items_end = find_items_end()) {
    items_.read_item(root_.entered, last, *items_end);
    if (parser_.cut_depth() == 0)
      account_.report(errc::unterminated, treatment::skip, *items_end, *items_end, "the array lacks its end");
    return account_.account_to(end, span_kind::syntax);
  }
  // A bracket or comma that was left out, and a bracket that is missing at the end: the two may be one bracket that comes too early, or
  // another in its place. And a first bracket that may be one too many decides whether a graph has a name.
  const auto is_sure = [&] {
    const auto text = text_.slice(last, end);
    if (root_.is_list && text.find("\"@graph\"") != text.npos) return false;
    return !parser_.parse(text, json_chunk::items, tree_) || (!parser_.is_uneven() && !parser_.has_gap());
  };
  if (scanner_.is_between_items() && is_sure()) {
    items_.read_items(root_.entered, last, end);
    return account_.report(errc::unterminated, treatment::skip, end, end,
                           "the document ends inside its root");
  }
  auto begin = last;
  while (begin < end && is_white_space(text_.slice(begin, begin + 1).front())) ++begin;
  account_.account_to(begin, span_kind::syntax);
  account_.report(errc::unterminated, treatment::skip, begin, end, "the document ends inside an element");
  account_.quarantine(begin, end);
}

}  // namespace laundromat::jsonld
