// What webhooks tell: the kinds of events, and the names under which a campaign asks for them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/time.hpp"

namespace laundromat {

/// Numbers are stored.
enum class webhook_event_kind : std::uint8_t {
  run_started = 1,
  run_ended = 2,
  seed_ended = 3,         ///< a crawl of a seed, or the seed was refused
  needs_person = 4,       ///< a problem of the machine, a host or a provider began or ended
  document_poisoned = 5,  ///< a document has crashed its worker too often
  last = document_poisoned
};

/// One bit of each kind.
using webhook_events = std::uint32_t;
[[nodiscard]] constexpr webhook_events only(webhook_event_kind kind) {
  return webhook_events{1} << static_cast<unsigned>(kind);
}
[[nodiscard]] constexpr bool has(webhook_events all, webhook_event_kind kind) {
  return (all & only(kind)) != 0;
}

/// The type that a receiver sees: `run_started`, `run_ended`, `seed_ended` or `needs_person`.
[[nodiscard]] std::string_view type_of(webhook_event_kind kind);
/// The kinds of these types. Nothing when one is no type.
[[nodiscard]] std::optional<webhook_events> events_of_types(const std::vector<std::string>& types);
/// Of which the journal keeps events for webhooks that want these: hosts that refuse us are found in the crawls that end.
[[nodiscard]] webhook_events events_to_keep(webhook_events wanted);

/// A row of the journal that is to be told.
struct webhook_event {
  std::int64_t number = 0;  ///< from 1, never given again
  webhook_event_kind kind{};
  timestamp at{};
  std::int64_t seed = 0, entry = 0;  ///< rows of the journal; 0: none
  std::string facts;                 ///< a JSON object; empty for what follows from the rows
};

}  // namespace laundromat
