// Implements the open tags as a stack of names and indents.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/state/open_tags.hpp"

#include "core/rdf/model/white_space.hpp"

namespace laundromat::rdfxml {

std::string_view open_tags::name(std::size_t from_top) const {
  if (from_top >= tags_.size()) return {};
  const auto i = tags_.size() - 1 - from_top;
  const auto begin = i == 0 ? 0 : tags_[i - 1].name_end;
  return std::string_view(names_).substr(begin, tags_[i].name_end - begin);
}

std::size_t open_tags::find(std::string_view wanted) const {
  for (std::size_t i = 0; i < tags_.size(); ++i)
    if (name(i) == wanted) return i;
  return npos;
}

void open_tags::open(std::string_view name, bool is_read, bool has_scope) {
  if (leads_line_ && !tags_.empty() && tags_.back().child_indent == open_tag::unknown_indent) {
    auto& around = tags_.back();
    around.child_indent = line_indent_;
    if (indent_step_ == 0 && around.indent < line_indent_) indent_step_ = line_indent_ - around.indent;
  }
  names_.append(name);
  tags_.push_back({.name_end = names_.size(),
                   .is_read = is_read,
                   .has_scope = has_scope,
                   .has_end = false,
                   .indent = line_indent_,
                   .child_indent = open_tag::unknown_indent});
}

void open_tags::close() {
  tags_.pop_back();
  names_.resize(tags_.empty() ? 0 : tags_.back().name_end);
}

void open_tags::note_text(std::string_view text, bool is_before_end_tag) {
  leads_line_ = false;
  if (is_before_end_tag || !is_white_space(text.back())) return;
  auto at = text.size();
  while (at > 0 && (text[at - 1] == ' ' || text[at - 1] == '\t')) --at;
  leads_line_ = at > 0 && is_line_end(text[at - 1]);
  if (leads_line_) line_indent_ = text.size() - at;
}

}  // namespace laundromat::rdfxml
