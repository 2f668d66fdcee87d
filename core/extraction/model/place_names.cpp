// Implements places_within.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/model/place_names.hpp"

#include "core/base/edit_distance.hpp"
#include "core/rdf/model/utf8.hpp"

namespace laundromat {

namespace {

constexpr std::size_t most_place_bytes = 256;

void add_places(data_value from, const std::string& before, std::vector<std::string>& into) {
  constexpr std::size_t most_places = 64;
  const bool is_list = from.is(data_kind::list);
  for (const auto value : from) {
    if (into.size() == most_places) return;
    auto place = is_list ? before + "[*]" : before + (before.empty() ? "" : ".") + std::string(value.name());
    if (place.size() > most_place_bytes) continue;
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
  if (all.empty()) return {};
  const auto nearest = readable(nearest_key(wrong, all), most_place_bytes);
  auto said = "; the nearest is `" + nearest + "`";
  constexpr std::string_view of_items = "[*].";
  if (const auto list = nearest.rfind(of_items); list != nearest.npos && wrong.find("[*]") == wrong.npos)
    said.append(", in the first item of a list: for a record of each let `records` lead to `")
        .append(nearest, 0, list)
        .append("`, and write `")
        .append(nearest, list + of_items.size())
        .append("`");
  return said;
}

}  // namespace laundromat
