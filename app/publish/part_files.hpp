// One file, or several that are filled one after the other, compressed or not.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>

#include "core/base/byte_source.hpp"

namespace laundromat {

struct part_settings {
  std::filesystem::path path;  ///< of the file, or of the folder where `part-00001.nq` and so on lie
  std::string extension;       ///< of parts, `.gz` included: `.nq.gz`
  bool has_parts = false;
  bool is_packed = false;           ///< by gzip
  std::uint64_t limit_bytes = 0;    ///< uncompressed, after which a part ends; 0: none
  bool may_end_at_any_line = true;  ///< else only where `end_document` is called
};

/// Each file appears when it is whole; what stood there stays until then. Errors of all: `io_failed`, `no_space`.
class part_files final : public byte_sink {
 public:
  explicit part_files(part_settings settings);
  ~part_files() override;

  [[nodiscard]] result<void> write(std::string_view bytes) override;
  /// A part may end here.
  [[nodiscard]] result<void> end_document();
  /// Ends the last part. Without a byte there is one file, and it is empty.
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
