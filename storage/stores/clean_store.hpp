// The clean store: washed documents under the digest of their canonical N-Quads.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/byte_source.hpp"
#include "core/base/digest.hpp"
#include "core/codec/compression/block_index.hpp"
#include "core/washing/ports.hpp"
#include "storage/files/disk_sync.hpp"
#include "storage/files/safe_folder.hpp"
#include "storage/segments/document_places.hpp"
#include "storage/stores/staged_files.hpp"
#include "storage/stores/stored_range.hpp"

namespace laundromat {

/// The document itself.
inline constexpr std::string_view document_file_name = "data.nq.gz";
/// The file name of the index of a document's blocks.
inline constexpr std::string_view index_file_name = "data.idx";

/// One file to publish: the name that `clean_output::finish` returned, and the digest of its uncompressed canonical N-Quads.
/// An empty name publishes nothing: the document is already in the store, or has no statement.
struct publication {
  std::string staged;
  content_digest digest;
  /// The kind of file: the document, the delta from the document `other` to it, or the ledger `other` of a source.
  segment_kind what = segment_kind::clean;
  content_digest other = {};
};

/// Where the bytes of a file are.
struct file_place {
  std::filesystem::path file;                      ///< the segment, or the file of its own
  std::optional<std::uint64_t> offset_bytes = {};  ///< in the segment

  friend bool operator==(const file_place&, const file_place&) = default;
};
/// `PATH`, or `PATH at byte 123`.
[[nodiscard]] std::string to_string(const file_place& place);

/// The files of clean documents. A small file is in a segment (`segment_files.hpp`), where the journal finds it. A larger document is
/// `clean/ab/abcdef…/data.nq.gz` with sidecar files: `data.idx`, the index of its blocks; `meta.nq.gz` and `meta.json`, its metadata. Beside
/// it are larger ledgers and deltas: `ledger-0123456789abcdef.nq.gz` for each dirty source document, and `delta-0123456789abcdef.rdfp.gz`, the
/// changes since an older document, named by the first 16 digits of the digests of the ledger and the older document. Thread-safe, except
/// `staged_files::sweep`. A document without statements has a row in the journal and no file here.
class clean_store {
 public:
  /// `disk` outlives the store. Errors of all functions: also `unsafe_data_folder` for a link in the path.
  [[nodiscard]] static result<clean_store> at(std::filesystem::path folder,
                                              const disk_sync& disk = posix_sync());
  /// Finds small files in the segments of the data folder `data`. Call it before the store is used by several threads.
  void use_segments(safe_folder data, std::shared_ptr<document_places> places);

