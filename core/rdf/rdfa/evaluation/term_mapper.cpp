// Implements term_mapper: expands CURIEs and terms.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/term_mapper.hpp"

#include <algorithm>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/template_placeholder.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/rdf/rdfa/evaluation/rdfa_vocabulary.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"
#include "core/web/uri.hpp"

namespace laundromat::rdfa {

namespace {

using enum mapped_word::outcome;

/// Labels that begin like generated ones: `g` or `s` or `x`, then perhaps more of them, then a digit.
bool is_reserved(std::string_view label) {
  const auto digit = label.find_first_not_of("gsx");
  return digit != label.npos && digit > 0 && is_digit(label[digit]);
}

bool is_plain_label(std::string_view label) {
  if (label.empty() || label.front() == '-' || label.back() == '.' || label.front() == '.') return false;
  return std::ranges::all_of(label, [](char c) { return is_alnum(c) || c == '_' || c == '-' || c == '.'; });
}

}  // namespace

void term_mapper::declare(std::string_view prefix, std::string_view iri, kind what) {
  if (what == kind::all_lost) {
    declared_.push_back({{}, {}, barrier_, what});
    barrier_ = static_cast<int>(declared_.size()) - 1;
    return;
  }
  std::string folded(prefix);
  for (auto& c : folded) c = to_lower(c);
  auto found = latest_.try_emplace(folded, -1).first;
  declared_.push_back({std::move(folded), std::string(iri), found->second, what});
  found->second = static_cast<int>(declared_.size()) - 1;
}

void term_mapper::forget_prefixes(std::size_t count) {
  for (; declared_.size() > count; declared_.pop_back()) {
    if (declared_.back().what == kind::all_lost) {
      barrier_ = declared_.back().shadowed;
      continue;
    }
    const auto found = latest_.find(declared_.back().prefix);
    found->second = declared_.back().shadowed;
    if (found->second < 0) latest_.erase(found);
  }
}

bool term_mapper::is_initial(std::string_view prefix) const {
  std::string folded(prefix);
  for (auto& c : folded) c = to_lower(c);
  return barrier_ < 0 && !latest_.contains(folded) && !find_initial_prefix(folded).empty();
}

std::vector<std::pair<std::string_view, std::string_view>> term_mapper::prefixes_in_force() const {
  std::vector<std::pair<std::string_view, std::string_view>> all;
  for (const auto& [prefix, at] : latest_)
    if (at >= 0 && !is_lost(at)) all.emplace_back(prefix, declared_[static_cast<std::size_t>(at)].iri);
  std::ranges::sort(all);
  return all;
}

/// Whether the meaning of a prefix is lost whose last declaration has that number; negative for none.
bool term_mapper::is_lost(int declaration) const {
  return declaration < barrier_ ||
         (declaration >= 0 && declared_[static_cast<std::size_t>(declaration)].what == kind::lost);
}

bool term_mapper::has_lost_prefixes() const {
  return barrier_ >= 0 || std::ranges::any_of(latest_, [&](const auto& one) { return is_lost(one.second); });
}

mapped_word term_mapper::make_absolute(std::string_view reference) {
  if (is_absolute(reference)) return {iri, reference};
  note_base(used_document_);
  value_ = resolve_iri(document_iri_, reference);
  return {value_.empty() ? relative : iri, value_};
}

std::optional<mapped_word> term_mapper::map_curie(std::string_view word) {
  const auto colon = word.find(':');
  if (colon == word.npos) return std::nullopt;
  const auto reference = word.substr(colon + 1);
  if (word.substr(0, colon) == "_") return mapped_word{blank, map_label(reference)};
  prefix_.assign(word.substr(0, colon));
  for (auto& c : prefix_) c = to_lower(c);
  std::string_view expansion;
  const auto found = latest_.find(std::string_view(prefix_));
  const auto declaration = found == latest_.end() ? -1 : found->second;
  const bool may_be_prefix = declaration >= 0 || (is_nc_name(prefix_) && !is_usual_scheme(prefix_));
  if (is_lost(declaration) && may_be_prefix && !reference.starts_with("//"))
    return mapped_word{lost_prefix, word};
  if (declaration >= 0)
    expansion = declared_[static_cast<std::size_t>(declaration)].iri;
  else
    expansion = prefix_.empty() ? xhv : find_initial_prefix(prefix_);
  if (expansion.empty() || reference.starts_with("//")) return std::nullopt;
  value_.assign(expansion).append(reference);
  if (is_absolute(value_)) return mapped_word{iri, value_};
  const auto relative_value = value_;
  return make_absolute(relative_value);
}

mapped_word term_mapper::map_term(std::string_view word, std::string_view vocabulary) {
  if (const auto found = map_curie(word)) return *found;
  const auto colon = word.find(':');
  if (colon != word.npos) {
    if (!is_scheme(word.substr(0, colon))) return {};
    const bool is_usual = word.substr(colon + 1).starts_with("//") || is_usual_scheme(word.substr(0, colon));
    return {is_usual ? iri : unknown_prefix, word};
  }
  if (has_lost_colon(word)) return {relative, word};
  if (!is_term(word)) return {};
  if (!vocabulary.empty()) {
    value_.assign(vocabulary).append(word);
    return {iri, value_};
  }
  const auto found = find_initial_term(word, host_);
  return {found.empty() ? nothing : iri, found};
}

mapped_word term_mapper::map_resource(std::string_view text, std::string_view base) {
  text = trim_html(text);
  if (text.starts_with('[') && text.ends_with(']')) {
    const auto found = map_curie(text.substr(1, text.size() - 2));
    return found ? *found : mapped_word{};
  }
  if (const auto found = map_curie(text)) return *found;
  const auto found = resolve(text, base);
  if (found.what != iri || found.value.data() == value_.data()) return found;
  const auto colon = text.find(':');
  const bool is_usual = text.substr(colon + 1).starts_with("//") || is_usual_scheme(text.substr(0, colon));
  return {is_usual ? iri : unknown_prefix, found.value};
}

mapped_word term_mapper::resolve(std::string_view text, std::string_view base) {
  text = trim_html(text);
  if (is_absolute(text)) return {iri, text};
  if (has_placeholder(text)) return {relative, {}};
  note_base(used_base_);
  if (text.empty()) {
    const auto whole = base.substr(0, base.find('#'));
    return {whole.empty() ? relative : iri, whole};
  }
  value_ = resolve_iri(base, text);
  return {value_.empty() ? relative : iri, value_};
}

std::string_view term_mapper::map_label(std::string_view label) {
  if (label.empty() && documents_ == 0) return "g0";
  if (is_plain_label(label) && documents_ == 0) {
    if (!is_reserved(label)) return label;
    label_.assign(1, label.front()).append(label);
    return label_;
  }
  static constexpr char digits[] = "0123456789abcdef";
  label_ = "x" + std::to_string(documents_) + (documents_ == 0 ? "" : ".0");
  for (const unsigned char c : label) label_.append(1, digits[c >> 4]).append(1, digits[c & 15]);
  return label_;
}

void term_mapper::name_blank(std::string& label) {
  label = "g" + std::to_string(++blanks_);
}

}  // namespace laundromat::rdfa
