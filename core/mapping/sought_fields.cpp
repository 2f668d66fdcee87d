// Implements sought_fields.
// SPDX-License-Identifier: Apache-2.0
#include "core/mapping/sought_fields.hpp"

#include "core/extraction/model/place_names.hpp"
#include "core/extraction/model/value_path.hpp"

namespace laundromat {

namespace {

/// Whether there is something at the path, also a list without items; as `for_each_value` follows it.
bool is_there(data_value value, std::string_view path) {
  if (path.empty() || path == ".") return true;
  if (value.is_scalar()) return path == name_of_plain_value;
  if (value.is(data_kind::list)) {
    for (const auto item : value)
      if (is_there(item, path)) return true;
    return false;
  }
  if (value.find(path)) return true;
  for (auto dot = path.find('.'); dot != path.npos; dot = path.find('.', dot + 1))
    if (const auto found = value.find(path.substr(0, dot)); found && is_there(*found, path.substr(dot + 1)))
      return true;
  return false;
}

}  // namespace

void sought_fields::record_search(const std::string& path, data_value from, const record_place& place) {
  const auto known = known_.find(&path);
  if (known != known_.end() && known->second == 0) return;
  if (is_there(from, path)) {
    was_any_found_ = true;
    if (known != known_.end()) misses_[known->second - 1].is_found = true;
    known_[&path] = 0;
  } else if (known == known_.end()) {
    misses_.push_back({place, "no record has `" + path + "`" + nearest_place(path, places_within(from))});
    known_[&path] = misses_.size();
  }
}

}  // namespace laundromat