  [[nodiscard]] result<std::unique_ptr<clean_descriptor>> stage() const { return staged_.stage(); }
  /// Makes a group of files with their indexes durable and visible, in this order: the bytes (fdatasync, or one syncfs from `syncfs_from`
  /// files), the renames (an index before its document), the folders (fsync, or one syncfs). After success, a COMMIT may name them. A
  /// document that exists is kept, and its staged file is removed; publishing again changes nothing. Errors:
  /// `not_found` (neither the staged file nor the document exists), `io_failed`,
  /// `no_space`; the group can then be published again, except after a failed sync, whose detail begins with `sync`.
  [[nodiscard]] result<void> publish(std::span<const publication> group,
                                     std::size_t syncfs_from = usual_syncfs_from) const;
  /// The index of a document's blocks. A small document has none: it is one block. Errors: `not_found`, `io_failed`, those of
  /// `parse_block_index`.
  [[nodiscard]] result<block_index> read_index(const content_digest& digest) const;
  /// The compressed bytes. Errors: `not_found`, `io_failed`.
  [[nodiscard]] result<byte_source_ptr> open(const content_digest& digest) const;
  /// The open file, to pass to another process. Errors: as `open`.
  [[nodiscard]] result<file_descriptor> open_file(const content_digest& digest) const;
  /// Where the compressed bytes of a document are, and of the ledger of a source of it, so that they can be sent without being read. Errors: as `open`.
  [[nodiscard]] result<stored_range> find_document(const content_digest& digest) const;
  [[nodiscard]] result<stored_range> find_ledger(const content_digest& clean,
                                                 const content_digest& ledger) const;
  /// The compressed ledger of a source of a document, and the delta to a document. Errors: as `open`.
  [[nodiscard]] result<byte_source_ptr> open_ledger(const content_digest& clean,
                                                    const content_digest& ledger) const;
  [[nodiscard]] result<byte_source_ptr> open_delta(const content_digest& digest,
                                                   const content_digest& previous) const;
  /// Opens a file in the folder of a document: `index_file_name`, metadata, `delta_name`, `ledger_name`. Errors: as `open`.
  [[nodiscard]] result<byte_source_ptr> open_sidecar(const content_digest& digest,
                                                     std::string_view file) const;
  /// The sorted names of all files in the folder of a document, including the document; none when the folder does not exist.
  [[nodiscard]] result<std::vector<std::string>> sidecar_names(const content_digest& digest) const;
  /// Links one of these files to a name outside of the store, or copies it; see `safe_folder::link_out`.
  [[nodiscard]] result<void> link_out(const content_digest& digest, std::string_view file,
                                      const std::filesystem::path& target) const;
  [[nodiscard]] static std::string delta_name(const content_digest& previous);
  [[nodiscard]] static std::string ledger_name(const content_digest& ledger);
  /// The folder of the store, through which all its files are opened.
  [[nodiscard]] const safe_folder& folder() const { return folder_; }
  /// The data folder with its segments; null before `use_segments`.
  [[nodiscard]] const safe_folder* segments() const { return data_ ? &*data_ : nullptr; }
  /// Where a file is, for messages. `other` as in `publication`.
  [[nodiscard]] file_place where(segment_kind kind, const content_digest& digest,
                                 const content_digest& other = {}) const;
  /// The path of a document with a file of its own, for messages; files are opened through the store.
  [[nodiscard]] std::filesystem::path path_of(const content_digest& digest) const;
  /// The files that are not published yet.
  [[nodiscard]] const staged_files& staged() const { return staged_; }
  /// Removes the files of a document, except its deltas. Errors: `io_failed`.
  [[nodiscard]] result<void> remove(const content_digest& digest) const;
  /// Removes the files of a document with its deltas. Errors: `io_failed`.
  [[nodiscard]] result<void> remove_whole(const content_digest& digest) const;
  /// Removes a delta with a file of its own, if there is one. Errors: `io_failed`.
  [[nodiscard]] result<void> remove_delta(const content_digest& digest, const content_digest& previous) const;
  /// Removes a staged file that will not be published.
  void drop(std::string_view staged) const { staged_.drop(staged); }

 private:
  clean_store(safe_folder folder, staged_files staged, const disk_sync& disk)
      : folder_(std::move(folder)), staged_(std::move(staged)), disk_(&disk) {}
  [[nodiscard]] result<void> remove_files(const content_digest& digest, bool with_deltas) const;
  [[nodiscard]] result<byte_source_ptr> source_of(const std::filesystem::path& name) const;

  /// The place of a file in a segment; null for any other file.
  [[nodiscard]] result<segment_place> place_of(segment_kind kind, const content_digest& digest,
                                               const content_digest& other) const;
  [[nodiscard]] result<std::optional<std::string>> read_small(segment_kind kind, const content_digest& digest,
                                                              const content_digest& other) const;
  [[nodiscard]] result<byte_source_ptr> open_part(segment_kind kind, const content_digest& digest,
                                                  const content_digest& other) const;
  [[nodiscard]] result<stored_range> find_part(segment_kind kind, const content_digest& digest,
                                               const content_digest& other) const;

  safe_folder folder_;
  staged_files staged_;
  const disk_sync* disk_;
  std::optional<safe_folder> data_;  ///< with `places_`
  std::shared_ptr<document_places> places_;
};

}  // namespace laundromat
