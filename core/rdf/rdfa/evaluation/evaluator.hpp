// The processing rules of RDFa: which statements an element makes, and what its children inherit.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "core/rdf/rdfa/evaluation/attribute_terms.hpp"
#include "core/rdf/rdfa/evaluation/byte_account.hpp"
#include "core/rdf/rdfa/evaluation/context_stack.hpp"
#include "core/rdf/rdfa/evaluation/incomplete_triples.hpp"
#include "core/rdf/rdfa/evaluation/language_table.hpp"
#include "core/rdf/rdfa/evaluation/list_builder.hpp"
#include "core/rdf/rdfa/evaluation/literal_builder.hpp"
#include "core/rdf/rdfa/evaluation/prefix_reader.hpp"
#include "core/rdf/rdfa/evaluation/resource_choice.hpp"
#include "core/rdf/rdfa/evaluation/resource_table.hpp"
#include "core/rdf/rdfa/evaluation/statement_output.hpp"
#include "core/rdf/rdfa/evaluation/term_mapper.hpp"

namespace laundromat::rdfa {

/// What the caller keeps of an open element.
struct opened_element {
  int context = 0;  ///< what its children inherit
  bool owns_context = false;
  bool collects = false;  ///< its text becomes a literal
};

/// RDFa Core 1.1, section 7.5, with the additions of HTML+RDFa 1.1 section 3.1 and XHTML+RDFa 1.1 section 3, and the Role Attribute 1.0
/// section 4. Elements are opened and closed like brackets; a child may be opened in the context of any element that is still open.
/// The evaluator applies the steps in their order; the state of each is kept by a part: contexts, resources, lists, incomplete triples,
/// languages, prefixes and literals.
class evaluator {
 public:
  evaluator(const reader_options& options, statement_output& output, fault_log& faults,
            byte_account& account);
  evaluator(const evaluator&) = delete;  // its parts refer to each other
  evaluator& operator=(const evaluator&) = delete;

  void use_host(host_language host);
  /// Begins another document at `begin`, which inherits nothing; no element is open.
  void begin_document(const located_place& begin);
  /// Uses the base of `options`.
  void use_given_base(const reader_options& options);
  /// Uses the base IRI that the document declares, resolved.
  void use_declared_base(std::string_view iri);
  /// `reader_options::used_base`, or null once a base was declared.
  [[nodiscard]] bool* used_base() const { return resources_.used_base(); }
  [[nodiscard]] std::string_view base() const { return resources_.base(); }

  [[nodiscard]] opened_element open(const element_view& element, int context);
  /// Opens an element whose subject is not known: what depends on it is skipped.
  [[nodiscard]] opened_element open_without_subject(raw_place place, int context);
  /// Opens an element whose subject, language, vocabulary and prefixes are not known: what depends on them is skipped as `why`.
  [[nodiscard]] opened_element open_unknown(raw_place place, errc why, int context);
  /// Makes the subject of the innermost element unknown: what depends on it from now on is skipped as `why`.
  void forget_subject(raw_place place, errc why);
  /// Makes the subjects of all open elements unknown, because it is not known in which of them the following content is.
  void forget_subjects(raw_place place, errc why);
  /// Makes the lists invalid that may lack an item because the start tag `tag`, which may be incomplete, is ignored in `context`.
  void lose_items(int context, std::string_view tag);
  /// How the open elements within the one of `context` differ in what they give to their content.
  [[nodiscard]] context_difference differ_within(int context) const {
    return contexts_.differ_within(context, mapper_.prefix_count());
  }
  /// Whether the innermost open element gives its content another subject, vocabulary or prefix than it inherited.
  [[nodiscard]] bool changes_context(const opened_element& element) const {
    return element.owns_context && contexts_.differs_from_outer(element.context, mapper_.prefix_count());
  }
  /// Closes the innermost element. `is_sound` is false when it was cut off or damaged, so that its text is not known.
  void close(const opened_element& element, bool is_sound = true);
  /// Ends the lists that belong to no element.
  void finish();

