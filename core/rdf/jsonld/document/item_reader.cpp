// Implements item_reader: reads many items at once, and each alone when that fails.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/document/item_reader.hpp"

#include "core/rdf/jsonld/json/json_scanner.hpp"
#include "core/rdf/jsonld/json/json_syntax.hpp"
#include "core/rdf/jsonld/json/stray_brackets.hpp"

namespace laundromat::jsonld {

namespace {

bool mentions(std::string_view item, std::string_view key) {
  return item.find(key) != item.npos;
}

bool is_absolute_name(std::string_view name) {
  return name.find("://") != name.npos || name.starts_with("_:");
}

/// Whether a name in the value would mean something else under a context: one with a prefix, or a relative reference.
bool has_short_names(const json_node& value) {
  for (const auto& item : json_items(value))
    if (has_short_names(item)) return true;
  for (const auto [key, inner] : json_members(value)) {
    const auto name = key->view();
    const bool is_keyword = name.starts_with('@');
    if (!is_keyword && name.find(':') != name.npos && !is_absolute_name(name)) return true;
    if ((name == "@id" || name == "@type") && inner->is_string() && !is_absolute_name(inner->view()))
      return true;
    if (has_short_names(*inner)) return true;
  }
  return false;
}

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

/// A comma before which no item is.
void item_reader::report_comma(std::uint64_t begin, std::uint64_t end) {
  const auto done = treatment_of(errc::lenient_json, with_.options.profile);
  with_.account.account_to(begin, span_kind::syntax);
  with_.account.report(errc::lenient_json, done, begin, end, "a comma too many");
  if (done == treatment::skip) with_.account.quarantine(begin, end);
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
  if (may_be_in_another(item)) {
    with_.account.report(errc::syntax_error, treatment::skip, offset + item.begin, offset + item.end,
                         part_of_an_item);
    return with_.account.quarantine(offset + item.begin, offset + item.end);
  }
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
    if (event.next > event.at && is_blank(with_.text.slice(first, event.at)))
      report_comma(event.at, event.next);
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
    return doubt_next(text);
  }
  if (with_.parser.may_hold_two()) {
    doubt_next(text);
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
  const auto* context = find_member(with_.tree.root(), "@context");
  if (is_list_ && (context == nullptr || !context->is_whole()) && has_short_names(with_.tree.root()))
    return (void)with_.parser.parse(text, json_chunk::items, with_.tree), false;
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

/// Behind a damaged item: the next ones may be in it, and so in another graph or context. In a list an item may have its context at its end.
/// Behind a member without its object, where no bracket is too many, they may be that object, or in it.
void item_reader::doubt_next(std::string_view item) {
  const auto brackets = measure_brackets(item);
  is_scope_unknown_ = is_scope_unknown_ || (is_list_ && (!brackets.are_even || brackets.may_hold_next));
  is_graph_unknown_ = is_graph_unknown_ || (brackets.are_even && has_member_among_items(item));
  const bool has_graph = mentions(item, "\"@graph\""), has_context = mentions(item, "\"@context\"");
  if (!brackets.may_hold_next) return;
  is_graph_unknown_ = is_graph_unknown_ || has_graph;
  is_context_unknown_ = is_context_unknown_ || has_context;
}

/// Whether an item means something else when it is in a damaged one before it.
bool item_reader::may_be_in_another(const json_node& item) const {
  if (is_graph_unknown_) return true;
  if (!is_context_unknown_ && !is_scope_unknown_) return false;
  return find_member(item, "@context") == nullptr && (is_context_unknown_ || has_short_names(item));
}

void item_reader::refuse(std::uint64_t offset, std::uint64_t begin, std::uint64_t end) {
  is_damaged_ = true;
  const auto& fault = with_.parser.faults().back();
  with_.account.report(
      {fault.rule, treatment::skip, begin, end, offset + fault.begin, std::string(fault.message), {}});
  with_.account.quarantine(begin, end);
}

}  // namespace laundromat::jsonld
