// The parts of a run that tell webhooks.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "actors/background_work.hpp"
#include "app/webhooks/person_watch.hpp"

namespace laundromat {

/// What the webhooks of a campaign want, as rows to enrol.
[[nodiscard]] std::vector<delivery_state> webhooks_of(const campaign& settings);

/// One for each webhook, and one that watches what needs a person; each in a thread of its own. None without webhooks. What a webhook does not take holds up nothing, and
/// a fault of its journal connection ends only its step, unless the journal is damaged. `settings` outlives them.
[[nodiscard]] background_parts make_webhook_parts(const campaign& settings,
                                                  std::function<machine_troubles()> troubles);

}  // namespace laundromat
