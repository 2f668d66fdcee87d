// What the reporter receives about a stored change.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/records/change.hpp"
#include "messages/engine_messages.hpp"

namespace laundromat {

/// The report of a change that was stored with this answer. Pure.
[[nodiscard]] reported_transition reported(const change& c, const committed& stored);

}  // namespace laundromat
