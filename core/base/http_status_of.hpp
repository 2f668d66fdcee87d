// The status code in the detail of a failed HTTP request.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string_view>

#include "core/base/errc.hpp"

namespace laundromat {

/// The three digits that are `detail` for `http_status`; empty for another cause, or where a server sent words instead.
[[nodiscard]] constexpr std::string_view http_status_of(errc cause, std::string_view detail) {
  const bool is_code =
      detail.size() == 3 && std::ranges::all_of(detail, [](char c) { return c >= '0' && c <= '9'; });
  return cause == errc::http_status && is_code ? detail : std::string_view{};
}

}  // namespace laundromat
