// A digest of the statements of each component, by which its nodes are named.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/digest.hpp"
#include "core/base/text_buffer.hpp"
#include "core/rdf/naming/component_ranks.hpp"
#include "core/rdf/naming/line_runs.hpp"

namespace laundromat {

/// Half of the SHA-256 of the component's different lines, with nodes written as `_:` and their rank, in an order that depends only on
/// them: by a hash of their terms and ranks, and where it is equal by the line.
///
/// Records are read block by block. A component whose records are all in one block is hashed there. The records of the others are carried until
/// they fill a window: the lines of those that are still not complete are then stored in a sorted run, and merged at the end.
///
/// Memory: `window_bytes` of records beside those that are in memory anyway, and 40 bytes for each; 28 bytes a component; 256 KiB for each
/// run that is merged.
class component_digests {
 public:
  using digest = std::array<std::uint8_t, 16>;

  /// `ranks` and the others outlive this object.
  component_digests(const held_statements& held, const components& parts, const component_ranks& ranks);

  /// `store` has the run of `held`. Errors: those of the store.
  [[nodiscard]] result<void> compute(run_store& store, std::uint64_t window_bytes);
  /// Of a component that has ranks.
  [[nodiscard]] const digest& of(std::uint32_t component) const { return digests_[component]; }

 private:
  using quad = components::quad;
  struct entry {
    std::uint64_t key;
    const char* record;
  };
  struct found_entry {
    entry line;
    std::uint32_t component;
  };

  void find_lines(std::string_view block);
  void take_successive(std::uint32_t component);
  void group_lines();
  template <class Carry>
  void hash_complete(Carry carry);
  void hash_component(std::span<entry> lines);
  void forget_lines();
  void end_block(bool is_buffer);
  [[nodiscard]] const char* copy_of(const char* record);
  [[nodiscard]] result<void> end_window(line_runs& runs);
  [[nodiscard]] result<void> write_run(line_runs& runs, const std::vector<std::uint32_t>& parts_of_lines);
  [[nodiscard]] result<void> merge(line_runs& runs);
  template <class Take>
  [[nodiscard]] result<void> take_lines(std::span<const entry> sorted, Take take);
  void append_line(text_buffer& to, const char* record) const;
  [[nodiscard]] std::span<entry> lines_of(std::uint32_t component);
  void hash_when_many();
  void hash_to_end();
  void end_digest(std::uint32_t component);
  void set_digest(std::uint32_t component, const content_digest& whole);
  void hash_texts();

  const held_statements& held_;
  const components& parts_;
  const component_ranks& ranks_;
  std::vector<digest> digests_;

  std::vector<std::uint32_t> records_;  ///< by component: how many there are
  // Of a block, or of a window.
  std::vector<entry> successive_;  ///< of one component
  std::vector<found_entry> found_;
  std::vector<entry> sorted_;           ///< grouped by component
  std::vector<std::uint32_t> ends_;     ///< by component, in `sorted_`
  std::vector<std::uint32_t> counts_;   ///< by component
  std::vector<std::uint32_t> present_;  ///< components with a count
  // Of the current window: records of components that were not complete in a block.
  std::vector<found_entry> carried_;
  std::vector<std::vector<char>> copies_;  ///< of records that do not stay in memory
  std::uint64_t copied_bytes_ = 0;

  static constexpr std::size_t least_waiting_bytes = 1024;
  /// The lines of a component, from `begin` to the next one in `waiting_`.
  struct waiting_text {
    std::uint32_t component;
    std::size_t begin;
  };
  /// Lines to hash: of the components in `texts_`, and then of the one that is not complete.
  text_buffer waiting_{least_waiting_bytes};
  std::vector<waiting_text> texts_;
  std::size_t text_begin_ = 0;  ///< of the component that is not complete
  content_hasher hasher_;       ///< of one whose lines are many
  bool is_long_ = false;        ///< the first lines are in `hasher_`
};

}  // namespace laundromat
