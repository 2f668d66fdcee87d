// The frames between the engine and a washer process, except those about files (`file_broker`).
// SPDX-License-Identifier: Apache-2.0
//
//     washer                                             engine
//     handshake VERSION                                  ok, a space, `washer_setup`
//     ready, a line end, missing protections             ok, a space, a job
//     done, a line end, the outcome                      ok, a space, the next job, when there is one
//     done                                               the same; the outcome is in the spill file
//     failed CODE WHY                                    the same; the failure is not a result of the document
//
// A job is the number of its stage, a space, the number of threads, a line end, and the bytes of the job struct; the descriptor of the body is
// sent with it. Small bodies are unpacked together: `several`, a line end, and for each a record (frame_records.hpp) with the bytes of its
// `unpack_job` and one with those of its body. Each is answered as a job of its own, in the same order.
#pragma once

#include "core/codec/archive/budget.hpp"
#include "core/washing/stages.hpp"
#include "messages/bytes.hpp"
#include "washer/sandbox.hpp"

namespace laundromat {

inline constexpr std::string_view several_jobs = "several";

/// The settings for all jobs of a washer.
struct washer_setup {
  unpack_budget limits;
  parse_settings parsing;
  sandbox_limits sandbox;
  std::uint64_t processor_s = 0;  ///< for one job
};

template <class Inspector>
typename Inspector::result_type inspect(Inspector& f, washer_setup& x) {
  return f(x.limits.bytes, x.limits.entries, x.limits.depth, x.limits.filters, x.limits.ratio,
           x.parsing.memory_bytes, x.parsing.defect_details, x.parsing.profile, x.parsing.forms.triple_terms,
           x.parsing.forms.directions, x.parsing.threads, x.parsing.tool_version, x.parsing.ledger.rows,
           x.parsing.ledger.copied_bytes, x.parsing.ledger.ratio, x.parsing.ledger.free_bytes,
           x.parsing.statement_ratio, x.parsing.only_large_metadata, x.parsing.announces, x.parsing.followed,
           x.parsing.obeyed_product, x.parsing.record_specs, x.sandbox.memory_bytes, x.sandbox.file_bytes,
           x.sandbox.files, x.sandbox.processes, x.sandbox.processor_s, x.processor_s);
}

}  // namespace laundromat
