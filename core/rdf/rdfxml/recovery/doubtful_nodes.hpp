// Open elements that are read as nodes although they may be something else, and the statements of their tags.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <utility>
#include <vector>

#include "core/rdf/rdfxml/emission/pending_statements.hpp"

namespace laundromat::rdfxml {

/// Any XML element could be a node: the root of a document that is no RDF/XML, or a property whose node has lost its start tag. The
/// outermost doubtful node makes all in it doubtful. A property in it that can be read confirms all of them; a fault of the grammar
/// drops them.
class doubtful_nodes {
 public:
  /// The depth of the outermost doubtful node; 0 for none. At depth 1 it is the root.
  [[nodiscard]] std::size_t depth() const { return depth_; }
  /// Whether a node within the root is doubtful: its tag is not accounted for, and may belong to what must be skipped around it.
  [[nodiscard]] bool is_within_root() const { return depth_ > 1; }

  /// The node at `depth`, which is the innermost element, is doubtful, and so are the statements of its tag.
  void add(std::size_t depth, pending_statements& of) {
    if (depth_ == 0) depth_ = depth;
    of.take_all([&](held_statement& one) {
      if (count_ == statements_.size()) statements_.emplace_back();
      auto& kept = statements_[count_++];
      kept.depth = depth;
      std::swap(kept.statement, one);
    });
  }
  /// Nothing is doubtful any more, and the statements are dropped.
  void drop() { depth_ = count_ = 0; }
  /// Nothing is doubtful any more; calls `write` for each statement, from the outermost node on, with the depth of its node.
  template <class Write>
  void confirm(Write write) {
    depth_ = 0;
    for (std::size_t i = 0, count = std::exchange(count_, 0); i < count; ++i)
      write(statements_[i].depth, statements_[i].statement);
  }

 private:
  struct doubtful_statement {
    std::size_t depth = 0;
    held_statement statement;
  };

  std::size_t depth_ = 0;
  std::vector<doubtful_statement> statements_;  ///< never shrinks, so that strings are used again
  std::size_t count_ = 0;
};

}  // namespace laundromat::rdfxml
