// A file that is written from its start, and whole once `finish` says so.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <fstream>

#include "core/laundry/ports.hpp"

namespace laundromat {

/// Serves as the output of a washing stage, and for what is spooled. Errors: `io_failed`.
class output_file final : public clean_output {
 public:
  explicit output_file(const std::filesystem::path& path) : path_(path), file_(path, std::ios::binary) {}
  result<void> write(std::string_view bytes) override {
    file_.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    if (!file_) return fail(errc::io_failed, "cannot write " + path_.string());
    return {};
  }
  result<void> add_beside(std::string_view name, std::string_view bytes) override {
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
    file_.close();
    if (!file_) return fail(errc::io_failed, "cannot write " + path_.string());
    return path_.string();
  }

 private:
  std::filesystem::path path_;
  std::ofstream file_;
};

}  // namespace laundromat
