// The history of an entry: the steps that are stored with it, and the transitions and attempts that follow from them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/lifecycle/lifecycle.hpp"
#include "core/records/outcomes.hpp"

namespace laundromat {

/// One step of the history of an entry. The history of a download has the events that end its crawl as well, which are events of its seed.
/// What can be derived is not part of a step: statuses and attempts follow from the lifecycle.
struct history_step {
  std::optional<event> on;  ///< nothing: an attempt of the download begins, which is no transition
  timestamp at{};
  errc cause = errc::ok;
  std::string detail;
  bool tried_nothing = false;  ///< the attempt ended before its first request, and does not count

  friend bool operator==(const history_step&, const history_step&) = default;
};

/// The creation of an entry: a download begins with its first attempt, a member waits for a worker.
struct entry_origin {
  bool is_download = true;
  timestamp begun{};
};

/// One row of the history of a record, which is append-only.
struct history_row {
  timestamp at{};
  transition change;
  errc cause = errc::ok;
  std::string detail;
};

/// One attempt of one stage (T04).
struct attempt_row {
  stage of{};
  std::uint32_t attempt = 1;
  timestamp begun{};
  std::optional<timestamp> ended;  ///< nothing while a worker has the entry
  errc code = errc::ok;
  std::string description;  ///< the detail that was reported, else the event that ended the attempt
};

/// The stage of a working status; nothing for others.
[[nodiscard]] std::optional<stage> stage_of(status s);
/// Whether a step of a download is an event of its seed: `crawl_ended` and `crawl_lost`.
[[nodiscard]] bool is_of_seed(const history_step& step);

/// The transitions of an entry, from its creation. Errors: `illegal_transition` for steps that the lifecycle does not allow.
[[nodiscard]] result<std::vector<history_row>> transitions_of(const entry_origin& origin,
                                                              const std::vector<history_step>& steps);
/// Adds the transitions of a seed by one of its crawls. Errors: as above.
[[nodiscard]] result<void> add_crawl(std::vector<history_row>& of_seed, timestamp begun,
                                     const std::vector<history_step>& steps);
/// The attempts of an entry. Errors: as above.
[[nodiscard]] result<std::vector<attempt_row>> attempts_of(const entry_origin& origin,
                                                           const std::vector<history_step>& steps);

}  // namespace laundromat
