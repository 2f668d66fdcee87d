// A run: a file of sorted mentions, which never changes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/mentions/mention.hpp"
#include "storage/files/disk_sync.hpp"
#include "storage/files/safe_folder.hpp"

namespace laundromat {

// The bytes of a run. Numbers at the end are little-endian.
// ```
// mention   11 bytes, see `write_mention`, in the order of keys, each key once        *
// magic     "laundromat where", version 1 (u8), 3 zero bytes
// u32       CRC-32 of all mentions (RFC 1952 section 8)
// u64       number of mentions
// ```

/// An open run. May be used by several threads.
class mention_run {
 public:
  /// Errors: `not_found`; `archive_damaged` for a file that is none, or has another length than it says.
  [[nodiscard]] static result<mention_run> open(const safe_folder& folder, const std::string& name);

  [[nodiscard]] const std::string& name() const { return name_; }
  [[nodiscard]] std::uint64_t size() const { return size_; }
  /// The mentions of a hash in documents from `document` on, at most `limit`. Errors: `io_failed`.
  [[nodiscard]] result<std::vector<mention>> find(std::uint32_t iri, std::uint32_t document,
                                                  std::size_t limit) const;
  /// How many there are of a hash. Errors: `io_failed`.
  [[nodiscard]] result<std::uint64_t> count(std::uint32_t iri) const;

  /// Reads from front to back, and compares the checksum at the end. The run outlives it.
  class reader {
   public:
    explicit reader(const mention_run& run) : run_(&run) {}
    /// False at the end. Errors: `archive_damaged`, `io_failed`.
    [[nodiscard]] result<bool> next(mention& into);

   private:
    const mention_run* run_;
    std::uint64_t at_ = 0;
    std::string buffer_;
    std::size_t used_ = 0;
    std::uint32_t crc_ = 0;
  };

 private:
  mention_run(std::string name, std::shared_ptr<const file_descriptor> file, std::uint64_t size,
              std::uint32_t crc)
      : name_(std::move(name)), file_(std::move(file)), size_(size), crc_(crc) {}
  [[nodiscard]] result<void> read(std::uint64_t first, std::size_t mentions, std::string& into) const;
  [[nodiscard]] result<std::uint64_t> key_at(std::uint64_t number) const;
  /// The number of the first mention whose key is not less.
  [[nodiscard]] result<std::uint64_t> lower_bound(std::uint64_t key) const;

  std::string name_;
  std::shared_ptr<const file_descriptor> file_;
  std::uint64_t size_ = 0;
  std::uint32_t crc_ = 0;
};

/// Writes a run, which has its name when it is durable.
class mention_run_writer {
 public:
  /// `disk` outlives it. Errors: `io_failed`, `no_space`.
  [[nodiscard]] static result<mention_run_writer> begin(const safe_folder& folder, const std::string& name,
                                                        const disk_sync& disk = posix_sync());
  /// In the order of keys; those with the same key are joined. Errors: `io_failed`, `no_space`.
  [[nodiscard]] result<void> add(const mention& next);
  /// Syncs and renames; the name itself is not durable yet. Returns the number of mentions. Errors: likewise.
  [[nodiscard]] result<std::uint64_t> finish();

 private:
  mention_run_writer(std::unique_ptr<staged_descriptor> file, std::string name, const disk_sync& disk)
      : file_(std::move(file)), name_(std::move(name)), disk_(&disk) {}
  [[nodiscard]] result<void> flush();

  std::unique_ptr<staged_descriptor> file_;
  std::string name_;
  const disk_sync* disk_;
  std::vector<mention> last_;  ///< at most one, which may be joined with the next
  std::string buffer_;
  std::uint64_t size_ = 0;
  std::uint32_t crc_ = 0;
};

}  // namespace laundromat
