// Makes the steps that an engine makes beside its work, without pauses.
// SPDX-License-Identifier: Apache-2.0
#include "app/run/last_upkeep.hpp"

#include "actors/journal/upkeep.hpp"
#include "app/terminal/wall_clock.hpp"
#include "net/response_head.hpp"
#include "storage/compaction/data_erasure.hpp"

namespace laundromat {

namespace {

/// Makes steps until there are none, or a signal comes.
template <class Work>
result<void> finish(Work& work, const run_signals& signals) {
  while (work.has_work() && !signals.is_asked_to_stop())
    if (const auto more = work.step(wall_now()); !more) return tl::unexpected(more.error());
  return {};
}

result<void> erase(const ended_run& run) {
  const auto is_empty = erasure_list{run.db}.is_empty();
  if (!is_empty) return tl::unexpected(is_empty.error());
  if (*is_empty) return {};
  data_erasure erasure{run.db, {run.folder, &run.publisher, &run.stores.clean, &run.stores.raw}};
  auto done = erasure.begin(true);
  return done ? finish(erasure, run.signals) : done;
}

}  // namespace

result<void> finish_upkeep(const ended_run& run) {
  if (auto erased = erase(run); !erased) return erased;
  body_retention retention{run.db, run.stores.raw,
                           [](std::string_view head) { return read_stored_head(head).headers; }};
  retention.begin(retention_of(run.settings), wall_now());
  auto done = finish(retention, run.signals);
  upkeep::log_retention(retention);
  return done;
}

}  // namespace laundromat
