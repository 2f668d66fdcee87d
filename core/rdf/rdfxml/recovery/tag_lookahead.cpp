// Implements the look-ahead over tags: matches the start tags and end tags ahead on a stack of names.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/recovery/tag_lookahead.hpp"

#include <algorithm>

namespace laundromat::rdfxml {

bool looks_like_node(const xml_token& token, const xml_tag& tag, std::string_view raw) {
  if (token.name.ends_with(":Description")) return true;
  return std::ranges::any_of(tag.attributes, [&](const auto& one) {
    return raw.substr(one.begin, one.name_length).ends_with(":about");
  });
}

tags_ahead::seen tag_lookahead::see(const xml_token& token, std::string_view raw) const {
  using kind = tags_ahead::kind;
  if (token.kind == xml_token_kind::end_tag) return {kind::end, token.name};
  return {looks_like_node(token, tag_, raw) ? kind::node : kind::other, token.name};
}

tags_ahead tag_lookahead::look(std::string_view text, bool is_end, std::size_t enough,
                               const std::function<bool(std::string_view)>& is_open,
                               std::size_t window_bytes) {
  tags_ahead out;
  open_.clear();
  const bool reaches_end = is_end && text.size() <= window_bytes;
  const bool has_window = is_end || text.size() > window_bytes;
  text = text.substr(0, window_bytes);
  auto section = xml_section::content;
  bool is_decided = false, is_front_bare = false;
  std::size_t first_end = 0;
  while (!is_decided && out.read_bytes < text.size() && out.count < enough) {
    const auto token = next_xml_token(text.substr(out.read_bytes), reaches_end, section, limits_, tag_);
    if (token.kind == xml_token_kind::need_more) break;
    out.read_bytes += token.length;
    section = token.next;
    is_decided = out.count > 0 && out.read_bytes > first_end + tags_ahead::behind_bytes;
    const bool is_start = token.kind == xml_token_kind::start_tag || token.kind == xml_token_kind::broken_tag;
    const auto raw = text.substr(out.read_bytes - token.length, token.length);
    const bool is_tag =
        is_start || token.kind == xml_token_kind::empty_tag || token.kind == xml_token_kind::end_tag;
    if (out.first.is == tags_ahead::kind::none) {
      const bool is_text =
          token.kind == xml_token_kind::cdata || (token.kind == xml_token_kind::text && !is_all_space(raw));
      out.begins_with_text = out.begins_with_text || is_text;
      if (is_tag) out.first = see(token, raw);
    } else if (is_tag && open_.empty() && out.next.is == tags_ahead::kind::none) {
      out.next = see(token, raw);
    }
    if (!is_tag) continue;
    if (out.count > 0 && out.behind_end.is == tags_ahead::kind::none) out.behind_end = see(token, raw);
    // A broken tag may have its end tag, too; if it has none, it ends with an element around it.
    if (is_start) {
      if (open_.empty()) is_front_bare = tag_.attributes.empty();
      open_.push_back(token.name);
    }
    if (token.kind != xml_token_kind::end_tag) continue;
    const auto found = std::find(open_.rbegin(), open_.rend(), token.name);
    if (found != open_.rend()) {
      open_.erase(std::prev(found.base()), open_.end());
    } else if (open_.empty() || is_open(token.name)) {
      if (out.count == 0) {
        first_end = out.read_bytes;
        if (!open_.empty() && is_front_bare) out.unended = open_.front();
      }
      open_.clear();
      out.ends[out.count++] = token.name;
    } else {
      open_
          .pop_back();  // an end tag without a start tag: taken for the misspelt one of the innermost element
    }
  }
  out.is_whole = is_decided || out.count == enough || has_window;
  return out;
}

std::optional<bool> tag_lookahead::check_next(
    std::string_view text, bool is_end,
    const std::function<bool(const xml_token&, std::string_view, bool)>& is_wanted) {
  const bool is_cut = text.size() > tags_ahead::window_bytes;
  text = text.substr(0, tags_ahead::window_bytes);
  auto section = xml_section::content;
  while (!text.empty()) {
    const auto token = next_xml_token(text, is_end && !is_cut, section, limits_, tag_);
    if (token.kind == xml_token_kind::need_more) break;
    const auto raw = text.substr(0, token.length);
    if (token.kind == xml_token_kind::start_tag || token.kind == xml_token_kind::empty_tag)
      return is_wanted(token, raw, std::ranges::any_of(tag_.attributes, [&](const auto& one) {
                         return declares_namespace(raw.substr(one.begin, one.name_length));
                       }));
    const bool is_between = token.kind == xml_token_kind::text || token.kind == xml_token_kind::comment ||
                            (token.kind == xml_token_kind::instruction && token.name != "xml");
    if (!is_between) return false;
    section = token.next;
    text.remove_prefix(token.length);
  }
  return is_end || is_cut ? std::optional(false) : std::nullopt;
}

std::optional<bool> tag_lookahead::goes_on_with_root(std::string_view text, bool is_end) {
  return check_next(text, is_end, [](const xml_token& token, std::string_view, bool declares) {
    return declares || is_named_rdf(token.name);
  });
}

std::optional<bool> tag_lookahead::ends_again(std::string_view text, bool is_end, std::string_view name) {
  constexpr std::size_t far_bytes = std::size_t{16} << 20;
  const auto goes_on =
      check_next(text, is_end, [this](const xml_token& token, std::string_view raw, bool declares) {
        return !declares && looks_like_node(token, tag_, raw);
      });
  if (!goes_on || !*goes_on) return goes_on;
  const bool is_all = is_end || text.size() > far_bytes;
  text = text.substr(0, far_bytes);
  const auto end = text.find("</" + std::string(name) + ">");
  if (end == text.npos) return is_all ? std::optional(false) : std::nullopt;
  const auto before = text.substr(0, end);
  return before.find("<" + std::string(name)) == text.npos && before.find("<?xml") == text.npos;
}

std::optional<bool> tag_lookahead::holds_rdf(std::string_view text, bool is_end) {
  constexpr std::size_t far_bytes = std::size_t{256} << 10;
  const bool is_cut = text.size() > far_bytes;
  text = text.substr(0, far_bytes);
  auto section = xml_section::content;
  for (std::size_t depth = 1; !text.empty() && depth > 0;) {
    const auto token = next_xml_token(text, is_end && !is_cut, section, limits_, tag_);
    if (token.kind == xml_token_kind::need_more) break;
    const bool is_start = token.kind == xml_token_kind::start_tag || token.kind == xml_token_kind::broken_tag;
    if (is_start && is_named_rdf(token.name)) return true;
    if (is_start) ++depth;
    if (token.kind == xml_token_kind::end_tag && --depth == 0) return false;
    if (token.kind == xml_token_kind::instruction && token.name == "xml") return false;
    section = token.next;
    text.remove_prefix(token.length);
  }
  return is_end || is_cut ? std::optional(false) : std::nullopt;
}

}  // namespace laundromat::rdfxml
