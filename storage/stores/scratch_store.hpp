// Scratch files: temporary seekable files, and sorted runs of large documents.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

#include "core/codec/stores.hpp"
#include "storage/files/safe_folder.hpp"

namespace laundromat {

/// Thread-safe. Opening removes the content of the folder, so it requires the lock of the data folder. Small files that are kept whole are in
/// memory, as far as that has `most_kept_bytes`: the members of an archive are many, and each is needed a moment later.
class scratch_store final : public scratch_port {
 public:
  /// Errors: `unsafe_data_folder` when it is a link, `io_failed`, `no_space`.
  [[nodiscard]] static result<scratch_store> at(std::filesystem::path folder);
  static constexpr std::uint64_t most_kept_bytes = std::uint64_t{64} << 20;

  [[nodiscard]] result<byte_source_ptr> open(std::string_view key) override;
  /// The open file, to pass to another process. Errors: as `open`.
  [[nodiscard]] result<file_descriptor> open_file(std::string_view key) const;
  [[nodiscard]] result<std::unique_ptr<staged_file>> create(std::string_view key) override;
  /// The same, for a file that another process writes. Errors: as `create`.
  [[nodiscard]] result<std::unique_ptr<staged_descriptor>> create_file(std::string_view key) const;
  /// Keeps a whole file in memory, in place of an older one there; false when there is no room: then memory has neither.
  [[nodiscard]] bool hold(std::string_view key, std::string_view bytes) const;
  /// Removes all files from memory whose key begins with `prefix`.
  void forget_held(std::string_view prefix) const;
  /// A file that is in memory, which the caller may keep when the store forgets it; null: it is not.
  [[nodiscard]] std::shared_ptr<const std::string> held(std::string_view key) const;
  void remove(std::string_view key) override;
  /// Removes all files whose key begins with `prefix`; lists the whole folder.
  void remove_all(std::string_view prefix) const;

  /// An unlinked file for a sorted run. Errors: `io_failed`, `no_space`.
  [[nodiscard]] result<file_descriptor> create_run() const;

 private:
  struct memory;
  explicit scratch_store(safe_folder folder);

  safe_folder folder_;
  std::shared_ptr<memory> memory_;
};

}  // namespace laundromat
