// Converts between `failure` and `caf::error`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/error.hpp>
#include <caf/make_message.hpp>
#include <caf/message.hpp>
#include <string>

#include "core/base/result.hpp"

namespace laundromat {

inline constexpr caf::atom_value error_category = caf::atom("laundry");

[[nodiscard]] inline caf::error to_error(const failure& f) {
  return caf::error{static_cast<std::uint8_t>(f.code), error_category, caf::make_message(f.detail)};
}

/// Converts a `caf::error` to a failure. Errors of CAF itself, such as time-outs and dead receivers, get the code `fallback`.
[[nodiscard]] inline failure to_failure(const caf::error& e, errc fallback) {
  if (e.category() != error_category) return {fallback, "actor system error " + std::to_string(e.code())};
  std::string detail;
  if (e.context().match_elements<std::string>()) detail = e.context().get_as<std::string>(0);
  return {static_cast<errc>(e.code()), std::move(detail)};
}

}  // namespace laundromat
