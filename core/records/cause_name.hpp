// The name of a cause in lists, log lines and totals.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/errc.hpp"

namespace laundromat {

/// `http_status 404`; the plain name for other causes and without a status; empty for `ok`.
[[nodiscard]] std::string cause_name(errc cause, std::string_view detail);

/// `robots_unreachable: http_status 503`; the name alone without a detail, and the detail alone where it begins with the name.
[[nodiscard]] std::string cause_and_detail(errc cause, std::string_view detail);

}  // namespace laundromat
