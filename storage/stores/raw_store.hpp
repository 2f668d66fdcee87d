// The raw store: bodies as received, under the readable paths of the file-store scheme or in WARC segments.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "core/codec/stores.hpp"
#include "storage/files/disk_sync.hpp"
#include "storage/files/safe_folder.hpp"
#include "storage/warc/warc_store.hpp"

namespace laundromat {

/// Bodies below one folder: files by their paths, and the payloads of WARC records by their places (`warc_path`). Thread-safe. A body is visible after its commit, and durable after `make_durable`; before that a power failure
/// may damage it.
class raw_store final : public raw_port {
 public:
  /// `disk` outlives the store. Errors of all functions: also `unsafe_data_folder` for a link in the path.
  [[nodiscard]] static result<raw_store> at(std::filesystem::path folder,
                                            const disk_sync& disk = posix_sync());
  /// The same without making anything: only `open` may be called.
  [[nodiscard]] static result<raw_store> to_read(std::filesystem::path folder);

  /// Appends bodies to segments from now on, see `warc_store::open`. Call it before the store is used by several threads.
  [[nodiscard]] result<void> write_segments(const std::vector<segment_end>& ends, warc_settings settings);
  /// Opens the segments of an earlier layout to rewrite them; new bodies stay files. As above.
  [[nodiscard]] result<void> open_old_segments(const std::vector<segment_end>& ends, warc_settings settings);
  /// The folder of the store.
  [[nodiscard]] const safe_folder& folder() const { return folder_; }
  /// The segments. They can be written after one of these calls.
  [[nodiscard]] warc_store& segments() const { return *segments_; }
  /// True after `write_segments`.
  [[nodiscard]] bool writes_segments() const { return writes_segments_; }

  [[nodiscard]] result<byte_source_ptr> open(std::string_view raw_path) override;
  /// The open file, to pass to another process; of a small record an unnamed file with its payload only, of a large one its segment, see `open_large_body`. Errors: as `open`.
  [[nodiscard]] result<file_descriptor> open_file(std::string_view raw_path) const;
  /// A file that appears under `raw_path` when it is committed, replacing an existing one. A large one is written to the disk while it is
  /// received, so that `make_durable` does not delay other commits.
  /// Errors: `invalid_argument` (see `is_usable_path`), `io_failed`, `no_space`.
  [[nodiscard]] result<std::unique_ptr<staged_file>> stage(std::string_view raw_path);
  /// Makes committed bodies, their names and the parent folders durable: one by one, or from `syncfs_from` files or folders
  /// with one syncfs. After success, a COMMIT may name them. A missing body is skipped, because it may be on the worker node
  /// that fetched and washed it; a place in a segment as well, because `warc_store` makes segments durable. Errors: those of `sync_files`, also when a path cannot be checked.
  [[nodiscard]] result<void> make_durable(std::span<const std::string> raw_paths,
                                          std::size_t syncfs_from = usual_syncfs_from) const;
  [[nodiscard]] result<bool> holds(std::string_view raw_path) const;
  /// Stores a body and older bodies with the same bytes (`older`, newest first) as one file. The older ones already share a file; the newer name is
  /// linked to it after a comparison of the bytes. Large files are not read: then, and when the older file has changed, all names are linked
  /// to the newer file. Without hard links, or when a body is missing, the files are not changed. Returns whether all names share one
  /// file.
  bool share(std::string_view newer, std::span<const std::string> older) const;
  /// Removes a body that is no longer needed. Segments are not changed.
  void remove(std::string_view raw_path) const;
  /// Removes incomplete files after an unclean stop; returns their number. Requires the lock of the data
  /// folder.
  [[nodiscard]] result<std::uint64_t> sweep_staged();

  /// True for a relative path of names between single slashes, each neither `.` nor `..`, of at most 255
  /// bytes, without a null byte; the first name does not begin with a dot. False for the place of a WARC record, and for a body at a node.
  [[nodiscard]] static bool is_usable_path(std::string_view raw_path);

 private:
  [[nodiscard]] result<std::string> small_body(std::string_view raw_path) const;
  [[nodiscard]] bool are_equal_and_small(std::string_view one, std::string_view other) const;
  bool give_name(std::string_view body, std::string_view name) const;

  raw_store(safe_folder folder, const disk_sync& disk)
      : folder_(std::move(folder)), disk_(&disk), segments_(std::make_shared<warc_store>(folder_)) {}

  safe_folder folder_;
  const disk_sync* disk_;
  std::shared_ptr<warc_store> segments_;
  bool writes_segments_ = false;
};

}  // namespace laundromat
