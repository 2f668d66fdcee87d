// One state of a journal, kept while an engine writes to it, and its copy.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>

#include "storage/journal/journal.hpp"

namespace laundromat {

/// While it exists, all queries of a journal see the state at `begin`. The journal has no open group, and outlives it. Readers of the write-ahead log
/// never block its writer, which cannot shorten the log meanwhile.
class journal_snapshot {
 public:
  [[nodiscard]] static result<journal_snapshot> begin(journal& from);
  journal_snapshot(journal_snapshot&& other) noexcept : from_(std::exchange(other.from_, nullptr)) {}
  journal_snapshot& operator=(journal_snapshot&& other) noexcept {
    std::swap(from_, other.from_);
    return *this;
  }
  ~journal_snapshot();

  /// Writes the state to a new file without a log, durable, in steps of some MiB. `progress` is called with the pages that are left, and all.
  /// Errors: those of the journal, also when the file exists.
  [[nodiscard]] result<void> copy_to(const std::filesystem::path& file,
                                     const std::function<void(std::uint64_t, std::uint64_t)>& progress = {});

 private:
  explicit journal_snapshot(journal& from) : from_(&from) {}

  journal* from_;
};

}  // namespace laundromat
