// Implements the examination of start tags: compares the indent, the roles of the open elements and the tags ahead, in this order.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/grammar/tag_examiner.hpp"

#include <algorithm>

namespace laundromat::rdfxml {

namespace {

constexpr std::size_t most_lost = 4;  ///< tags that are taken for lost at one place

/// Whether the tag has the parseType Resource or Collection.
bool holds_elements(const xml_tag& tag, std::string_view raw) {
  return std::ranges::any_of(tag.attributes, [&](const auto& one) {
    const auto value = raw.substr(one.value, one.value_length);
    return (value == "Resource" || value == "Collection") &&
           raw.substr(one.begin, one.name_length).ends_with("parseType");
  });
}

/// Whether a property with these attributes, of which there are some, may have text or elements in it.
bool may_have_content(const xml_tag& tag, std::string_view raw) {
  return std::ranges::all_of(tag.attributes, [&](const auto& one) {
    const auto name = raw.substr(one.begin, one.name_length);
    return name.ends_with(":lang") || name.ends_with(":datatype") || name.ends_with(":parseType") ||
           name.ends_with(":ID") || name.ends_with(":base") || declares_namespace(name);
  });
}

}  // namespace

tag_reading tag_examiner::examine(const xml_token& token, const xml_tag& tag, const arrived_text& from) {
  const auto raw = from.text.substr(0, token.length);
  if (step_ == step::indent) {
    reading_ = examine_indent(token, tag, from);
    if (reading_ == tag_reading::wait) return reading_;
    step_ = reading_ == tag_reading::keep ? step::cut : step::done;
  }
  if (step_ == step::cut) {
    if (looks_like_node(token, tag, raw) && examine_cut(from) == tag_reading::wait) return tag_reading::wait;
    step_ = step::ends;
  }
  if (step_ == step::ends) {
    reading_ = examine_ends(token, tag, from);
    if (reading_ != tag_reading::wait) step_ = step::done;
  }
  return reading_;
}

/// A start tag that is the first on its line, but not as deep as those before it in the same element, or not as deep as elements in this
/// document are in others. When the end tags ahead do not fit either, tags are lost: those that both show, or it cannot be known
/// which, and the element is skipped.
tag_reading tag_examiner::examine_indent(const xml_token& token, const xml_tag& tag,
                                         const arrived_text& from) {
  const auto indent = open_.indent();
  if (!indent || open_.is_empty() || parser_.is_skipping()) return tag_reading::keep;
  const bool is_namesake =
      token.kind == xml_token_kind::start_tag && tag.attributes.empty() && token.name == open_.name();
  if (is_namesake) return tag_reading::keep;  // an end tag without its slash, perhaps
  const auto indent_step = open_.indent_step();
  auto& around = open_.at(0);
  const bool is_first = around.child_indent == open_tag::unknown_indent;
  const bool is_in_line = is_first ? indent_step == 0 || around.indent == open_tag::unknown_indent ||
                                         *indent == around.indent + indent_step
                                   : *indent == around.child_indent;
  if (is_in_line || !indent_budget_.is_left(from.offset)) return tag_reading::keep;
  // A node at the indent of the node around it, which has no room for one: only an end tag can be lost, whatever the tags ahead are.
  const bool is_sibling = !is_first && open_.count() > 1 && parser_.role() == rdf_role::node &&
                          token.name.ends_with(":Description") && open_.at(1).child_indent == *indent;
  if (is_sibling) {
    elements_.close_top_unended(from.offset);
    return tag_reading::keep;
  }
  const auto ahead = look_ahead(from, 0, enough_ends);
  if (!ahead.is_whole) return tag_reading::wait;
  indent_budget_.spend(ahead.read_bytes);
  if (match_.fits_when_closed(ahead, 0)) {
    around.child_indent = *indent;
    return tag_reading::keep;
  }
  for (std::size_t k = 1; k <= most_lost && k < open_.count(); ++k) {
    if (open_.at(k).child_indent != *indent || !match_.fits_when_closed(ahead, k)) continue;
    for (; k > 0; --k) elements_.close_top_unended(from.offset);
    return tag_reading::keep;
  }
  const auto expected = is_first ? around.indent + indent_step : around.child_indent;
  // At a smaller indent, the lost tags may be those of elements around the innermost one.
  for (std::size_t m = 1; *indent > expected && m <= most_lost && m < ahead.count; ++m) {
    if (!match_.fits_when_lost(ahead, m)) continue;
    while (m > 0) elements_.open_lost(ahead.ends[--m], from.offset);
    return tag_reading::lost_start;
  }
  return is_first ? tag_reading::keep : tag_reading::skip;
}

/// A tag that can only be a node's where there is no room for one: in a property that has its value, in an XML literal, in a skipped element.
/// When the end tag of the innermost rdf:RDF comes before those of the elements in it, they were cut off, and the node is behind them.
/// Where no end tag is near, another element behind the node shows as much; none may be far where what was cut off declares something for
/// all in it.
tag_reading tag_examiner::examine_cut(const arrived_text& from) {
  const auto depth = parser_.depth_without_room();
  if (depth == 0 || depth > open_.count() || open_.at_depth(depth).has_end) return tag_reading::keep;
  std::size_t cut = 0;
  bool has_scope = parser_.role() == rdf_role::xml;
  for (; cut < open_.count() && parser_.role_at(cut) != rdf_role::rdf; ++cut)
    has_scope = has_scope || open_.at(cut).has_scope;
  if (cut == open_.count() || depth + cut <= open_.count()) return tag_reading::keep;
  const auto ahead = look_ahead(from, 0, 1, has_scope ? tags_ahead::far_bytes : tags_ahead::near_bytes);
  if (!ahead.is_whole) return tag_reading::wait;
  const bool is_cut =
      ahead.count > 0 ? open_.find(ahead.ends[0]) == cut : ahead.next.is != tags_ahead::kind::none;
  open_.at_depth(depth).has_end = ahead.count > 0 && !is_cut;
  if (is_cut) elements_.close_unended(from.offset, cut, errc::mismatched_tag);
  return tag_reading::keep;
}

/// How a start tag is read, by the end tags ahead.
tag_reading tag_examiner::examine_ends(const xml_token& token, const xml_tag& tag, const arrived_text& from) {
  const auto raw = from.text.substr(0, token.length);
  while (!parser_.is_skipping()) {
    const auto role = parser_.role();
    const bool is_filled = parser_.is_filled();
    const bool is_node = looks_like_node(token, tag, raw);
    const bool is_bare = token.kind == xml_token_kind::start_tag && tag.attributes.empty();
    const bool is_namesake =
        is_bare && role != rdf_role::xml && role != rdf_role::rdf && token.name == open_.name();
    if (!is_namesake && !is_filled && !(is_node && (role == rdf_role::node || role == rdf_role::resource)))
      break;
    const bool needs_end = is_filled && !is_node && token.kind == xml_token_kind::start_tag;
    const auto spent_bytes = ahead_budget_.spent_bytes();
    const auto behind = is_namesake || needs_end ? look_ahead(from, token.length) : tags_ahead{};
    const auto ahead = look_ahead(from, 0, enough_ends);
    if (!behind.is_whole || !ahead.is_whole) {
      ahead_budget_.restore(spent_bytes);
      return tag_reading::wait;
    }
    auto reading = is_namesake ? match_.read_namesake(behind) : tag_reading::keep;
    if (reading == tag_reading::keep && is_filled)
      reading = match_.read_child(ahead);
    else if (reading == tag_reading::keep && is_node)
      reading = match_.read_node(ahead, token.name);
    if (reading == tag_reading::lost_start) elements_.open_lost(ahead.ends[0], from.offset);
    if (reading != tag_reading::close_top) return reading;
    // Without content, it may have been meant for the end tag of the innermost element.
    const bool is_empty = token.kind == xml_token_kind::empty_tag ||
                          (!behind.begins_with_text && behind.first.is == tags_ahead::kind::end);
    const bool may_be_end = is_empty && tag.attributes.empty() && token.name == open_.name();
    elements_.close_top_unended(from.offset);
    // Where two elements have lost their ends, the content of the second is not sure.
    if (may_be_end || (needs_end && !behind.has(0, token.name))) return tag_reading::skip;
  }
  const auto role = parser_.role();
  const bool is_property = role == rdf_role::node || role == rdf_role::resource;
  return is_property ? examine_property(token, tag, from) : tag_reading::keep;
}

/// How a start tag is read where a property must be.
tag_reading tag_examiner::examine_property(const xml_token& token, const xml_tag& tag,
                                           const arrived_text& from) {
  if (token.kind == xml_token_kind::empty_tag && tag.attributes.empty()) {
    const bool is_among_nodes = parser_.role_at(1) == rdf_role::rdf && parser_.is_bare_node();
    const auto behind = look_ahead(from, token.length, enough_ends);
    if (!behind.is_whole) return tag_reading::wait;
    if (is_among_nodes && match_.shows_lost_node(behind))
      parser_.damage(errc::rdf_xml_grammar, from.offset, from.offset, from.offset, lost_start_tag);
    return match_.read_empty(behind);
  }
  if (token.kind == xml_token_kind::empty_tag && may_have_content(tag, from.text.substr(0, token.length))) {
    const auto behind = look_ahead(from, token.length, enough_ends);
    return behind.is_whole ? match_.read_emptied(behind, token.name) : tag_reading::wait;
  }
  if (token.kind != xml_token_kind::start_tag || !holds_elements(tag, from.text.substr(0, token.length)))
    return tag_reading::keep;
  const bool has_namesake = open_.find(token.name) != open_tags::npos;
  const auto behind = look_ahead(from, token.length, has_namesake ? 2 : 1);
  return behind.is_whole ? match_.read_list(behind, token.name) : tag_reading::wait;
}

tags_ahead tag_examiner::look_ahead(const arrived_text& from, std::size_t length, std::size_t enough,
                                    std::size_t window_bytes) {
  if (!ahead_budget_.is_left(from.offset)) return {};
  auto ahead = lookahead_.look(
      from.text.substr(length), from.is_end, enough,
      [this](std::string_view name) { return open_.find(name) != open_tags::npos; }, window_bytes);
  if (ahead.is_whole) ahead_budget_.spend(ahead.read_bytes);
  return ahead;
}

}  // namespace laundromat::rdfxml
