// An output file that is complete after `finish` succeeds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <map>
#include <string>

#include "core/washing/ports.hpp"
#include "storage/files/posix_file.hpp"

namespace laundromat {

/// The small finished outputs of one document, by the path that each would have.
using held_outputs = std::map<std::string, std::string>;

/// The output of a washing stage, or a spool file. Replaces an existing file. Errors: `io_failed`, `no_space`.
class output_file final : public clean_output {
 public:
  /// With `held`, which outlives it, an output of at most `most_held_bytes` is put there and gets no file.
  explicit output_file(std::filesystem::path path, held_outputs* held = nullptr)
      : path_(std::move(path)), held_(held) {}
  static constexpr std::size_t most_held_bytes = std::size_t{1} << 20;

  result<void> write(std::string_view bytes) override {
    if (held_ && !file_.is_open() && text_.size() + bytes.size() <= most_held_bytes) {
      text_.append(bytes);
      return {};
    }
    if (auto begun = begin(); !begun) return begun;
    return write_all(file_.get(), bytes, path_);
  }
  result<void> add_sidecar(std::string_view name, std::string_view bytes) override {
    output_file sidecar{sidecar_path(path_, name), held_};
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
    if (held_ && !file_.is_open()) {
      held_->insert_or_assign(path_.string(), std::move(text_));
      return path_.string();
    }
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
    return write_all(file_.get(), std::exchange(text_, {}), path_);
  }

  std::filesystem::path path_;
  held_outputs* held_;
  std::string text_;  ///< not in the file yet
  file_descriptor file_;
};

}  // namespace laundromat
