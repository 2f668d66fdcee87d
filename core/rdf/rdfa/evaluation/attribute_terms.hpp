// The terms that the words of an attribute name: predicates, types, datatypes, roles.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>
#include <string>
#include <string_view>

#include "core/rdf/rdfa/evaluation/statement_output.hpp"
#include "core/rdf/rdfa/evaluation/term_mapper.hpp"
#include "core/rdf/rdfa/markup/attribute_set.hpp"

namespace laundromat::rdfa {

/// An annotation of a prefix whose declaration is damaged.
inline constexpr std::string_view lost_declaration = "its declaration could not be read";

/// What decides how a word is read, beside the prefixes.
struct term_scope {
  std::string_view vocabulary;      ///< empty for none
  bool is_vocabulary_lost = false;  ///< one is declared, but cannot be read
  bool has_curies_only = false;     ///< words without colon are ignored (HTML+RDFa 1.1, section 3.1, rule 7)
};

/// Reads attributes that hold a list of terms, CURIEs and IRIs (RDFa Core 1.1, section 7.4), and checks each IRI. A word that names nothing is
/// reported and counted as lost in `output`; a prefix that pages often use undeclared is expanded where the profile repairs that.
class attribute_terms {
 public:
  using term_use = std::function<void(const term_view&)>;
  using loss_use = std::function<void(errc)>;

  attribute_terms(statement_output& output, fault_log& faults, term_mapper& mapper)
      : output_(&output), faults_(&faults), mapper_(&mapper) {}

  /// Calls `use` for each term of `value`, in order; the term is valid during the call. Only the first `most` words count.
  /// Calls `lost` when the attribute, its rest, or a word of `property` or `rel` is lost.
  void read(const attribute_value& value, rdfa_attribute which, const term_scope& scope, std::size_t most,
            const term_use& use, const loss_use& lost);

 private:
  term_view map(rdfa_attribute which, const term_scope& scope, std::string_view word, raw_place place);
  term_view skip(raw_place place, errc rule, std::string_view why = {});
  std::string_view expand_habitual(std::string_view word, raw_place place);

  statement_output* output_;
  fault_log* faults_;
  term_mapper* mapper_;
  std::string habitual_;
};

}  // namespace laundromat::rdfa
