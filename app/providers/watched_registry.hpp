// A registry file that is read again when it has changed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tuple>

#include "actors/harvest/harvest_ports.hpp"

namespace laundromat {

/// Used by one thread. Each change is logged: which providers are new, changed or gone, or the error of the file.
class watched_registry {
 public:
  /// `served` replaces `{serve}` in URIs.
  watched_registry(std::string file, std::string served)
      : file_(std::move(file)), served_(std::move(served)) {}

  /// Looks at the file, and reads it when it is another one than before. While it has an error, the last good content stays.
  [[nodiscard]] registry_reading read();

  [[nodiscard]] const std::string& file() const { return file_; }
  [[nodiscard]] const std::string& served() const { return served_; }

 private:
  std::string file_, served_;
  /// Inode, size, and time of the last change.
  std::tuple<std::uint64_t, std::int64_t, std::int64_t, std::int64_t> state_{};
  registry_reading last_;
  bool has_read_ = false;
};

}  // namespace laundromat
