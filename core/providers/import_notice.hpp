// The notification of an import: whether its provider was told, and when that is tried again.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/time.hpp"

namespace laundromat {

/// Whether the provider was told of an import. Numbers are stored.
enum class notice_state : std::uint8_t {
  waiting = 0,   ///< to be sent
  sent = 1,      ///< its inbox has taken the notification
  unwanted = 2,  ///< there is no inbox, or nothing to be told
  given_up = 3,  ///< its inbox has refused it too often, or must not be used
  last = given_up
};
[[nodiscard]] std::string_view to_string(notice_state state);

/// The notification of an import.
struct import_notice {
  notice_state state = notice_state::waiting;
  std::uint32_t tries = 0;  ///< that have failed
  timestamp not_before{};   ///< of the next try
  std::string problem;      ///< of the last try; empty: none has failed

  friend bool operator==(const import_notice&, const import_notice&) = default;
};
/// The notice after a try has failed: the pauses are those of `wait_after_failures`, and after `most_notice_tries` it is given up. `is_final`: no other try
/// can succeed.
[[nodiscard]] import_notice notice_after_failure(import_notice before, std::string problem, bool is_final,
                                                 timestamp now);
/// With pauses of a minute that double: about 34 hours.
inline constexpr std::uint32_t most_notice_tries = 12;

/// What became of a notification, where it has failed: until when it waits, or that it was given up, and why; empty for others. Not harmless: it has what an inbox said.
[[nodiscard]] std::string notice_in_words(const import_notice& notice);

}  // namespace laundromat
