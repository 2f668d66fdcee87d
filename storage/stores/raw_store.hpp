// The raw store: bodies as they were received, under the recognisable paths of the file-store scheme.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "core/codec/stores.hpp"
#include "storage/files/disk_sync.hpp"
#include "storage/files/safe_folder.hpp"

namespace laundromat {

/// Bodies below one folder. Thread-safe. A body is visible when it is committed, and durable after `make_durable`: before that a power cut
/// may tear it.
class raw_store final : public raw_port {
 public:
  /// `disk` outlives the store. Errors of all functions: also `unsafe_data_folder` where a link stands in the way.
  [[nodiscard]] static result<raw_store> at(std::filesystem::path folder,
                                            const disk_sync& disk = posix_sync());

  [[nodiscard]] result<byte_source_ptr> open(std::string_view raw_path) override;
  /// The file itself, to hand to another process. Errors: as `open`.
  [[nodiscard]] result<file_descriptor> open_file(std::string_view raw_path) const;
  /// A file that appears under `raw_path` when it is committed, in place of one that is there. A large one sets out for the disk while it is
  /// written, so that `make_durable` does not hold up the commits of others.
  /// Errors: `invalid_argument` (see `is_usable_path`), `io_failed`, `no_space`.
  [[nodiscard]] result<std::unique_ptr<staged_file>> stage(std::string_view raw_path);
  /// Makes committed bodies and their names durable, the folders above them too: one by one, or from `syncfs_from` files or folders on
  /// with one syncfs. When it returns without error, a COMMIT may name them. A body that is not here is left out: it stayed on the machine
  /// that fetched and washed it. Errors: those of `sync_files`; what could not be looked at is one, too.
  [[nodiscard]] result<void> make_durable(std::span<const std::string> raw_paths,
                                          std::size_t syncfs_from = usual_syncfs_from) const;
  [[nodiscard]] result<bool> holds(std::string_view raw_path) const;
  /// Stores a body and older ones of the same bytes, the newest first, once. Those are one file already, which the newer one joins when a
  /// comparison says that it still holds these bytes. A large one is not read: all names become names of the newer file, as they do when an
  /// older body has changed. Where the disk has no second names, or one of them is not here, they stay as they are; answers whether all was
  /// done.
  bool share(std::string_view newer, std::span<const std::string> older) const;
  /// Removes a body that is no longer needed.
  void remove(std::string_view raw_path) const;
  /// Removes what an unclean stop left half-written; answers how many files. Only for who owns the data
  /// folder.
  [[nodiscard]] result<std::uint64_t> sweep_staged();

  /// True for a relative path with names between single slashes that are neither `.` nor `..`, at most 255
  /// bytes each, without a null byte, and whose first name does not begin with a dot.
  [[nodiscard]] static bool is_usable_path(std::string_view raw_path);

 private:
  [[nodiscard]] result<std::string> small_body(std::string_view raw_path) const;
  [[nodiscard]] bool are_equal_and_small(std::string_view one, std::string_view other) const;
  bool give_name(std::string_view body, std::string_view name) const;

  raw_store(safe_folder folder, const disk_sync& disk) : folder_(std::move(folder)), disk_(&disk) {}

  safe_folder folder_;
  const disk_sync* disk_;
};

}  // namespace laundromat
