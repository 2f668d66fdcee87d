// One search of a `duplicate_finder`: exact duplicates, then blocks, then clusters.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/reconciliation/character_distance.hpp"
#include "core/reconciliation/duplicate_finder.hpp"

namespace laundromat {

/// Records are numbered by the order of their ids here. The arguments are those of the finder and must outlive the search.
class duplicate_search {
 public:
  duplicate_search(const duplicate_options& options, const std::vector<std::string>& ids,
                   const std::string& texts, const std::vector<std::uint64_t>& ends,
                   std::function<bool()> is_stopping);

  [[nodiscard]] duplicate_report run();

 private:
  struct found_pair {
    std::uint32_t one, other;
    bool is_exact;
    double score;
    std::vector<field_score> reasons;
    std::string block;
  };
  /// A record under the text by which a rule brings it together with others.
  struct block_entry {
    std::string_view key;
    std::uint32_t record;

    friend auto operator<=>(const block_entry&, const block_entry&) = default;
  };

  [[nodiscard]] std::string_view text(std::uint32_t record, std::size_t field) const;
  [[nodiscard]] const text_outline& outline(std::uint32_t record, std::size_t field) const {
    return outlines_[record * options_.fields.size() + field];
  }
  void number_records();
  void find_exact();
  void search_blocks(const block_rule& rule);
  void search_sorted_neighbourhood(const block_rule& rule);
  [[nodiscard]] std::vector<block_entry> entries(const block_rule& rule) const;
  [[nodiscard]] bool is_too_long(std::span<const block_entry> records, std::uint64_t comparisons);
  void compare_all(std::span<const block_entry> block, const std::string& name);
  void compare(std::uint32_t one, std::uint32_t other, const std::string& block);
  void skip(std::string block, std::uint64_t records);
  void keep(found_pair pair);
  void drop_repeated_pairs();
  void report_clusters();

  const duplicate_options& options_;
  const std::vector<std::string>& ids_;
  std::string_view texts_;
  const std::vector<std::uint64_t>& ends_;
  std::vector<std::uint32_t> order_;    ///< the places of the records in the order of ids
  std::vector<text_outline> outlines_;  ///< of all texts, by record and field
  std::function<bool()> is_stopping_;
  double all_weight_ = 0;
  double long_text_work_ = 0;      ///< so far, at most
  std::vector<found_pair> pairs_;  ///< those that an earlier rule found come first
  bool is_full_ = false;           ///< more different pairs than the limit
  duplicate_report report_;
};

}  // namespace laundromat
