// Implements pattern_store: stores patterns, and emits their properties for each copy.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/evaluation/pattern_store.hpp"

#include "core/rdf/rdfa/evaluation/rdfa_vocabulary.hpp"

namespace laundromat::rdfa {

std::string pattern_store::key_of(const term_view& term) {
  return (term.kind == term_kind::blank ? "_:" : "") + std::string(term.value);
}

pattern_store::held_term pattern_store::hold(const term_view& term) {
  return {term.kind, std::string(term.value), std::string(term.datatype), std::string(term.language)};
}

result<bool> pattern_store::take(const statement_view& statement) {
  const auto& [subject, predicate, object, graph] = statement;
  const bool makes_pattern = object.value == rdfa_pattern && predicate.value == rdf_type;
  const bool is_copy = predicate.value == rdfa_copy && object.kind != term_kind::literal;
  if (!makes_pattern && !is_copy && patterns_.empty()) return false;
  const auto key = key_of(subject);
  auto found = by_key_.find(key);
  if (found == by_key_.end() && !makes_pattern && !is_copy) return false;
  held_bytes_ += 2 * sizeof(pattern) + 2 * key.size() + predicate.value.size() + object.value.size();
  if (held_bytes_ > most_bytes_) return fail(errc::statement_too_long, "patterns of a document");
  if (makes_pattern && found == by_key_.end()) {
    found = by_key_.emplace(key, patterns_.size()).first;
    patterns_.push_back({hold(subject), {}});
  }
  if (found != by_key_.end())
    patterns_[found->second].properties.push_back({std::string(predicate.value), hold(object)});
  else
    copies_.push_back({hold(subject), key_of(object)});
  return true;
}

result<void> pattern_store::emit_copy(const held_term& subject, const std::string& target,
                                      const emitter& emit) {
  std::vector<std::string> waiting{target};
  keyed_set<std::string> seen{target};
  while (!waiting.empty()) {
    const auto found = by_key_.find(waiting.back());
    waiting.pop_back();
    if (found == by_key_.end()) continue;
    const auto& source = patterns_[found->second];
    for (const auto& [predicate, object] : source.properties) {
      if (predicate == rdf_type && object.value == rdfa_pattern) continue;
      const auto next = key_of(object.view());
      if (predicate == rdfa_copy && by_key_.contains(next)) {
        if (seen.insert(next).second) waiting.push_back(next);
        continue;
      }
      written_bytes_ += subject.value.size() + predicate.size() + object.value.size();
      if (written_bytes_ > most_bytes_) return fail(errc::statement_too_long, "copies of patterns");
      if (auto done = emit({subject.view(), {term_kind::iri, predicate, {}, {}}, object.view(), {}}); !done)
        return done;
    }
  }
  return {};
}

result<void> pattern_store::finish(const emitter& emit) {
  for (const auto& one : copies_) note_copied(one.target);
  for (const auto& one : patterns_)
    for (const auto& [predicate, object] : one.properties)
      if (predicate == rdfa_copy) note_copied(key_of(object.view()));
  for (const auto& [subject, target] : copies_) {
    if (by_key_.contains(target)) {
      if (auto done = emit_copy(subject, target, emit); !done) return done;
      continue;
    }
    const bool is_blank = target.starts_with("_:");
    const term_view object{is_blank ? term_kind::blank : term_kind::iri,
                           std::string_view(target).substr(is_blank ? 2 : 0),
                           {},
                           {}};
    if (auto done = emit({subject.view(), {term_kind::iri, rdfa_copy, {}, {}}, object, {}}); !done)
      return done;
  }
  for (const auto& one : patterns_) {
    if (one.is_copied) continue;
    for (const auto& [predicate, object] : one.properties) {
      const auto target = key_of(object.view());
      auto done = predicate == rdfa_copy && by_key_.contains(target)
                      ? emit_copy(one.subject, target, emit)
                      : emit({one.subject.view(), {term_kind::iri, predicate, {}, {}}, object.view(), {}});
      if (!done) return done;
    }
  }
  return {};
}

void pattern_store::note_copied(const std::string& target) {
  if (const auto found = by_key_.find(target); found != by_key_.end())
    patterns_[found->second].is_copied = true;
}

}  // namespace laundromat::rdfa
