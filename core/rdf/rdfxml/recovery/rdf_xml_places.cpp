// Where tags stand on their lines: what stands out of line shows that tags are lost where their names show nothing.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/rdfxml/grammar/rdf_xml_source.hpp"

namespace laundromat::rdfxml {

namespace {

constexpr std::size_t most_lost = 4;  ///< tags that are taken for lost at one place
/// How much may be looked over ahead for documents that are indented as it comes: so much, and so much for each byte that was read.
constexpr std::uint64_t free_bytes = std::uint64_t{256} << 10;
constexpr std::uint64_t bytes_per_lookahead = 8;

}  // namespace

/// Remembers how far the start tag behind `text` is indented.
void rdf_xml_source::note_indent(std::string_view text) {
  leads_line_ = false;
  const auto next = front_ + text.size() + 1;
  const bool is_before_end = next < buffer_.size() && buffer_[next] == '/';
  if (is_before_end || !is_white_space(text.back())) return;
  auto at = text.size();
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) --at;
  leads_line_ = at > 0 && is_line_end(text[at - 1]);
  if (leads_line_) line_indent_ = text.size() - at;
}

/// Whether the end tags ahead are those of the elements that are open, when the innermost `count` are closed before.
bool rdf_xml_source::fits_when_closed(const xml_lookahead& ahead, std::size_t count) const {
  for (std::size_t i = 0; i < ahead.count && count + i < open_.size(); ++i)
    if (ahead.ends[i] != name_at(count + i)) return false;
  if (ahead.count == 0 || ahead.behind_end.is == xml_lookahead::tag::none) return true;
  // A property has room for one node.
  return ahead.behind_end.is == xml_lookahead::tag::end ? ahead.behind_end.name == name_at(count + 1)
                                                        : machine_.role_at(count + 1) != rdf_role::property;
}

/// Whether they are, when the start tags of the first `count` are lost.
bool rdf_xml_source::fits_when_lost(const xml_lookahead& ahead, std::size_t count) const {
  if (ahead.count <= count || count > open_.size()) return false;
  for (std::size_t i = 0; count + i < ahead.count && i < open_.size(); ++i)
    if (ahead.ends[count + i] != name_at(i)) return false;
  return true;
}

/// A start tag that leads a line, but not as deep as those before it in the same element, or not as deep as elements in this document
/// stand in others. When the end tags ahead do not fit either, tags are lost: those that both show, or it cannot be known which, and the
/// element is skipped.
rdf_xml_source::reading rdf_xml_source::judge_place(const xml_token& token) {
  if (!leads_line_ || open_.empty() || machine_.is_skipping()) return reading::keep;
  const bool is_namesake =
      token.kind == xml_token_kind::start_tag && tag_.attributes.empty() && token.name == name_at(0);
  if (is_namesake) return reading::keep;  // an end tag without its slash, perhaps
  auto& around = open_.back();
  const bool is_first = around.child_indent == unknown_indent;
  const bool is_in_line = is_first ? indent_step_ == 0 || around.indent == unknown_indent ||
                                         line_indent_ == around.indent + indent_step_
                                   : line_indent_ == around.child_indent;
  if (is_in_line || placed_bytes_ > free_bytes + here() / bytes_per_lookahead) return reading::keep;
  // A node where the node around it stands, which has no room for one: only an end tag can be lost, whatever the tags ahead say.
  const bool is_sibling = !is_first && open_.size() > 1 && machine_.role() == rdf_role::node &&
                          token.name.ends_with(":Description") &&
                          open_[open_.size() - 2].child_indent == line_indent_;
  if (is_sibling) {
    close_top_unended(here(), true);
    return reading::keep;
  }
  const auto ahead = look(front_, enough_ends);
  if (!ahead.is_whole) return reading::wait;
  placed_bytes_ += ahead.read_bytes;
  if (fits_when_closed(ahead, 0)) {
    around.child_indent = line_indent_;
    return reading::keep;
  }
  for (std::size_t k = 1; k <= most_lost && k < open_.size(); ++k) {
    if (open_[open_.size() - 1 - k].child_indent != line_indent_ || !fits_when_closed(ahead, k)) continue;
    for (; k > 0; --k) close_top_unended(here(), true);
    return reading::keep;
  }
  const auto expected = is_first ? around.indent + indent_step_ : around.child_indent;
  // Shallower, what is lost may stand around the innermost element.
  for (std::size_t m = 1; line_indent_ > expected && m <= most_lost && m < ahead.count; ++m) {
    if (!fits_when_lost(ahead, m)) continue;
    while (m > 0) open_lost(ahead.ends[--m]);
    return reading::lost_start;
  }
  return is_first ? reading::keep : reading::skip;
}

}  // namespace laundromat::rdfxml
