// A disk that records syncs and can refuse them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <functional>
#include <string>
#include <vector>

#include "storage/files/disk_sync.hpp"

namespace laundromat {

class sync_log final : public disk_sync {
 public:
  result<void> file(int, const std::filesystem::path& path) const override { return note("file", path); }
  result<void> folder(int, const std::filesystem::path& path) const override { return note("folder", path); }
  result<void> file_system(int, const std::filesystem::path& path) const override {
    return note("all", path);
  }

  void start_writeback(int, const std::filesystem::path& path, std::uint64_t offset,
                       std::uint64_t bytes) const override {
    calls.push_back("set out " + path.filename().string() + ' ' + std::to_string(offset) + '+' +
                    std::to_string(bytes));
  }

  mutable std::vector<std::string> calls;  ///< such as `file a/b`, in order
  std::function<result<void>()> answer = [] { return result<void>{}; };

 private:
  result<void> note(std::string what, const std::filesystem::path& path) const {
    calls.push_back(what + ' ' + path.filename().string());
    return answer();
  }
};

}  // namespace laundromat
