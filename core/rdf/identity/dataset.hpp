// A set of quads in memory, small and fast enough to compare documents.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/number_table.hpp"
#include "core/rdf/model/statement.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat {

/// An RDF dataset (RDF 1.1 Concepts section 4). Terms are numbered and stored once in their canonical spelling; quads are four
/// numbers, also stored once. Memory: the spellings, 16 bytes a term, about 27 bytes a quad. At most 2^32 - 2 terms and quads.
class dataset {
 public:
  using term_id = std::uint32_t;
  /// Means the default graph.
  static constexpr term_id no_term = 0;
  /// Subject, predicate, object, graph.
  using quad = std::array<term_id, 4>;

  explicit dataset(tag_case tags = tag_case::lower) : tags_(tags) {}

  /// Adds a statement unless it is there. Terms of any kind are accepted in any position.
  void add(const statement_view& statement);
  /// Adds a quad of spellings as `spelling` returns them; an empty one is the default graph.
  void add_spelled(const std::array<std::string_view, 4>& terms);
  /// In the order in which they were added.
  [[nodiscard]] std::span<const quad> quads() const { return quads_; }
  /// One more than the largest number of a term.
  [[nodiscard]] term_id end_term() const { return static_cast<term_id>(ends_.size()); }
  /// As in canonical N-Quads; a blank node as `_:` and its label, also within a triple term. Valid until the next `add`.
  [[nodiscard]] std::string_view spelling(term_id term) const {
    return std::string_view(bytes_).substr(ends_[term - 1], ends_[term] - ends_[term - 1]);
  }
  [[nodiscard]] bool is_blank(term_id term) const {
    return term != no_term && bytes_[ends_[term - 1]] == '_';
  }
  /// Whether some triple term mentions a blank node.
  [[nodiscard]] bool has_open_triple_terms() const { return has_open_triple_terms_; }

 private:
  [[nodiscard]] term_id number_of(const term_view& term);
  [[nodiscard]] term_id number_from(std::size_t begin);
  void add(const quad& fresh);

  tag_case tags_;
  std::string bytes_;                   ///< the spellings without gaps
  std::vector<std::uint64_t> ends_{0};  ///< where each spelling ends in `bytes_`; that of term 0 is empty
  std::vector<quad> quads_;
  number_table term_numbers_, quad_numbers_;
  bool has_open_triple_terms_ = false;
};

}  // namespace laundromat
