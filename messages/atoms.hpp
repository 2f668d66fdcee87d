// The verbs of the conversation. CAF 0.17 allows ten characters each.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <caf/atom.hpp>

namespace laundromat {

// clang-format off
using commit_atom = caf::atom_constant<caf::atom("commit")>;        ///< store a change, answer after COMMIT
using add_atom = caf::atom_constant<caf::atom("add")>;              ///< put URIs on the seed list
using attempt_atom = caf::atom_constant<caf::atom("attempt")>;      ///< count a try before it is made
using due_atom = caf::atom_constant<caf::atom("due")>;              ///< what may be worked on now?
using children_atom = caf::atom_constant<caf::atom("children")>;    ///< which members of an archive do not rest yet?
using lookup_atom = caf::atom_constant<caf::atom("lookup")>;        ///< one record, one host
using save_atom = caf::atom_constant<caf::atom("save")>;            ///< keep the state of a host
using permit_atom = caf::atom_constant<caf::atom("permit")>;        ///< may I send this request now?
using release_atom = caf::atom_constant<caf::atom("release")>;      ///< the request is over
using claim_atom = caf::atom_constant<caf::atom("claim")>;          ///< I have work: grant me a worker
using pull_atom = caf::atom_constant<caf::atom("pull")>;            ///< I am a worker and can take one
using lost_atom = caf::atom_constant<caf::atom("lost")>;            ///< the lease you hold has ended
using tick_atom = caf::atom_constant<caf::atom("tick")>;            ///< time has passed
using flush_atom = caf::atom_constant<caf::atom("flush")>;          ///< commit what has been collected
using poll_atom = caf::atom_constant<caf::atom("poll")>;            ///< move the transfers on
using next_atom = caf::atom_constant<caf::atom("next")>;            ///< take the next step
using drain_atom = caf::atom_constant<caf::atom("drain")>;          ///< finish what is in progress, take nothing new
using idle_atom = caf::atom_constant<caf::atom("idle")>;            ///< nothing is due and nothing is live
using stop_atom = caf::atom_constant<caf::atom("stop")>;            ///< end now, in order
using fact_atom = caf::atom_constant<caf::atom("fact")>;            ///< something happened: count and show it
using handshake_atom = caf::atom_constant<caf::atom("handshake")>;  ///< a machine comes, or has reached its engine
using report_atom = caf::atom_constant<caf::atom("report")>;        ///< so much a machine holds, and has room for
using grant_atom = caf::atom_constant<caf::atom("grant")>;          ///< a lease for a machine, with its job
using result_atom = caf::atom_constant<caf::atom("result")>;        ///< how that ended
using done_atom = caf::atom_constant<caf::atom("done")>;            ///< the same, within the machine
using leave_atom = caf::atom_constant<caf::atom("leave")>;          ///< a machine takes nothing new, and goes
using register_atom = caf::atom_constant<caf::atom("register")>;    ///< a worker that nobody spawned
using rescind_atom = caf::atom_constant<caf::atom("rescind")>;      ///< it can take less than it asked for
using over_atom = caf::atom_constant<caf::atom("over")>;            ///< a lease is over, and nothing new is asked for
using transfer_atom = caf::atom_constant<caf::atom("transfer")>;    ///< the files of a lease
using finalise_atom = caf::atom_constant<caf::atom("finalise")>;    ///< what came of them
using read_atom = caf::atom_constant<caf::atom("read")>;            ///< a chunk of a file
using stage_atom = caf::atom_constant<caf::atom("stage")>;          ///< a new file
using write_atom = caf::atom_constant<caf::atom("write")>;          ///< a chunk of it
using finish_atom = caf::atom_constant<caf::atom("finish")>;        ///< its end
using body_atom = caf::atom_constant<caf::atom("body")>;            ///< a chunk of a body that was fetched
using context_atom = caf::atom_constant<caf::atom("context")>;      ///< a JSON-LD context
using wait_atom = caf::atom_constant<caf::atom("wait")>;            ///< our own machine could not do it
using gauge_atom = caf::atom_constant<caf::atom("gauge")>;          ///< so much waits, so much is in progress
// clang-format on

}  // namespace laundromat
