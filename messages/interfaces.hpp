// The messages of the engine's actors on one page: what each actor accepts and what it answers.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/replies_to.hpp>
#include <caf/typed_actor.hpp>
#include <caf/unit.hpp>

#include "messages/atoms.hpp"
#include "messages/types.hpp"

namespace laundromat {

// `replies_to<request>::with<answer>` is a request, `reacts_to<message>` a message without an answer. One line per message, whatever its
// length.
// clang-format off

/// Starts all other actors, supervises them and stops them in order.
using engine_actor = caf::typed_actor<
    // From a signal or the program: finish work in progress, start nothing new, then stop.
    caf::reacts_to<drain_atom>,
    // From a signal: read the campaign again, and put in force what needs no restart.
    caf::reacts_to<reload_atom>,
    // From the frontier: no seed is live and none is due. With the number of crawls that it has begun.
    caf::reacts_to<idle_atom, std::uint64_t>,
    // From the enlister: the journal has the whole seed list.
    caf::reacts_to<add_atom, seeds_added>,
    // From the engine itself: work in progress has taken longer than `drain_timeout`.
    caf::reacts_to<tick_atom>>;

/// Reads the seed list of the campaign piece by piece.
using enlister_actor = caf::typed_actor<
    // From the enlister itself: read the next piece.
    caf::reacts_to<next_atom>>;

/// Makes the steps of work beside the crawl, such as a harvest.
using background_worker_actor = caf::typed_actor<
    // From the worker itself: time has passed, look for what can be done.
    caf::reacts_to<tick_atom>,
    // From the engine: no seed is due. Does what can be done, and answers whether there is more.
    caf::replies_to<idle_atom>::with<bool>>;

/// Starts a seed actor for each seed that is due, up to a limit.
using frontier_actor = caf::typed_actor<
    // From the frontier itself: time has passed, or seeds ended; look for seeds that are due.
    caf::reacts_to<tick_atom>,
    caf::reacts_to<next_atom>,
    // From the engine: start no more seeds, and report `idle` when the last one has ended.
    caf::reacts_to<drain_atom>>;

/// One crawl of one seed. Its results are the down message of its end and what it commits to the journal.
using seed_actor = caf::typed_actor<
    // From the seed itself: take the first step from the stored status.
    caf::reacts_to<next_atom>,
    // From the frontier: the crawl has taken long, so what was made ahead of the journal is to be stored.
    caf::reacts_to<save_atom>>;

/// One file: a download, or a member of an archive. Its results are the down message of its end and what it commits to the journal.
/// A typed actor cannot leave a message out of a behaviour. So each status of an entry handles all messages, also where one changes nothing.
using entry_actor = caf::typed_actor<
    // From the entry itself: take the first step from the stored status.
    caf::reacts_to<next_atom>,
    // From its seed: store what was made ahead of the journal.
    caf::reacts_to<save_atom>,
    // From a dispatcher: this lease ended without a result, with `lease_expired` or `worker_crashed` as the cause.
    caf::reacts_to<lost_atom, std::uint64_t, errc>>;

/// The only owner of the database. It commits changes in groups and answers after COMMIT.
using journal_actor = caf::typed_actor<
    // Stores one event of one record. Errors: `illegal_transition`, `not_found`, `journal_full`, `journal_failed`.
    caf::replies_to<commit_atom, change>::with<committed>,
    // Stores several events of one record in one transaction. Answers the last one.
    caf::replies_to<commit_atom, std::vector<change>>::with<committed>,
    // Puts URIs on the seed list. Known ones are not changed.
    caf::replies_to<add_atom, std::vector<seed_request>>::with<seeds_added>,
    // The same for many, piece by piece between its other work. Whether they are the last of their list.
    caf::replies_to<add_atom, seed_batch_ptr, bool>::with<seeds_added>,
    // From the journal itself: store the next piece of these, or tidy up after them.
    caf::reacts_to<next_atom>,
    // Counts an attempt of a download before it is made.
    caf::replies_to<attempt_atom, record_hash>::with<committed>,
    // What may start now.
    caf::replies_to<due_atom, due_query>::with<due_work>,
    // The members of an archive that are not finished: of this parent, from this ordinal on, at most so many.
    caf::replies_to<children_atom, record_hash, std::uint64_t, std::uint32_t>::with<std::vector<entry_record>>,
    // One entry, what unpacking may still use in its tree, and `parse_job::previous`.
    caf::replies_to<lookup_atom, record_hash>::with<entry_record, unpack_budget, content_digest>,
    // What the newest successful crawl of a seed left for the next one; nothing where its documents are not kept.
    caf::replies_to<kept_atom, record_hash>::with<kept_crawl>,
    // The stored state of a host and its robots.txt.
    caf::replies_to<lookup_atom, std::string>::with<host_record>,
    caf::reacts_to<save_atom, host_record>,
    // What no document announces: the sitemaps of a robots.txt, the usual places of a host.
    caf::reacts_to<save_atom, announcements>,
    // Commits the collected changes, makes a checkpoint and ends. Answers whether all changes were stored.
    caf::replies_to<stop_atom>::with<bool>,
    // From the engine: other settings are in force.
    caf::reacts_to<reload_atom>,
    // From the journal itself: read the rules of the operator, if they have changed.
    caf::reacts_to<steer_atom>,
    // From the journal itself: commit the collected changes.
    caf::reacts_to<flush_atom>,
    // From the journal itself: do the next step of rewriting segments, or of removing bodies.
    caf::reacts_to<tick_atom>,
    // From the journal itself: look again for bodies that are too old or too many.
    caf::reacts_to<retain_atom>>;

/// Assigns the entries of one stage to workers. Workers request jobs; no job is sent to a busy worker.
using dispatcher_actor = caf::typed_actor<
    // From an entry: needs a worker. Answered when one is free. Errors: `cancelled` while the engine drains.
    caf::replies_to<claim_atom>::with<lease, caf::actor>,
    // From an entry: a small job, which costs least in one message with others. Only at the stage `unpack`. Errors: as a claim; those of a worker;
    // `lease_expired`, `worker_crashed` when no worker could do it, also alone.
    caf::replies_to<work_atom, unpack_job>::with<unpack_outcome>,
    // From a worker: it can take one more job. The number is the lease that it has finished, 0 for none.
    caf::reacts_to<pull_atom, caf::actor, std::uint64_t>,
    // Adds a worker that the dispatcher did not start and does not replace.
    caf::reacts_to<register_atom, caf::actor>,
    // From such a worker: takes back up to so many of its pulls. Answers how many were not assigned yet.
    caf::replies_to<rescind_atom, caf::actor, std::uint32_t>::with<std::uint32_t>,
    // From a worker: it has finished this lease, and does not request a job.
    caf::reacts_to<over_atom, std::uint64_t>,
    // From the engine: the pool has so many workers from now on. Those that are too many end after their jobs.
    caf::reacts_to<reload_atom, std::uint32_t>,
    // From the dispatcher itself: time has passed.
    caf::reacts_to<tick_atom>,
    // From the dispatcher itself: there may be a free worker for a job.
    caf::reacts_to<next_atom>,
    // From the engine: grant no more leases.
    caf::reacts_to<drain_atom>>;

/// The workers. Errors of all four: a `failure`; it is a fault of the machine, or it costs the entry an attempt.
using fetcher_actor = caf::typed_actor<
    caf::replies_to<fetch_job>::with<fetch_outcome>,
    caf::replies_to<robots_job>::with<robots_outcome>,
    // From its dispatcher: hold so many downloads at once from now on.
    caf::reacts_to<reload_atom, std::uint32_t>,
    // From the fetcher itself: continue the transfers.
    caf::reacts_to<poll_atom>>;
using unpacker_actor = caf::typed_actor<
    caf::replies_to<unpack_job>::with<unpack_outcome>,
    // Small jobs under one lease.
    caf::replies_to<std::vector<unpack_job>>::with<unpack_answers>>;
using guesser_actor = caf::typed_actor<caf::replies_to<guess_job>::with<guess_outcome>>;
using parser_actor = caf::typed_actor<caf::replies_to<parse_job>::with<parse_outcome>>;

/// Decides when a request may be sent to a host: robots.txt, delays, one connection per host.
using politeness_actor = caf::typed_actor<
    // May this URI be requested? Answered when it may, or with the reason why not; never an error. After `ok` the caller must send `release`.
    caf::replies_to<permit_atom, std::string>::with<permit_answer>,
    caf::reacts_to<release_atom, request_end>,
    // From the frontier: the authorities that cannot take a new download for a while.
    caf::replies_to<due_atom>::with<std::vector<std::string>>,
    // From the engine: other settings are in force.
    caf::reacts_to<reload_atom>,
    // From the fetcher that reads robots.txt for the politeness scheduler.
    caf::reacts_to<pull_atom, fetcher_actor>,
    // From the politeness scheduler itself: this authority, or this address or domain, may have a free slot.
    caf::reacts_to<next_atom, std::string>,
    // From the politeness scheduler itself: time has passed.
    caf::reacts_to<tick_atom>,
    // From the engine: answer all waiting requests with `cancelled`.
    caf::reacts_to<drain_atom>>;

/// Watches the resources of our own machine: disk space, descriptors, memory.
using watch_actor = caf::typed_actor<
    // From an entry: the machine could not do its job. Answers true when to try again, false when to ask again. Errors: `cancelled` while
    // the engine drains.
    caf::replies_to<wait_atom, machine_fault_report>::with<bool>,
    // From the watch itself: time has passed.
    caf::reacts_to<tick_atom>,
    // From the engine: answer all waiting entries with `cancelled`.
    caf::reacts_to<drain_atom>>;

/// Counts events and shows progress. A lost report affects only the display.
using reporter_actor = caf::typed_actor<
    // From the journal: committed transitions.
    caf::reacts_to<fact_atom, std::vector<reported_transition>>,
    // From a dispatcher: how busy its stage is.
    caf::reacts_to<gauge_atom, stage_gauge>,
    // From the politeness scheduler: the requests that wait for hosts.
    caf::reacts_to<gauge_atom, waiting_requests>,
    // From the engine: how many seeds of the campaign's list are new.
    caf::reacts_to<add_atom, seeds_added>,
    // From the watch: what is wrong with our own machine, and why no new crawl begins for want of disk; empty when nothing is.
    caf::reacts_to<wait_atom, std::string, std::string>,
    // From the reporter itself: time has passed.
    caf::reacts_to<tick_atom>,
    // Shows the last counts and ends.
    caf::replies_to<stop_atom>::with<bool>>;

// clang-format on

}  // namespace laundromat
