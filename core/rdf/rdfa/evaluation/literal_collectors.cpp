// Implements literal_collectors: appends text and markup to the literals of all open elements.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/literal_collectors.hpp"

#include <algorithm>

namespace laundromat::rdfa {

namespace {

void append_escaped(std::string& out, std::string_view text, bool is_attribute, bool is_html) {
  for (const char c : text) {
    if (c == '&')
      out += "&amp;";
    else if (c == '<' && !(is_attribute && is_html))
      out += "&lt;";
    else if (c == '>' && !is_attribute)
      out += "&gt;";
    else if (c == '"' && is_attribute)
      out += "&quot;";
    else if (c == '\r' && !is_html)
      out += "&#xD;";
    else if (c == '\n' && is_attribute && !is_html)
      out += "&#xA;";
    else if (c == '\t' && is_attribute && !is_html)
      out += "&#x9;";
    else
      out += c;
  }
}

bool takes_markup(const collector& one) {
  return one.form == literal_form::xml || one.form == literal_form::html;
}

}  // namespace

collector& literal_collectors::open(literal_form form) {
  auto& added = stack_.add();
  added.form = form;
  added.text_begin = text_.size();
  added.markup.clear();
  added.depth = 0;
  added.predicate_count = 0;
  added.slots.clear();
  added.datatype.clear();
  added.namespaces.clear();
  added.fault = errc::ok;
  added.why = {};
  added.is_dropped = false;
  markups_ += takes_markup(added) ? 1 : 0;
  return added;
}

std::string_view literal_collectors::value() const {
  const auto& top = stack_[stack_.size() - 1];
  return takes_markup(top) ? std::string_view(top.markup) : std::string_view(text_).substr(top.text_begin);
}

bool literal_collectors::are_about(resource_id subject) const {
  for (std::size_t i = 0; i < stack_.size(); ++i)
    if (stack_[i].subject == subject) return true;
  return false;
}

void literal_collectors::close() {
  if (takes_markup(stack_.back())) {
    --markups_;
    markup_bytes_ -= stack_.back().markup.size();
  }
  stack_.shrink(stack_.size() - 1);
  dropped_ = std::min(dropped_, stack_.size());
  if (!is_active()) text_.clear();
}

void literal_collectors::add_text(std::string_view text) {
  text_.append(text);
  if (markups_ == 0) return;
  for (std::size_t i = dropped_; i < stack_.size(); ++i) {
    auto& one = stack_[i];
    if (!takes_markup(one)) continue;
    const auto before = one.markup.size();
    append_escaped(one.markup, text, false, one.form == literal_form::html);
    markup_bytes_ += one.markup.size() - before;
  }
}

void literal_collectors::add_start_tag(std::string_view name,
                                       const std::vector<std::pair<std::string, std::string>>& attributes) {
  for (std::size_t i = dropped_; i < stack_.size(); ++i) {
    auto& one = stack_[i];
    if (!takes_markup(one)) continue;
    const auto before = one.markup.size();
    const bool is_html = one.form == literal_form::html;
    const auto add = [&](std::string_view key, std::string_view value) {
      one.markup.append(" ").append(key).append("=\"");
      append_escaped(one.markup, value, true, is_html);
      one.markup += '"';
    };
    const auto is_namespace = [](const auto& a) { return a.first.starts_with("xmlns"); };
    one.markup.append("<").append(name);
    for (const auto& a : attributes)
      if (is_html || !is_namespace(a)) add(a.first, a.second);
    if (!is_html) {
      std::vector<std::pair<std::string, std::string>> declared;
      std::ranges::copy_if(attributes, std::back_inserter(declared), is_namespace);
      if (one.depth == 0)
        for (const auto& inherited : one.namespaces)
          if (std::ranges::none_of(declared, [&](const auto& own) { return own.first == inherited.first; }))
            declared.push_back(inherited);
      std::ranges::sort(declared);
      for (const auto& [key, iri] : declared) add(key, iri);
    }
    one.markup += '>';
    ++one.depth;
    markup_bytes_ += one.markup.size() - before;
  }
}

void literal_collectors::add_end_tag(std::string_view name, bool is_void) {
  for (std::size_t i = dropped_; i < stack_.size(); ++i) {
    auto& one = stack_[i];
    if (!takes_markup(one) || one.depth == 0) continue;
    --one.depth;
    if (is_void && one.form == literal_form::html) continue;
    one.markup.append("</").append(name).append(">");
    markup_bytes_ += name.size() + 3;
  }
}

void literal_collectors::spoil(errc fault, std::string_view why) {
  ++spoils_;
  for (std::size_t i = dropped_; i < stack_.size(); ++i) {
    if (stack_[i].fault != errc::ok) continue;
    stack_[i].fault = fault;
    stack_[i].why = why;
  }
}

void literal_collectors::keep_places(fault_log& log) {
  auto first = stack_.size();
  while (first > 0 && stack_[first - 1].place.line == 0) --first;
  for (; first < stack_.size(); ++first) {
    log.locate(stack_[first].place);
    if (!stack_[first].datatype_word.empty()) log.locate(stack_[first].datatype_place);
  }
}

bool literal_collectors::spoil_begun_at(std::uint64_t offset_bytes, errc fault, std::string_view why) {
  for (std::size_t i = dropped_; i < stack_.size(); ++i) {
    if (stack_[i].place.bytes.offset_bytes != offset_bytes) continue;
    stack_[i].fault = fault;
    stack_[i].why = why;
    if (i != dropped_) return false;
    (void)drop_outermost();
    return true;
  }
  return false;
}

const collector* literal_collectors::drop_overflow(std::uint64_t extra_bytes) {
  if (!is_active()) return nullptr;
  const auto text = text_.size() - stack_[dropped_].text_begin;
  if (text + markup_bytes_ + extra_bytes <= most_bytes_) return nullptr;
  auto& dropped = drop_outermost();
  dropped.fault = errc::term_too_long;  // wherever in its text that was noticed
  dropped.why = {};
  return &dropped;
}

collector& literal_collectors::drop_outermost() {
  auto& outermost = stack_[dropped_];
  outermost.is_dropped = true;
  if (takes_markup(outermost)) {
    markup_bytes_ -= outermost.markup.size();
    outermost.markup = {};
  }
  ++dropped_;
  const auto unused = is_active() ? stack_[dropped_].text_begin : text_.size();
  text_.erase(0, unused);
  for (std::size_t i = dropped_; i < stack_.size(); ++i) stack_[i].text_begin -= unused;
  return outermost;
}

}  // namespace laundromat::rdfa
