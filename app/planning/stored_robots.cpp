// Reads a stored robots.txt.
// SPDX-License-Identifier: Apache-2.0
#include "app/planning/stored_robots.hpp"

namespace laundromat {

result<std::optional<robots_rules>> stored_robots_rules(journal& from, const std::string& authority,
                                                        std::string_view product, timestamp now) {
  const auto stored = from.robots(authority);
  if (!stored) return tl::unexpected(stored.error());
  if (!*stored || (*stored)->expires <= now) return std::optional<robots_rules>{};
  if ((*stored)->read == timestamp{})
    return std::optional{robots_rules::disallow_all()};  // it could not be read
  return std::optional{(*stored)->body ? parse_robots(*(*stored)->body, product) : robots_rules{}};
}

}  // namespace laundromat
