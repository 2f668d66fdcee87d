// Runs the engine on a campaign: opens the data folder, runs the actor system, prints progress and totals.
// SPDX-License-Identifier: Apache-2.0

#include <atomic>
#include <caf/actor_system.hpp>
#include <caf/event_based_actor.hpp>
#include <caf/scoped_actor.hpp>
#include <iostream>
#include <mutex>
#include <optional>
#include <sstream>

#include "actors/engine.hpp"
#include "actors/fetcher.hpp"
#include "actors/log.hpp"
#include "actors/workers.hpp"
#include "app/campaign/campaign_keys.hpp"
#include "app/campaign/context_source.hpp"
#include "app/cluster/cluster_bundle.hpp"
#include "app/cluster/cluster_opener.hpp"
#include "app/cluster/cluster_system.hpp"
#include "app/commands/cli.hpp"
#include "app/run/campaign_seeds.hpp"
#include "app/run/last_upkeep.hpp"
#include "app/run/run_display.hpp"
#include "app/run/run_engine.hpp"
#include "app/run/run_signals.hpp"
#include "app/run/service_notifier.hpp"
#include "app/terminal/exit_code.hpp"
#include "app/terminal/terminal.hpp"
#include "app/terminal/wall_clock.hpp"
#include "messages/errors.hpp"
#include "net/transfer.hpp"
#include "storage/files/machine_probe.hpp"
#include "storage/journal/journal_places.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/stores/body_check.hpp"
#include "storage/stores/clean_publisher.hpp"
#include "storage/stores/crash_mark.hpp"
#include "storage/stores/data_stores.hpp"
#include "storage/stores/raw_sweep.hpp"
#include "storage/warc/warc_store.hpp"
#include "washer/wash_in_children.hpp"

