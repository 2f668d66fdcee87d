// Scratch: what must be seekable for a while, and the sorted runs of large documents.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

#include "core/codec/stores.hpp"
#include "storage/posix_file.hpp"

namespace laundromat {

/// A sorted run on an unlinked file: it goes when the last of the run and its sources goes, however the
/// program ends. It is written by one thread, then read by any number of sources.
class scratch_run final : public byte_sink {
 public:
  explicit scratch_run(std::shared_ptr<const file_descriptor> file) : file_(std::move(file)) {}

  /// Errors: `io_failed`, `no_space`.
  [[nodiscard]] result<void> write(std::string_view bytes) override;
  /// A seekable source over what is written up to now, which outlives the run.
  [[nodiscard]] result<byte_source_ptr> read_again() const;
  [[nodiscard]] std::uint64_t size_bytes() const { return size_; }

 private:
  std::shared_ptr<const file_descriptor> file_;
  std::uint64_t size_ = 0;
};

/// Thread-safe. What lies in the folder when it is opened is removed: only who owns the data folder opens it.
class scratch_store final : public scratch_port {
 public:
  /// Errors: `io_failed`, `no_space`.
  [[nodiscard]] static result<scratch_store> at(std::filesystem::path folder);

  [[nodiscard]] result<byte_source_ptr> open(std::string_view key) override;
  /// The file itself, to hand to another process. Errors: as `open`.
  [[nodiscard]] result<file_descriptor> open_file(std::string_view key) const;
  [[nodiscard]] result<std::unique_ptr<staged_file>> create(std::string_view key) override;
  /// The same, for another process to write. Errors: as `create`.
  [[nodiscard]] result<std::unique_ptr<staged_descriptor>> create_file(std::string_view key) const;
  void remove(std::string_view key) override;
  /// Removes everything whose key begins with `prefix`; reads the whole folder for it.
  void remove_all(std::string_view prefix) const;

  /// Errors: `io_failed`, `no_space`.
  [[nodiscard]] result<std::unique_ptr<scratch_run>> create_run();
  /// The unlinked file of a run. Errors: `io_failed`, `no_space`.
  [[nodiscard]] result<file_descriptor> create_run_file() const;

 private:
  explicit scratch_store(std::filesystem::path folder) : folder_(std::move(folder)) {}

  std::filesystem::path folder_;
};

}  // namespace laundromat
