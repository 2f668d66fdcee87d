// Finds out which part of a path is not in a document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/extraction/json/json_path.hpp"

namespace laundromat {

/// Of the keys of a document in its order. Memory: 64 keys of at most 256 bytes.
class path_tracker {
 public:
  /// The path outlives it.
  explicit path_tracker(const json_path& path) : path_(&path) {}
  /// A key of a map with the states `at`.
  void see_key(json_path::states at, std::string_view key);
  /// The failure `no_records` of a document to which the path does not belong: nothing but names lead to a map, and the next name is none of
  /// its keys. Behind a list it may be missing where there is nothing to say.
  [[nodiscard]] std::optional<failure> mismatch() const;
  /// Which part of the path is not there, and the nearest key; empty when it is no name.
  [[nodiscard]] std::string missing_part() const;

 private:
  const json_path* path_;
  std::size_t deepest_ = 0;              ///< how many steps of the path lead to a map with a key
  bool is_there_ = false;                ///< the name that the next step asks for
  std::vector<std::string> keys_there_;  ///< of the maps to which they lead: the first ones
};

}  // namespace laundromat
