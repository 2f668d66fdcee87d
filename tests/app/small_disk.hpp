// A separate file system of any size for a test.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <sys/mount.h>

#include <filesystem>
#include <string>

namespace laundromat {

/// Mounted on `path`, which is created; `is_there` is false when mounting is not permitted.
class small_disk {
 public:
  small_disk(std::filesystem::path path, int mib) : path_(std::move(path)) {
    std::filesystem::create_directories(path_);
    is_there_ = ::mount("tmpfs", path_.c_str(), "tmpfs", 0, size(mib).c_str()) == 0;
  }
  ~small_disk() {
    if (is_there_) ::umount2(path_.c_str(), MNT_DETACH);
  }
  small_disk(const small_disk&) = delete;
  small_disk& operator=(const small_disk&) = delete;

  [[nodiscard]] bool is_there() const { return is_there_; }
  /// Files open for writing prevent this.
  [[nodiscard]] bool set_read_only(bool wanted) const {
    const auto flags = MS_REMOUNT | (wanted ? MS_RDONLY : 0);
    return ::mount("tmpfs", path_.c_str(), "tmpfs", flags, nullptr) == 0;
  }
  /// The files are kept.
  [[nodiscard]] bool grow_to(int mib) const {
    return ::mount("tmpfs", path_.c_str(), "tmpfs", MS_REMOUNT, size(mib).c_str()) == 0;
  }

 private:
  static std::string size(int mib) { return "size=" + std::to_string(mib) + "m"; }

  std::filesystem::path path_;
  bool is_there_ = false;
};

}  // namespace laundromat
