// Names for the blank nodes of one document: by their statements, or by document and label where these do not tell nodes apart or are too many.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_table.hpp"
#include "core/base/result.hpp"
#include "core/rdf/model/triple_term.hpp"
#include "core/rdf/naming/component_names.hpp"
#include "core/rdf/naming/held_statements.hpp"
#include "core/rdf/naming/naming_limits.hpp"

namespace laundromat {

/// Whether the statement must go through a `blank_namer`.
[[nodiscard]] inline bool mentions_blank(const statement_view& s) {
  return s.subject.kind == term_kind::blank || mentions_blank(s.object) || s.graph.kind == term_kind::blank ||
         s.predicate.kind == term_kind::blank;
}

/// Stores the statements with blank nodes until the document ends, and then passes them on as canonical lines in which each blank
/// node is `{genid_base}{component}/{number}`: the component is the first half of the SHA-256 of the statements that are connected
/// by blank nodes, the number is the rank of the node in an order that depends only on them. So isomorphic datasets get the same lines,
/// a change renames only nodes in its component, and a name means the same statements in every document that has it. Equal
/// components of one document, although redundant, keep numbers of their own. A triple term that mentions blank nodes counts as a node of its
/// component, with a number that no name has; it is written with the names of the nodes in it.
///
/// `{prefix}{label}` is the name instead in a component that is too symmetric or whose name the document itself uses; in the largest components
/// when there are more than `naming_limits::statements`, see `consider_statements`; and of every node once another of the
/// `naming_limits` is exceeded.
/// ```
/// take     statement ─► record, nodes and a hash        16 MiB of text in memory, more in a run
/// finish   components ─► ranks ─► digests ─► lines      digests and lines read all records once, in their order
/// ```
/// Memory: `naming_limits::resident_bytes` of text, and about 65 bytes a statement; nothing without blank nodes. Time: n log n, and for each
/// component within the limits of `node_colours`.
class blank_namer {
 public:
  /// Takes a canonical line in two parts, as the sorter needs it: its first term with the space after it, and the rest.
  using line_consumer = std::function<result<void>(std::string_view key, std::string_view rest)>;

  /// `prefix` is used once the limits are exceeded: the stored statements are then passed on at once, before the digest is known. `runs` stores
  /// what does not stay in memory, for this object alone; null: more memory.
  explicit blank_namer(std::string prefix, naming_limits limits = {}, run_store* runs = nullptr);

  /// Takes a statement with a blank node. Not to be called once `is_beyond_limits`: the caller then writes
  /// statements itself, with the same prefix. Errors: those of `consume` and of `runs`.
  [[nodiscard]] result<void> take(const statement_view& statement, const line_consumer& consume);
  /// The document itself uses this IRI, which begins with `genid_base`: no node may get the same name. Memory: 50 bytes a component
  /// of such IRIs; when there are more components than `naming_limits::genids`, every node is named by its label.
  void avoid(std::string_view genid);
  /// Passes on the stored statements, in no particular order; `prefix` is for components that are not named by their content. Errors as in
  /// `take`.
  [[nodiscard]] result<void> finish(std::string_view prefix, const line_consumer& consume);

  /// The limits were exceeded, and the stored statements were passed on with the prefix of the constructor.
  [[nodiscard]] bool is_beyond_limits() const { return is_beyond_limits_; }
  /// Some node is named by document and label; final after `finish`.
  [[nodiscard]] bool has_document_names() const { return has_document_names_; }
  /// Of the terms of stored statements.
  [[nodiscard]] std::uint64_t text_bytes() const { return held_ ? held_->records().text_bytes() : 0; }
  /// About as much memory as the stored statements need now.
  [[nodiscard]] std::uint64_t memory_bytes() const { return held_ ? held_->memory_bytes() : 0; }
  /// Whether statements were stored in `runs`.
  [[nodiscard]] bool has_runs() const { return held_ && held_->records().has_run(); }

 private:
  [[nodiscard]] bool may_name(std::string_view component) const;
  [[nodiscard]] result<void> emit(std::string_view prefix, const component_names* names,
                                  const line_consumer& consume);

  std::string prefix_;
  naming_limits limits_;
  std::unique_ptr<run_store> own_runs_;
  run_store& runs_;
  std::unique_ptr<held_statements> held_;  ///< null: nothing was taken, or all was passed on
  bool is_beyond_limits_ = false, has_document_names_ = false;
  keyed_set<std::uint64_t> avoided_;  ///< hashes of components
};

}  // namespace laundromat
