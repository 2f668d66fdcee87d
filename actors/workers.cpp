// Runs each of the three stage functions in a detached actor.
// SPDX-License-Identifier: Apache-2.0
#include "actors/workers.hpp"

#include <caf/typed_event_based_actor.hpp>
#include <thread>

#include "actors/commit.hpp"
#include "core/records/next_job.hpp"
#include "core/specs/spec_bundle.hpp"
#include "core/washing/stage_memory.hpp"
#include "messages/errors.hpp"
#include "storage/stores/clean_store.hpp"
#include "storage/stores/crash_mark.hpp"
#include "storage/stores/raw_store.hpp"
#include "storage/stores/scratch_runs.hpp"
#include "storage/stores/scratch_store.hpp"

namespace laundromat {

namespace {

struct worker_state {
  static constexpr const char* name = "worker";
  environment_ptr env;
  dispatcher_actor dispatcher;
};

using job_list = std::vector<unpack_job>;

template <class Self>
void ask_for_job(Self* self, std::uint64_t finished) {
  self->send(self->state.dispatcher, pull_atom::value, caf::actor_cast<caf::actor>(self), finished);
}

/// Runs one job, answers it, and asks for the next. `work` is a stage function with its ports bound.
template <class Outcome, class Self, class Job, class Work>
caf::result<Outcome> do_job(Self* self, const Job& job, const Work& work) {
  const auto begun = now(*self->state.env, self);
  const entry_in_progress in_progress{job.entry};
  auto done = within_memory(false, [&] { return work(job); });
  ask_for_job(self, job.lease);
  if (!done) return to_error(done.error());
  set_times(*done, begun, now(*self->state.env, self));
  return std::move(*done);
}

result<unpack_answers> unpack_each(const job_list& jobs, const washing_stages& stages) {
  if (stages.unpack_together) return stages.unpack_together(jobs);
  unpack_answers answers;
  for (const auto& job : jobs) {
    const entry_in_progress in_progress{job.entry};
    answers.each.push_back(within_memory(false, [&] { return stages.unpack(job); }));
  }
  return answers;
}

/// Runs jobs that came together. All get the time at which the first began, and at which the last ended.
template <class Self>
caf::result<unpack_answers> do_jobs(Self* self, const job_list& jobs, const washing_stages& stages) {
  const auto begun = now(*self->state.env, self);
  auto done = unpack_each(jobs, stages);
  ask_for_job(self, jobs.front().lease);
  if (!done) return to_error(done.error());
  for (auto& one : done->each)
    if (one) set_times(*one, begun, now(*self->state.env, self));
  return std::move(*done);
}

/// What all workers do first.
template <class Self>
void begin_work(Self* self, environment_ptr env, dispatcher_actor dispatcher) {
  self->state.env = std::move(env);
  self->state.dispatcher = std::move(dispatcher);
  self->monitor(self->state.dispatcher);
  self->set_down_handler([self](caf::down_msg& down) { self->quit(down.reason); });
  self->set_exception_handler([](std::exception_ptr& what) { return describe(what, "worker"); });
  ask_for_job(self, 0);
}

using unpacker_ptr = unpacker_actor::stateful_pointer<worker_state>;

unpacker_actor::behavior_type unpacker(unpacker_ptr self, environment_ptr env, dispatcher_actor dispatcher,
                                       const washing_stages& stages) {
  begin_work(self, std::move(env), std::move(dispatcher));
  return {[=](const unpack_job& job) { return do_job<unpack_outcome>(self, job, stages.unpack); },
          [=](const job_list& jobs) { return do_jobs(self, jobs, stages); }};
}

template <class Worker, class Job, class Outcome>
caf::actor spawn_worker(caf::local_actor* parent, environment_ptr env, dispatcher_actor dispatcher,
                        std::function<result<Outcome>(const Job&)> work) {
  using self_ptr = typename Worker::template stateful_pointer<worker_state>;
  const auto body = [](self_ptr self, environment_ptr environment, dispatcher_actor its_dispatcher,
                       std::function<result<Outcome>(const Job&)> stage) -> typename Worker::behavior_type {
    begin_work(self, std::move(environment), std::move(its_dispatcher));
    return {[self, stage](const Job& job) { return do_job<Outcome>(self, job, stage); }};
  };
  return caf::actor_cast<caf::actor>(
      parent->spawn<caf::detached>(body, std::move(env), std::move(dispatcher), std::move(work)));
}

washing_ports ports_of(const environment& env) {
  washing_ports ports;
  ports.raw = env.raw;
  ports.scratch = env.scratch;
  ports.make_runs = [scratch = env.scratch] {
    return make_scratch_runs([scratch] { return scratch->create_run(); });
  };
  ports.make_output = [clean = env.clean] { return clean->stage(); };
  ports.open_clean = [clean = env.clean](const content_digest& digest) { return clean->open(digest); };
  ports.open_staged = [clean = env.clean](std::string_view staged) { return clean->staged().open(staged); };
  ports.make_ledger = ports.make_output;
  ports.drop_staged = [clean = env.clean](std::string_view staged) { clean->drop(staged); };
  ports.limits = whole_budget(env.settings.limits);
  ports.obeyed_product = obeyed_product(env.settings);
  ports.records =
      plans_of_bundle(env.settings.record_specs).value();  // who read the settings has checked them
  ports.contexts = env.contexts;
  ports.cancelled = &env.cancelled;
  ports.memory_is_the_documents = false;
  return ports;
}

}  // namespace

parse_settings parse_settings_of(const campaign& c) {
  parse_settings settings;
  settings.memory_bytes = std::uint64_t{c.limits.memory_mib} << 20;
  settings.defect_details = 0;  // the ledger has them
  settings.profile = profile_from_name(c.washing.profile).value_or(wash_profile::standard);
  settings.forms = {triple_term_form_from_name(c.washing.triple_terms).value_or(triple_term_form::kept),
                    direction_form_from_name(c.washing.directions).value_or(direction_form::kept)};
  settings.threads = c.washing.threads == 0 ? std::thread::hardware_concurrency() : c.washing.threads;
  settings.tool_version = program_version;
  settings.statement_ratio = c.limits.statement_ratio;
  settings.only_large_metadata = true;
  settings.announces = true;
  settings.followed = c.discovery.predicates;
  settings.obeyed_product = obeyed_product(c);
  settings.record_specs = c.record_specs;
  settings.ledger = {c.ledger.rows, c.ledger.quarantine_mib << 20, c.ledger.ratio, c.ledger.free_mib << 20};
  return settings;
}

stages_factory wash_here(environment_ptr env) {
  const auto settings = parse_settings_of(env->settings);
  return [env, settings, helpers = std::make_shared<thread_share>(settings.threads)] {
    auto ports = ports_of(*env);
    ports.helpers = helpers.get();
    return washing_stages{
        [ports, settings, helpers](const unpack_job& job) { return unpack(job, ports, &settings); },
        [ports](const guess_job& job) { return guess(job, ports); },
        [ports, settings, helpers](const parse_job& job) { return parse(job, ports, settings); }};
  };
}

worker_factory make_unpacker(environment_ptr env, stages_factory make_stages) {
  return [env = std::move(env), make_stages = std::move(make_stages)](caf::local_actor* parent,
                                                                      dispatcher_actor dispatcher) {
    return caf::actor_cast<caf::actor>(
        parent->spawn<caf::detached>(unpacker, env, std::move(dispatcher), make_stages()));
  };
}

worker_factory make_guesser(environment_ptr env, stages_factory make_stages) {
  return [env = std::move(env), make_stages = std::move(make_stages)](caf::local_actor* parent,
                                                                      dispatcher_actor dispatcher) {
    return spawn_worker<guesser_actor, guess_job>(parent, env, std::move(dispatcher), make_stages().guess);
  };
}

worker_factory make_parser(environment_ptr env, stages_factory make_stages) {
  return [env = std::move(env), make_stages = std::move(make_stages)](caf::local_actor* parent,
                                                                      dispatcher_actor dispatcher) {
    return spawn_worker<parser_actor, parse_job>(parent, env, std::move(dispatcher), make_stages().parse);
  };
}

}  // namespace laundromat
