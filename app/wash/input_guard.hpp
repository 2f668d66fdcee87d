// Keeps results from taking the place of what they are made of.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/stat.h>

#include <filesystem>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <utility>

namespace laundromat {

/// The files that are read, which no result may replace. They are looked at once: a result is then compared in logarithmic time.
class input_guard {
 public:
  /// Names of what is no file are left out.
  explicit input_guard(std::span<const std::string> inputs) {
    for (const auto& input : inputs) add(input);
  }
  void add(const std::string& file) {
    if (const auto known = identity_of(file.c_str())) files_.insert(*known);
  }
  /// Why a result must not be written to `target`: it is one of the files, also by another path or a link. Empty: it may be.
  [[nodiscard]] std::string refusal_of(const std::filesystem::path& target) const {
    const auto known = identity_of(target.c_str());
    if (!known || !files_.contains(*known)) return {};
    return target.string() + " is one of the inputs, and would be lost: name another file or folder";
  }

 private:
  using identity = std::pair<dev_t, ino_t>;
  [[nodiscard]] static std::optional<identity> identity_of(const char* path) {
    struct stat found {};
    if (::stat(path, &found) != 0 || !S_ISREG(found.st_mode)) return std::nullopt;
    return identity{found.st_dev, found.st_ino};
  }

  std::set<identity> files_;
};

}  // namespace laundromat
