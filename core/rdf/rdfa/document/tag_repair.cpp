// Implements tag_repair: finds the tags that a tag has swallowed for want of a quote or a bracket.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/document/tag_repair.hpp"

#include <algorithm>

#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat::rdfa {

namespace {

bool has_even_quotes(std::string_view text) {
  return std::ranges::count(text, '"') % 2 == 0 && std::ranges::count(text, '\'') % 2 == 0;
}

}  // namespace

std::string_view why_unreliable(const raw_tag& tag) {
  if (has_typographic_quote(tag)) return "a typographic quote around a value";
  if (!has_lost_quote(tag)) return {};
  const bool has_content = (traits_of(find_html_tag(name_hash(tag.name, true))) & is_void) == 0;
  const auto next = tag.text.find('<', 1);
  if (next != tag.text.npos && has_even_quotes(tag.text.substr(0, next)))
    return "a start tag that does not end";
  const bool matters = mentions_rdfa(tag.text, !has_content) || next != tag.text.npos;
  return matters ? "a quote is missing, or one too many" : std::string_view{};
}

std::string_view tag_repair::cut(const raw_tag& tag, std::string_view why) {
  const auto end = tag.offset_bytes + tag.text.size();
  if (end > skips_->unreliable_end())
    skips_->begin({place_of(tag)}, {errc::bad_attribute, treatment::skip, why});
  cuts_ = skips_->is_unreliable(tag.offset_bytes) ? cuts_ + 1 : 0;
  skips_->mark_unreliable(end);
  const auto length = end_before_enclosed(tag.text);
  if (length == tag.text.size() || cuts_ > most_cuts) return tag.text;
  scanner_->cut_tag(length);
  evaluator_->literals().spoil(errc::unterminated, "a literal in which a tag is damaged");
  return tag.text.substr(0, length);
}

bool tag_repair::cut_end_tag(raw_tag& tag) {
  const auto next = tag.text.find('<', 1);
  const bool is_bare = tag.name.find('<') != tag.name.npos || (tag.oddities & stray_character) != 0;
  if (next == tag.text.npos || !is_bare) return false;
  if (dialect_->is_xml() &&
      !damage_->break_xml(place_of(tag), errc::xml_syntax, "an end tag that does not end") &&
      skips_->is_over())
    return false;
  damage_->lose_items(tag.text);
  tag.text = cut(tag, "an end tag that does not end");
  const auto* const end = std::ranges::find_if_not(tag.name, is_name_character);
  tag.name = tag.name.substr(0, static_cast<std::size_t>(end - tag.name.begin()));
  return true;
}

std::string_view bare_text::end() {
  is_open_ = false;
  ended_.swap(text_);
  text_.clear();
  const auto tag = trim_html(std::string_view(ended_).substr(0, ended_.find('>')));
  const auto name_end = std::ranges::find_if_not(tag, is_name_character);
  const bool is_named = name_end != tag.end() && name_end != tag.begin() && is_alpha(tag.front()) &&
                        (is_html_space(*name_end) || *name_end == '/');
  return is_named && mentions_rdfa(tag, false) ? tag : std::string_view{};
}

}  // namespace laundromat::rdfa
