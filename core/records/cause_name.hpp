// How lists, lines of a run and totals name a cause.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/base/errc.hpp"

namespace laundromat {

/// The three digits that `detail` holds for `http_status`, as the journal stores both; empty for another cause, or words of a server.
[[nodiscard]] std::string_view http_status_of(errc cause, std::string_view detail);

/// `http_status 404`; the plain name where there is no such status; empty for `ok`.
[[nodiscard]] std::string cause_name(errc cause, std::string_view detail);

}  // namespace laundromat
