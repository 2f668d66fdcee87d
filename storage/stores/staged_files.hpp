// Files of documents that are not published yet: small ones in memory, others in a folder.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>
#include <vector>

#include "core/washing/ports.hpp"
#include "storage/files/disk_sync.hpp"
#include "storage/files/safe_folder.hpp"

namespace laundromat {

/// A staged document that another process may write.
class clean_descriptor : public clean_output {
 public:
  /// Moves the document from memory to a file, whose descriptor is returned. Errors: `io_failed`, `no_space`.
  [[nodiscard]] virtual result<int> descriptor() = 0;
  /// Creates a sidecar file; `index_file_name` is its index. Errors: as `add_sidecar`.
  [[nodiscard]] virtual result<file_descriptor> create_sidecar(std::string_view name) = 0;
};

struct staged_memory;

/// A staged file has a name of digits and dashes, and may have sidecar files (`clean_output::add_sidecar`). It is kept in memory while it and
/// its sidecar files have at most `most_small_file_bytes`, and all files together at most `most_bytes`. Copies share the files. Thread-safe,
/// except `sweep`. Errors of all functions: those of `safe_folder`; `invalid_argument` for a name that is not a staged one.
class staged_files {
 public:
  static constexpr std::uint64_t most_bytes = std::uint64_t{64} << 20;

  /// `store` is the folder of the store, `disk` outlives the files.
  [[nodiscard]] static result<staged_files> at(safe_folder store, const disk_sync& disk);

  [[nodiscard]] result<std::unique_ptr<clean_descriptor>> stage() const;
  /// A finished file, or a sidecar file of it. Errors: `not_found`.
  [[nodiscard]] result<byte_source_ptr> open(std::string_view name, std::string_view part = {}) const;
  /// The same as an open file, to pass to another process.
  [[nodiscard]] result<file_descriptor> open_file(std::string_view name) const;
  /// The sidecar files of a finished file.
  [[nodiscard]] result<std::vector<std::string>> parts(std::string_view name) const;
  /// The bytes of a finished file if it is small, wherever it is kept; null for a large one. Errors: `not_found`.
  [[nodiscard]] result<std::shared_ptr<const std::string>> small_file(std::string_view name) const;
  /// The number of finished files in memory.
  [[nodiscard]] std::size_t in_memory() const;
  /// Moves a file with its sidecar files from memory to the folder, where `path_of` says. Returns whether there is a file.
  [[nodiscard]] result<bool> keep_on_disk(std::string_view name) const;
  /// Removes a file that will not be published, or was.
  void drop(std::string_view name) const;
  /// Removes the files of an earlier process; returns their number. Requires the lock of the data folder.
  [[nodiscard]] result<std::uint64_t> sweep() const;

  /// The path of a staged file in the store's folder, when it is on disk; of a sidecar file of it.
  [[nodiscard]] static std::filesystem::path path_of(std::string_view name, std::string_view part = {});
  [[nodiscard]] static bool is_staged_name(std::string_view name);
  /// Whether a sidecar file may have this name.
  [[nodiscard]] static bool is_part_name(std::string_view part);

 private:
  staged_files(safe_folder store, const disk_sync& disk, std::shared_ptr<staged_memory> memory)
      : store_(std::move(store)), disk_(&disk), memory_(std::move(memory)) {}

  safe_folder store_;
  const disk_sync* disk_;
  std::shared_ptr<staged_memory> memory_;
};

}  // namespace laundromat
