// Implements path_tracker.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/json/path_tracker.hpp"

#include <algorithm>

#include "core/extraction/model/place_names.hpp"

namespace laundromat {

void path_tracker::see_key(json_path::states at, std::string_view key) {
  constexpr std::size_t most_keys = 64, most_bytes = 256;
  const auto steps = json_path::steps_to(at);
  if (!steps || *steps < deepest_) return;
  if (*steps > deepest_) {
    keys_there_.clear();
    is_there_ = false;
  }
  deepest_ = *steps;
  is_there_ = is_there_ || key == path_->name_of_step(deepest_);
  const bool is_kept = keys_there_.size() < most_keys && key.size() <= most_bytes;
  if (is_kept && std::ranges::find(keys_there_, key) == keys_there_.end()) keys_there_.emplace_back(key);
}

std::string path_tracker::missing_part() const {
  const auto name = path_->name_of_step(deepest_);
  if (name.empty() || keys_there_.empty() || is_there_) return {};
  return "the path of the records leads to nothing: there is no `" + std::string(name) + "`" +
         nearest_place(name, keys_there_);
}

std::optional<failure> path_tracker::mismatch() const {
  auto message = missing_part();
  if (message.empty() || !path_->has_names_only(deepest_ + 1)) return std::nullopt;
  return failure{errc::no_records, std::move(message)};
}

}  // namespace laundromat
