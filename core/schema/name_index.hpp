// Finds the fields of a map by name; records that have them in the same order need no hash.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_table.hpp"

namespace laundromat {

class name_index {
 public:
  static constexpr std::uint32_t none = ~std::uint32_t{0};

  /// `name` is not in it yet.
  void add(std::string_view name, std::uint32_t number) {
    names_.push_back({std::string(name), number});
    places_.emplace(std::string(name), names_.size() - 1);
    next_ = names_.size();
  }
  /// The number that was added with this name, or `none`.
  [[nodiscard]] std::uint32_t find(std::string_view name) {
    if (next_ >= names_.size()) next_ = 0;
    if (names_.empty()) return none;
    if (names_[next_].name != name) {
      const auto found = places_.find(name);
      if (found == places_.end()) return none;
      next_ = found->second;
    }
    return names_[next_++].number;
  }
  /// The numbers in the order in which they were added.
  struct named {
    std::string name;
    std::uint32_t number;
  };
  [[nodiscard]] const std::vector<named>& all() const { return names_; }

 private:
  std::vector<named> names_;
  keyed_map<std::string, std::size_t> places_;
  std::size_t next_ = 0;  ///< behind the one that was found last
};

}  // namespace laundromat
