// The part of a clean document that announces: its datasets, distributions and services, in bounded memory.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_table.hpp"
#include "core/discovery/catalogue/catalogue_terms.hpp"
#include "core/discovery/catalogue/clean_statement.hpp"

namespace laundromat {

/// A statement about a node.
struct catalogue_fact {
  const catalogue_property* property = nullptr;
  std::string value;  ///< an IRI, or the text of a literal
  std::string language;
  bool is_literal = false;
  std::uint64_t line = 0;
};

/// A subject.
struct catalogue_node {
  std::string iri;
  bool is_blank = false;      ///< a Skolem IRI, which nobody can request
  std::uint32_t classes = 0;  ///< a bit for each `catalogue_class`
  std::vector<catalogue_fact> facts;
  std::uint64_t line = 0;  ///< of its first statement

  [[nodiscard]] bool is_a(catalogue_class kind) const {
    return (classes & (1U << static_cast<unsigned>(kind))) != 0;
  }
  [[nodiscard]] bool has(catalogue_role role) const;
  /// The first fact of a role; null without.
  [[nodiscard]] const catalogue_fact* first(catalogue_role role) const;
};

/// Whether an IRI stands for a blank node (RDF 1.1 Concepts section 3.5).
[[nodiscard]] bool is_skolem_iri(std::string_view iri);

struct catalogue_graph_limits {
  std::size_t nodes = 50'000;  ///< datasets, distributions, services, and blank nodes with a name or value
  std::size_t facts_of_node = 10'000;
  std::uint64_t bytes = std::uint64_t{32} << 20;  ///< of all texts, with 64 for each fact
};

class catalogue_graph {
 public:
  explicit catalogue_graph(const catalogue_graph_limits& limits = {}) : limits_(limits) {}

  /// Takes a statement with a known property. Statements with one subject follow each other, as in clean documents; otherwise titles,
  /// licences and the like may be missing.
  void add(const clean_statement& statement, const catalogue_property& property, std::uint64_t line);
  /// Call it once, after the last one.
  void finish() { end_node(); }

  /// In the order of their first statements.
  [[nodiscard]] const std::vector<catalogue_node>& nodes() const { return nodes_; }
  /// The node of an IRI; null for one that the document does not describe.
  [[nodiscard]] const catalogue_node* find(std::string_view iri) const;
  /// Statements beyond the limits.
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }
  [[nodiscard]] std::uint64_t first_left_out_line() const { return first_left_out_line_; }

 private:
  void end_node();
  void leave_out(std::uint64_t statements, std::uint64_t line);

  catalogue_graph_limits limits_;
  catalogue_node now_;
  bool is_announcing_ = false, is_named_ = false;  ///< of the node at hand
  std::vector<catalogue_node> nodes_;
  keyed_map<std::string, std::size_t> places_;
  std::uint64_t bytes_ = 0, left_out_ = 0, first_left_out_line_ = 0;
};

}  // namespace laundromat
