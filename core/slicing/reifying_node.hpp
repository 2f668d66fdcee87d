// Finds nodes that reify statements while a dump is read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/slicing/clean_statement.hpp"

namespace laundromat {

/// Looks at all statements about one node. A node reifies S P O when it has the type rdf:Statement, rdf:subject S, rdf:predicate P and rdf:object O
/// (RDF 1.1 Semantics, appendix D.1), or rdf:reifies <<( S P O )>> (RDF 1.2 Concepts, section 1.5). Graphs do not matter.
/// Memory: its values of these properties, at most `most_statements` of each.
class reifying_node {
 public:
  explicit reifying_node(std::size_t most_statements) : most_(most_statements) {}

  /// Forgets the last node.
  void begin();
  void take(const statement_terms& one);
  [[nodiscard]] bool has_any() const {
    return !triples_.empty() ||
           (is_statement_ && !subjects_.empty() && !predicates_.empty() && !objects_.empty());
  }
  /// Calls `take` with each reified statement: its terms, each with a space behind it.
  template <class Take>
  [[nodiscard]] result<void> each(Take take) {
    std::size_t taken = 0;
    for (const auto& triple : triples_)
      if (auto done = take(std::string_view(triple)); !done) return done;
    if (!is_statement_) return {};
    for (const auto& subject : subjects_)
      for (const auto& predicate : predicates_)
        for (const auto& object : objects_) {
          if (taken++ >= most_) {
            ++left_out_;
            continue;
          }
          text_.assign(subject).append(" ").append(predicate).append(" ").append(object).append(" ");
          if (auto done = take(std::string_view(text_)); !done) return done;
        }
    return {};
  }
  /// How many statements and values were left out because a node had too many.
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }

 private:
  void keep(std::vector<std::string>& values, std::string_view value);

  std::size_t most_;
  bool is_statement_ = false;
  std::vector<std::string> subjects_, predicates_, objects_, triples_;
  std::string text_;
  std::uint64_t left_out_ = 0;
};

}  // namespace laundromat
