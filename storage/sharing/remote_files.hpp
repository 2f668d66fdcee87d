// Transfers the files of one lease in chunks, to and from a worker node.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <memory>
#include <set>
#include <string>

#include "core/leases/file_transfer.hpp"
#include "storage/stores/clean_store.hpp"
#include "storage/stores/raw_store.hpp"

namespace laundromat {

/// Serves only the files of the grant. Received files are verified by their digests; files that were not adopted are removed with the object.
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

  /// Begins a staged file and returns its name.
  [[nodiscard]] result<std::string> stage();
  /// Writes a chunk of the staged file, or of its sidecar file `part`.
  [[nodiscard]] result<void> write(std::string_view staged, std::string_view part, const file_chunk& chunk);
  /// Finishes a staged file after its last chunk.
  [[nodiscard]] result<void> finish(std::string_view staged);
  /// Writes a chunk of the body that the lease fetches. The body is stored after its last chunk.
  [[nodiscard]] result<void> write_body(const file_chunk& chunk);

  /// Hands a finished staged file over to the caller, who publishes it. False when it is not finished.
  [[nodiscard]] bool adopt(std::string_view staged);

 private:
  struct outgoing;
  struct incoming;
  struct document;
  [[nodiscard]] static result<file_chunk> read(std::unique_ptr<outgoing>& from, std::uint64_t offset_bytes);

  transfer_grant grant_;
  raw_store& raw_;
  const clean_store& clean_;
  std::unique_ptr<outgoing> body_, published_;
  std::unique_ptr<staged_file> new_body_;
  std::unique_ptr<incoming> new_body_state_;
  std::map<std::string, std::unique_ptr<document>, std::less<>> documents_;
  std::set<std::string, std::less<>> finished_;  ///< finished, not adopted
};

}  // namespace laundromat
