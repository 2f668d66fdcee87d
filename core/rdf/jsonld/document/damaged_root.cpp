// Implements damaged_root: reads the undamaged parts of a damaged root, one at a time.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/document/damaged_root.hpp"

#include <algorithm>
#include <iterator>

#include "core/rdf/jsonld/json/damage_range.hpp"
#include "core/rdf/jsonld/json/json_syntax.hpp"
#include "core/rdf/jsonld/json/stray_brackets.hpp"

namespace laundromat::jsonld {

namespace {

constexpr std::size_t most_ranges = 16;  ///< for each of them a damaged root is parsed once more

/// Whether a quote is missing or too many in the items of a root, so that no bracket is missing, and the only bracket that ends an array
/// is followed by the last brace.
bool ends_with_its_array(std::string_view items) {
  auto quotes = std::size_t{0};
  for (std::size_t at = 0; at < items.size(); ++at) {
    if (items[at] == '\\')
      ++at;
    else if (items[at] == '"')
      ++quotes;
  }
  const auto bracket = items.find(']');
  const auto brace = bracket == items.npos ? bracket : items.find_first_not_of(" \t\r\n", bracket + 1);
  return quotes % 2 != 0 && brace != items.npos && items[brace] == '}' && is_blank(items.substr(brace + 1));
}

}  // namespace

bool damaged_root::may_be_repaired(std::uint64_t begin, std::uint64_t end) const {
  return with_.options.profile != wash_profile::strict &&
         end - begin <= with_.options.limits.node_object_bytes;
}

void damaged_root::report_faults(std::uint64_t offset) {
  with_.account.report_faults(with_.parser.faults(), offset);
}

bool damaged_root::parse_cut(std::uint64_t begin, std::uint64_t end) {
  if (!may_be_repaired(begin, end)) return false;
  if (!with_.parser.parse(slice(begin, end), json_chunk::cut, with_.tree) || !with_.parser.is_sound())
    return false;
  with_.parser.give_up_before_end();
  return true;
}

void damaged_root::report_cut(std::uint64_t begin, std::uint64_t end, errc rule, std::string_view message) {
  report_faults(begin);
  const auto cut = begin + with_.parser.cut_begin();
  with_.account.lose(cut, end);
  with_.account.report(rule, treatment::skip, cut, end, message);
}

bool damaged_root::read_before_damage(std::uint64_t begin, std::uint64_t end) {
  if (!may_be_repaired(begin, end)) return false;
  const auto text = slice(begin, end);
  const auto read = [&](json_chunk chunk, std::size_t size) {
    return with_.parser.parse(text.substr(0, size), chunk, with_.tree);
  };
  const auto fault = with_.parser.faults().back();
  const bool is_whole = read(json_chunk::value, with_.parser.first_fault());
  if (!is_whole && read(json_chunk::cut, with_.parser.open_member()) && with_.parser.is_sound()) {
    with_.parser.give_up_behind_braces();
    with_.parser.give_up_before_end();
    const auto* context = find_member(with_.tree.root(), "@context");
    if (context != nullptr && context->is_whole() && with_.parser.is_lined_up()) {
      report_cut(begin, end, fault.rule, fault.message);
      return true;
    }
  }
  return (void)read(json_chunk::value, text.size()), false;
}

bool damaged_root::read_around_damage(std::uint64_t root_begin, std::uint64_t end) {
  if (!may_be_repaired(root_begin, end)) return false;
  const auto text = slice(root_begin, end);
  if (with_.parser.parse(text, json_chunk::value, with_.tree)) return false;
  auto ranges = find_lines(text, with_.parser.first_fault());
  for (const auto item : with_.parser.open_items()) {
    if (ranges.size() >= most_ranges) break;
    std::ranges::copy(find_items(text, item), std::back_inserter(ranges));
  }
  if (ranges.size() > most_ranges) ranges.resize(most_ranges);

  for (const auto& range : ranges) {
    leave_out(text, range, rest_);
    if (!with_.parser.parse(rest_, json_chunk::value, with_.tree) || !with_.parser.faults().empty()) continue;
    const auto* context = find_member(with_.tree.root(), "@context");
    if (context == nullptr || !mark_range(with_.tree, text, range)) continue;
    auto begin = root_begin + (range.value != 0 ? range.value : range.begin),
         range_end = root_begin + range.end;
    while (begin < range_end && is_white_space(slice(begin, begin + 1).front())) ++begin;
    while (begin < range_end && is_white_space(slice(range_end - 1, range_end).front())) --range_end;
    with_.account.lose(begin, range_end);
    with_.account.report(errc::syntax_error, treatment::skip, begin, range_end,
                         "the text is whole without it");
    return true;
  }
  return (void)with_.parser.parse(text, json_chunk::value, with_.tree), false;
}

bool damaged_root::read_early_end(std::uint64_t begin, std::uint64_t end) {
  if (!may_be_repaired(begin, end)) return false;
  if (!with_.parser.parse(slice(begin, end), json_chunk::value, with_.tree) || !with_.parser.is_sound())
    return false;
  with_.parser.give_up_behind_braces();
  const auto* context = find_member(with_.tree.root(), "@context");
  if (context == nullptr || !context->is_whole() || !with_.parser.is_lined_up()) return false;
  with_.tree.nodes[0].is_cut = with_.tree.nodes[0].is_torn = true;
  report_faults(begin);
  with_.account.lose(end - 1, end);
  with_.account.report(errc::syntax_error, treatment::skip, end - 1, end, ends_too_early);
  return true;
}

std::optional<std::uint64_t> damaged_root::find_items_end(std::uint64_t begin, std::uint64_t end,
                                                          bool is_list) {
  if (!may_be_repaired(begin, end)) return std::nullopt;
  auto item = slice(begin, end);
  const auto take = [&](char bracket) {
    while (!item.empty() && is_white_space(item.back())) item.remove_suffix(1);
    if (!item.ends_with(bracket)) return false;
    return item.remove_suffix(1), true;
  };
  if (!is_list && !take('}')) return std::nullopt;
  const bool lacks_bracket = !take(']');
  if (lacks_bracket && is_list) return std::nullopt;
  const auto chunk = lacks_bracket ? json_chunk::value : json_chunk::cut;
  const bool is_sound =
      with_.parser.parse(item, chunk, with_.tree) && with_.parser.is_sound() && with_.tree.root().is_object();
  const bool fits = is_sound && (lacks_bracket || with_.parser.cut_depth() == 1);
  return fits ? std::optional(begin + item.size()) : std::nullopt;
}

bool damaged_root::may_hold_tail(const open_array& root) {
  const auto items = slice(root.items_begin, root.end);
  if (ends_with_its_array(items)) return false;
  if (has_member_among_items(items)) return true;
  // Where roots follow one another, the next one may have been taken for an element.
  const bool has_more = items.find("\"@graph\"") != items.npos || items.find("\"@included\"") != items.npos;
  const auto text = slice(has_more ? root.root_begin : root.item_begin, root.end);
  const auto chunk = root.is_between_items && !has_more ? json_chunk::items : json_chunk::head;
  const auto& parser = with_.parser;
  const bool is_read = with_.parser.parse(text, chunk, with_.tree);
  const bool is_cut = is_read || parser.faults().back().rule == errc::unterminated;
  const auto hides_bracket = [&](const json_fault& one) {  // a comment
    const auto comment = text.substr(one.begin, one.end - one.begin);
    return comment.starts_with("//") && comment.find(']') != comment.npos;
  };
  if (!is_cut || std::ranges::any_of(parser.faults(), hides_bracket)) return true;
  if (parser.has_gap() && has_member_behind_array(items, false)) return true;
  return (parser.is_uneven() || parser.has_loss()) &&
         (has_member_behind_array(items, true) || has_member_behind_brace(items));
}

}  // namespace laundromat::jsonld
