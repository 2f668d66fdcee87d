// The steps of an element, and the stack of contexts.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/evaluator.hpp"

#include "core/rdf/model/template_placeholder.hpp"
#include "core/rdf/rdfa/evaluation/rdfa_vocabulary.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat {

using attr = rdfa_attribute;

namespace {

constexpr std::size_t longest_tag = 256;  // of languages

}  // namespace

evaluator::evaluator(const reader_options& options, statement_output& output, finding_log& findings,
                     byte_account& account)
    : output_(&output),
      findings_(&findings),
      account_(&account),
      limits_(options.limits),
      declared_(options.prefixes),
      mapper_(options.base_iri, options.used_base),
      literals_(options.limits.term_bytes) {
  resources_.add();
  resources_.add();
  contexts_.add();
  mappings_.add();
  use_given_base(options);
}

void evaluator::begin_document(const located_place& begin) {
  finish();
  begin_ = begin;
  mappings_[0] = {};
  contexts_[0] = {};
  mapper_.begin_document();
}

void evaluator::use_host(rdfa_host host) {
  host_ = host;
  mapper_.use_host(host);
}

void evaluator::use_base(std::string_view iri) {
  auto& base = resources_[0];
  findings_->report(base.skip);
  base.value = std::string(iri.substr(0, iri.find('#')));
  base.check = resource::state::unchecked;
  base.place = begin_;
  base.fault = base.value.empty() ? errc::relative_iri : errc::ok;
}

void evaluator::use_given_base(const reader_options& options) {
  use_base(options.base_iri);
  used_base_ = options.used_base;
  mapper_.use_given_base();
}

void evaluator::use_declared_base(std::string_view iri) {
  use_base(iri);
  used_base_ = nullptr;
  mapper_.forget_given_base();
}

evaluator::frame& evaluator::push_context(int inherited) {
  auto& local = contexts_.add();
  const auto& from = contexts_[static_cast<std::size_t>(inherited)];
  local.base = from.base;
  local.parent_subject = from.parent_subject;
  local.parent_object = from.parent_object;
  local.first_incomplete = from.first_incomplete;
  local.end_incomplete = from.end_incomplete;
  local.lists = from.lists;
  local.outer = inherited;
  local.language = from.language;
  local.vocabulary = from.vocabulary;
  local.is_vocabulary_lost = from.is_vocabulary_lost;
  local.resources = resources_.size();
  local.incompletes = incompletes_.size();
  local.prefixes = mapper_.prefix_count();
  local.mappings = mappings_.size();
  local.languages = languages_.size();
  local.held_bytes = held_bytes_;
  return local;
}

opened_element evaluator::open(const element_view& element, int inherited) {
  chunk_items_.clear();
  if (!element.attributes.matter() && !element.is_root) return {inherited, false, false};
  push_context(inherited);
  piece_ = {element.tag.offset_bytes, element.tag.text.size()};
  step s{element, contexts_[static_cast<std::size_t>(inherited)], contexts_.back()};
  read_mappings(s);
  choose_relations(s);
  choose_resources(s);
  s.lists = s.new_subject == no_resource ? s.inherited.lists : mapping_of(s.new_subject, s.inherited.lists);
  if (s.typed != no_resource) emit_types(s);
  if (s.has_rel || s.has_rev) {
    if (s.object != no_resource)
      emit_relations(s);
    else
      hang_relations(s);
  }
  const bool collects = s.has(attr::property) && emit_properties(s);
  if (!s.skips && s.new_subject != no_resource) complete(s);
  if (s.has(attr::role)) emit_role(s);
  inherit(s);
  return {static_cast<int>(contexts_.size()) - 1, true, collects};
}

void evaluator::inherit(step& s) {
  if (s.skips) return;
  if (s.new_subject != no_resource) s.local.parent_subject = s.new_subject;
  s.local.parent_object = s.object != no_resource        ? s.object
                          : s.new_subject != no_resource ? s.new_subject
                                                         : s.inherited.parent_subject;
  s.local.first_incomplete = s.local.incompletes;
  s.local.end_incomplete = incompletes_.size();
  s.local.lists = s.local.parent_object == no_resource ? s.lists : mapping_of(s.local.parent_object, s.lists);
}

