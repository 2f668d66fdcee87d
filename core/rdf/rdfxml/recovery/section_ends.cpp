// Implements the search for the ends of sections: by their delimiters, or by the tags behind a section without an end.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/recovery/section_ends.hpp"

#include <algorithm>
#include <array>

#include "core/rdf/rdfxml/recovery/tag_lookahead.hpp"

namespace laundromat::rdfxml {

namespace {

using answer = section_end::answer;

constexpr std::size_t most_comments = std::size_t{64} << 10;
constexpr std::size_t most_names = 512;
constexpr std::size_t behind_bytes = 4096;  ///< how far behind an end is looked for a tag that fits

constexpr std::string_view opening_of(xml_token_kind kind) {
  switch (kind) {
    case xml_token_kind::comment:
      return "<!--";
    case xml_token_kind::cdata:
      return "<![CDATA[";
    default:
      return "<?";
  }
}

/// Whether there are only spaces before `at` on its line, and the line is not the first one.
bool leads_line(std::string_view text, std::size_t at) {
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) --at;
  return at > 0 && is_line_end(text[at - 1]);
}

}  // namespace

bool section_ends::is_doubtful(const xml_token& first, std::string_view raw) {
  const auto opening = opening_of(first.kind);
  return !first.is_whole || !first.is_last || raw.find(opening, opening.size()) != npos;
}

section_end section_ends::find(xml_token_kind kind, std::string_view text, std::uint64_t offset, bool is_end,
                               const xml_surroundings& around) {
  is_full_ = text.size() > held_bytes_;
  is_whole_ = is_end && !is_full_;
  text = text.substr(0, held_bytes_);
  return kind == xml_token_kind::comment ? find_comment(text, offset, around)
                                         : find_other(text, offset, kind == xml_token_kind::cdata, around);
}

section_end section_ends::undecided() const {
  return {is_full_ || is_whole_ ? answer::closed : answer::need_more};
}

section_end section_ends::find_comment(std::string_view text, std::uint64_t offset,
                                       const xml_surroundings& around) {
  const auto end = find_end_of_comment(text, offset);
  if (end == npos && comments_.open.size() >= most_comments) return {};
  if (end == npos && !is_whole_) return undecided();
  const auto inner = text.find("<!--", 4);
  if (end != npos) return {inner < end ? answer::nested : answer::closed, end};
  if (const auto meant = find_meant_end(text.substr(0, inner), 4); meant != npos)
    return {answer::lost, meant};
  const auto found = find_lost(text.substr(0, inner), 4, around);
  // The comment in it is one, whatever is before it.
  return found.is == answer::lost || inner == npos ? found : section_end{answer::lost, inner};
}

section_end section_ends::find_meant(const meant_opening& opening, std::string_view text,
                                     std::uint64_t offset, bool is_end, const xml_surroundings& around) {
  is_full_ = text.size() > held_bytes_;
  is_whole_ = is_end && !is_full_;
  text = text.substr(0, held_bytes_);
  const auto opening_bytes = opening.length;
  if (offset < meant_end_.begin || offset + opening_bytes > meant_end_.end) {
    // Where neither an end nor another comment comes, none does for those that begin later.
    const auto comment = std::min(text.find("<!--", opening_bytes), text.size());
    const auto end = find_meant_end(text.substr(0, comment), opening_bytes);
    if (end == npos && comment == text.size() && !is_whole_) return undecided();
    if (end != npos) return {answer::lost, end};
    meant_end_ = {offset, offset + comment};
  }
  if (opening.needs_end) return {};
  const auto found = find_lost(text.substr(0, meant_end_.end - offset), opening_bytes, around);
  return found.is == answer::lost ? found : section_end{answer::lost, meant_end_.end - offset};
}

section_end section_ends::find_other(std::string_view text, std::uint64_t offset, bool is_cdata,
                                     const xml_surroundings& around) {
  const auto opening = opening_of(is_cdata ? xml_token_kind::cdata : xml_token_kind::instruction);
  const auto closing = std::string_view(is_cdata ? "]]>" : "?>");
  auto& bare = is_cdata ? no_cdata_end_ : no_instruction_end_;
  const bool is_known = bare.begin <= offset && offset < bare.end;
  const auto close = text.find(
      closing, is_known ? std::max<std::size_t>(bare.end - offset, opening.size()) : opening.size());
  bare = {is_known ? bare.begin : offset,
          offset + (close == npos ? text.size() - std::min(text.size(), closing.size() - 1) : close)};
  if (close == npos && !is_whole_) return undecided();
  const auto inner = text.find(opening, opening.size());
  if (inner > close) return {};
  if (is_cdata && close != npos) {
    const auto fits = fits_behind(text.substr(close + closing.size()), around.innermost);
    if (fits != answer::lost) return {fits};
  }
  return find_lost(text.substr(0, inner), opening.size(), around);
}

