// The table of names.
// SPDX-License-Identifier: Apache-2.0
#include "core/sinks/store_login.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace laundromat {

namespace {

constexpr std::array<std::pair<std::string_view, store_login>, 4> login_names{{
    {"any", store_login::any},
    {"basic", store_login::basic},
    {"digest", store_login::digest},
    {"bearer", store_login::bearer},
}};

}  // namespace

std::optional<store_login> store_login_from_name(std::string_view name) {
  const auto found = std::ranges::find(login_names, name, &std::pair<std::string_view, store_login>::first);
  return found == login_names.end() ? std::nullopt : std::optional{found->second};
}

}  // namespace laundromat
