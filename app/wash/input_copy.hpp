// A temporary copy of an input that cannot seek, which leaves room on the disk.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <filesystem>

#include "app/wash/output_file.hpp"
#include "core/base/byte_source.hpp"

namespace laundromat {

/// The bytes that must stay free on a file system which had `free_bytes` at the start: a quarter of them, at most 1 GiB.
[[nodiscard]] std::uint64_t input_copy_reserve(std::uint64_t free_bytes);

/// A file in the folder for temporary files. Replaces an existing file. Errors: `no_space` when less than the reserve would stay free, so that
/// input without an end does not fill the disk; `io_failed`.
class input_copy final : public byte_sink {
 public:
  explicit input_copy(std::filesystem::path path);
  result<void> write(std::string_view bytes) override;
  [[nodiscard]] result<void> finish();

 private:
  [[nodiscard]] result<void> check_room();

  std::filesystem::path path_;
  output_file file_;
  std::uint64_t reserve_bytes_ = 0;
  std::uint64_t unchecked_bytes_ = 0;  ///< written since the free space was last looked at
};

}  // namespace laundromat
