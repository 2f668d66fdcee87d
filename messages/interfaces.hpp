// The whole conversation of the engine on one page: who may be told and asked what.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/replies_to.hpp>
#include <caf/typed_actor.hpp>
#include <caf/unit.hpp>

#include "messages/atoms.hpp"
#include "messages/types.hpp"

namespace laundromat {

// One line per verb, whatever its length.
// clang-format off

/// The only owner of the database. Changes are committed in groups; the answer comes after COMMIT.
using journal_actor = caf::typed_actor<
    // Stores one event of one record. Errors: `illegal_transition`, `not_found`, `journal_full`, `journal_failed`.
    caf::replies_to<commit_atom, change>::with<committed>,
    // The same with several events of one record, in one transaction; answers the last.
    caf::replies_to<commit_atom, std::vector<change>>::with<committed>,
    // Puts URIs on the seed list; known ones stay as they are.
    caf::replies_to<add_atom, std::vector<seed_request>>::with<seeds_added>,
    // Counts an attempt of a download before it is made.
    caf::replies_to<attempt_atom, record_hash>::with<committed>,
    // What may start now.
    caf::replies_to<due_atom, due_query>::with<due_work>,
    // Members of an archive that do not rest, by ordinal.
    caf::replies_to<children_atom, record_hash, std::uint64_t, std::uint32_t>::with<std::vector<entry_record>>,
    // One entry as it stands, what its tree may still spend on unpacking, and `parse_job::previous`.
    caf::replies_to<lookup_atom, record_hash>::with<entry_record, unpack_budget, content_digest>,
    // The stored state of a host and its robots.txt.
    caf::replies_to<lookup_atom, std::string>::with<host_record>,
    caf::reacts_to<save_atom, host_record>,
    // Commits what was collected, checkpoints and ends.
    caf::replies_to<stop_atom>::with<bool>,
    caf::reacts_to<flush_atom>>;

/// Pairs work with workers. Workers pull; nothing is pushed.
using dispatcher_actor = caf::typed_actor<
    // Answers when a worker is free; errors: `cancelled` while the engine drains.
    caf::replies_to<claim_atom>::with<lease, caf::actor>,
    // A worker can take one job; the lease it names is over (0 for none).
    caf::reacts_to<pull_atom, caf::actor, std::uint64_t>,
    // A worker comes that the dispatcher did not spawn; it is not replaced when it goes.
    caf::reacts_to<register_atom, caf::actor>,
    // A worker wants so many jobs less than it asked for. Answers how many were still to be had.
    caf::replies_to<rescind_atom, caf::actor, std::uint32_t>::with<std::uint32_t>,
    // The lease is over, and its worker asks for nothing new.
    caf::reacts_to<over_atom, std::uint64_t>,
    caf::reacts_to<tick_atom>,
    caf::reacts_to<drain_atom>>;

using fetcher_actor = caf::typed_actor<caf::replies_to<fetch_job>::with<fetch_outcome>,
                                       caf::replies_to<robots_job>::with<robots_outcome>, caf::reacts_to<poll_atom>>;
using unpacker_actor = caf::typed_actor<caf::replies_to<unpack_job>::with<unpack_outcome>>;
using guesser_actor = caf::typed_actor<caf::replies_to<guess_job>::with<guess_outcome>>;
using parser_actor = caf::typed_actor<caf::replies_to<parse_job>::with<parse_outcome>>;

/// Decides when a request may be sent: robots.txt, one connection per host, delays. Answers when the time has come.
using politeness_actor = caf::typed_actor<
    // Errors never; refusals are answers. The caller owes a `release` for every `ok`.
    caf::replies_to<permit_atom, std::string>::with<permit_answer>,
    caf::reacts_to<release_atom, request_end>,
    // Authorities that cannot take a new download for a while.
    caf::replies_to<due_atom>::with<std::vector<std::string>>,
    // The fetcher that reads robots.txt for the politeness scheduler.
    caf::reacts_to<pull_atom, fetcher_actor>,
    // A slot of a host is free.
    caf::reacts_to<next_atom, std::string>,
    caf::reacts_to<tick_atom>,
    caf::reacts_to<drain_atom>>;

/// Watches over our own machine: room on its disks, descriptors, memory.
using watch_actor = caf::typed_actor<
    // The machine could not do a job. Answers when it is worth another try, false when to ask again; errors: `cancelled`
    // while the engine drains.
    caf::replies_to<wait_atom, machine_trouble>::with<bool>,
    caf::reacts_to<tick_atom>, caf::reacts_to<drain_atom>>;

/// Counts, and shows progress. Losing a report changes nothing but the display.
using reporter_actor = caf::typed_actor<caf::reacts_to<fact_atom, std::vector<reported_transition>>,
                                        caf::reacts_to<gauge_atom, stage_gauge>,
                                        caf::reacts_to<gauge_atom, waiting_requests>,
                                        // What the seed list of the campaign brought.
                                        caf::reacts_to<add_atom, seeds_added>,
                                        // What our own machine suffers from; empty: nothing.
                                        caf::reacts_to<wait_atom, std::string>, caf::reacts_to<tick_atom>,
                                        caf::replies_to<stop_atom>::with<bool>>;

// clang-format on

}  // namespace laundromat
