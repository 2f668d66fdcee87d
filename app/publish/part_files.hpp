// Writes one file or a sequence of part files, compressed or not.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

#include "core/base/byte_source.hpp"

namespace laundromat {

struct part_settings {
  std::filesystem::path path;  ///< the file, or the folder of `part-00001.nq` and so on
  std::string extension;       ///< of parts, `.gz` included: `.nq.gz`
  bool has_parts = false;
  bool is_packed = false;           ///< gzip-compressed
  std::uint64_t limit_bytes = 0;    ///< uncompressed size at which a part ends; 0: none
  bool may_end_at_any_line = true;  ///< otherwise only at `end_document`
};

/// Each file appears when it is complete and then replaces an old one. Errors of all functions: `io_failed`, `no_space`.
class part_files final : public byte_sink {
 public:
  explicit part_files(part_settings settings);
  ~part_files() override;

  [[nodiscard]] result<void> write(std::string_view bytes) override;
  /// Marks a place where a part may end.
  [[nodiscard]] result<void> end_document();
  /// Ends the last part. Without any byte, writes one empty file.
  [[nodiscard]] result<void> finish();
  [[nodiscard]] std::uint64_t parts() const { return number_; }

 private:
  struct part;
  [[nodiscard]] result<void> begin();
  [[nodiscard]] bool is_full() const {
    return settings_.limit_bytes > 0 && written_ >= settings_.limit_bytes;
  }

  part_settings settings_;
  std::unique_ptr<part> now_;
  std::uint64_t number_ = 0, written_ = 0;  ///< bytes in this part
};

}  // namespace laundromat
