// The atoms that name messages. CAF 0.17 allows ten characters in each.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/atom.hpp>

namespace laundromat {

// clang-format off
using commit_atom = caf::atom_constant<caf::atom("commit")>;        ///< store a change, answer after COMMIT
using add_atom = caf::atom_constant<caf::atom("add")>;              ///< put URIs on the seed list
using attempt_atom = caf::atom_constant<caf::atom("attempt")>;      ///< count an attempt before it is made
using due_atom = caf::atom_constant<caf::atom("due")>;              ///< what may start now?
using children_atom = caf::atom_constant<caf::atom("children")>;    ///< which members of an archive are not finished?
using lookup_atom = caf::atom_constant<caf::atom("lookup")>;        ///< read one record or host
using kept_atom = caf::atom_constant<caf::atom("kept")>;            ///< what did the newest crawl of a seed leave?
using save_atom = caf::atom_constant<caf::atom("save")>;            ///< store the state of a host, or what is not stored yet
using permit_atom = caf::atom_constant<caf::atom("permit")>;        ///< may this URI be requested?
using release_atom = caf::atom_constant<caf::atom("release")>;      ///< the permitted request has ended
using claim_atom = caf::atom_constant<caf::atom("claim")>;          ///< an entry needs a worker
using pull_atom = caf::atom_constant<caf::atom("pull")>;            ///< a worker can take one more job
using work_atom = caf::atom_constant<caf::atom("work")>;            ///< a small job for any free worker
using lost_atom = caf::atom_constant<caf::atom("lost")>;            ///< the lease ended without a result
using tick_atom = caf::atom_constant<caf::atom("tick")>;            ///< time has passed
using flush_atom = caf::atom_constant<caf::atom("flush")>;          ///< commit the collected changes
using poll_atom = caf::atom_constant<caf::atom("poll")>;            ///< continue the transfers
using next_atom = caf::atom_constant<caf::atom("next")>;            ///< take the next step
using retain_atom = caf::atom_constant<caf::atom("retain")>;        ///< bodies may be too old by now
using reload_atom = caf::atom_constant<caf::atom("reload")>;        ///< the campaign was read again
using steer_atom = caf::atom_constant<caf::atom("steer")>;          ///< read the rules of the operator
using drain_atom = caf::atom_constant<caf::atom("drain")>;          ///< finish work in progress, start nothing new
using idle_atom = caf::atom_constant<caf::atom("idle")>;            ///< no seed is due and none is live
using stop_atom = caf::atom_constant<caf::atom("stop")>;            ///< store or show the rest, then end
using fact_atom = caf::atom_constant<caf::atom("fact")>;            ///< committed transitions to count and show
using handshake_atom = caf::atom_constant<caf::atom("handshake")>;  ///< a node joins, or its program has connected to an engine
using report_atom = caf::atom_constant<caf::atom("report")>;        ///< the leases and free slots of a node
using grant_atom = caf::atom_constant<caf::atom("grant")>;          ///< a lease for a node, with its job
using result_atom = caf::atom_constant<caf::atom("result")>;        ///< how a job ended, from a node to the engine
using done_atom = caf::atom_constant<caf::atom("done")>;            ///< how a job ended, from an executor to its node
using leave_atom = caf::atom_constant<caf::atom("leave")>;          ///< a node takes no more jobs and leaves when it has none
using register_atom = caf::atom_constant<caf::atom("register")>;    ///< add a worker that the dispatcher did not start
using rescind_atom = caf::atom_constant<caf::atom("rescind")>;      ///< take back requests for jobs
using over_atom = caf::atom_constant<caf::atom("over")>;            ///< a lease has ended and no job is requested
using transfer_atom = caf::atom_constant<caf::atom("transfer")>;    ///< a file transfer for a lease begins
using finalise_atom = caf::atom_constant<caf::atom("finalise")>;    ///< the file transfer ends
using read_atom = caf::atom_constant<caf::atom("read")>;            ///< read a chunk of a file
using write_atom = caf::atom_constant<caf::atom("write")>;          ///< write a chunk of a staged file
using finish_atom = caf::atom_constant<caf::atom("finish")>;        ///< the staged file is complete
using body_atom = caf::atom_constant<caf::atom("body")>;            ///< a chunk of a body that a node has downloaded
using context_atom = caf::atom_constant<caf::atom("context")>;      ///< a JSON-LD context
using wait_atom = caf::atom_constant<caf::atom("wait")>;            ///< a fault of our own machine
using gauge_atom = caf::atom_constant<caf::atom("gauge")>;          ///< how much waits and how much is in progress
// clang-format on

}  // namespace laundromat
