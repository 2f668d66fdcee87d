// Implements evaluator: the steps of an element in the order of RDFa Core 1.1, section 7.5.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/evaluator.hpp"

#include <algorithm>
#include <string>

#include "core/rdf/rdfa/evaluation/rdfa_vocabulary.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat::rdfa {

namespace {

using attr = rdfa_attribute;

}  // namespace

evaluator::evaluator(const reader_options& options, statement_output& output, fault_log& faults,
                     byte_account& account)
    : output_(&output),
      limits_(options.limits),
      mapper_(options.base_iri, options.used_base),
      languages_(faults),
      resources_(options.limits, output, faults, mapper_),
      lists_(options.limits, resources_, output, faults, account, mapper_),
      incompletes_(options.limits, resources_, lists_, output),
      terms_(output, faults, mapper_),
      prefixes_(options, output, faults, mapper_),
      literals_(options.limits,
                {resources_, lists_, incompletes_, languages_, terms_, mapper_, output, faults, account}),
      faults_(&faults) {
  use_given_base(options);
}

void evaluator::begin_document(const located_place& begin) {
  finish();
  begin_ = begin;
  lists_.begin_document();
  contexts_.begin_document();
  mapper_.begin_document();
}

void evaluator::use_host(host_language host) {
  host_ = host;
  mapper_.use_host(host);
}

void evaluator::use_given_base(const reader_options& options) {
  resources_.use_base(options.base_iri, begin_, options.used_base);
  mapper_.use_given_base();
}

void evaluator::use_declared_base(std::string_view iri) {
  resources_.use_base(iri, begin_, nullptr);
  mapper_.forget_given_base();
}

rdfa_context& evaluator::push_context(int inherited) {
  return contexts_.push(inherited, {resources_.size(), incompletes_.size(), mapper_.prefix_count(),
                                    lists_.size(), languages_.size(), incompletes_.held_bytes()});
}

opened_element evaluator::open(const element_view& element, int inherited) {
  lists_.begin_tag();
  if (!element.attributes.matter() && !element.is_root) return {inherited, false, false};
  push_context(inherited);
  resources_.begin_tag(place_of(element.tag));
  step s{element, contexts_[inherited], contexts_.back(), {}};
  read_base(s);
  if (s.has(attr::prefix) || !element.attributes.namespaces().empty()) prefixes_.read(element.attributes);
  read_language(s);
  read_vocabulary(s);
  s.chosen = choose_resources(element, host_, s.local.base, s.inherited.parent_object, resources_);
  const auto& chosen = s.chosen;
  s.lists = chosen.new_subject == no_resource ? s.inherited.lists
                                              : lists_.mapping_of(chosen.new_subject, s.inherited.lists);
  if (chosen.typed != no_resource) emit_types(s);
  if (chosen.has_rel || chosen.has_rev) {
    if (chosen.object != no_resource)
      emit_relations(s);
    else
      add_incomplete(s);
  }
  const bool collects = s.has(attr::property) && emit_properties(s);
  if (!chosen.skips && chosen.new_subject != no_resource)
    incompletes_.complete(s.inherited, chosen.new_subject);
  if (s.has(attr::role)) emit_role(s);
  inherit(s);
  return {contexts_.innermost(), true, collects};
}

/// Step 13.
void evaluator::inherit(step& s) {
  const auto& chosen = s.chosen;
  if (chosen.skips) return;
  if (chosen.new_subject != no_resource) s.local.parent_subject = chosen.new_subject;
  s.local.parent_object = chosen.object != no_resource        ? chosen.object
                          : chosen.new_subject != no_resource ? chosen.new_subject
                                                              : s.inherited.parent_subject;
  s.local.first_incomplete = s.local.before.incompletes;
  s.local.end_incomplete = incompletes_.size();
  s.local.lists =
      s.local.parent_object == no_resource ? s.lists : lists_.mapping_of(s.local.parent_object, s.lists);
}

