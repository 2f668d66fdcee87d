// A file that is written from its start, and whole once `finish` says so.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/washing/ports.hpp"
#include "storage/files/posix_file.hpp"

namespace laundromat {

/// Serves as the output of a washing stage, and for what is spooled. Takes the place of a file that is there. Errors: `io_failed`,
/// `no_space`.
class output_file final : public clean_output {
 public:
  explicit output_file(std::filesystem::path path) : path_(std::move(path)) {}
  result<void> write(std::string_view bytes) override {
    if (auto begun = begin(); !begun) return begun;
    return write_all(file_.get(), bytes, path_);
  }
  result<void> add_metadata_file(std::string_view name, std::string_view bytes) override {
    output_file beside{beside_of(path_, name)};
    if (auto written = beside.write(bytes); !written) return written;
    if (auto closed = beside.finish(); !closed) return tl::unexpected(closed.error());
    return {};
  }
  /// Where a file of that name stands that belongs to `path`.
  [[nodiscard]] static std::filesystem::path beside_of(const std::filesystem::path& path,
                                                       std::string_view name) {
    return std::filesystem::path{path}.concat(".").concat(name);
  }
  /// The index is left out: who takes the file reads it from its start.
  result<std::string> finish(std::string_view /*index*/ = {}) override {
    if (auto begun = begin(); !begun) return tl::unexpected(begun.error());
    file_ = {};
    return path_.string();
  }

 private:
  result<void> begin() {
    if (file_.is_open()) return {};
    std::error_code ignored;
    std::filesystem::remove(path_, ignored);
    auto created = create_file(path_);
    if (!created) return tl::unexpected(created.error());
    file_ = *std::move(created);
    return {};
  }

  std::filesystem::path path_;
  file_descriptor file_;
};

}  // namespace laundromat
