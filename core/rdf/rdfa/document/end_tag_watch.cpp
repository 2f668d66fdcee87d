// Implements end_tag_watch: reads ahead of the document and matches end tags with start tags.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/document/end_tag_watch.hpp"

#include <algorithm>

#include "core/rdf/rdfa/evaluation/host_language.hpp"
#include "core/rdf/rdfa/markup/attribute_set.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"
#include "core/rdf/rdfa/markup/html_tags.hpp"

namespace laundromat::rdfa {

namespace {

constexpr std::size_t most_open = 65'536;

}  // namespace

end_tag_watch::end_tag_watch(const reader_options& options)
    : media_type_(options.media_type),
      most_bytes_(options.limits.statement_bytes),
      scanner_(options.limits, *this),
      is_needed_(!equals_ignoring_case(options.media_type, "text/html")) {
  scanner_.use_xml(true);
}

void end_tag_watch::finish() {
  scanner_.finish();
  come_to(scanner_.offset_bytes());
  shrink(0);
}

errc end_tag_watch::take_fault(std::uint64_t begin) {
  const auto found = faults_.find(begin);
  if (found == faults_.end()) return errc::ok;
  const auto fault = found->second;
  faults_.erase(found);
  return fault;
}

void end_tag_watch::decide(const raw_tag* root) {
  is_decided_ = true;
  is_needed_ = !has_html_elements(find_host({media_type_, doctype_, has_xml_declaration_}, root));
}

/// The end of a piece: elements that are open for too long are given up.
void end_tag_watch::come_to(std::uint64_t end) {
  while (held_ != nothing && end - stack_[held_].begin_bytes > most_bytes_) {
    faults_.emplace(stack_[held_].begin_bytes, errc::statement_too_long);
    do ++held_;
    while (held_ < stack_.size() && !stack_[held_].matters);
    if (held_ == stack_.size()) held_ = nothing;
  }
}

void end_tag_watch::open(std::uint64_t begin, std::uint64_t hash, bool matters) {
  if (stack_.size() >= most_open) {
    ++deeper_;
    return;
  }
  matters = matters && !stack_.empty();
  if (matters && held_ == nothing) held_ = stack_.size();
  open_by_name_[hash].push_back(stack_.size());
  if (matters) mattering_.push_back(stack_.size());
  stack_.push_back({hash, begin, matters});
}

void end_tag_watch::shrink(std::size_t depth) {
  for (; stack_.size() > depth; stack_.pop_back()) {
    const auto found = open_by_name_.find(stack_.back().hash);
    found->second.pop_back();
    if (found->second.empty()) open_by_name_.erase(found);
    if (stack_.back().matters) mattering_.pop_back();
  }
  if (held_ != nothing && held_ >= depth) held_ = nothing;
}

void end_tag_watch::on_start_tag(const raw_tag& tag) {
  if (!is_decided_) decide(&tag);
  auto closes_itself = tag.closes_itself;
  if (encloses_tags(tag)) {
    const auto length = end_before_enclosed(tag.text);
    cuts_ = tag.offset_bytes < cut_end_ ? cuts_ + 1 : 0;
    cut_end_ = std::max(cut_end_, tag.offset_bytes + tag.text.size());
    const bool is_cut = length < tag.text.size() && cuts_ <= most_cuts;
    if (is_cut) scanner_.cut_tag(length);
    closes_itself = closes_itself && !is_cut;
  }
  come_to(tag.offset_bytes + tag.text.size());
  if (closes_itself || !is_needed_) return;
  const auto is_read = [](const raw_attribute& one) { return concerns_rdfa(one.name); };
  open(tag.offset_bytes, name_hash(tag.name, false), std::ranges::any_of(tag.attributes, is_read));
}

void end_tag_watch::on_end_tag(const raw_tag& tag) {
  come_to(tag.offset_bytes + tag.text.size());
  if (deeper_ > 0) {
    --deeper_;
    return;
  }
  const auto hash = name_hash(tag.name, false);
  if (const auto found = open_by_name_.find(hash); found != open_by_name_.end()) {
    const auto at = found->second.back();
    for (; !mattering_.empty() && mattering_.back() > at; mattering_.pop_back()) {
      auto& lost = stack_[mattering_.back()];
      faults_.emplace(lost.begin_bytes, errc::unterminated);
      lost.matters = false;
    }
    return shrink(at);
  }
  if (!mattering_.empty()) faults_.emplace(stack_[mattering_.back()].begin_bytes, errc::unterminated);
}

void end_tag_watch::on_long_tag(const text_position& begin, std::uint64_t length, std::string_view name,
                                bool is_end, bool closes_itself) {
  raw_tag cut;
  cut.name = name;
  if (!is_decided_) decide(&cut);
  come_to(begin.offset_bytes + length);
  if (!is_end && !closes_itself) open(begin.offset_bytes, name_hash(name, false), false);
}

void end_tag_watch::on_text(std::uint64_t offset, std::string_view raw, raw_text) {
  come_to(offset + raw.size());
  if (is_decided_) return;
  if (offset == 0 && raw.starts_with("\xEF\xBB\xBF")) raw.remove_prefix(3);
  if (!trim_html(raw).empty()) decide(nullptr);
}

void end_tag_watch::on_other(std::uint64_t offset, std::string_view raw, bool) {
  come_to(offset + raw.size());
}

void end_tag_watch::on_doctype(std::uint64_t offset, std::string_view raw) {
  come_to(offset + raw.size());
  if (!is_decided_ && doctype_.empty()) doctype_ = raw.substr(0, doctype_bytes);
}

}  // namespace laundromat::rdfa
