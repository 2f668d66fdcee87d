// The clean store: washed documents under the digest of their canonical N-Quads.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "core/base/byte_source.hpp"
#include "core/base/digest.hpp"
#include "core/codec/compression/block_index.hpp"
#include "core/washing/ports.hpp"
#include "storage/files/disk_sync.hpp"
#include "storage/files/safe_folder.hpp"

namespace laundromat {

/// The document itself.
inline constexpr std::string_view document_file_name = "data.nq.gz";
/// The index of a document's blocks, beside it.
inline constexpr std::string_view index_file_name = "data.idx";

/// One file to publish: what `clean_output::finish` answered, and the digest of the uncompressed canonical N-Quads in it.
/// An empty name publishes nothing: the document is in the store already, or it holds no statement.
struct publication {
  std::string staged;
  content_digest digest;
  /// What of the document it is: itself, the delta from the document `other` to it, or the ledger `other` of what it came from.
  enum part : std::uint8_t { document, delta, ledger } what = document;
  content_digest other = {};
};

/// A document that another process may write.
class clean_descriptor : public clean_output {
 public:
  [[nodiscard]] virtual int descriptor() const = 0;
  /// The name that `finish` answers.
  [[nodiscard]] virtual std::string name() const = 0;
  /// Opens what stands beside it, see `add_metadata_file`; `index_file_name` is its index. Errors: as `add_metadata_file`.
  [[nodiscard]] virtual result<file_descriptor> create_beside(std::string_view name) = 0;
};

/// `clean/ab/abcdef…/data.nq.gz`, and beside it `data.idx`, the index of its blocks; `meta.nq.gz` and `meta.json`, what it says of itself;
/// `ledger-0123456789abcdef.nq.gz` for each dirty document that it came from, and `delta-0123456789abcdef.rdfp.gz`, what changed since
/// an older document, named by the first 16 digits of the ledger's digest and of the older document. Thread-safe, `sweep_staged` left
/// out. A document without statements has a
/// row in the journal and no file here: what would be empty is not written.
class clean_store {
 public:
  /// `disk` outlives the store. Errors of all functions: also `unsafe_data_folder` where a link stands in the way.
  [[nodiscard]] static result<clean_store> at(std::filesystem::path folder,
                                              const disk_sync& disk = posix_sync());

  [[nodiscard]] result<std::unique_ptr<clean_descriptor>> stage() const;
  /// Makes a group of files with their indexes durable and visible, in this order: the bytes (fdatasync, from `syncfs_from`
  /// files on one syncfs), the renames, of an index before its document, the folders (fsync, from as many on one syncfs). When it returns without error, a COMMIT may name them. A
  /// document that is there already stays, and its staged file is dropped; publishing the same again changes
  /// nothing. Errors: `not_found` (neither the staged file nor the document is there), `io_failed`,
  /// `no_space`; the group can then be published again, except after a failed sync, which says `sync` in its
  /// detail.
  [[nodiscard]] result<void> publish(std::span<const publication> group,
                                     std::size_t syncfs_from = usual_syncfs_from) const;
  /// The index of a document's blocks. Errors: `not_found`, `io_failed`, those of `parse_block_index`.
  [[nodiscard]] result<block_index> read_index(const content_digest& digest) const;
  /// The compressed bytes. Errors: `not_found`, `io_failed`.
  [[nodiscard]] result<byte_source_ptr> open(const content_digest& digest) const;
  /// The file itself, to hand to another process. Errors: as `open`.
  [[nodiscard]] result<file_descriptor> open_file(const content_digest& digest) const;
  /// Opens what stands beside a document: `index_file_name`, metadata, `delta_name`, `ledger_name`. Errors: as `open`.
  [[nodiscard]] result<byte_source_ptr> open_beside(const content_digest& digest,
                                                    std::string_view file) const;
  /// The names of all that stands in the folder of a document, itself among them, sorted; none where that is not there.
  [[nodiscard]] result<std::vector<std::string>> names_beside(const content_digest& digest) const;
  /// Gives one of them a second name outside of the store, or copies it, see `safe_folder::link_out`.
  [[nodiscard]] result<void> link_out(const content_digest& digest, std::string_view file,
                                      const std::filesystem::path& target) const;
  [[nodiscard]] static std::string delta_name(const content_digest& previous);
  [[nodiscard]] static std::string ledger_name(const content_digest& ledger);
  /// The folder of the store, by which everything in it is reached.
  [[nodiscard]] const safe_folder& folder() const { return folder_; }
  /// For messages, as the two below: whoever opens goes through the store.
  [[nodiscard]] std::filesystem::path path_of(const content_digest& digest) const;
  /// Where the delta between two documents stands: beside the newer one.
  [[nodiscard]] std::filesystem::path delta_path(const content_digest& digest,
                                                 const content_digest& previous) const;
  /// The bytes of a file that is not published yet. Errors: as `open`.
  [[nodiscard]] result<byte_source_ptr> open_staged(std::string_view staged) const;
  [[nodiscard]] result<file_descriptor> open_staged_file(std::string_view staged) const;
  /// The parts that stand beside a staged file, see `clean_output::add_metadata_file`, its index among them.
  [[nodiscard]] result<std::vector<std::string>> staged_parts(std::string_view staged) const;
  /// Opens one of them, or the file itself when `part` is empty. Errors: as `open`.
  [[nodiscard]] result<byte_source_ptr> open_staged_part(std::string_view staged,
                                                         std::string_view part) const;
  /// Removes the files of a document but for its deltas. Errors: `io_failed`.
  [[nodiscard]] result<void> remove(const content_digest& digest) const;
  /// Where the ledger with this digest stands, about a document that became the clean one.
  [[nodiscard]] std::filesystem::path ledger_path(const content_digest& clean,
                                                  const content_digest& ledger) const;
  /// Removes a staged file that will not be published.
  void drop(std::string_view staged) const;
  /// Removes what was staged before an unclean stop; answers how many files. Only for who owns the data
  /// folder.
  [[nodiscard]] result<std::uint64_t> sweep_staged() const;

 private:
  clean_store(safe_folder folder, const disk_sync& disk) : folder_(std::move(folder)), disk_(&disk) {}
  [[nodiscard]] result<byte_source_ptr> source_of(const std::filesystem::path& name) const;

  safe_folder folder_;
  const disk_sync* disk_;
};

}  // namespace laundromat
