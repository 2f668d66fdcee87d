// Implements the names of causes.
// SPDX-License-Identifier: Apache-2.0
#include "core/records/cause_name.hpp"

#include "core/base/http_status_of.hpp"

namespace laundromat {

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
