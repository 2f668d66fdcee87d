// The type list of the actor system: what may stand in a message.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/allowed_unsafe_message_type.hpp>
#include <caf/type_id.hpp>

#include "messages/inspect.hpp"

// clang-format off
CAF_BEGIN_TYPE_ID_BLOCK(laundromat, caf::first_custom_type_id)
  CAF_ADD_TYPE_ID(laundromat, (laundromat::fetch_job))
  CAF_ADD_TYPE_ID(laundromat, (laundromat::unpack_job))
  CAF_ADD_TYPE_ID(laundromat, (laundromat::guess_job))
  CAF_ADD_TYPE_ID(laundromat, (laundromat::parse_job))
  CAF_ADD_TYPE_ID(laundromat, (laundromat::robots_job))
  CAF_ADD_TYPE_ID(laundromat, (laundromat::fetch_outcome))
  CAF_ADD_TYPE_ID(laundromat, (laundromat::unpack_outcome))
  CAF_ADD_TYPE_ID(laundromat, (laundromat::guess_outcome))
  CAF_ADD_TYPE_ID(laundromat, (laundromat::parse_outcome))
  CAF_ADD_TYPE_ID(laundromat, (laundromat::robots_outcome))
  CAF_ADD_TYPE_ID(laundromat, (laundromat::record_hash))
  CAF_ADD_TYPE_ID(laundromat, (laundromat::unpack_budget))
CAF_END_TYPE_ID_BLOCK(laundromat)
// clang-format on

// Messages that never leave the engine's process: they travel as they are.
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::change)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::committed)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(std::vector<laundromat::seed_request>)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::seeds_added)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::due_query)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::due_work)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::entry_record)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(std::vector<laundromat::entry_record>)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::host_record)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::admission)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::request_end)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::lease)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(std::vector<laundromat::reported_transition>)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::stage_gauge)
