// Names for the blank nodes of one document: by their statements where that is cheap, else by document and label.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/digest.hpp"
#include "core/base/keyed_table.hpp"
#include "core/base/result.hpp"
#include "core/rdf/model/triple_term.hpp"
#include "core/rdf/naming/held_statements.hpp"
#include "core/rdf/naming/node_order.hpp"

namespace laundromat {

/// Whether the statement must go through a `blank_namer`.
[[nodiscard]] inline bool mentions_blank(const statement_view& s) {
  return s.subject.kind == term_kind::blank || mentions_blank(s.object) || s.graph.kind == term_kind::blank ||
         s.predicate.kind == term_kind::blank;
}

/// The limits of statements that wait for names. Constants, so that the memory budget has no effect on the result.
struct naming_limits {
  std::uint64_t statements = 65'536;                   ///< different ones
  std::uint64_t text_bytes = std::uint64_t{64} << 20;  ///< of their terms
};

/// Stores the statements with blank nodes until the document ends, and then passes them on as canonical lines in which each blank
/// node is `{genid_base}{component}/{number}`: the component is the first half of the SHA-256 of the statements that are connected
/// by blank nodes, the number is the rank of the node in an order that depends only on them. So isomorphic datasets get the same lines,
/// a change renames only nodes in its component, and a name means the same statements in every document that has it. Equal
/// components of one document, although redundant, keep numbers of their own. A triple term that mentions blank nodes counts as a node of its
/// component, with a number that no name has; it is written with the names of the nodes in it.
///
/// `{prefix}{label}` is the name instead in a component that is too symmetric or whose name the document itself uses, and of every node
/// once `naming_limits` are exceeded. Memory: the text within its limit, and 200 bytes a statement, about 80 MiB at most; nothing without
/// blank nodes. Time: n log n, and for each component within the limits of `node_colours`.
class blank_namer {
 public:
  /// Takes a canonical line in two parts, as the sorter needs it: its first term with the space after it, and the rest.
  using line_consumer = std::function<result<void>(std::string_view key, std::string_view rest)>;

  /// `prefix` is used once the limits are exceeded: the stored statements are then passed on at once, before the digest is known.
  explicit blank_namer(std::string prefix, naming_limits limits = {})
      : prefix_(std::move(prefix)), limits_(limits), held_(limits.statements + 1) {}

  /// Takes a statement with a blank node. Not to be called once `is_beyond_limits`: the caller then writes
  /// statements itself, with the same prefix. Errors: those of `consume`.
  [[nodiscard]] result<void> take(const statement_view& statement, const line_consumer& consume);
  /// The document itself uses this IRI, which begins with `genid_base`: no node may get the same name. Memory: 50 bytes a component
  /// of such IRIs; when there are more of them than the limit of statements, every node is named by its label.
  void avoid(std::string_view genid);
  /// Passes on the stored statements, in no particular order; `prefix` is for components that are not named by their content.
  [[nodiscard]] result<void> finish(std::string_view prefix, const line_consumer& consume);

  /// The limits were exceeded, and the stored statements were passed on with the prefix of the constructor.
  [[nodiscard]] bool is_beyond_limits() const { return is_beyond_limits_; }
  /// Some node is named by document and label; final after `finish`.
  [[nodiscard]] bool has_document_names() const { return has_document_names_; }

 private:
  using numbers = std::span<const std::uint32_t>;
  static constexpr std::uint32_t no_line = ~std::uint32_t{0};

  [[nodiscard]] result<void> emit_labelled(numbers statements, std::string_view prefix,
                                           const line_consumer& consume);
  [[nodiscard]] bool may_name(std::string_view component) const;
  void load(numbers statements);
  [[nodiscard]] std::string digest_of_component();
  [[nodiscard]] std::uint64_t take_numbers(const std::string& component);
  [[nodiscard]] result<void> emit_component(const std::string& component, const line_consumer& consume);
  [[nodiscard]] char* room(std::size_t bytes);
  void append_component_name(std::string& to, node_order::node n, std::string_view prefix,
                             std::uint64_t first) const;
  template <class AppendName>
  [[nodiscard]] result<void> emit_long(const held_statements::statement& line, const line_consumer& consume,
                                       AppendName append_name);
  template <class WriteName>
  [[nodiscard]] result<void> emit(const held_statements::statement& line, std::size_t name_bytes,
                                  const line_consumer& consume, WriteName write_name);

  std::string prefix_;
  naming_limits limits_;
  held_statements held_;
  bool is_beyond_limits_ = false, has_document_names_ = false;
  keyed_set<std::uint64_t> avoided_;  ///< hashes of components
  std::string line_;                  ///< buffer for lines

  // The current component.
  node_order order_;
  numbers loaded_;                                 ///< its statements
  std::vector<node_order::quad> quads_;            ///< in the order of the document
  std::vector<held_statements::statement> lines_;  ///< the same, with the nodes of `order_`
  std::vector<std::pair<std::uint64_t, std::uint32_t>> sorted_;
  std::vector<std::uint32_t>
      triples_;  ///< by node of `order_`: the line about it if it is a triple term, else `no_line`
  std::vector<node_order::node> nodes_;  ///< by stored node
  node_order::node node_count_ = 0;
  content_hasher hasher_;

  // Of all components so far, so that equal ones get different numbers.
  std::vector<std::pair<std::string, std::uint64_t>> used_numbers_;
  number_table components_;
};

}  // namespace laundromat
