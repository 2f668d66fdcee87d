// An output file that is complete after `finish` succeeds.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include "core/washing/ports.hpp"
#include "storage/files/posix_file.hpp"

namespace laundromat {

/// The small finished outputs of one document: its statements, a few sidecar files and a ledger.
class held_outputs {
 public:
  void clear() { all_.clear(); }
  void add(std::string path, std::string bytes) { all_.emplace_back(std::move(path), std::move(bytes)); }
  /// The bytes of the output that would have this path; null when there is none.
  [[nodiscard]] std::string* find(std::string_view path) {
    const auto found = std::ranges::find(all_, path, &std::pair<std::string, std::string>::first);
    return found == all_.end() ? nullptr : &found->second;
  }

 private:
  std::vector<std::pair<std::string, std::string>> all_;
};

/// The output of a washing stage, or a spool file. Replaces an existing file. Errors: `io_failed`, `no_space`.
class output_file final : public clean_output {
 public:
  /// With `held`, which outlives it, an output of at most `most_held_bytes` is put there and gets no file.
  explicit output_file(std::string path, held_outputs* held = nullptr)
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
  [[nodiscard]] static std::string sidecar_path(std::string_view path, std::string_view name) {
    return std::string(path).append(".").append(name);
  }
  /// Ignores the index: such files are read from the start.
  result<std::string> finish(std::string_view /*index*/ = {}) override {
    if (held_ && !file_.is_open()) {
      held_->add(path_, std::move(text_));
      return std::move(path_);
    }
    if (auto begun = begin(); !begun) return tl::unexpected(begun.error());
    file_ = {};
    return path_;
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

  std::string path_;
  held_outputs* held_;
  std::string text_;  ///< not in the file yet
  file_descriptor file_;
};

}  // namespace laundromat
