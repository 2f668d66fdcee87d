// Decides what follows from an answer in a redirect chain: store it, follow it, try later, or fail.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/records/records.hpp"
#include "core/web/kept_answer.hpp"
#include "core/web/redirect_chain.hpp"

namespace laundromat {

enum class hop_step : std::uint8_t { store, follow, unchanged, retry, refuse, fail };

struct hop_verdict {
  hop_step step = hop_step::fail;
  errc cause = errc::ok;
  std::string detail;
};

/// Decides about the answer to the current URI of `chain`. After `follow` the next URI is the current one (R16, R17).
/// Source: RFC 9110 section 15.4.
[[nodiscard]] hop_verdict judge_hop(const http_hop& hop, redirect_chain& chain);

/// The value of the first header of that name, case ignored; empty when there is none.
[[nodiscard]] std::string_view header_of(const http_hop& hop, std::string_view name);
/// How many headers have that name.
[[nodiscard]] std::size_t count_of_header(const http_hop& hop, std::string_view name);
/// The headers of an answer, which outlives them.
[[nodiscard]] std::vector<field_view> fields_of_answer(const http_hop& hop);

}  // namespace laundromat
