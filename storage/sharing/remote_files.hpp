// The files of one lease, chunk by chunk: what a washer on another machine reads, and what it made.
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

/// Serves what the grant names, and nothing else. What arrives is verified by its digest; what nobody adopted goes with the object. Errors
/// of all: those of the stores, `invalid_argument` for what is not permitted, not in order, or does not have its digest. Not thread-safe.
class remote_files {
 public:
  remote_files(transfer_grant grant, raw_store& raw, const clean_store& clean);
  ~remote_files();
  remote_files(const remote_files&) = delete;
  remote_files& operator=(const remote_files&) = delete;

  /// The chunk of the body, or of the published document, that begins at an offset: 0, or where the chunk before ended.
  [[nodiscard]] result<file_chunk> read_body(std::uint64_t offset_bytes);
  [[nodiscard]] result<file_chunk> read_clean(std::uint64_t offset_bytes);

  /// Begins a staged file, and answers its name.
  [[nodiscard]] result<std::string> stage();
  /// A chunk of the staged file itself, or of the `part` that stands beside it.
  [[nodiscard]] result<void> write(std::string_view staged, std::string_view part, const file_chunk& chunk);
  /// All that belongs to a staged file has come.
  [[nodiscard]] result<void> finish(std::string_view staged);
  /// A chunk of the body that the lease brings. It is in its store behind the last one.
  [[nodiscard]] result<void> write_body(const file_chunk& chunk);

  /// A result names this staged file: whoever publishes it owns it from now on. False unless it is finished.
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
  std::set<std::string, std::less<>> finished_;  ///< and not adopted
};

}  // namespace laundromat
