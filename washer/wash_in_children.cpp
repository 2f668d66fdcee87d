// Makes a child washer for each worker.
// SPDX-License-Identifier: Apache-2.0
#include "washer/wash_in_children.hpp"

#include <algorithm>

#include "core/records/next_job.hpp"
#include "washer/child_washer.hpp"

namespace laundromat {

namespace {

/// Memory besides that for sorting: the program, its threads, and the largest term, line and node object.
constexpr std::uint64_t other_memory_bytes = std::uint64_t{4} << 30;
/// Sorted runs are open files, so a washer needs many.
constexpr std::uint64_t open_files = 1'024;
/// All processes of the user count. When a thread cannot be started, the others do its work.
constexpr std::uint64_t most_processes = 4'096;

child_terms terms_of(const campaign& c, std::string program) {
  child_terms terms;
  terms.program = std::move(program);
  terms.setup.limits = whole_budget(c.limits);
  terms.setup.parsing = parse_settings_of(c);
  terms.setup.sandbox.memory_bytes = terms.setup.parsing.memory_bytes + other_memory_bytes;
  terms.setup.sandbox.file_bytes = terms.setup.limits.bytes;
  terms.setup.sandbox.files = open_files;
  const auto most_threads = std::uint64_t{terms.setup.parsing.threads};
  terms.setup.sandbox.processes = most_threads > 1 ? most_processes : 0;
  terms.setup.processor_s = c.limits.lease_s;
  terms.most_processor_s = terms.setup.processor_s * (std::max(most_threads, std::uint64_t{1}) + 1);
  terms.setup.sandbox.processor_s = 2 * terms.most_processor_s;
  // The job must end before the lease of the dispatcher expires.
  terms.longest = std::chrono::milliseconds{std::uint64_t{c.limits.lease_s} * 950};
  return terms;
}

}  // namespace

stages_factory wash_in_children(environment_ptr env, std::string program) {
  auto terms = terms_of(env->settings, std::move(program));
  terms.meter = &env->meters.washers;
  const auto threads = std::make_shared<thread_share>(terms.setup.parsing.threads);
  return [env, terms, threads] {
    const auto child = std::make_shared<child_washer>(
        terms, *env->raw, broker_stores{env->scratch, env->clean, env->contexts}, *threads, env->cancelled);
    return washing_stages{
        [child](const unpack_job& job) { return child->unpack(job); },
        [child](const guess_job& job) { return child->guess(job); },
        [child, env, threads](const parse_job& job) { return child->parse(job); },
        [child](const std::vector<unpack_job>& jobs) { return child->unpack_together(jobs); }};
  };
}

}  // namespace laundromat
