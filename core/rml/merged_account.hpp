// One account of a document that several readers read at the same time.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <utility>
#include <vector>

#include "core/rdf/model/account_sink.hpp"

namespace laundromat {

/// A byte is of a statement if it is that for one reader; else in quarantine, if it is that for one. A defect that several readers find is reported
/// once, unless more than 256 other defects come between. Memory: the parts that the slowest reader has not reached, adjacent ones of one kind
/// together.
class merged_account {
 public:
  /// `sink` outlives it.
  merged_account(std::size_t readers, account_sink& sink)
      : sink_(&sink), spans_(sink), ends_(readers), parts_(readers) {}

  void add_defect(std::size_t reader, const defect& found);
  void add_span(std::size_t reader, span_kind kind, std::uint64_t length_bytes);
  /// All readers have finished.
  void finish() { spans_.finish(); }
  /// The number of parts that wait for other readers.
  [[nodiscard]] std::size_t waiting() const {
    std::size_t sum = 0;
    for (const auto& of : parts_) sum += of.size();
    return sum;
  }

 private:
  struct part {
    std::uint64_t end;
    span_kind kind;
  };

  account_sink* sink_;
  span_account spans_;
  std::vector<std::uint64_t> ends_;
  std::vector<std::deque<part>> parts_;  ///< of each reader, what is not yet accounted for
  std::deque<std::pair<std::size_t, defect>> recent_;
};

}  // namespace laundromat
