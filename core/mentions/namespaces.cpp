// Numbers namespaces in the order in which they come.
// SPDX-License-Identifier: Apache-2.0
#include "core/mentions/namespaces.hpp"

#include <algorithm>

namespace laundromat {

std::string_view namespace_of(std::string_view iri) {
  const auto end = iri.find_last_of("#/");
  if (end == iri.npos) return iri.substr(0, iri.rfind(':') + 1);
  const bool is_before_host = end >= 2 && iri.substr(end - 2, 3) == "://" && iri.find("://") == end - 2;
  return is_before_host ? iri : iri.substr(0, end + 1);
}

std::uint16_t namespace_table::place_of(std::string_view iri) {
  const auto name = namespace_of(iri);
  if (name == last_) return last_place_;
  if (name.size() > most_bytes) return most;
  last_ = name;
  if (const auto known = places_.find(name); known != places_.end()) return last_place_ = known->second;
  if (all_.size() == most) return last_place_ = most;
  last_place_ = static_cast<std::uint16_t>(all_.size());
  all_.push_back({last_, 0});
  places_.emplace(last_, last_place_);
  return last_place_;
}

std::vector<namespace_count> namespace_table::most_used(std::size_t limit) const {
  auto counted = all_;
  std::erase_if(counted, [](const namespace_count& one) { return one.mentions == 0; });
  std::ranges::sort(counted, [](const namespace_count& a, const namespace_count& b) {
    return a.mentions != b.mentions ? a.mentions > b.mentions : a.name < b.name;
  });
  if (counted.size() > limit) counted.resize(limit);
  return counted;
}

}  // namespace laundromat
