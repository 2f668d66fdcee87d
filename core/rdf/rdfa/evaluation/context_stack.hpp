// What open elements give to their content: the evaluation contexts of RDFa Core 1.1, section 7.5.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/rdf/rdfa/evaluation/language_table.hpp"
#include "core/rdf/rdfa/evaluation/resource.hpp"
#include "core/rdf/rdfa/evaluation/reused_stack.hpp"

namespace laundromat::rdfa {

/// How many resources, incomplete triples and so on there were before an element; its end goes back to them.
struct context_marks {
  std::size_t resources = 0, incompletes = 0, prefixes = 0, mappings = 0, languages = 0;
  std::uint64_t held_bytes = 0;
};

/// What the children of an element inherit.
struct rdfa_context {
  resource_id base = base_resource, parent_subject = no_resource, parent_object = no_resource;
  std::size_t first_incomplete = 0, end_incomplete = 0;  ///< the incomplete triples that wait for a resource
  int lists = 0;                                         ///< the list mapping of `parent_object`
  int outer = 0;                                         ///< the context that the element inherited
  int language = no_language;
  std::string vocabulary;
  bool is_vocabulary_lost = false;  ///< a vocabulary is declared, but cannot be read
  context_marks before;
};

/// How contexts differ in what they give to their content.
enum class context_difference : std::uint8_t {
  none,
  subjects,  ///< in subjects, objects or incomplete triples
  names,     ///< in languages, vocabularies, prefixes or bases, too
};

/// The contexts of all open elements; number 0 is that of the document. Prefixes are counted by their mapper, so the questions
/// about differences get that count.
class context_stack {
 public:
  context_stack() { contexts_.add(); }

  /// Adds a context that inherits all from number `inherited`. References to other contexts become invalid.
  rdfa_context& push(int inherited, const context_marks& before);
  void pop() { contexts_.shrink(contexts_.size() - 1); }
  /// Empties the context of the document; no element is open.
  void begin_document() { contexts_[0] = {}; }

  [[nodiscard]] rdfa_context& operator[](int number) { return contexts_[static_cast<std::size_t>(number)]; }
  [[nodiscard]] const rdfa_context& operator[](int number) const {
    return contexts_[static_cast<std::size_t>(number)];
  }
  [[nodiscard]] rdfa_context& back() { return contexts_.back(); }
  [[nodiscard]] int size() const { return static_cast<int>(contexts_.size()); }
  [[nodiscard]] int innermost() const { return size() - 1; }

  /// How the contexts within number `outer` differ from it and from each other. `prefixes` is the number of declared prefixes.
  [[nodiscard]] context_difference differ_within(int outer, std::size_t prefixes) const;
  /// Whether context `number`, the innermost, gives another object, vocabulary or prefix than the one that it inherited.
  [[nodiscard]] bool differs_from_outer(int number, std::size_t prefixes) const;

 private:
  reused_stack<rdfa_context> contexts_;
};

}  // namespace laundromat::rdfa
