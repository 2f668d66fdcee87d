// The files to wash, read where they are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "core/codec/stores.hpp"
#include "storage/files/posix_file.hpp"

namespace laundromat {

/// Opens local files: a raw path is a path. The bytes of a small file, and the descriptor of a large one, are kept until another file is opened,
/// because each stage and each member opens it.
class files_in_place final : public raw_port {
 public:
  static constexpr std::size_t most_kept_bytes = std::size_t{1} << 20;

  /// Errors: `not_found`, also for anything but a regular file; `io_failed`.
  [[nodiscard]] result<byte_source_ptr> open(std::string_view path) override;
  /// The number of bytes of a small regular file, which is then kept; nothing for any other path.
  [[nodiscard]] std::optional<std::uint64_t> read_small_file(std::string_view path);
  /// Forgets the kept file, which may have changed.
  void forget() {
    kept_.reset();
    opened_.reset();
  }

 private:
  [[nodiscard]] std::optional<std::string> read_at_once(int file);

  std::string path_;
  // Of the file `path_`, one of the two:
  std::shared_ptr<const std::string> kept_;
  std::shared_ptr<const file_descriptor> opened_;
  std::unique_ptr<char[]> room_;  ///< to read into
};

}  // namespace laundromat
