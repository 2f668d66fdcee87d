// What the engine and a washer process write to each other besides the frames about files (`file_broker`).
// SPDX-License-Identifier: Apache-2.0
//
//     washer                                             engine
//     handshake VERSION                                  ok, a space, `washer_setup`
//     ready, a line end, what the kernel does not have   ok, a space, a job
//     done, a line end, the outcome                      ok, a space, the next job, when there is one
//     done                                               the same; the outcome is in the spill file
//     failed CODE WHY                                    the same; nothing that the document is to blame for
//
// A job is the number of its stage, a space, how many threads may help, a line end, and the bytes of its value; the body comes with it.
#pragma once

#include "core/codec/archive/budget.hpp"
#include "core/washing/stages.hpp"
#include "messages/bytes.hpp"
#include "washer/sandbox.hpp"

namespace laundromat {

/// What holds for every job of a washer.
struct washer_setup {
  unpack_budget limits;
  parse_settings parsing;
  sandbox_limits sandbox;
  std::uint64_t processor_s = 0;  ///< that one job may use
};

template <class Inspector>
typename Inspector::result_type inspect(Inspector& f, washer_setup& x) {
  return f(x.limits.bytes, x.limits.entries, x.limits.depth, x.limits.filters, x.limits.ratio,
           x.parsing.memory_bytes, x.parsing.defect_details, x.parsing.profile, x.parsing.threads,
           x.parsing.tool_version, x.parsing.ledger.rows, x.parsing.ledger.copied_bytes,
           x.parsing.ledger.ratio, x.parsing.ledger.free_bytes, x.parsing.statement_ratio,
           x.sandbox.memory_bytes, x.sandbox.file_bytes, x.sandbox.files, x.sandbox.processes,
           x.sandbox.processor_s, x.processor_s);
}

}  // namespace laundromat
