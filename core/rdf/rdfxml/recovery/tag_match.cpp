// Implements the matching of tags: compares the end tags ahead with the open elements.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/recovery/tag_match.hpp"

namespace laundromat::rdfxml {

bool tag_match::fits_when_closed(const tags_ahead& ahead, std::size_t count) const {
  for (std::size_t i = 0; i < ahead.count && count + i < tags_.count(); ++i)
    if (ahead.ends[i] != tags_.name(count + i)) return false;
  if (ahead.count == 0 || ahead.behind_end.is == kind::none) return true;
  // A property has room for one node.
  return ahead.behind_end.is == kind::end ? ahead.behind_end.name == tags_.name(count + 1)
                                          : elements_.role_at(count + 1) != rdf_role::property;
}

bool tag_match::fits_when_lost(const tags_ahead& ahead, std::size_t count) const {
  if (ahead.count <= count || count > tags_.count()) return false;
  for (std::size_t i = 0; count + i < ahead.count && i < tags_.count(); ++i)
    if (ahead.ends[count + i] != tags_.name(i)) return false;
  return true;
}

tag_match::lost_tags tag_match::find_lost(const tags_ahead& ahead) const {
  lost_tags lost;
  while (lost.starts < ahead.count && !is_open(ahead.ends[lost.starts])) ++lost.starts;
  if (lost.starts < ahead.count) lost.ends = tags_.find(ahead.ends[lost.starts]);
  return lost;
}

tag_reading tag_match::read_child(const tags_ahead& ahead) const {
  if (ahead.count == 0 || ahead.has(0, tags_.name(0)) || !ahead.has(0, tags_.name(1))) return keep;
  const bool is_lost =
      ahead.has(1, tags_.name(0)) &&
      (tags_.name(2) != tags_.name(0) || (fits_when_lost(ahead, 1) && !fits_when_closed(ahead, 1)));
  return is_lost ? lost_start : close_top;
}

tag_reading tag_match::read_node(const tags_ahead& ahead, std::string_view name) const {
  if (tags_.count() < 2) return keep;
  if (fits_when_lost(ahead, 1) && !fits_when_closed(ahead, 1)) return lost_start;
  // It is in the node, whose end tag comes: then it is a property with the name of a node.
  if (ahead.count > 0 && fits_when_closed(ahead, 0)) return keep;
  const auto local = name.substr(name.find(':') + 1);
  if (ahead.count == 0 && !local.empty() && local.front() >= 'a' && local.front() <= 'z') return keep;
  // Among nodes it is one of them; before another property, or the end of the node, it is none.
  if (ahead.next.is == kind::node) return close_top;
  if (ahead.next.is == kind::other || (ahead.next.is == kind::end && ahead.next.name == tags_.name(0)))
    return keep;
  return ahead.count == 0 || (ahead.has(0, tags_.name(1)) && !ahead.has(0, tags_.name(0))) ? close_top : keep;
}

tag_reading tag_match::read_namesake(const tags_ahead& behind) const {
  const auto role = elements_.role();
  const bool is_filled = elements_.top().is_filled();
  if (behind.has(0, tags_.name(0)))
    return is_filled || behind.count == 1 || behind.has(1, tags_.name(0)) ? keep : skip;
  if (role == rdf_role::property && !is_filled) return skip;
  const bool ends_outer = behind.has(0, tags_.name(1));
  const bool has_sibling =
      behind.count == 0 && (behind.next.is == kind::node || behind.next.is == kind::other);
  if (behind.begins_with_text || !(ends_outer || (has_sibling && role != rdf_role::collection))) return skip;
  const bool fits = behind.first.is == kind::end ? behind.first.name == tags_.name(1)
                    : role == rdf_role::node
                        ? behind.first.is == kind::node || behind.first.name == tags_.name(0)
                        : behind.first.is == kind::other;
  return fits ? end_top : skip;
}

tag_reading tag_match::read_list(const tags_ahead& behind, std::string_view name) const {
  const bool is_own = behind.has(0, name) && (behind.count < 2 || behind.has(1, tags_.name(0)));
  const bool is_lost = behind.count > 0 && !is_own && is_open(behind.ends[0]);
  // Its end tag may be there without its slash.
  return is_lost && behind.unended != name ? skip : keep;
}

tag_reading tag_match::read_empty(const tags_ahead& behind) const {
  if (behind.count < 2) return keep;
  if (fits_when_lost(behind, 1) && !fits_when_closed(behind, 0) && !fits_when_closed(behind, 1)) return skip;
  return !is_open(behind.ends[0]) && behind.ends[1] == tags_.name(0) ? skip : keep;
}

tag_reading tag_match::read_emptied(const tags_ahead& behind, std::string_view name) const {
  if (!behind.has(0, name)) return keep;
  const bool is_at_once = behind.begins_with_text && behind.first.is == kind::end && !is_open(name);
  const bool fits = behind.has(1, tags_.name(0)) && read_empty(behind) == skip;
  return is_at_once || fits ? skip_content : keep;
}

bool tag_match::shows_lost_node(const tags_ahead& behind) const {
  return behind.count >= 2 && read_empty(behind) == keep && behind.ends[0] == tags_.name(0) &&
         !is_open(behind.ends[1]);
}

bool tag_match::shows_lost_start(const tags_ahead& ahead) const {
  if (ahead.count == 0) return false;
  // Among nodes, a node behind the text is no part of what was lost.
  if (elements_.role() == rdf_role::rdf && ahead.first.is == kind::node) return false;
  // The root may have two end tags, but no element of its name in it.
  const bool has_two_ends = ahead.has(0, tags_.name(0)) && ahead.has(1, tags_.name(0)) && tags_.count() > 1;
  return has_two_ends || !is_open(ahead.ends[0]);
}

}  // namespace laundromat::rdfxml
