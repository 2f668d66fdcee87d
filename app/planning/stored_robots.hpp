// The rules of a host as its last robots.txt in the journal states them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "core/web/robots.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

/// For the agent `product`; nothing when robots.txt of the host (`authority_key`) was not read, or would be read again at `now`. Errors: those of the journal.
[[nodiscard]] result<std::optional<robots_rules>> stored_robots_rules(journal& from,
                                                                      const std::string& authority,
                                                                      std::string_view product,
                                                                      timestamp now);

}  // namespace laundromat
