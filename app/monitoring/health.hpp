// Whether the program is alive and ready, as /healthz and /readyz answer.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>

#include "app/terminal/json.hpp"
#include "core/base/result.hpp"
#include "core/monitoring/engine_snapshot.hpp"

namespace laundromat {

/// An engine that sends no snapshot for so long is taken for dead.
inline constexpr seconds longest_engine_silence{30};

/// The engine that has started this server, as the server sees it.
struct served_engine {
  bool is_expected = false;  ///< an engine started this process; false: the journal is served alone
  timestamp since{};         ///< when this process began to wait for snapshots, by its clock
  std::optional<engine_snapshot> last;
  timestamp last_came{};  ///< when `last` arrived, by the clock of this process

  /// The time since the last sign of life.
  [[nodiscard]] milliseconds silence(timestamp now) const { return now - (last ? last_came : since); }
};

/// The answer to a probe. It is for strangers, too, so it contains no path and no name of the machine.
struct health_verdict {
  bool ok = true;      ///< 200, else 503
  std::string reason;  ///< one sentence
  std::optional<milliseconds> silence = {};

  /// `{"status":"ok","reason":"…","snapshot_age_s":0.8}`; the status of the others is `unavailable`, and without an engine there is no age.
  [[nodiscard]] json_fact fact() const;
};

/// Alive: this process answers, and its engine, if it has one, has sent a snapshot within `longest_engine_silence`. Restart what is not alive.
[[nodiscard]] health_verdict liveness_of(const served_engine& engine, timestamp now);

/// Ready: alive, the journal can be read, and the engine neither stops nor pauses because of a fault of its machine. `journal` is why it cannot be read.
[[nodiscard]] health_verdict readiness_of(const served_engine& engine, const std::optional<failure>& journal,
                                          timestamp now);

}  // namespace laundromat
