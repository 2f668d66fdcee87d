// How far a webhook has been told, and when the next try may be: a row of the journal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/time.hpp"
#include "core/webhooks/webhook_event.hpp"

namespace laundromat {

/// A webhook and its next message.
struct delivery_state {
  std::string name, url;
  webhook_events wanted = 0;
  std::int64_t told = 0;      ///< the number of the last event that it has, or does not want
  std::int64_t target = 0;    ///< the last event of the message that is being sent; 0: none is
  std::uint32_t tries = 0;    ///< of this message that have failed
  timestamp not_before{};     ///< of the next try
  timestamp failing_since{};  ///< the epoch: the last try was taken
  timestamp told_at{};        ///< of the last message that was taken; the epoch: none
  std::string problem = {};   ///< of the last try; empty: it was taken
  bool is_gone = false;       ///< it has answered 410: nothing is sent any more
  std::uint64_t dropped = 0;  ///< events that it has never got, because too many waited

  friend bool operator==(const delivery_state&, const delivery_state&) = default;
};

/// What came of a try.
struct delivery_try {
  int http_status = 0;  ///< 0: no answer
  std::optional<seconds> retry_after = {};
  std::string problem = {};  ///< where the status is no success
};

/// The pause after so many failures of a message in a row: 10 s, then twice as long each time, up to an hour.
[[nodiscard]] seconds pause_after_tries(std::uint32_t failures);
/// The longest Retry-After that is obeyed.
inline constexpr seconds longest_retry_after{86'400};

/// The state after a try at `now`. A success (2xx) ends the message; 410 ends all messages; after anything else the same message is sent again after the
/// pause, or later if the receiver has said so.
[[nodiscard]] delivery_state state_after(delivery_state before, const delivery_try& what, timestamp now);
/// The state where more than `most` events wait: the oldest are dropped and counted, those that it does not want too; `newest` is the number of the last event.
/// A message that had been tried is given up with them.
[[nodiscard]] delivery_state without_oldest(delivery_state before, std::int64_t newest, std::int64_t most);

}  // namespace laundromat
