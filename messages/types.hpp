// The type list of the actor system: all types that messages may contain.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/allowed_unsafe_message_type.hpp>
#include <caf/type_id.hpp>

#include "messages/cluster_messages.hpp"

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
  CAF_ADD_TYPE_ID(laundromat, (laundromat::content_digest))
  CAF_ADD_TYPE_ID(laundromat, (laundromat::permit_answer))
  CAF_ADD_TYPE_ID(laundromat, (laundromat::request_end))
  CAF_ADD_TYPE_ID(laundromat, (laundromat::node_handshake))
  CAF_ADD_TYPE_ID(laundromat, (laundromat::node_id))
  CAF_ADD_TYPE_ID(laundromat, (laundromat::node_report))
  CAF_ADD_TYPE_ID(laundromat, (laundromat::washing_terms))
  CAF_ADD_TYPE_ID(laundromat, (laundromat::lease_id))
  CAF_ADD_TYPE_ID(laundromat, (std::vector<laundromat::lease_id>))
  CAF_ADD_TYPE_ID(laundromat, (laundromat::lease_grant))
  CAF_ADD_TYPE_ID(laundromat, (laundromat::work_result))
  CAF_ADD_TYPE_ID(laundromat, (laundromat::file_chunk))
  CAF_ADD_TYPE_ID(laundromat, (laundromat::errc))
CAF_END_TYPE_ID_BLOCK(laundromat)
// clang-format on

// Types of messages that never leave the engine's process. They are not serialized.
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::change)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(std::vector<laundromat::change>)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::committed)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(std::vector<laundromat::seed_request>)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::seed_batch_ptr)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::seeds_added)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::due_query)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::due_work)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::entry_record)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(std::vector<laundromat::entry_record>)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::host_record)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::announcements)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::kept_crawl)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::lease)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(std::vector<laundromat::unpack_job>)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::unpack_answers)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(std::vector<laundromat::reported_transition>)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::stage_gauge)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::waiting_requests)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::transfer_grant)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::named_files)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::adopted_files)
CAF_ALLOW_UNSAFE_MESSAGE_TYPE(laundromat::machine_fault_report)
