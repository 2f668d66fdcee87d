// What is wrong in a mapping, while it is read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rml/mapping_graph.hpp"

namespace laundromat::rml {

/// A node of the mapping as messages name it: a blank node by the property that leads to it.
struct node_place {
  const made_term* node = nullptr;
  std::string name;
  std::size_t line = 0;  ///< of the statement that leads to it

  /// What a statement about this node leads to.
  [[nodiscard]] node_place inner(const mapping_statement& statement, std::string_view property) const {
    const auto& object = statement.object;
    auto called = object.kind == term_kind::iri ? readable_node(object)
                                                : "rml:" + std::string(property) + " of " + name;
    return {&object, std::move(called), statement.line};
  }
};

class mapping_problems {
 public:
  /// `NODE: MESSAGE`, at a line or else at that of the node.
  void add(const node_place& at, std::string_view message, std::size_t line = 0) {
    all_.push_back(
        {std::max<std::size_t>(line != 0 ? line : at.line, 1), at.name + ": " + std::string(message)});
  }
  void add(std::string message, std::size_t line) {
    all_.push_back({std::max<std::size_t>(line, 1), std::move(message)});
  }
  [[nodiscard]] bool is_empty() const { return all_.empty(); }
  /// In the order of the document.
  [[nodiscard]] std::vector<line_problem> take() {
    std::ranges::stable_sort(all_, {}, &line_problem::line);
    return std::move(all_);
  }

 private:
  std::vector<line_problem> all_;
};

}  // namespace laundromat::rml
