// Counts terms of a kind with few different ones: predicates, classes, datatypes, languages, namespaces, graphs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/number_table.hpp"
#include "core/rdf/metrics/node_sample.hpp"
#include "core/rdf/metrics/term_hash.hpp"

namespace laundromat {

/// Keeps terms with their counts up to a limit; of later ones only the estimated number of different ones and the number of their occurrences
/// together. Memory: `limits`, 44 bytes a term, and 256 KiB for terms that did not fit.
class term_counts {
 public:
  /// A term that is not kept.
  static constexpr std::uint32_t none = UINT32_MAX;
  struct limits {
    std::size_t terms = 0, bytes = 0;
  };

  explicit term_counts(limits most) : most_(most) {}

  /// The number of a term, which is added if there is room; else `none`.
  std::uint32_t find_or_keep(std::string_view term, std::uint64_t hash);
  std::uint32_t find_or_keep(std::string_view term) { return find_or_keep(term, hash_term(term)); }
  void count(std::uint32_t number, std::uint64_t times = 1) {
    if (number == none)
      others_ += times;
    else
      rows_[number].count += times;
  }

  /// The number of kept terms, whose numbers are smaller.
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(rows_.size()); }
  [[nodiscard]] std::string_view term(std::uint32_t number) const {
    return std::string_view(text_).substr(rows_[number].begin, rows_[number].length);
  }
  [[nodiscard]] std::uint64_t count_of(std::uint32_t number) const { return rows_[number].count; }
  /// The number of occurrences of terms that are not kept.
  [[nodiscard]] std::uint64_t others() const { return others_; }
  /// The number of different terms, kept or not.
  [[nodiscard]] counted different();
  /// Numbers by decreasing count, equal counts in byte order: at most `most`, and only of terms that were counted.
  [[nodiscard]] std::vector<std::uint32_t> most_frequent(std::size_t most) const;
  /// The cost of all searches so far: `number_table::probes`.
  [[nodiscard]] std::uint64_t probes() const { return index_.probes(); }

 private:
  struct row {
    std::uint64_t count = 0;
    std::size_t begin = 0, length = 0;
  };
  limits most_;
  std::vector<row> rows_;
  std::string text_;
  number_table index_;  ///< of rows
  std::uint64_t others_ = 0;
  std::optional<node_sample> left_out_;
};

}  // namespace laundromat
