// Implements item_reader: reads many items at once, and each alone when that fails.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/root/item_reader.hpp"

#include "core/rdf/jsonld/json/json_scanner.hpp"
#include "core/rdf/jsonld/json/json_syntax.hpp"

namespace laundromat::jsonld {

namespace {

bool begins_with_member(std::string_view text) {
  while (!text.empty() && is_white_space(text.front())) text.remove_prefix(1);
  if (!text.starts_with('"')) return false;
  const auto quote = text.find('"', 1);
  if (quote == text.npos) return false;
  const auto next = text.find_first_not_of(" \t\r\n", quote + 1);
  return next != text.npos && text[next] == ':';
}

}  // namespace

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

void item_reader::pass(const scan_event& end) {
  with_.account.account_to(end.next, span_kind::syntax);
  if (end.next == end.at)
    with_.account.report(errc::lenient_json, treatment_of(errc::lenient_json, with_.options.profile), end.at,
                         end.at, "a missing comma", ",");
}

void item_reader::report_last_comma(std::uint64_t end) {
  with_.account.report(errc::lenient_json, treatment_of(errc::lenient_json, with_.options.profile), end, end,
                       "a comma before the end");
}

void item_reader::report_faults(std::uint64_t offset) {
  with_.account.report_faults(with_.parser.faults(), offset);
}

void item_reader::read_items(const open_root& root, std::uint64_t begin, std::uint64_t end) {
  if (begin >= end || !with_.outcome) return;
  const auto text = with_.text.slice(begin, end);
  if (!with_.parser.parse(text, json_chunk::items, with_.tree) || with_.parser.may_hold_two())
    return read_singly(root, begin, end);
  report_faults(begin);
  for (const auto& item : json_items(with_.tree.root())) {
    if (!with_.outcome) return;
    walk(root, item, begin);
  }
  with_.account.account_to(end, span_kind::syntax);
}

void item_reader::walk(const open_root& root, const json_node& item, std::uint64_t offset) {
  with_.account.account_to(offset + item.begin, span_kind::syntax);
  with_.walker.read_from({with_.text.slice(offset, offset + with_.tree.root().end), offset});
  const bool is_right =
      walk_tried(offset + item.begin, offset + item.end, [&] { with_.walker.walk_root_item(root, item); });
  if (!is_right) return with_.account.quarantine(offset + item.begin, offset + item.end);
  with_.account.account_to(offset + item.end,
                           with_.walker.has_emitted() ? span_kind::statement : span_kind::syntax);
}

/// One of the items is broken: each is parsed alone, so that only that one is lost.
void item_reader::read_singly(const open_root& root, std::uint64_t begin, std::uint64_t end) {
  json_scanner scanner(0, with_.options.limits.node_object_bytes);
  scanner.enter_items(begin);
  auto first = begin;
  while (with_.outcome) {
    const auto event = scanner.scan(with_.text.slice(begin, end), begin, true);
    if (event.what == scan_event::kind::need_more) break;
    if (event.what != scan_event::kind::item_end) continue;
    // A member among the items: a brace too many ended its object too early, so that nothing of it can be trusted.
    if (begins_with_member(with_.text.slice(event.next, end))) continue;
    if (event.next == event.at && ends_with_gap(with_.text.slice(first, event.at))) continue;
    read_item(root, first, event.at);
    pass(event);
    first = event.next;
  }
  if (first > begin && is_blank(with_.text.slice(first, end))) report_last_comma(end);
  read_item(root, first, end);
  with_.account.account_to(end, span_kind::syntax);
}

void item_reader::read_item(const open_root& root, std::uint64_t begin, std::uint64_t end) {
  auto text = with_.text.slice(begin, end);
  while (!text.empty() && is_white_space(text.front())) text.remove_prefix(1), ++begin;
  while (!text.empty() && is_white_space(text.back())) text.remove_suffix(1), --end;
  if (text.empty()) return;
  with_.account.account_to(begin, span_kind::syntax);
  if (!with_.parser.parse(text, json_chunk::items, with_.tree)) {
    if (!read_cut(root, begin, end)) refuse(begin, begin, end);
    return;
  }
  if (with_.parser.may_hold_two()) {
    with_.account.report(errc::syntax_error, treatment::skip, begin, end, two_in_one);
    return with_.account.quarantine(begin, end);
  }
  report_faults(begin);
  for (const auto& item : json_items(with_.tree.root())) walk(root, item, begin);
  with_.account.account_to(end, span_kind::syntax);
}

/// After a refusal: an item that lacks its end and nothing else. More of it may have followed.
bool item_reader::read_cut(const open_root& root, std::uint64_t begin, std::uint64_t end) {
  const auto text = with_.text.slice(begin, end);
  const bool is_cut = with_.parser.faults().back().rule == errc::unterminated && text.front() == '{';
  if (!is_cut || with_.options.profile == wash_profile::strict) return false;
  if (!with_.parser.parse(text, json_chunk::cut, with_.tree) || !with_.parser.is_sound())
    return (void)with_.parser.parse(text, json_chunk::items, with_.tree), false;
  with_.parser.give_up_before_end();
  with_.tree.nodes[0].is_cut = true;
  report_faults(begin);
  const auto cut = begin + with_.parser.cut_begin();
  with_.account.lose(cut, end);
  with_.account.report(errc::unterminated, treatment::skip, cut, end, "the text ends inside a value");
  walk(root, with_.tree.root(), begin);
  with_.account.explain_losses();
  with_.account.account_to(end, span_kind::syntax);
  return true;
}

void item_reader::refuse(std::uint64_t offset, std::uint64_t begin, std::uint64_t end) {
  is_damaged_ = true;
  const auto& fault = with_.parser.faults().back();
  with_.account.report(
      {fault.rule, treatment::skip, begin, end, offset + fault.begin, std::string(fault.message), {}});
  with_.account.quarantine(begin, end);
}

}  // namespace laundromat::jsonld
