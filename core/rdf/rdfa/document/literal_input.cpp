// Implements literal_input: decodes texts and tags for the literals that are being collected.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/document/literal_input.hpp"

#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat::rdfa {

namespace {

/// Whether a text ends within what could become a character reference.
bool may_be_cut_reference(std::string_view raw) {
  auto name = raw.size();
  while (name > 0 && (is_alnum(raw[name - 1]) || raw[name - 1] == '#')) --name;
  return name > 0 && raw[name - 1] == '&' && raw.size() - name < longest_reference;
}

}  // namespace

bool literal_input::add_text(std::uint64_t offset, std::string_view raw, raw_text kind, bool is_visible,
                             bool is_xml) {
  auto& literals = evaluator_->literals();
  const bool is_collected = is_visible && (literals.is_active() || items_->is_active());
  const bool has_reference =
      has_overflowed_ || (is_xml && kind != raw_text::verbatim && raw.find('&') != raw.npos);
  if (!is_collected && !has_reference) return false;
  text_.clear();
  auto lost = errc::ok;
  decoder_->decode(raw, kind, text_, [&](reference_fault fault) {
    const bool is_read = is_collected || has_overflowed_;
    if (!is_read && raw[fault.offset] != '&') return;  // a character of a text that is no literal
    if (fault.done == treatment::skip && lost == errc::ok) lost = fault.rule;
    fault.offset += offset;
    report_(fault);
  });
  if (!is_collected) return false;
  if (offset == ignored_break_ && offset > 0 && text_.starts_with('\n')) text_.erase(0, 1);
  ends_in_reference_ = kind != raw_text::verbatim && may_be_cut_reference(raw);
  if (lost != errc::ok) literals.spoil(lost, "in a literal");
  if (items_->is_active()) items_->add_text(text_);
  if (!literals.is_active()) {
    account_->reach(offset + raw.size(), span_kind::statement);
    return true;
  }
  literals.add_text(text_);
  account_->reach_literal(offset + raw.size());
  if (evaluator_->check_literal_size()) has_overflowed_ = true;
  return true;
}

std::string_view literal_input::add_start_tag(const raw_tag& tag, bool is_xml) {
  attributes_.clear();
  const auto fold = [&](std::string_view name) {
    std::string folded;
    decoder_->decode(name, raw_text::verbatim, folded, [](const reference_fault&) {});
    if (!is_xml)
      for (auto& c : folded) c = to_lower(c);
    return folded;
  };
  for (const auto& one : tag.attributes) {
    text_.clear();
    decoder_->decode(one.value, raw_text::attribute, text_, [](const reference_fault&) {});
    attributes_.emplace_back(fold(one.name), text_);
  }
  name_ = fold(tag.name);
  evaluator_->literals().add_start_tag(name_, attributes_);
  (void)evaluator_->check_literal_size();
  return name_;
}

}  // namespace laundromat::rdfa
