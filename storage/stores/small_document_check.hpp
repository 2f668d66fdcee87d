// Checks many small clean documents by reading their segments once, in the order of their bytes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "storage/files/safe_folder.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/stores/clean_check.hpp"

namespace laundromat {

/// Makes the checks of `check_document` for documents that have all of their files in segments. Says only that a document is intact, not what
/// is wrong with one. Memory: `most_read_bytes`, and the longest document. Not thread-safe.
class small_document_check {
 public:
  static constexpr std::size_t most_read_bytes = std::size_t{4} << 20;

  /// `data` is the data folder; it outlives the check.
  explicit small_document_check(const safe_folder& data);
  ~small_document_check();

  /// For each document what was read, when it is intact. Nothing for any other one, for one that is not small, and for one whose places are
  /// not known or not current.
  [[nodiscard]] std::vector<std::optional<document_check>> check(std::span<const placed_document> documents);

 private:
  struct state;
  std::unique_ptr<state> state_;
};

}  // namespace laundromat
