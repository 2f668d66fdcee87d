// Transfers the files of one lease in chunks, to and from a worker node.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>

#include "core/leases/file_transfer.hpp"
#include "storage/sharing/staged_documents.hpp"
#include "storage/stores/raw_store.hpp"

namespace laundromat {

/// Serves only the files of the grant. Received files are verified by their digests; documents that were not adopted are removed with the object.
/// Errors: those of the stores; `invalid_argument` for a request that is not granted, is out of order, or has a wrong digest. Not thread-safe.
class remote_files {
 public:
  remote_files(transfer_grant grant, raw_store& raw, const clean_store& clean);
  ~remote_files();
  remote_files(const remote_files&) = delete;
  remote_files& operator=(const remote_files&) = delete;

  /// The chunk of the body, or of the published document, at an offset: 0, or the end of the previous chunk.
  [[nodiscard]] result<file_chunk> read_body(std::uint64_t offset_bytes);
  [[nodiscard]] result<file_chunk> read_clean(std::uint64_t offset_bytes);

  /// Writes a chunk of the document with this label, or of its sidecar file `part`. The node chooses the label.
  [[nodiscard]] result<void> write(std::string_view label, std::string_view part, const file_chunk& chunk);
  /// Finishes a document after the last chunks of all its files.
  [[nodiscard]] result<void> finish(std::string_view label);
  /// Writes a chunk of the body that the lease fetches, or of the records of its exchanges. It is stored after its last chunk.
  [[nodiscard]] result<void> write_body(const file_chunk& chunk);

  /// Hands over what a result names. The rest is removed with the object, exchanges in any case.
  [[nodiscard]] adopted_files adopt(const named_files& named);

 private:
  struct outgoing;
  struct incoming;
  struct incoming_document;
  [[nodiscard]] result<std::string> adopt_exchanges(const named_files& named);
  [[nodiscard]] static result<file_chunk> read(std::unique_ptr<outgoing>& from, std::uint64_t offset_bytes);

  transfer_grant grant_;
  raw_store& raw_;
  const clean_store& clean_;
  staged_documents documents_;
  std::unique_ptr<outgoing> body_, published_;
  std::unique_ptr<staged_file> new_body_;
  std::unique_ptr<incoming> new_body_state_;
  bool has_body_ = false;                 ///< it is in the raw store, under the path of the grant
  std::optional<std::string> exchanges_;  ///< those that came in one chunk
  std::map<std::string, std::unique_ptr<incoming_document>, std::less<>> incoming_;  ///< not finished
};

}  // namespace laundromat
