// Simulates a power failure: builds a folder in which unsynced writes may be lost.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <random>
#include <string>

#include "storage/files/disk_sync.hpp"
#include "tests/read_file.hpp"

namespace laundromat {

/// Records what is made durable below a folder, independent of its layout: bytes of files by inode, names by folder.
/// `leave_behind` builds a possible state after a power failure. Names created since the last sync of their folder, and bytes written since the
/// last sync of their file, are randomly lost, kept, or kept in part.
class forgetful_disk final : public disk_sync {
 public:
  explicit forgetful_disk(std::filesystem::path root) : root_(std::move(root)) { remember_all(root_); }

  result<void> file(int fd, const std::filesystem::path&) const override {
    before();
    remember_file(fd);
    return synced();
  }
  result<void> folder(int, const std::filesystem::path& path) const override {
    before();
    remember_names(path);
    return synced();
  }
  result<void> file_system(int, const std::filesystem::path& path) const override {
    before();
    remember_all(path);
    return synced();
  }

  /// Called directly before and after each sync.
  std::function<void()> at_sync = [] {};

  void leave_behind(const std::filesystem::path& copy, std::mt19937& dice) const { build(root_, copy, dice); }

 private:
  using inode = std::uint64_t;

  static inode inode_of(const std::filesystem::path& path) {
    struct stat found {};
    return ::lstat(path.c_str(), &found) == 0 ? found.st_ino : 0;
  }
  void before() const { at_sync(); }
  result<void> synced() const {
    at_sync();
    return {};
  }
  void remember_file(int fd) const {
    struct stat found {};
    if (::fstat(fd, &found) != 0) return;
    std::string bytes(static_cast<std::size_t>(found.st_size), '\0');
    if (::pread(fd, bytes.data(), bytes.size(), 0) == found.st_size) files_[found.st_ino] = std::move(bytes);
  }
  void remember_names(const std::filesystem::path& folder) const {
    auto& names = names_[inode_of(folder)];
    names.clear();
    for (const auto& item : std::filesystem::directory_iterator{folder})
      names[item.path().filename().string()] = inode_of(item.path());
  }
  /// The whole disk: everything below the root, for any `path`.
  void remember_all(const std::filesystem::path&) const {
    remember_names(root_);
    for (const auto& item : std::filesystem::recursive_directory_iterator{root_}) {
      if (item.is_directory()) remember_names(item.path());
      if (item.is_regular_file()) files_[inode_of(item.path())] = read_file(item.path());
    }
  }
  void build(const std::filesystem::path& from, const std::filesystem::path& to, std::mt19937& dice) const {
    std::filesystem::create_directories(to);
    const auto durable = names_.find(inode_of(from));
    for (const auto& item : std::filesystem::directory_iterator{from}) {
      const auto name = item.path().filename().string();
      const bool is_sure = durable != names_.end() && durable->second.contains(name) &&
                           durable->second.at(name) == inode_of(item.path());
      if (!is_sure && dice() % 2 == 0) continue;  // the name is lost, with everything below it
      if (item.is_directory())
        build(item.path(), to / name, dice);
      else
        build_file(item.path(), to / name, dice);
    }
  }
  void build_file(const std::filesystem::path& from, const std::filesystem::path& to,
                  std::mt19937& dice) const {
    auto bytes = read_file(from);
    const auto durable = files_.find(inode_of(from));
    const std::size_t sure = durable == files_.end() ? 0 : std::min(durable->second.size(), bytes.size());
    switch (dice() % 3) {
      case 0:  // only durable bytes
        bytes.resize(sure);
        break;
      case 1:  // cut at a random place after them
        bytes.resize(sure + dice() % (bytes.size() - sure + 1));
        break;
      default:  // full length, with zeros
        for (auto i = sure; i < bytes.size(); ++i) bytes[i] = '\0';
    }
    std::ofstream{to, std::ios::binary} << bytes;
  }

  std::filesystem::path root_;
  mutable std::map<inode, std::string> files_;                   ///< durable bytes
  mutable std::map<inode, std::map<std::string, inode>> names_;  ///< by folder
};

}  // namespace laundromat
