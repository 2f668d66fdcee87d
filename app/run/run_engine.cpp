// Runs the engine on a campaign: opens the data folder, runs the actor system, prints progress and totals.
// SPDX-License-Identifier: Apache-2.0

#include <unistd.h>

#include <atomic>
#include <caf/actor_system.hpp>
#include <caf/event_based_actor.hpp>
#include <caf/scoped_actor.hpp>
#include <iostream>
#include <optional>
#include <sstream>
#include <thread>

#include "actors/engine.hpp"
#include "actors/fetcher.hpp"
#include "actors/log.hpp"
#include "actors/workers.hpp"

#include "app/campaign/campaign_keys.hpp"
#include "app/campaign/settings_file.hpp"
#include "app/cluster/cluster_opener.hpp"
#include "app/cluster/cluster_system.hpp"
#include "app/commands/cli.hpp"
#include "app/providers/campaign_registry.hpp"
#include "app/providers/failed_harvests.hpp"
#include "app/providers/harvest_parts.hpp"
#include "app/providers/void_files.hpp"
#include "app/requests/request_judge.hpp"
#include "app/run/campaign_seeds.hpp"
#include "app/run/last_upkeep.hpp"
#include "app/run/run_display.hpp"
#include "app/run/run_engine.hpp"
#include "app/run/run_resources.hpp"
#include "app/run/run_signals.hpp"
#include "app/run/service_notifier.hpp"
#include "app/serve/engine_server.hpp"
#include "app/terminal/exit_code.hpp"
#include "app/terminal/terminal.hpp"
#include "app/terminal/wall_clock.hpp"
#include "app/webhooks/run_events.hpp"
#include "app/webhooks/webhook_parts.hpp"
#include "messages/errors.hpp"
#include "net/sockets/listener.hpp"
#include "net/transfer.hpp"
#include "storage/files/machine_probe.hpp"
#include "storage/journal/journal_reader.hpp"
#include "washer/wash_in_children.hpp"

