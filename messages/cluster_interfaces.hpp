// The conversation between an engine and the machines that join it, on one page. See core/leases/protocol.hpp for its rules.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "messages/interfaces.hpp"

namespace laundromat {

// clang-format off

/// Files, in chunks, within a lease. Errors: those of `remote_files`; `not_found` when the lease is over.
using file_server_actor = caf::typed_actor<
    // From the engine: a lease begins. It is over with `finalise`, which answers whether all staged files that its result names have come,
    // and keeps these; what else came is thrown away.
    caf::reacts_to<transfer_atom, lease_id, transfer_grant>,
    caf::replies_to<finalise_atom, lease_id, std::vector<std::string>>::with<bool>,
    // From the joined machine: a chunk of the body, or of the published document.
    caf::replies_to<read_atom, lease_id, bool, std::uint64_t>::with<file_chunk>,
    // What is answered with true has arrived.
    // A new staged file, its chunks (an empty name is the file itself, others stand beside it), its end.
    caf::replies_to<stage_atom, lease_id>::with<std::string>,
    caf::replies_to<write_atom, lease_id, std::string, std::string, file_chunk>::with<bool>,
    caf::replies_to<finish_atom, lease_id, std::string>::with<bool>,
    // A chunk of a body that the machine fetched.
    caf::replies_to<body_atom, lease_id, file_chunk>::with<bool>,
    // A JSON-LD context. Errors: those of `context_loader::load`.
    caf::replies_to<context_atom, std::string>::with<std::string>>;

/// A joined machine: gets work, and says how it ended.
using node_actor = caf::typed_actor<
    // One lease, and the job as `bytes.hpp` writes it.
    caf::reacts_to<grant_atom, lease_grant, std::string>,
    // From within its own process: the engine was reached; work is done; no new work is wanted.
    caf::reacts_to<handshake_atom, caf::actor>,
    caf::reacts_to<done_atom, work_result>,
    caf::reacts_to<leave_atom>,
    caf::reacts_to<tick_atom>>;

/// The engine's end, which is what other machines find at its port: to the dispatchers it is a worker with as many executors as all joined
/// machines have together.
using coordinator_actor = caf::typed_actor<
    // Lets a `node_actor` in; the handles are the file server and the politeness scheduler. Errors: `configuration`, with what differs and what to do.
    caf::replies_to<handshake_atom, node_handshake, caf::actor>::with<node_id, washing_terms, caf::actor, caf::actor>,
    // Answers the leases that are over. Errors: `not_found` when the node must send its handshake again.
    caf::replies_to<report_atom, node_id, node_report>::with<std::vector<lease_id>>,
    // Answers whether the result counts.
    caf::replies_to<result_atom, node_id, work_result>::with<bool>,
    // It takes nothing new, and goes when it holds nothing.
    caf::reacts_to<leave_atom, node_id>,
    caf::replies_to<fetch_job>::with<fetch_outcome>,
    caf::replies_to<unpack_job>::with<unpack_outcome>,
    caf::replies_to<guess_job>::with<guess_outcome>,
    caf::replies_to<parse_job>::with<parse_outcome>,
    caf::reacts_to<tick_atom>>;

// clang-format on

}  // namespace laundromat