  [[nodiscard]] literal_collectors& literals() { return literals_.collectors(); }
  /// The number of lists that have what the last tag states as an item.
  [[nodiscard]] std::size_t items() const { return lists_.items(); }
  /// Makes the bytes of that tag wait for these lists.
  void wait_for_lists(const waiting_ranges& ranges) { lists_.wait(ranges); }
  /// Gives up literals that hold too much; called after each piece of text. True when there were any.
  bool check_literal_size() { return literals_.check_size(); }
  /// Makes the label of a new blank node.
  void name_blank(std::string& label) { mapper_.name_blank(label); }
  /// The language of literals in a context; null for none.
  [[nodiscard]] language_source* language_of(int context) {
    const auto language = contexts_[context].language;
    return language < 0 ? nullptr : &languages_[language];
  }
  /// Whether a language is declared in a context, but cannot be read.
  [[nodiscard]] bool is_language_lost(int context) const {
    return contexts_[context].language == unknown_language;
  }
  /// Whether statements may be made with the base; what is wrong with it is reported once.
  [[nodiscard]] bool has_usable_base() { return output_->is_usable(resources_[base_resource]); }
  /// How often it was not known any more in which elements the following content is.
  [[nodiscard]] std::uint64_t nesting_losses() const { return nesting_losses_; }
  /// Computes the lines of the places whose bytes are about to be discarded.
  void keep_places();
  /// The context that an element inherited: what follows an element that was closed out of order inherits it.
  [[nodiscard]] int outer_context(int context) const { return contexts_[context].outer; }

 private:
  /// An element as it is evaluated.
  struct step {
    const element_view& element;
    rdfa_context& inherited;
    rdfa_context& local;
    chosen_resources chosen;
    int lists = 0;  ///< the mapping of the lists of `new_subject`
    [[nodiscard]] bool has(rdfa_attribute which) const { return element.attributes.has(which); }
    [[nodiscard]] const attribute_value& operator[](rdfa_attribute which) const {
      return element.attributes[which];
    }
  };

  rdfa_context& push_context(int inherited);
  void read_base(step& s);
  void read_vocabulary(step& s);
  void read_language(step& s);
  void emit_types(step& s);
  void emit_relations(step& s);
  void add_incomplete(step& s);
  bool emit_properties(step& s);
  void emit_role(step& s);
  void inherit(step& s);
  [[nodiscard]] static term_scope scope_of(const step& s) {
    return {s.local.vocabulary, s.local.is_vocabulary_lost, false};
  }
  /// Calls `use` for the terms of an attribute. Where one is lost that may be the predicate of a list, the lists are invalid.
  template <class Use>
  void read_terms(const step& s, rdfa_attribute which, const Use& use, std::size_t most) {
    auto scope = scope_of(s);
    scope.has_curies_only = (which == rdfa_attribute::rel || which == rdfa_attribute::rev) &&
                            has_html_rules(host_) && s.has(rdfa_attribute::property);
    const auto lost = [&](errc why) {
      if (s.has(rdfa_attribute::inlist)) lists_.spoil_all(s.lists, why);
    };
    terms_.read(s[which], which, scope, most, std::cref(use), std::cref(lost));  // without copies on the heap
  }
  template <class Use>
  void read_terms(const step& s, rdfa_attribute which, const Use& use) {
    read_terms(s, which, use, limits_.attributes);
  }

  statement_output* output_;
  reader_limits limits_;
  std::uint64_t nesting_losses_ = 0;
  host_language host_ = host_language::unknown;
  located_place begin_{{}, 1, 1};  // of the document
  term_mapper mapper_;
  context_stack contexts_;
  language_table languages_;
  resource_table resources_;
  list_builder lists_;
  incomplete_triples incompletes_;
  attribute_terms terms_;
  prefix_reader prefixes_;
  literal_builder literals_;
  fault_log* faults_;
};

}  // namespace laundromat::rdfa
