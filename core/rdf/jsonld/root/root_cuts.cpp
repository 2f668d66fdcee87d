// Roots and items that lack their end, end too early, or are damaged within.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <iterator>

#include "core/rdf/jsonld/json/damage_range.hpp"
#include "core/rdf/jsonld/json/json_syntax.hpp"
#include "core/rdf/jsonld/root/root_reader.hpp"

namespace laundromat::jsonld {

namespace {

constexpr std::size_t most_sites = 16;  ///< for each of them a damaged root is parsed once more

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

bool root_reader::may_be_repaired(std::uint64_t begin, std::uint64_t end) const {
  return options_.profile != wash_profile::strict && end - begin <= options_.limits.node_object_bytes;
}

/// The document ends within a root: its complete items are kept.
void root_reader::close_open_root() {
  const auto end = text_.end();
  if (!root_.is_skipped() && !root_.is_committed) {
    if (root_.is_cut && !may_hold_tail() &&
        (root_.items_end == 0 || is_blank(text_.slice(root_.items_end + 1, end))))
      commit();
    else if ((root_.items_end != 0 || !root_.is_cut) &&
             (read_cut(end) || read_around_damage(end) || read_before_damage(end)))
      return;
    else if (!root_.is_skipped())
      abandon_root(errc::unterminated, "the document ends inside its root");
  }
  if (root_.is_skipped()) return skip_root(end);
  if (root_.items_end == 0) return close_open_items();
  account_.settle(root_.items_end + 1, span_kind::syntax);
  if (end - root_.items_end - 1 > options_.limits.node_object_bytes)
    return skip_item(root_.items_end + 1, end);
  account_.report(errc::unterminated, treatment::skip, root_.items_end + 1, end,
                  "the document ends inside its root");
  account_.quarantine(root_.items_end + 1, end);
}

/// Where the array of a root ends that never ends, because its last item lacks its brace, or the array its bracket: nothing else is
/// wrong with that item, and the brackets behind it end the document.
std::optional<std::uint64_t> root_reader::find_items_end() {
  const auto begin = scanner_.item_begin(), end = text_.end();
  if (!root_.is_cut || !may_be_repaired(begin, end)) return std::nullopt;
  auto item = text_.slice(begin, end);
  const auto take = [&](char bracket) {
    while (!item.empty() && is_white_space(item.back())) item.remove_suffix(1);
    if (!item.ends_with(bracket)) return false;
    return item.remove_suffix(1), true;
  };
  if (!root_.is_list && !take('}')) return std::nullopt;
  const bool lacks_bracket = !take(']');
  if (lacks_bracket && root_.is_list) return std::nullopt;
  const auto chunk = lacks_bracket ? json_chunk::value : json_chunk::cut;
  const bool is_sound = parser_.parse(item, chunk, tree_) && parser_.is_sound() && tree_.root().is_object();
  const bool fits = is_sound && (lacks_bracket || parser_.cut_depth() == 1);
  return fits ? std::optional(begin + item.size()) : std::nullopt;
}

/// Whether a root that never ends may have the end of its array within a broken element, and then members that name the graph of all.
bool root_reader::may_hold_tail() {
  if (root_.items_end != 0 || find_items_end()) return false;
  const auto items = text_.slice(root_.items_begin, text_.end());
  if (!has_member_behind_array(items) && !has_member_behind_brace(items)) return false;
  if (ends_with_its_array(items)) return false;
  // Where roots follow one another, the next one may have been taken for an element.
  const bool has_more = items.find("\"@graph\"") != items.npos || items.find("\"@included\"") != items.npos;
  const auto begin = has_more ? root_.begin : scanner_.item_begin();
  const auto chunk = scanner_.is_between_items() && !has_more ? json_chunk::items : json_chunk::head;
  const bool is_read = parser_.parse(text_.slice(begin, text_.end()), chunk, tree_);
  const bool is_cut = is_read || parser_.faults().back().rule == errc::unterminated;
  return !is_cut || parser_.is_uneven() || parser_.has_loss();
}

void root_reader::close_open_items() {
  const auto end = text_.end(), last = scanner_.item_begin();
  read_items_before(last);
  if (end - last > options_.limits.node_object_bytes) return skip_item(last, end);
  if (const auto items_end = find_items_end()) {
    read_item(last, *items_end);
    if (parser_.cut_depth() == 0)
      account_.report(errc::unterminated, treatment::skip, *items_end, *items_end, "the array lacks its end");
    return account_.settle(end, span_kind::syntax);
  }
  // A bracket or comma that was left out, and a bracket that is missing at the end: the two may be one bracket that stands too early, or
  // another in its place. And a first bracket that may be one too many decides whether a graph has a name.
  const auto is_sure = [&] {
    const auto text = text_.slice(last, end);
    if (root_.is_list && text.find("\"@graph\"") != text.npos) return false;
    return !parser_.parse(text, json_chunk::items, tree_) || (!parser_.is_uneven() && !parser_.has_gap());
  };
  if (scanner_.is_between_items() && is_sure()) {
    read_items(last, end);
    return account_.report(errc::unterminated, treatment::skip, end, end,
                           "the document ends inside its root");
  }
  auto begin = last;
  while (begin < end && is_white_space(text_.slice(begin, begin + 1).front())) ++begin;
  account_.settle(begin, span_kind::syntax);
  account_.report(errc::unterminated, treatment::skip, begin, end, "the document ends inside an element");
  account_.quarantine(begin, end);
}

/// Reads a root that lacks its end, if nothing else is wrong with it. False when it cannot be read.
bool root_reader::read_cut(std::uint64_t end) {
  if (!may_be_repaired(root_.begin, end)) return false;
  const auto text = source(root_.begin, end);
  if (!parser_.parse(text.text, json_chunk::cut, tree_) || !parser_.is_sound()) return false;
  parser_.give_up_before_end();
  const auto* context = find_member(tree_.root(), "@context");
  if ((context == nullptr && tree_.root().is_cut) || !may_be_read(context)) return false;
  walk_cut(text, end, errc::unterminated, "the document ends inside its root");
  return true;
}

/// Reads what stands in a root before the member in which a damage shows, but for what a bracket too many or too few before that may have
/// put into another object. Whatever follows cannot change what it means, for the context is known. After a refusal, whose faults are
/// found again when nothing can be read.
bool root_reader::read_before_damage(std::uint64_t end) {
  if (root_.is_cut || !may_be_repaired(root_.begin, end)) return false;
  const auto text = source(root_.begin, end);
  const auto read = [&](json_chunk chunk, std::size_t size) {
    return parser_.parse(text.text.substr(0, size), chunk, tree_);
  };
  const auto fault = parser_.faults().back();
  const bool is_whole = read(json_chunk::value, parser_.first_fault());
  if (!is_whole && read(json_chunk::cut, parser_.open_member()) && parser_.is_sound()) {
    parser_.give_up_behind_braces();
    parser_.give_up_before_end();
    const auto* context = find_member(tree_.root(), "@context");
    if (context != nullptr && context->is_whole() && parser_.is_lined_up()) {
      is_damaged_ = had_context_ = true;
      walk_cut(text, end, fault.rule, fault.message);
      return true;
    }
  }
  return (void)read(json_chunk::value, text.text.size()), false;
}

/// Walks the tree of a root that was read as a `cut`; what that left out is lost.
void root_reader::walk_cut(const source_text& text, std::uint64_t end, errc rule, std::string_view message) {
  report_faults(root_.begin);
  const auto cut = root_.begin + parser_.cut_begin();
  account_.lose(cut, end);
  account_.report(rule, treatment::skip, cut, end, message);
  walk_root(text, end);
}

/// Reads a root of which one member or item is damaged, and all else is whole without it. False when it is not sure which one that is.
bool root_reader::read_around_damage(std::uint64_t end) {
  if (root_.is_cut || !may_be_repaired(root_.begin, end)) return false;
  const auto text = source(root_.begin, end);
  if (parser_.parse(text.text, json_chunk::value, tree_)) return false;
  auto sites = find_lines(text.text, parser_.first_fault());
  for (const auto item : parser_.open_items()) {
    if (sites.size() >= most_sites) break;
    std::ranges::copy(find_items(text.text, item), std::back_inserter(sites));
  }
  if (sites.size() > most_sites) sites.resize(most_sites);
  std::string rest;
  for (const auto& site : sites) {
    leave_out(text.text, site, rest);
    if (!parser_.parse(rest, json_chunk::value, tree_) || !parser_.faults().empty()) continue;
    const auto* context = find_member(tree_.root(), "@context");
    if (context == nullptr || !mark_site(tree_, text.text, site)) continue;
    is_damaged_ = had_context_ = true;
    auto begin = root_.begin + (site.value != 0 ? site.value : site.begin), site_end = root_.begin + site.end;
    while (begin < site_end && is_white_space(text_.slice(begin, begin + 1).front())) ++begin;
    while (begin < site_end && is_white_space(text_.slice(site_end - 1, site_end).front())) --site_end;
    account_.lose(begin, site_end);
    account_.report(errc::syntax_error, treatment::skip, begin, site_end, "the text is whole without it");
    walk_root(text, end);
    return true;
  }
  return (void)parser_.parse(text.text, json_chunk::value, tree_), false;
}

/// Reads a root with a brace too many, behind which its members go on: those before it are its own if nothing else is wrong with it. What
/// follows cannot change what they mean, for the context is known. False when it cannot be read.
bool root_reader::read_early_end(std::uint64_t end) {
  if (root_.is_cut || !may_be_repaired(root_.begin, end)) return false;
  const auto text = source(root_.begin, end);
  if (!parser_.parse(text.text, json_chunk::value, tree_) || !parser_.is_sound()) return false;
  parser_.give_up_behind_braces();
  const auto* context = find_member(tree_.root(), "@context");
  if (context == nullptr || !context->is_whole() || !parser_.is_lined_up()) return false;
  is_damaged_ = had_context_ = true;
  tree_.nodes[0].is_cut = tree_.nodes[0].is_torn = true;
  report_faults(root_.begin);
  account_.lose(end - 1, end);
  account_.report(errc::syntax_error, treatment::skip, end - 1, end, ends_too_early);
  walk_root(text, end);
  return true;
}

/// After a refusal: an item that lacks its end and nothing else. More of it may have followed.
bool root_reader::read_cut_item(std::uint64_t begin, std::uint64_t end) {
  const auto text = text_.slice(begin, end);
  const bool is_cut = parser_.faults().back().rule == errc::unterminated && text.front() == '{';
  if (!is_cut || options_.profile == wash_profile::strict) return false;
  if (!parser_.parse(text, json_chunk::cut, tree_) || !parser_.is_sound())
    return (void)parser_.parse(text, json_chunk::items, tree_), false;
  parser_.give_up_before_end();
  tree_.nodes[0].is_cut = true;
  report_faults(begin);
  const auto cut = begin + parser_.cut_begin();
  account_.lose(cut, end);
  account_.report(errc::unterminated, treatment::skip, cut, end, "the text ends inside a value");
  walk_item(tree_.root(), begin);
  account_.explain_losses();
  account_.settle(end, span_kind::syntax);
  return true;
}

}  // namespace laundromat::jsonld