namespace laundromat {

namespace {

/// The seeds of the campaign without those that the journal has.
result<seed_source> seeds_of_run(const campaign& c, run_resources& l) {
  return seeds_of(c, l.folder.layout().journal());
}

/// Reads the campaign again, with the folder that is served already.
result<reloaded_campaign> read_again(const campaign& c, const run_options& options, run_resources& l) {
  auto again = options.load_again();
  if (!again) return tl::unexpected(again.error());
  if (!c.serve.folder.empty()) set_served_port(*again, c.serve.port);
  auto seeds = seeds_of(*again, l.folder.layout().journal());
  if (!seeds) return tl::unexpected(seeds.error());
  write_settings(l.folder.layout().root, *again);
  return reloaded_campaign{*std::move(again), *std::move(seeds)};
}

environment_ptr make_environment(const campaign& c, run_resources& l, const caf::actor_system& system) {
  auto env = std::make_shared<environment>();
  env->settings = c;
  env->raw = &l.stores.raw;
  env->scratch = &l.stores.scratch;
  env->clean = &l.stores.clean;
  env->publisher = &*l.publisher;
  env->contexts = l.contexts.loader();
  env->folder = &l.folder.folder();
  env->wall_epoch = wall_now();
  env->clock_epoch = const_cast<caf::actor_system&>(system).clock().now();
  const auto& layout = l.folder.layout();
  const auto probe = std::make_shared<machine_probe>(
      std::vector{layout.root, layout.raw(), layout.clean(), layout.scratch()},
      std::uint64_t{c.disk.reserve_mib} << 20);
  env->paused = probe->look(false).trouble.has_value();
  env->check_machine = [probe](bool thoroughly) { return probe->look(thoroughly); };
  return env;
}

/// Requests for contexts and metadata obey the operator, and what hosts have asked the engine for. Errors: `journal::open`.
result<void> judge_requests(const run_resources& l, const environment_ptr& env) {
  auto* const fetcher = l.contexts.fetcher();
  if (fetcher == nullptr) return {};
  auto db = journal::open(l.folder.layout().journal(), journal_mode::read_write);
  if (!db) return tl::unexpected(db.error());
  fetcher->obey([judge = std::make_shared<request_judge>(env, *std::move(db), context_fetcher::longest_wait)](
                    const std::string& uri) { return judge->judge(uri); });
  return {};
}

/// The output of `status` below the progress line of the run.
std::string describe_status(const std::filesystem::path& data, console_observer& observer) {
  std::istringstream nothing;
  std::ostringstream out;
  console io{nothing, out, out, {}, {}};
  (void)run_cli({"--data", data.string(), "status"}, io);
  auto text = observer.in_one_line() + '\n' + std::move(out).str();
  while (text.ends_with('\n')) text.pop_back();
  return text;
}

/// Sends a heartbeat to the service manager as long as the actor system handles messages. Ends with the engine.
caf::behavior pulse(caf::event_based_actor* self, const engine_actor& engine,
                    std::shared_ptr<service_notifier> notifier, service_notifier::duration interval) {
  self->set_down_handler([self](const caf::down_msg&) { self->quit(); });
  self->monitor(engine);
  self->send(self, tick_atom::value);
  return {[=](tick_atom) {
    notifier->beat();
    self->delayed_send(self, interval, tick_atom::value);
  }};
}

struct run_end {
  caf::error reason;  ///< none: stopped by the user
  bool was_signalled = false;
};

/// Begins a new generation, which outdates copies of the journal made during the run, and removes the running mark.
result<void> stop_in_order(run_resources& l) {
  const auto begun = begin_generation(l.folder.folder(), *l.db);
  const auto stopped = l.folder.stop_in_order();
  return begun ? stopped : begun;
}

/// Whether the HTTP server can listen, which it does itself, in a process of its own. Waits some seconds: the server of a run that was killed ends a little
/// after it.
result<void> check_address_of_http(const campaign& c, const run_signals& signals) {
  if (c.http.port == 0) return {};
  constexpr std::chrono::milliseconds between_tries{100}, longest{10'000};
  auto socket = listen_at(c.http.address, c.http.port);
  if (!socket)
    log_info("nothing can be served at {} port {} yet: {}; it is tried again for {}", c.http.address,
             c.http.port, socket.error().detail, human_duration(longest));
  for (auto waited = between_tries; !socket && waited < longest; waited += between_tries) {
    if (signals.is_asked_to_stop()) return fail(errc::cancelled, "nothing was requested");
    std::this_thread::sleep_for(between_tries);
    socket = listen_at(c.http.address, c.http.port);
  }
  if (!socket)
    return fail(errc::configuration, "nothing can be served at `http` of the campaign, " + c.http.address +
                                         " port " + std::to_string(c.http.port) + ": " +
                                         socket.error().detail +
                                         ": end the program that uses it, or choose another `http.port` or "
                                         "`http.address`");
  ::close(*socket);
  return {};
}

/// The observer, and the HTTP server if the campaign has one.
std::shared_ptr<run_observer> watched_by_http(const campaign& c, const run_options& options,
                                              const std::filesystem::path& data,
                                              const std::shared_ptr<console_observer>& observer) {
  if (c.http.port == 0) return observer;
  serve_options served{data,
                       c.http.address,
                       c.http.port,
                       c.public_base,
                       c.http.token_file,
                       c.http.behind_proxy,
                       c.http.requests_per_second,
                       c.http.event_streams,
                       c.http.labels};
  return std::make_shared<two_observers>(
      observer, std::make_shared<engine_server>(std::move(served), std::uint64_t{c.disk.reserve_mib} << 20,
                                                options.washer_program));
}

/// Runs the actor system until the engine ends.
run_end run_actors(const campaign& c, const run_options& options, run_resources& l,
                   const std::shared_ptr<console_observer>& observer, seed_source seeds, run_signals& signals,
                   const std::shared_ptr<service_notifier>& notifier) {
  actor_config config;
  if (l.bundle) be_met(config);
  caf::actor_system system{config};
  const auto env = make_environment(c, l, system);
  if (const auto judged = judge_requests(l, env); !judged) return {to_error(judged.error()), false};
  engine_parts parts;
  parts.db = l.db;
  parts.observer = watched_by_http(c, options, l.folder.layout().root, observer);
  parts.seeds = std::move(seeds);
  parts.once = options.once;
  parts.compare_campaigns = changed_keys;
  if (options.load_again) parts.read_again = [&c, &options, &l] { return read_again(c, options, l); };
  parts.make_fetcher = make_fetcher(env);
  const auto stages = c.isolation == "none" ? wash_here(env) : wash_in_children(env, options.washer_program);
  parts.make_unpacker = make_unpacker(env, stages);
  parts.make_guesser = make_guesser(env, stages);
  parts.make_parser = make_parser(env, stages);
  parts.background = make_harvest_parts(c);
  for (auto& one : make_webhook_parts(c, [observer]() -> machine_troubles {
         const auto counts = observer->current_counts();
         return {counts.trouble, counts.intake};
       }))
    parts.background.push_back(std::move(one));
  if (l.bundle) parts.open_cluster = cluster_opener(env, l.bundle->descriptor(), options.washer_program);
  if (options.once)
    if (const auto due = journal_reader{*l.db}.due_seeds(wall_now())) observer->expect(*due);
  caf::scoped_actor self{system};
  const auto root = self->spawn<caf::monitored>(engine, env, std::move(parts));
  if (const auto interval = notifier->beat_interval()) self->spawn(pulse, root, notifier, *interval);
  notifier->ready();
  signals.set_handlers(
      [root, notifier] {
        notifier->stopping("stopping: work in progress is finished first");
        caf::anon_send(root, drain_atom::value);
      },
      [&] { observer->print_log_line(describe_status(l.folder.layout().root, *observer)); },
      [root] { caf::anon_send(root, reload_atom::value); });
  observer->when_output_is_gone([root] { caf::anon_send(root, drain_atom::value); });
  run_end end;
  self->receive([&](caf::down_msg& down) { end.reason = std::move(down.reason); });
  observer->when_output_is_gone({});
  end.was_signalled = signals.is_asked_to_stop();
  signals.set_handlers({}, {}, {});
  return end;
}

/// The work for a later run; reports an error of the journal and returns nothing.
std::optional<pending_work> find_pending(journal& db) {
  auto left = journal_reader{db}.pending(wall_now());
  if (left) return *std::move(left);
  std::cerr << "laundromat: " << harmless(to_string(left.error())) << '\n';
  return std::nullopt;
}

/// Prints which graphs and stores are not up to date; whether something failed.
bool report_failed_harvests(const campaign& c, journal& db) {
  const auto failed = failed_harvests(c, db, wall_now());
  if (!failed) std::cerr << "laundromat: " << harmless(to_string(failed.error())) << '\n';
  if (!failed) return true;
  for (const auto& one : failed->lines) std::cerr << "laundromat: " << harmless(one) << '\n';
  return failed->has_failed;
}

/// Says that VoID files do not wait for the times of seeds.
void tell_next_harvest(const campaign& c, const run_options& options) {
  if (c.harvest.registry.empty() || options.quiet || options.json) return;
  std::cout << "each run requests the VoID files of the registry as it begins, and while it lasts every "
            << human_duration(seconds{c.harvest.every_s}) << '\n';
}

/// What webhooks are told of the end: what `--json` prints last, why it ended, and which graphs are not up to date.
json_fact end_for_webhooks(const campaign& c, journal& db, const run_counts& counts, const run_end& end,
                           const std::optional<pending_work>& left) {
  auto summary = summary_of(db, counts, left);
  auto fact = summary ? *std::move(summary) : json_fact::object();
  fact.erase("kind");
  fact["ended_by"] = end.reason ? "failure" : end.was_signalled ? "signal" : "itself";
  if (end.reason) fact["reason"] = to_string(to_failure(end.reason, errc::internal));
  if (!counts.trouble.empty()) fact["waits_for"] = counts.trouble;
  if (const auto failed = failed_harvests(c, db, wall_now()); failed && !failed->lines.empty())
    fact["harvests"] = failed->lines;
  return fact;
}

/// Tells webhooks of the end. A stop by a signal waits less, because whoever stops the run may kill it soon.
void tell_webhooks(const campaign& c, const run_resources& l, const run_counts& counts, const run_end& end,
                   const std::optional<pending_work>& left, const run_signals& signals) {
  constexpr seconds longest{30}, after_signal{10};
  if (c.webhooks.empty()) return;
  tell_end_of_run(c, l.folder.layout().journal(), end_for_webhooks(c, *l.db, counts, end, left),
                  end.was_signalled ? after_signal : longest,
                  [&] { return !end.was_signalled && signals.is_asked_to_stop(); });
}

/// The exit code of an orderly end.
int exit_code_of(const run_counts& counts, const std::optional<pending_work>& left, bool was_signalled,
                 const campaign& c) {
  if (was_signalled) return counts.trouble.empty() ? static_cast<int>(c.stop_exit_code) : exit_disk;
  if (!left) return exit_disk;
  if (left->retries + left->interrupted > 0) return exit_some_failed;
  return counts.failed + counts.refused + counts.refused_seeds + counts.lossy_archives > 0 ? exit_some_failed
                                                                                           : exit_ok;
}

}  // namespace

int run_campaign(const campaign& c, const run_options& options) {
  log_to_stderr(options);
  run_signals signals;
  const auto notifier = std::make_shared<service_notifier>();
  notifier->starting("opening the data folder");
  auto l = open_resources(c, signals);
  if (l)
    if (auto opened = open_segments(c, *l); !opened) l = tl::unexpected(opened.error());
  seed_source seeds;
  if (l) {
    if (auto found = seeds_of_run(c, *l))
      seeds = *std::move(found);
    else
      l = tl::unexpected(found.error());
  }
  if (l)
    if (auto free = check_address_of_http(c, signals); !free) l = tl::unexpected(free.error());
  if (!l) {
    if (l.error().code == errc::cancelled && signals.is_asked_to_stop()) {
      log_info("stopped: {}; the next run checks all bodies", l.error().detail);
      return static_cast<int>(c.stop_exit_code);
    }
    std::cerr << "laundromat: " << harmless(message_of(l.error())) << '\n';
    return exit_code_of(l.error());
  }
  const auto observer = std::make_shared<console_observer>(options, l->folder.layout().root);
  log_to(observer, options);
  log_info("campaign {} on {}, laundromat {}, {}", harmless(c.name), harmless(c.data), program_version,
           http_library_version());
  observer->leave_out_unchanged(
      [known = std::make_shared<void_files>(c)](std::string_view uri) { return known->has(uri); });
  if (auto noted = note_registry(l->folder.folder(), c); !noted)
    log_warning("`laundromat providers` will not know the registry: {}", to_string(noted.error()));
  write_settings(l->folder.layout().root, c);
  observer->when_counted([notifier](std::string line) { notifier->set_status(std::move(line)); });
  const auto end = run_actors(c, options, *l, observer, std::move(seeds), signals, notifier);
  notifier->stopping("the run has ended: closing the journal");
  log_to_stderr(options);
  observer->finish();
  if (!end.reason && options.once && !end.was_signalled)
    if (auto done = finish_upkeep({c, *l->db, l->folder.folder(), l->stores, *l->publisher, signals}); !done)
      log_warning("bodies are not removed, or what was taken down: {}", to_string(done.error()));
  const auto left = end.reason ? std::nullopt : find_pending(*l->db);
  tell_webhooks(c, *l, observer->counts(), end, left, signals);
  if (!end.reason)
    if (auto done = stop_in_order(*l); !done)
      std::cerr << "laundromat: " << harmless(to_string(done.error())) << '\n';
  if (end.reason) (void)l->folder.doubt();  // what was written last may be lost
  if (!observer->is_output_gone()) sum_up(*l->db, options, observer->counts(), left);
  if (!observer->is_output_gone() && left) tell_next_harvest(c, options);
  if (end.reason) {
    std::cerr << "laundromat: the engine stopped: "
              << harmless(to_string(to_failure(end.reason, errc::internal))) << '\n';
    return exit_disk;
  }
  if (observer->is_output_gone()) return exit_code_of(output_failure());
  const auto code = exit_code_of(observer->counts(), left, end.was_signalled, c);
  if (end.was_signalled || !report_failed_harvests(c, *l->db)) return code;
  return code == exit_ok ? exit_some_failed : code;
}

}  // namespace laundromat