void evaluator::close(const opened_element& element, bool is_sound) {
  if (element.collects) {
    auto& one = literals_.back();
    emit_literal(one, one.is_dropped ? std::string_view{} : literals_.value(), is_sound);
    literals_.close();
  }
  if (!is_sound) {
    const auto& around = contexts_[static_cast<std::size_t>(element.context)];
    spoil_hanging_lists(around, errc::unterminated);
    spoil_lists(around.lists, errc::unterminated);
  }
  if (!element.owns_context) return;
  const auto& local = contexts_.back();
  for (auto i = local.mappings; i < mappings_.size(); ++i) emit_lists(mappings_[i]);
  held_bytes_ = local.held_bytes;
  mapper_.forget_prefixes(local.prefixes);
  mappings_.shrink(local.mappings);
  incompletes_.shrink(local.incompletes);
  for (auto i = local.resources; i < resources_.size(); ++i) findings_->report(resources_[i].skip);
  resources_.shrink(local.resources);
  languages_.shrink(local.languages);
  contexts_.shrink(contexts_.size() - 1);
}

void evaluator::finish() {
  emit_lists(mappings_[0]);
  findings_->report(resources_[base_resource].skip);
  findings_->report(resources_[lost_resource].skip);
}

bool evaluator::check_literal_size() {
  bool was_dropped = false;
  while (const auto* dropped = literals_.drop_overflow(account_->held_runs() * 16)) {
    for (const auto& slot : dropped->slots) spoil_list(slot, errc::term_too_long);
    account_->drop_outermost();
    was_dropped = true;
  }
  return was_dropped;
}

void evaluator::keep_places() {
  literals_.keep_places(*findings_);
  for (auto i = languages_.size(); i > 0 && languages_[i - 1].place.line == 0; --i)
    findings_->locate(languages_[i - 1].place);
}

void evaluator::read_mappings(step& s) {
  if (s.has(attr::xml_base) && !has_html_elements(host_)) {
    const auto id = add_resource(mapper_.resolve(s[attr::xml_base].text, at(s.inherited.base).value),
                                 s[attr::xml_base], s[attr::xml_base].text);
    s.local.base = id;
  }
  if (s.has(attr::prefix) || !s.element.attributes.namespaces().empty()) read_prefixes(s);
  read_language(s);
  if (!s.has(attr::vocab)) return;
  const auto text = trim_html(s[attr::vocab].text);
  s.local.vocabulary.clear();
  s.local.is_vocabulary_lost = !text.empty();
  if (text.empty() || s[attr::vocab].is_spoiled) return;
  const auto mapped = mapper_.resolve(text, at(s.local.base).value);
  if (mapped.what != mapped_word::outcome::iri)
    return lose_part(s[attr::vocab].place, {errc::relative_iri, treatment::skip});
  const auto checked = output_->check(mapped.value, s[attr::vocab].place);
  s.local.vocabulary = checked;
  if (checked.empty()) return;
  s.local.is_vocabulary_lost = false;
  const std::string iri(checked);
  say(s.local.base, rdfa_uses_vocabulary, term_view{term_kind::iri, iri, {}, {}});
}

void evaluator::read_language(step& s) {
  const bool knows_lang = has_html_elements(host_);
  const bool has_lang = knows_lang && s.has(attr::lang);
  if (!s.has(attr::xml_lang) && !has_lang) return;
  const auto& value = s[s.has(attr::xml_lang) ? attr::xml_lang : attr::lang];
  const auto tag = trim_html(value.text);
  s.local.language = -1;
  if (tag.empty()) return;
  s.local.language = static_cast<int>(languages_.size());
  auto& source = languages_.add();
  source.tag = tag.substr(0, longest_tag);
  if (tag.size() > longest_tag) source.tag += ' ';  // what is cut must not look like a tag
  source.place = {value.place_of(tag)};
  source.raw = findings_->bytes_at(source.place.bytes);
  source.is_reported = false;
}

/// A part of the tag is skipped.
void evaluator::lose_part(raw_place place, const finding& why) {
  findings_->report(place, why);
  output_->lose(place);
}

/// Skips the words of a value from `first` on.
void evaluator::lose_words(const attribute_value& value, std::string_view first, std::string_view why) {
  const auto from = static_cast<std::size_t>(first.data() - value.text.data());
  lose_part(value.place_of(value.text.substr(from)), {errc::too_many_attributes, treatment::skip, why});
}

