// An output file that is complete after `finish` succeeds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>

#include "core/washing/ports.hpp"
#include "storage/files/posix_file.hpp"

namespace laundromat {

/// The output of a washing stage, or a spool file. Replaces an existing file. Errors: `io_failed`, `no_space`.
class output_file final : public clean_output {
 public:
  explicit output_file(std::filesystem::path path) : path_(std::move(path)) {}
  result<void> write(std::string_view bytes) override {
    if (auto begun = begin(); !begun) return begun;
    return write_all(file_.get(), bytes, path_);
  }
  result<void> add_sidecar(std::string_view name, std::string_view bytes) override {
    output_file sidecar{sidecar_path(path_, name)};
    if (auto written = sidecar.write(bytes); !written) return written;
    if (auto closed = sidecar.finish(); !closed) return tl::unexpected(closed.error());
    return {};
  }
  /// The path of the sidecar file `name` of `path`.
  [[nodiscard]] static std::filesystem::path sidecar_path(const std::filesystem::path& path,
                                                          std::string_view name) {
    return std::filesystem::path{path}.concat(".").concat(name);
  }
  /// Ignores the index: such files are read from the start.
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
