// What follows from one answer in a redirect chain: store, follow, try later, give up.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>

#include "core/records/records.hpp"

namespace laundromat {

enum class hop_step : std::uint8_t { store, follow, unchanged, retry, refuse, fail };

struct hop_verdict {
  hop_step step = hop_step::fail;
  errc cause = errc::ok;
  std::string detail;
  std::string next_uri;  ///< absolute, for `follow`
};

/// Judges the last hop of a chain. Redirects are followed over http and https only, at most `max_redirects` times, and
/// never to a URI of the same chain (robustness rows 16 and 17). Source: RFC 9110 section 15.4.
[[nodiscard]] hop_verdict judge_hop(std::span<const http_hop> chain, std::uint32_t max_redirects);

/// The value of the first header of that name, case ignored; empty when there is none.
[[nodiscard]] std::string_view header_of(const http_hop& hop, std::string_view name);

}  // namespace laundromat