/// What pages mean by a prefix that they do not declare, where the profile repairs that; else empty.
std::string_view evaluator::expand_habitual(std::string_view word, raw_place place) {
  if (findings_->may(errc::missing_prefix) != treatment::repair) return {};
  const auto colon = word.find(':');
  const auto expansion = find_habitual_prefix(word.substr(0, colon));
  if (expansion.empty()) return {};
  habitual_.assign(expansion).append(word.substr(colon + 1));
  findings_->report(place, {errc::missing_prefix, treatment::repair, {}, {}, habitual_});
  return habitual_;
}

/// The term that a word of an attribute stands for, checked; `none` when there is none to use.
term_view evaluator::map_word(const step& s, rdfa_attribute which, std::string_view word, raw_place place) {
  const bool is_predicate = which == attr::property || which == attr::rel || which == attr::rev;
  const bool is_type = which == attr::typeof_ || which == attr::datatype;
  const auto report = [&](errc rule, treatment done, std::string_view why = {}) {
    findings_->report(place, {rule, done, why});
    if (done == treatment::skip) output_->lose(place);
    return term_view{};
  };
  if (s.local.is_vocabulary_lost && which != attr::role && word.find(':') == word.npos)
    return report(errc::bad_iri, treatment::skip, "its vocabulary is not known");
  const auto mapped =
      mapper_.map_term(word, which == attr::role ? xhv : std::string_view(s.local.vocabulary));
  std::string_view iri = mapped.value;
  switch (mapped.what) {
    case mapped_word::outcome::nothing:  // `rel` has words of HTML that mean nothing here
      return which == attr::property || is_type
                 ? report(errc::undefined_term, findings_->may(errc::undefined_term))
                 : term_view{};
    case mapped_word::outcome::relative:
      return report(errc::relative_iri, treatment::skip);
    case mapped_word::outcome::blank:
      if (is_predicate) return report(errc::blank_predicate, treatment::skip);
      if (which == attr::datatype) return report(errc::undefined_term, treatment::note);
      return {term_kind::blank, mapped.value, {}, {}};
    case mapped_word::outcome::lost_prefix:
      return report(errc::missing_prefix, treatment::skip, lost_declaration);
    case mapped_word::outcome::unknown_prefix:
      iri = expand_habitual(word, place);
      if (!iri.empty()) break;
      findings_->report(place, {errc::suspicious_iri, treatment::note, unknown_prefix});
      iri = mapped.value;
      break;
    case mapped_word::outcome::iri:
      break;
  }
  const auto checked = output_->check(iri, place);
  return checked.empty() ? term_view{} : term_view{term_kind::iri, checked, {}, {}};
}

/// Only the first `most` words count.
void evaluator::for_each_term(const step& s, rdfa_attribute which, const term_use& use, std::size_t most) {
  const auto& value = s[which];
  const bool is_placeholder = has_placeholder(value.text);
  if (value.is_spoiled || is_placeholder) {
    if (s.has(attr::inlist)) spoil_lists(s.lists, errc::bad_iri);
    return lose_part(value.place, {errc::bad_iri, treatment::skip, is_placeholder ? placeholder_left : ""});
  }
  // HTML+RDFa 1.1, section 3.1, rule 7: beside `property`, words without colon are not RDFa's.
  const bool only_curies =
      (which == attr::rel || which == attr::rev) && has_html_rules(host_) && s.has(attr::property);
  auto list = value.text;
  std::size_t count = 0;
  for (auto word = next_word(list); !word.empty(); word = next_word(list)) {
    if (only_curies && word.find(':') == word.npos) continue;
    if (++count > most) {
      if (s.has(attr::inlist)) spoil_lists(s.lists, errc::too_many_attributes);
      return lose_words(value, word, "more words in an attribute than the limit");
    }
    const auto place = value.place_of(word);
    const auto found = map_word(s, which, word, place);
    if (found.kind != term_kind::none)
      use(found);
    else if (s.has(attr::inlist) && (which == attr::property || which == attr::rel))
      spoil_lists(s.lists, errc::undefined_term);  // which of them it meant, nobody knows
  }
}

}  // namespace laundromat
