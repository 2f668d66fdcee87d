// The messages between an engine and its worker nodes, except `permit` and `release` (interfaces.hpp); rules: core/leases/protocol.hpp.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "messages/interfaces.hpp"

namespace laundromat {

// clang-format off

/// Transfers the files of a lease in chunks. Errors: those of `remote_files`; `not_found` when the lease has ended.
using file_server_actor = caf::typed_actor<
    // From the coordinator: the transfer of a lease begins. `finalise` ends it with what its result names: that is kept, the rest is
    // removed. Exchanges are checked and appended to the segments.
    caf::reacts_to<transfer_atom, lease_id, transfer_grant>,
    caf::replies_to<finalise_atom, lease_id, named_files>::with<adopted_files>,
    // From the node: reads a chunk at this offset, of the body (true) or of the published document (false).
    caf::replies_to<read_atom, lease_id, bool, std::uint64_t>::with<file_chunk>,
    // Writes a chunk of a document, whose label the node chooses, and completes it. `write` names the label and the part: empty for the document
    // itself. True: the bytes are stored.
    caf::replies_to<write_atom, lease_id, std::string, std::string, file_chunk>::with<bool>,
    caf::replies_to<finish_atom, lease_id, std::string>::with<bool>,
    // Writes a chunk of the body that the node has downloaded, or of the records of its exchanges. True: the bytes are stored.
    caf::replies_to<body_atom, lease_id, file_chunk>::with<bool>,
    // Reads a JSON-LD context by its IRI. Errors: those of `context_loader::load`.
    caf::replies_to<context_atom, std::string>::with<std::string>>;

/// A worker node: receives jobs and reports their results.
using node_actor = caf::typed_actor<
    // From the coordinator: a lease, and its job as `bytes.hpp` writes it.
    caf::reacts_to<grant_atom, lease_grant, std::string>,
    // From its own program: it has connected to an engine. From an executor: a job has ended. From its own program: take no more jobs.
    caf::reacts_to<handshake_atom, caf::actor>,
    caf::reacts_to<done_atom, work_result>,
    caf::reacts_to<leave_atom>,
    caf::reacts_to<tick_atom>>;

/// The part of the engine to which nodes connect. To each dispatcher it is one worker, with as many executors as all nodes have together.
using coordinator_actor = caf::typed_actor<
    // From a node: it joins. The answer's actors are the file server and the politeness scheduler. Errors: `configuration`, with what differs and what to do.
    caf::replies_to<handshake_atom, node_handshake, caf::actor>::with<node_id, washing_terms, caf::actor, caf::actor>,
    // Answers which of the node's leases have ended. Errors: `not_found` when the node must send its handshake again.
    caf::replies_to<report_atom, node_id, node_report>::with<std::vector<lease_id>>,
    // Answers whether the result is accepted.
    caf::replies_to<result_atom, node_id, work_result>::with<bool>,
    // From a node: it takes no more jobs, and leaves when it has none.
    caf::reacts_to<leave_atom, node_id>,
    caf::replies_to<fetch_job>::with<fetch_outcome>,
    caf::replies_to<unpack_job>::with<unpack_outcome>,
    caf::replies_to<guess_job>::with<guess_outcome>,
    caf::replies_to<parse_job>::with<parse_outcome>,
    caf::reacts_to<tick_atom>>;

// clang-format on

}  // namespace laundromat
