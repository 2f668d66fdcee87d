// The components of a dataset, and which of them are reached from some of its URIs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

namespace laundromat {

/// One component, or a sum of some.
struct component_size {
  std::uint32_t root = 0;  ///< its number; meaningless for a sum
  std::uint64_t documents = 0;
};

/// Finds the components of the graph whose nodes are the documents that the Web would serve for the subjects: IRIs without their fragments. Two are connected where
/// one has a statement with the other as object; the direction does not matter. Objects that are no subjects connect nothing, because nothing is said
/// about them here.
/// Use: `add_subject` for all, `end_of_subjects`, `link` for all, `mark` for each start, then the answers.
/// Memory: 20 bytes a node while they are collected, 13 later; at most `most_nodes`. Nodes are told apart by 64 bits of their hash.
/// Source: Semantic Sitemaps section 5, "Disconnected datasets" (M29).
class graph_components {
 public:
  explicit graph_components(std::size_t most_nodes = 16'000'000) : most_nodes_(most_nodes) {}

  /// Repeated subjects are welcome; cheapest in the order of a clean document.
  void add_subject(std::string_view iri);
  /// Whether there were more nodes than the limit. Then there are no answers.
  [[nodiscard]] bool is_cut() const { return is_cut_; }
  void end_of_subjects();

  void link(std::string_view subject, std::string_view object);
  /// Marks the component of a start; false: it is no subject.
  bool mark(std::string_view iri);

  [[nodiscard]] std::size_t nodes() const { return hashes_.size(); }
  /// All components, and those that are marked.
  [[nodiscard]] std::uint64_t count();
  [[nodiscard]] std::uint64_t count_marked();
  /// The largest components that are not marked, the largest first, and their sum.
  [[nodiscard]] std::vector<component_size> largest_unmarked(std::size_t most);
  [[nodiscard]] std::uint64_t unmarked_documents();
  /// The number of the component of a subject; `none` for another IRI.
  static constexpr std::uint32_t none = 0xFFFF'FFFF;
  [[nodiscard]] std::uint32_t component_of(std::string_view iri);

 private:
  [[nodiscard]] std::uint32_t find_node(std::string_view iri) const;
  [[nodiscard]] std::uint32_t root_of(std::uint32_t node);
  void keep_once();

  std::size_t most_nodes_;
  std::vector<std::uint64_t> hashes_;   ///< sorted, after `end_of_subjects`
  std::vector<std::uint32_t> buckets_;  ///< where the hashes with each value of the first 16 bits begin
  std::vector<std::uint32_t> parents_;
  std::vector<bool> is_marked_;  ///< of roots
  std::uint64_t last_ = 0;
  bool is_cut_ = false;
};

}  // namespace laundromat