void evaluator::close(const opened_element& element, bool is_sound) {
  if (element.collects) literals_.close(is_sound);
  if (!is_sound) {
    const auto& around = contexts_[element.context];
    incompletes_.spoil_lists(around, errc::unterminated);
    lists_.spoil_all(around.lists, errc::unterminated);
  }
  if (!element.owns_context) return;
  const auto& before = contexts_.back().before;
  lists_.shrink(before.mappings);
  incompletes_.shrink(before.incompletes, before.held_bytes);
  mapper_.forget_prefixes(before.prefixes);
  resources_.shrink(before.resources);
  languages_.shrink(before.languages);
  contexts_.pop();
}

void evaluator::finish() {
  lists_.finish();
  resources_.finish();
}

void evaluator::keep_places() {
  literals().keep_places(*faults_);
  languages_.keep_places();
}

/// In XML, `xml:base` changes the base of its element.
void evaluator::read_base(step& s) {
  if (!s.has(attr::xml_base) || has_html_elements(host_)) return;
  const auto& value = s[attr::xml_base];
  s.local.base =
      resources_.add(mapper_.resolve(value.text, resources_[s.inherited.base].value), value, value.text);
}

/// Step 2.
void evaluator::read_vocabulary(step& s) {
  if (!s.has(attr::vocab)) return;
  const auto& value = s[attr::vocab];
  const auto text = trim_html(value.text);
  s.local.vocabulary.clear();
  s.local.is_vocabulary_lost = !text.empty();
  if (text.empty() || value.is_spoiled) return;
  const auto mapped = mapper_.resolve(text, resources_[s.local.base].value);
  // Of what is no vocabulary each of its names would be invented.
  if (mapped.what != mapped_word::outcome::iri || has_lost_colon(text))
    return output_->skip(value.place, {errc::relative_iri, treatment::skip});
  const auto checked = output_->check(mapped.value, value.place);
  s.local.vocabulary = checked;
  if (checked.empty()) return;
  s.local.is_vocabulary_lost = false;
  const std::string iri(checked);
  resources_.state(s.local.base, rdfa_uses_vocabulary, term_view{term_kind::iri, iri, {}, {}});
}

/// Step 4.
void evaluator::read_language(step& s) {
  const bool has_lang = has_html_elements(host_) && s.has(attr::lang);
  if (!s.has(attr::xml_lang) && !has_lang) return;
  const auto& value = s[s.has(attr::xml_lang) ? attr::xml_lang : attr::lang];
  const auto tag = trim_html(value.text);
  s.local.language = tag.empty() ? no_language : languages_.add(tag, value.place_of(tag));
}

/// Step 7.
void evaluator::emit_types(step& s) {
  read_terms(s, attr::typeof_,
             [&](const term_view& type) { resources_.state(s.chosen.typed, rdf_type, type); });
}

/// Step 9.
void evaluator::emit_relations(step& s) {
  const bool is_list = s.has(attr::inlist);
  const auto& chosen = s.chosen;
  if (chosen.has_rel)
    read_terms(s, attr::rel, [&](const term_view& predicate) {
      if (is_list)
        lists_.fill(lists_.reserve_item(s.lists, predicate.value), chosen.object);
      else
        resources_.state(chosen.new_subject, predicate.value, chosen.object);
    });
  if (chosen.has_rev)
    read_terms(s, attr::rev, [&](const term_view& predicate) {
      resources_.state(chosen.object, predicate.value, chosen.new_subject);
    });
}

/// Step 10.
void evaluator::add_incomplete(step& s) {
  using enum incomplete_triples::direction;
  const auto forward_or_list = s.has(attr::inlist) ? list : forward;
  const auto most = std::min(limits_.attributes, limits_.hanging_relations);
  const auto add = [&](attr which, incomplete_triples::direction way) {
    read_terms(
        s, which, [&](const term_view& predicate) { incompletes_.add(predicate.value, way, s.lists); }, most);
  };
  if (s.chosen.has_rel) add(attr::rel, forward_or_list);
  if (s.chosen.has_rev) add(attr::rev, reverse);
  s.chosen.object = resources_.add_blank();
}