/// Whether the tag behind a CDATA section is the end of the element around it, as behind most.
answer section_ends::fits_behind(std::string_view text, std::string_view innermost) {
  const bool is_cut = text.size() > behind_bytes;
  text = text.substr(0, behind_bytes);
  auto section = xml_section::content;
  while (!text.empty()) {
    const auto token = next_xml_token(text, is_whole_ && !is_cut, section, limits_, tag_);
    if (token.kind == xml_token_kind::need_more) break;
    if (token.kind == xml_token_kind::end_tag && token.name != innermost) return answer::lost;
    if (token.kind == xml_token_kind::end_tag || token.kind == xml_token_kind::start_tag ||
        token.kind == xml_token_kind::empty_tag || token.kind == xml_token_kind::broken_tag)
      return answer::closed;
    section = token.next;
    text.remove_prefix(token.length);
  }
  return is_cut ? answer::closed : undecided().is;
}

/// `text` is what a section without end may have lost.
section_end section_ends::find_lost(std::string_view text, std::size_t opening_bytes,
                                    const xml_surroundings& around) {
  const auto at = find_resumption(text.substr(opening_bytes), around);
  return at == npos ? section_end{} : section_end{answer::lost, opening_bytes + at};
}

/// Where a comment ends if comments nest. One that ended in what was counted already is counted again, to find where.
std::size_t section_ends::find_end_of_comment(std::string_view text, std::uint64_t offset) {
  auto& open = comments_.open;
  open.erase(open.begin(), std::ranges::lower_bound(open, offset));
  const bool is_counted = offset < comments_.end;
  if (is_counted && (open.empty() || open.front() != offset)) {
    comment_count one{{}, offset};
    one.go_on(text, offset);
    return one.end - offset;
  }
  if (!is_counted) comments_ = {{}, offset};
  comments_.go_on(text, offset);
  return open.empty() ? comments_.end - offset : npos;
}

void section_ends::comment_count::go_on(std::string_view text, std::uint64_t offset) {
  auto at = static_cast<std::size_t>(end - offset);
  while (open.size() < most_comments) {
    const auto dashes = text.find("--", at);
    if (dashes == npos || dashes + 2 == text.size()) {
      at = std::max(at, text.size() - 4);  // an opening or closing may be cut
      break;
    }
    if (dashes >= at + 2 && text.substr(dashes - 2, 2) == "<!") {
      open.push_back(offset + dashes - 2);
      at = dashes + 2;
    } else if (text[dashes + 2] != '>') {
      at = dashes + 1;
    } else {
      at = dashes + 3;
      open.pop_back();
      if (open.empty()) break;
    }
  }
  end = offset + at;
}

/// Where content begins again in what a section without end has swallowed: before an end tag of an element around it, or before a tag
/// that is the first on its line and allowed there. An element with which the section begins belongs to the section.
std::size_t section_ends::find_resumption(std::string_view text, const xml_surroundings& around) {
  names_.clear();
  auto section = xml_section::content;
  bool is_front = true;
  const bool is_value = around.site == xml_site::value;
  for (std::size_t at = 0, begin = 0; at < text.size() && names_.size() < most_names;) {
    const auto token = next_xml_token(text.substr(at), true, section, limits_, tag_);
    begin = at;
    at += token.length;
    section = token.next;
    const bool is_start = token.kind == xml_token_kind::start_tag || token.kind == xml_token_kind::empty_tag;
    if (token.kind == xml_token_kind::end_tag) {
      const auto found = std::find(names_.rbegin(), names_.rend(), token.name);
      if (found != names_.rend())
        names_.erase(std::prev(found.base()), names_.end());
      else if (around.is_open(token.name) && (is_value || leads_line(text, begin)))
        return begin;
    } else if (is_start) {
      const auto raw = text.substr(begin, token.length);
      const bool leads = leads_line(text, begin);
      if (!is_value && !is_front && leads && names_.empty() &&
          (around.site == xml_site::elements || looks_like_node(token, tag_, raw)))
        return begin;
      const bool counts = is_value || is_front || leads || !names_.empty();
      if (counts && token.kind == xml_token_kind::start_tag) names_.push_back(token.name);
    }
    is_front =
        is_front && token.kind == xml_token_kind::text && is_all_space(text.substr(begin, token.length));
  }
  return npos;
}

}  // namespace laundromat::rdfxml
