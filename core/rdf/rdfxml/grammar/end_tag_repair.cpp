// Implements end_tag_repair: compares the end tags ahead with the elements that are open.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/grammar/end_tag_repair.hpp"

#include <algorithm>
#include <string>

namespace laundromat::rdfxml {

end_tag_repair::outcome end_tag_repair::repair(const xml_token& token, const arrived_text& from) {
  const auto at = from.offset;
  const auto depth = open_.find(token.name);
  const auto ahead = examiner_.look_ahead(from, 0, enough_ends);
  if (!ahead.is_whole) return outcome::wait;
  const bool is_next = !open_.is_empty() && ahead.has(1, open_.name());
  // Where another node follows, or the end of the list, it was the end of this node.
  using kind = tags_ahead::kind;
  const bool ends_node =
      depth == open_tags::npos && parser_.role_at(1) == rdf_role::rdf && parser_.role() == rdf_role::node &&
      (ahead.next.is == kind::node || (ahead.next.is == kind::end && ahead.next.name == open_.name(1)));
  const bool is_unknown_stray = !ends_node && (open_.count() < 2 || is_next);
  const bool is_stray = depth == open_tags::npos
                            ? is_unknown_stray
                            : (is_next && ahead.ends[1] != open_.name(depth + 1)) ||
                                  (match_.fits_when_lost(ahead, 1) && !match_.fits_when_closed(ahead, depth));
  if (is_stray) {
    parser_.doubt_members(errc::mismatched_tag);
    if (!parser_.is_skipping()) ignore(token, at);
    return outcome::done;
  }
  if (depth == open_tags::npos) {
    const auto lost = match_.find_lost(ahead);
    if (lost.starts > 1 && has_room(lost))
      doubt_owner(ahead, lost, 1, at);
    else
      replace(token, at);
    return outcome::done;
  }
  for (auto i = depth; i > 0; --i) {
    // Without both end tags, its start may be the misspelt end of its node.
    if (i > 1 && parser_.role() == rdf_role::property)
      parser_.damage(errc::mismatched_tag, at, at, at, "two end tags are missing");
    elements_.close_top_unended(at);
  }
  return outcome::matches;
}

/// A misspelt end tag of the innermost element.
void end_tag_repair::replace(const xml_token& token, std::uint64_t begin) {
  const auto end = begin + token.length;
  const auto done = treatment_of(errc::mismatched_tag, profile_);
  const bool was_skipping = parser_.is_skipping();
  const auto name = std::string(open_.name());
  const bool has_skipped = parser_.close_unended(end, false, {}, errc::mismatched_tag);
  elements_.pop_tag();
  // The misspelt one of the two tags may be that of an rdf:li.
  if (!std::string_view(name).ends_with(":li"))
    parser_.lose_element(token.name == member_name, errc::mismatched_tag);
  if (!was_skipping && !has_skipped)
    log_.report(
        {errc::mismatched_tag, done, begin, end, begin, done == treatment::skip ? "" : "</" + name + ">"});
}

void end_tag_repair::doubt_owner(const tags_ahead& ahead, const tag_match::lost_tags& lost, std::size_t first,
                                 std::uint64_t at) {
  constexpr const char* message = "elements whose start tags are lost: it is not known what this belongs to";
  auto ends = lost.ends;
  if (parser_.role() == rdf_role::property) {
    parser_.damage(errc::mismatched_tag, at, at, at, "an element that was cut off");
    if (ends > 0) elements_.close_top_unended(at), --ends;
  }
  const bool is_among_nodes = parser_.role_at(ends) == rdf_role::rdf;
  if (is_among_nodes && ends > 0) elements_.close_unended(at, ends, errc::mismatched_tag);
  if (!is_among_nodes && !parser_.is_skipping())
    elements_.open_skipped({}, at, errc::mismatched_tag, at, message);
  for (auto i = std::min(lost.starts, ahead.count); i > first; --i)
    elements_.open_skipped(ahead.ends[i - 1], at, errc::mismatched_tag, at, message);
}

void end_tag_repair::ignore(const xml_token& token, std::uint64_t begin) {
  const auto end = begin + token.length;
  const auto done = treatment_of(errc::mismatched_tag, profile_);
  const auto role = parser_.role();
  if (done == treatment::skip || role == rdf_role::property || role == rdf_role::xml ||
      role == rdf_role::collection)
    parser_.damage(errc::mismatched_tag, begin, end, begin, {});
  else
    log_.report({errc::mismatched_tag, done, begin, end, begin});
}

void end_tag_repair::take_without_slash(const xml_token& token, std::uint64_t begin) {
  const auto end = begin + token.length;
  const auto done = treatment_of(errc::mismatched_tag, profile_);
  if (done == treatment::skip || parser_.ends_in_markup())
    parser_.damage(errc::mismatched_tag, begin, end, begin, "an end tag without its slash");
  else
    log_.report({errc::mismatched_tag, done, begin, end, begin, "</" + std::string(token.name) + ">"});
  parser_.close(begin, end);
  elements_.pop_tag();
}

}  // namespace laundromat::rdfxml
