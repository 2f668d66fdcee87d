// Implements places_within.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/model/place_names.hpp"

#include "core/base/edit_distance.hpp"

namespace laundromat {

namespace {

void add_places(data_value from, const std::string& before, std::vector<std::string>& into) {
  constexpr std::size_t most_places = 64, most_bytes = 256;
  const bool is_list = from.is(data_kind::list);
  for (const auto value : from) {
    if (into.size() == most_places) return;
    auto place = is_list ? before + "[*]" : before + (before.empty() ? "" : ".") + std::string(value.name());
    if (place.size() > most_bytes) continue;
    if (!is_list) into.push_back(place);
    add_places(value, place, into);
    if (is_list) return;
  }
}

}  // namespace

std::vector<std::string> places_within(data_value from) {
  std::vector<std::string> all;
  add_places(from, {}, all);
  return all;
}

std::string nearest_place(std::string_view wrong, const std::vector<std::string>& names) {
  const std::vector<std::string_view> all(names.begin(), names.end());
  return all.empty() ? std::string{} : "; the nearest is `" + nearest_key(wrong, all) + "`";
}

}  // namespace laundromat
