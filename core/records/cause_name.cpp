// Implements the names of causes.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/cause_name.hpp"

#include <algorithm>

namespace laundromat {

std::string_view http_status_of(errc cause, std::string_view detail) {
  const bool is_code =
      detail.size() == 3 && std::ranges::all_of(detail, [](char c) { return c >= '0' && c <= '9'; });
  return cause == errc::http_status && is_code ? detail : std::string_view{};
}

std::string cause_name(errc cause, std::string_view detail) {
  if (cause == errc::ok) return {};
  const auto status = http_status_of(cause, detail);
  return std::string{to_string(cause)}.append(status.empty() ? "" : " ").append(status);
}

std::string cause_and_detail(errc cause, std::string_view detail) {
  auto name = cause_name(cause, {});
  if (name.empty() || detail.starts_with(name)) return std::string{detail};
  return detail.empty() ? name : name.append(": ").append(detail);
}

}  // namespace laundromat