/// Step 11. True when the text of the element becomes a literal.
bool evaluator::emit_properties(step& s) {
  const auto object = object_of_property(s.element, host_, s.chosen);
  const bool is_list = s.has(attr::inlist);
  literals_.begin(s.chosen.new_subject);
  read_terms(s, attr::property, [&](const term_view& predicate) {
    if (object == no_resource && is_list)
      literals_.add_item(lists_.reserve_item(s.lists, predicate.value));
    else if (object == no_resource)
      literals_.add_predicate(predicate.value);
    else if (is_list)
      lists_.fill(lists_.reserve_item(s.lists, predicate.value), object);
    else
      resources_.state(s.chosen.new_subject, predicate.value, object);
  });
  return object == no_resource && literals_.read(s.element, {host_, s.local.language, scope_of(s)});
}

/// Role Attribute 1.0, section 4.
void evaluator::emit_role(step& s) {
  auto subject = no_resource;
  if (s.has(attr::id) && !trim_html(s[attr::id].text).empty()) {
    const auto reference = "#" + std::string(trim_html(s[attr::id].text));
    subject =
        resources_.add(mapper_.resolve(reference, resources_[s.local.base].value), s[attr::id], reference);
  }
  read_terms(s, attr::role, [&](const term_view& found) {
    if (subject == no_resource) subject = resources_.add_blank();
    resources_.state(subject, xhv_role, found);
  });
}

opened_element evaluator::open_without_subject(raw_place place, int inherited) {
  auto& local = push_context(inherited);
  local.first_incomplete = local.end_incomplete = local.before.incompletes;
  forget_subject(place, errc::unterminated);
  return {contexts_.innermost(), true, false};
}

opened_element evaluator::open_unknown(raw_place place, errc why, int inherited) {
  auto& local = push_context(inherited);
  local.first_incomplete = local.end_incomplete = local.before.incompletes;
  local.language = unknown_language;
  local.vocabulary.clear();
  local.is_vocabulary_lost = true;
  mapper_.lose_prefixes();
  forget_subject(place, why);
  return {contexts_.innermost(), true, false};
}

void evaluator::forget_subject(raw_place place, errc why) {
  const auto unknown = resources_.add_unknown(place, why);
  auto& local = contexts_.back();
  incompletes_.lose_lists(local, why, place);
  local.parent_subject = local.parent_object = unknown;
  const auto around = local.lists;
  local.lists = lists_.mapping_of(unknown, around);
  if (local.lists != around) lists_.forget_subject(local.lists, around);
}

void evaluator::forget_subjects(raw_place place, errc why) {
  ++nesting_losses_;
  resources_.lose(place, why, literals().are_about(lost_resource));
  for (int i = 0; i < contexts_.size(); ++i) {
    auto& one = contexts_[i];
    incompletes_.spoil_lists(one, why);
    lists_.spoil_all(one.lists, why);
    one.parent_subject = one.parent_object = lost_resource;
    one.first_incomplete = one.end_incomplete;
  }
}

/// Items come from `inlist` beside a predicate, of which one may be what is damaged, and from any element that has a subject where a
/// list waits for its items.
void evaluator::lose_items(int context, std::string_view tag) {
  const auto& around = contexts_[context];
  incompletes_.spoil_lists(around, errc::bad_attribute);
  const auto has = [&](std::string_view word) {
    const auto is_same = [](char a, char lower) { return to_lower(a) == lower; };
    return std::search(tag.begin(), tag.end(), word.begin(), word.end(), is_same) != tag.end();
  };
  if (has("inlist") || has("property") || has("rel")) lists_.spoil_all(around.lists, errc::bad_attribute);
}

}  // namespace laundromat::rdfa