namespace laundromat {

namespace {

/// The objects of a run that outlive the actors.
struct run_resources {
  data_folder folder;
  std::shared_ptr<journal> db;  ///< closed after the connection of the stores: the last one removes the log
  data_stores stores;
  context_source contexts;
  std::optional<cluster_bundle> bundle;           ///< only with `listen`
  std::optional<clean_publisher> publisher = {};  ///< set by `open_segments`
};

/// Opens the contexts in the campaign's folder, else in the data folder; loads from the Web only when the campaign allows it.
result<context_source> open_contexts(const campaign& c) {
  context_source_options options;
  options.is_of_data_folder = c.washing.contexts.empty();
  options.folder =
      options.is_of_data_folder ? data_layout{c.data}.contexts() : std::filesystem::path{c.washing.contexts};
  options.fetch = c.washing.fetch_contexts;
  options.user_agent = user_agent(c.contact);
  options.check = [policy = allowed_addresses(c)](std::span<const std::uint8_t> address, std::uint16_t port) {
    return judge(address, port, policy);
  };
  return context_source::open(std::move(options));
}

/// Checks bodies that are still to be washed, which a power failure may have damaged.
result<void> compare_bodies(journal& db, raw_store& raw, const run_signals& signals) {
  constexpr seconds silence{5};
  auto reported_at = wall_now();
  const auto report = [&](const bodies_checked& so_far) {
    if (wall_now() - reported_at < silence) return;
    reported_at = wall_now();
    log_info("checked {} still to be washed, {} MiB", number_of(so_far.bodies, "body"), so_far.bytes >> 20);
  };
  const auto found = check_bodies(db, raw, wall_now(), report, [&] { return signals.is_asked_to_stop(); });
  if (!found) return tl::unexpected(found.error());
  if (found->lost > 0)
    log_warning("{} of {} bodies are damaged or missing and are fetched again; {} documents depend on them",
                found->lost, found->bodies, found->given_up);
  return {};
}

/// Opens a data folder and returns records in progress of an earlier run to their waiting status. A refused start
/// changes neither stores nor crash mark. Error `cancelled` when a signal stops the check of bodies; the next start repeats it.
result<run_resources> open_resources(const campaign& c, const run_signals& signals) {
  auto folder = data_folder::open(c.data);
  if (!folder) return tl::unexpected(folder.error());
  const auto& layout = folder->layout();
  auto contexts = open_contexts(c);
  if (!contexts) return tl::unexpected(contexts.error());
  std::optional<cluster_bundle> bundle;
  if (!c.listen.bundle.empty()) {
    auto opened = cluster_bundle::open(c.listen.bundle, wall_now());
    if (!opened) return tl::unexpected(opened.error());
    bundle = std::move(*opened);
  }
  auto db = open_journal_of(folder->folder());
  if (!db) return tl::unexpected(db.error());
  if (folder->needs_check()) {
    log_warning("the last run was interrupted: checking the journal");
    if (auto sound = db->check(); !sound) return tl::unexpected(sound.error());
  } else if (folder->was_unclean()) {
    log_warning("the last run was killed; the machine has run since, so nothing that was written is lost");
  }
  if (folder->was_unclean())
    if (auto done = db->checkpoint(); !done) return tl::unexpected(done.error());
  if (auto begun = folder->begin_work(); !begun) return tl::unexpected(begun.error());
  if (auto stored = db->publish_as({c.public_base, {c.contact.product, c.contact.url}}); !stored)
    return tl::unexpected(stored.error());
  auto stores = data_stores::open(layout);
  if (!stores) return tl::unexpected(stores.error());
  if (auto swept = stores->raw.sweep_staged(); !swept) return tl::unexpected(swept.error());
  if (auto swept = stores->clean.staged().sweep(); !swept) return tl::unexpected(swept.error());
  const auto back = db->recover(wall_now(), folder->crashed_on(), poison_crashes);
  if (!back) return tl::unexpected(back.error());
  if (folder->was_unclean()) {
    const auto swept = sweep_cut_off_bodies(stores->raw, *db);
    if (!swept) return tl::unexpected(swept.error());
    if (*swept > 0) log_info("removed {} of downloads that were cut off", number_of(*swept, "file"));
  }
  if (back->total() > 0) log_info("continuing with {} in progress", number_of(back->total(), "document"));
  if (auto done = folder->forget_crash(); !done) return tl::unexpected(done.error());  // it is counted
  if (folder->needs_check())
    if (auto compared = compare_bodies(*db, stores->raw, signals); !compared)
      return tl::unexpected(compared.error());
  if (auto stored = folder->found_sound(); !stored) return tl::unexpected(stored.error());
  if (auto set = install_crash_mark(folder->folder(), layout.crash_mark().filename()); !set)
    return tl::unexpected(set.error());
  return run_resources{std::move(*folder), std::make_shared<journal>(std::move(*db)), std::move(*stores),
                       std::move(*contexts), std::move(bundle)};
}

/// Looks up bodies in the journal for the thread that fetches, by a connection of its own.
result<earlier_body> open_earlier_bodies(const data_layout& layout) {
  auto db = journal::open(layout.journal(), journal_mode::read_only);
  if (!db) return tl::unexpected(db.error());
  // The fetcher asks, and the server of the files of worker nodes.
  return [db = std::make_shared<journal>(std::move(*db)), one_at_a_time = std::make_shared<std::mutex>()](
             const record_hash& seed, const content_digest& payload) {
    const std::lock_guard lock(*one_at_a_time);
    const auto path = journal_reader{*db}.earlier_body(seed, payload);
    return path ? warc_place_of(*path) : std::nullopt;
  };
}

/// Lets the store know bodies of earlier runs, as far as the segment that it continues may have them.
result<void> remember_bodies(journal& db, warc_store& segments) {
  const auto newest = journal_reader{db}.newest_bodies(payload_memory::most_payloads, least_repeated_bytes);
  if (!newest) return tl::unexpected(newest.error());
  std::vector<named_payload> bodies;
  for (const auto& one : *newest)
    if (const auto place = warc_place_of(one.raw_path)) bodies.push_back({*place, one.digest});
  segments.remember(bodies);
  return {};
}

warc_settings warc_settings_of(const campaign& c, earlier_body earlier) {
  const auto software = "LOD Laundromat/" + std::string(program_version);
  return {c.name, warcinfo_text(software, user_agent(c.contact), c.name), c.raw.requests,
          c.disk.segment_kib << 10, std::move(earlier)};
}

/// Stores bodies in WARC segments from now on.
result<void> open_raw_segments(const campaign& c, run_resources& l) {
  const auto ends = l.db->segments(segment_kind::raw);
  if (!ends) return tl::unexpected(ends.error());
  auto earlier = open_earlier_bodies(l.folder.layout());
  if (!earlier) return tl::unexpected(earlier.error());
  auto opened = l.stores.raw.write_segments(*ends, warc_settings_of(c, *std::move(earlier)));
  if (!opened) return opened;
  if (auto remembered = remember_bodies(*l.db, l.stores.raw.segments()); !remembered) return remembered;
  if (const auto removed = l.stores.raw.segments().removed_segments(); removed > 0)
    log_warning("{} that the journal does not name: what was in it is fetched again",
                number_of(removed, "WARC segment is removed", "WARC segments are removed"));
  if (const auto lost = l.stores.raw.segments().short_segments(); lost > 0)
    log_error(
        "{} missing or shorter than the journal says: bodies in it are lost until they are fetched again",
        number_of(lost, "WARC segment is", "WARC segments are"));
  return {};
}

/// Segments of an earlier run with another layout, which retention and takedowns rewrite.
result<void> open_old_segments(const campaign& c, run_resources& l) {
  const auto ends = l.db->segments(segment_kind::raw);
  if (!ends) return tl::unexpected(ends.error());
  return ends->empty() ? result<void>{} : l.stores.raw.open_old_segments(*ends, warc_settings_of(c, {}));
}

/// Cuts the segments back to what the journal names. The resources must not be moved afterwards.
result<void> open_segments(const campaign& c, run_resources& l) {
  auto opened = c.raw.layout == "warc" ? open_raw_segments(c, l) : open_old_segments(c, l);
  if (!opened) return opened;
  auto places = open_journal_places(l.folder.layout().root);
  if (!places) return tl::unexpected(places.error());
  l.stores.clean.use_segments(l.folder.folder(), *std::move(places));
  auto publisher =
      clean_publisher::open(l.folder.folder(), l.stores.clean, *l.db, {c.disk.segment_kib << 10});
  if (!publisher) return tl::unexpected(publisher.error());
  for (const auto kind : publisher->short_segments())
    log_error(
        "the last file in {} is shorter than the journal says, so documents are damaged: run `laundromat "
        "verify`",
        segment_folder(kind).string());
  l.publisher = *std::move(publisher);
  return {};
}

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

/// Runs the actor system until the engine ends.
run_end run_actors(const campaign& c, const run_options& options, run_resources& l,
                   const std::shared_ptr<console_observer>& observer, seed_source seeds, run_signals& signals,
                   const std::shared_ptr<service_notifier>& notifier) {
  actor_config config;
  if (l.bundle) be_met(config);
  caf::actor_system system{config};
  const auto env = make_environment(c, l, system);
  engine_parts parts;
  parts.db = l.db;
  parts.observer = observer;
  parts.seeds = std::move(seeds);
  parts.once = options.once;
  parts.compare_campaigns = changed_keys;
  if (options.load_again) parts.read_again = [&c, &options, &l] { return read_again(c, options, l); };
  parts.make_fetcher = make_fetcher(env);
  const auto stages = c.isolation == "none" ? wash_here(env) : wash_in_children(env, options.washer_program);
  parts.make_unpacker = make_unpacker(env, stages);
  parts.make_guesser = make_guesser(env, stages);
  parts.make_parser = make_parser(env, stages);
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
  observer->when_counted([notifier](std::string line) { notifier->set_status(std::move(line)); });
  const auto end = run_actors(c, options, *l, observer, std::move(seeds), signals, notifier);
  notifier->stopping("the run has ended: closing the journal");
  log_to_stderr(options);
  observer->finish();
  if (!end.reason && options.once && !end.was_signalled)
    if (auto done = finish_upkeep({c, *l->db, l->folder.folder(), l->stores, *l->publisher, signals}); !done)
      log_warning("bodies are not removed, or what was taken down: {}", to_string(done.error()));
  if (!end.reason)
    if (auto done = stop_in_order(*l); !done)
      std::cerr << "laundromat: " << harmless(to_string(done.error())) << '\n';
  if (end.reason) (void)l->folder.doubt();  // what was written last may be lost
  const auto left = end.reason ? std::nullopt : find_pending(*l->db);
  if (!observer->is_output_gone()) sum_up(*l->db, options, observer->counts(), left);
  if (end.reason) {
    std::cerr << "laundromat: the engine stopped: "
              << harmless(to_string(to_failure(end.reason, errc::internal))) << '\n';
    return exit_disk;
  }
  if (observer->is_output_gone()) return exit_code_of(output_failure());
  return exit_code_of(observer->counts(), left, end.was_signalled, c);
}

}  // namespace laundromat
