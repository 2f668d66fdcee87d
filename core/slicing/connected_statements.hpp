// What blank nodes and reifications connect: found in one reading of a dump, sorted into groups in another.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/rdf/sort/line_sorter.hpp"
#include "core/slicing/dump_lines.hpp"
#include "core/slicing/group_descriptions.hpp"
#include "core/slicing/node_groups.hpp"
#include "core/slicing/reifying_node.hpp"

namespace laundromat {

struct connection_settings {
  slicing_method method = slicing_method::cbd;
  std::uint64_t memory_bytes =
      0;  ///< a quarter each for three sorters and the table of nodes; the group comes on top
  slicing_limits limits = {};
};

/// ```
/// survey, by subject ─► joined nodes, reifications by statement
/// dump + reifications, both by statement ─► reifications of statements that the dump has, by reifying node
/// dump + those, both by subject ─► statements and reifications by group ─► group_descriptions
/// ```
/// The last two readings take place only where they are needed. Errors of all functions: those of the run stores and the dump.
class connected_statements {
 public:
  using runs_maker = std::function<std::unique_ptr<run_store>()>;

  connected_statements(connection_settings settings, const runs_maker& make_runs, worker_pool& workers);

  /// Takes the statements of the dump in their order.
  [[nodiscard]] result<void> survey(const statement_terms& one);
  /// The survey is over.
  [[nodiscard]] result<void> end_survey();
  /// Whether statements are connected at all.
  [[nodiscard]] bool has_any() const { return has_blank_nodes_ || has_reifications_; }
  /// Adds what it finds to `out`. Called when `has_any`.
  [[nodiscard]] result<void> describe(const dump_opener& dump, const described_resources& described,
                                      slice_lines& out);

  /// After `describe`: statements that are in no document.
  [[nodiscard]] std::uint64_t left_out() const { return left_out_; }
  [[nodiscard]] std::uint64_t large_groups() const { return large_groups_; }
  [[nodiscard]] std::uint64_t reifications_left_out() const { return node_.left_out(); }

 private:
  /// A sorter with its runs.
  struct sorted_lines {
    sorted_lines(std::unique_ptr<run_store> store, sort_options options)
        : runs(std::move(store)), lines(*runs, options) {}
    std::unique_ptr<run_store> runs;
    line_sorter lines;
  };
  [[nodiscard]] std::unique_ptr<sorted_lines> make_sorter() const;
  [[nodiscard]] node_groups& groups();
  [[nodiscard]] result<void> end_node();
  [[nodiscard]] result<void> match_reifications(const dump_opener& dump);
  [[nodiscard]] result<void> sort_into_groups(const dump_opener& dump, const described_resources& described);
  [[nodiscard]] result<void> add_to_group(std::string_view node, std::string_view line);
  [[nodiscard]] result<void> place(std::string_view line, const described_resources& described);
  [[nodiscard]] bool follows_reifications() const { return settings_.method != slicing_method::msg; }
  [[nodiscard]] bool is_symmetric() const { return settings_.method != slicing_method::cbd; }

  connection_settings settings_;
  runs_maker make_runs_;
  worker_pool& workers_;
  std::optional<node_groups> groups_;
  reifying_node node_;
  std::string subject_;  ///< of the node
  bool has_blank_nodes_ = false, has_reifications_ = false;
  std::unique_ptr<sorted_lines> reified_;   ///< S P O \x01R
  std::unique_ptr<run_store> node_runs_;    ///< of the next one
  byte_sink* reifying_nodes_ = nullptr;     ///< their names, a line each, in the order of the dump
  std::string reifying_names_;              ///< not written yet
  std::unique_ptr<sorted_lines> by_node_;   ///< R S P O, where the dump has S P O
  std::unique_ptr<sorted_lines> by_group_;  ///< the number of a group, and a line of `group_descriptions`
  std::string live_;            ///< an IRI that reifies a statement of the dump, at the place of the reading
  std::string placed_subject_;  ///< of the last placed line, with its space
  bool is_subject_blank_ = false, is_subject_described_ = false, is_subject_live_ = false;
  std::uint64_t left_out_ = 0, large_groups_ = 0;
};

}  // namespace laundromat
