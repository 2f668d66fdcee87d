// Names for the blank nodes of one document: by what is said of them where that is cheap, else by document and label.
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
#include "core/rdf/naming/held_statements.hpp"
#include "core/rdf/naming/node_order.hpp"

namespace laundromat {

/// Whether the statement must go through a `blank_namer`.
[[nodiscard]] inline bool mentions_blank(const statement_view& s) {
  return s.subject.kind == term_kind::blank || s.object.kind == term_kind::blank ||
         s.graph.kind == term_kind::blank || s.predicate.kind == term_kind::blank;
}

/// What may wait for its names. Constants, so that no budget of memory changes a result.
struct naming_limits {
  std::uint64_t statements = 65'536;                   ///< different ones
  std::uint64_t text_bytes = std::uint64_t{64} << 20;  ///< of their terms
};

/// Holds the statements that mention blank nodes until the document ends, and hands them out as canonical lines in which each blank
/// node is `{genid_base}{component}/{number}`: the component is the first half of the SHA-256 of the statements that hang together
/// by blank nodes, the number the place of the node in an order that follows from them. So isomorphic datasets get the same lines,
/// a change renames nothing outside its component, and a name stands for the same statements in every document that has it. Equal
/// components of one document, which say nothing that one of them would not, keep numbers of their own.
///
/// A component that is too symmetric or whose name the document itself uses, and every node once `naming_limits` are passed, is named
/// `{prefix}{label}` instead. Memory: the text within its limit, and 200 bytes a statement, about 80 MiB at most; nothing without
/// blank nodes. Time: n log n, and for each component within the limits of `node_colours`.
class blank_namer {
 public:
  /// Takes a canonical line in two parts, as the sorter wants it: its first term with the space behind it, and the rest.
  using line_consumer = std::function<result<void>(std::string_view key, std::string_view rest)>;

  /// `prefix` serves the documents beyond the limits: what is held is handed out at once, before the digest is known.
  explicit blank_namer(std::string prefix, naming_limits limits = {})
      : prefix_(std::move(prefix)), limits_(limits), held_(limits.statements + 1) {}

  /// Takes a statement that mentions a blank node. Not to be called once `is_beyond_limits`: such a document needs no holding, and who
  /// has its statements writes them with the same prefix. Errors: those of `consume`.
  [[nodiscard]] result<void> take(const statement_view& statement, const line_consumer& consume);
  /// The document itself mentions this IRI, which begins with `genid_base`: no node may become one with it. Memory: 50 bytes a component
  /// of such IRIs; when they are more than the statements that may wait, every node is named by its label.
  void avoid(std::string_view genid);
  /// Hands out what is held, in no order; `prefix` is for components that are not named by what is in them.
  [[nodiscard]] result<void> finish(std::string_view prefix, const line_consumer& consume);

  /// The limits were passed, and what was held has been handed out with the prefix of the constructor.
  [[nodiscard]] bool is_beyond_limits() const { return is_beyond_limits_; }
  /// Some node is named by document and label; complete after `finish`.
  [[nodiscard]] bool has_document_names() const { return has_document_names_; }

 private:
  using numbers = std::span<const std::uint32_t>;

  [[nodiscard]] result<void> emit_labelled(numbers statements, std::string_view prefix,
                                           const line_consumer& consume);
  [[nodiscard]] bool may_name(std::string_view component) const;
  void load(numbers statements);
  [[nodiscard]] std::string digest_of_component();
  [[nodiscard]] std::uint64_t take_numbers(const std::string& component);
  [[nodiscard]] result<void> emit_component(const std::string& component, const line_consumer& consume);
  [[nodiscard]] char* room(std::size_t bytes);
  template <class WriteName>
  [[nodiscard]] result<void> emit(const held_statements::statement& line, std::size_t name_bytes,
                                  const line_consumer& consume, WriteName write_name);

  std::string prefix_;
  naming_limits limits_;
  held_statements held_;
  bool is_beyond_limits_ = false, has_document_names_ = false;
  keyed_set<std::uint64_t> avoided_;  ///< hashes of components
  std::string line_;                  ///< room for lines

  // Of the component in progress.
  node_order order_;
  std::vector<node_order::quad> quads_;            ///< in the order of the document
  std::vector<held_statements::statement> lines_;  ///< the same, with the nodes of `order_`
  std::vector<std::pair<std::uint64_t, std::uint32_t>> sorted_;
  std::vector<node_order::node> nodes_;  ///< by held node
  node_order::node node_count_ = 0;
  content_hasher hasher_;

  // Of all components so far, so that equal ones differ in their numbers.
  std::vector<std::pair<std::string, std::uint64_t>> used_numbers_;
  number_table components_;
};

}  // namespace laundromat
