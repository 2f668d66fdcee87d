// Runs the engine on a campaign: opens the data folder, starts the actor system, shows what happens, sums it up.
// SPDX-License-Identifier: Apache-2.0
#include <spdlog/sinks/stdout_sinks.h>
#include <spdlog/spdlog.h>

#include <caf/actor_system.hpp>
#include <caf/actor_system_config.hpp>
#include <caf/scoped_actor.hpp>
#include <iostream>
#include <nlohmann/json.hpp>

#include "actors/engine.hpp"
#include "actors/fetcher.hpp"
#include "actors/workers.hpp"
#include "app/engine_port.hpp"
#include "app/exit_code.hpp"
#include "app/progress.hpp"
#include "app/stop_signals.hpp"
#include "messages/errors.hpp"
#include "net/transfer.hpp"
#include "storage/clean_store.hpp"
#include "storage/crash_mark.hpp"
#include "storage/data_folder.hpp"
#include "storage/journal_reader.hpp"
#include "storage/raw_store.hpp"
#include "storage/scratch_store.hpp"

namespace laundromat {

namespace {

struct actor_config : caf::actor_system_config {
  explicit actor_config(const campaign&) {
    add_message_types<caf::id_block::laundromat>();
    set("scheduler.max-threads", std::size_t{2});
    set("scheduler.max-throughput", std::size_t{300});
  }
};

/// Everything of a run that outlives the actors.
struct laundry {
  data_folder folder;
  raw_store raw;
  scratch_store scratch;
  clean_store clean;
  std::shared_ptr<journal> db;
};

timestamp wall_now() {
  return std::chrono::floor<milliseconds>(std::chrono::system_clock::now());
}

/// Opens a data folder and puts everything that a former run left in hand back to where it may be claimed.
result<laundry> open_laundry(const std::string& data) {
  auto folder = data_folder::open(data);
  if (!folder) return tl::unexpected(folder.error());
  const auto& layout = folder->layout();
  auto raw = raw_store::at(layout.raw());
  if (!raw) return tl::unexpected(raw.error());
  auto clean = clean_store::at(layout.clean());
  if (!clean) return tl::unexpected(clean.error());
  auto scratch = scratch_store::at(layout.scratch());
  if (!scratch) return tl::unexpected(scratch.error());
  if (auto swept = raw->sweep_staged(); !swept) return tl::unexpected(swept.error());
  if (auto swept = clean->sweep_staged(); !swept) return tl::unexpected(swept.error());
  auto db = journal::open(layout.journal(), journal_mode::read_write);
  if (!db) return tl::unexpected(db.error());
  if (folder->was_unclean()) {
    spdlog::warn("the last run did not stop in order: checking the journal");
    if (auto sound = db->check(); !sound) return tl::unexpected(sound.error());
  }
  const auto back = db->recover(wall_now(), folder->crashed_on(), poison_crashes);
  if (!back) return tl::unexpected(back.error());
  if (back->total() > 0) spdlog::info("{} documents were in hand and go on", back->total());
  if (auto done = folder->forget_crash(); !done) return tl::unexpected(done.error());
  install_crash_mark(layout.crash_mark());
  return laundry{std::move(*folder), std::move(*raw), std::move(*scratch), std::move(*clean),
                 std::make_shared<journal>(std::move(*db))};
}

progress to_progress(const run_counts& counts, milliseconds since_last, std::uint64_t documents_before) {
  progress p;
  for (std::size_t i = 0; i < 4; ++i) {
    p.queued += counts.stages[i].waiting;
    p.active[i] = counts.stages[i].active;
  }
  p.done = counts.cleaned + counts.unchanged;
  p.failed = counts.failed;
  p.refused = counts.refused;
  p.bytes = counts.bytes;
  p.statements = counts.statements;
  p.elapsed = counts.elapsed;
  if (since_last.count() > 0)
    p.documents_per_s = 1000.0 * static_cast<double>(counts.documents - documents_before) /
                        static_cast<double>(since_last.count());
  return p;
}

/// The words for one fact: `parsed  http://…  206 statements`.
std::string in_words(const reported_transition& fact) {
  const bool again = fact.what.on == event::retry_later;
  std::string line{again ? "later" : to_string(fact.what.to)};
  line.append(std::max<std::size_t>(1, 12 - line.size()), ' ').append(harmless(fact.uri));
  if (fact.what.to == status::parsed)
    line.append("  ").append(human_count(fact.statements)).append(" statements");
  if (fact.cause != errc::ok)
    line.append("  ").append(to_string(fact.cause)).append(": ").append(meaning_of(fact.cause));
  return line;
}

nlohmann::json in_json(const reported_transition& fact) {
  nlohmann::json row{{"kind", to_string(fact.what.kind)},
                     {"event", to_string(fact.what.on)},
                     {"status", to_string(fact.what.to)},
                     {"uri", harmless(fact.uri)}};
  if (fact.cause != errc::ok) row["cause"] = to_string(fact.cause);
  if (fact.what.to == status::parsed) row["statements"] = fact.statements;
  return row;
}

/// Shows facts and progress. On a terminal only what needs attention gets a line of its own.
class console_observer final : public run_observer {
 public:
  explicit console_observer(const run_options& options)
      : options_(options), terminal_(inspect_terminal(2)), display_(std::cerr, terminal_, options.quiet) {}

  void on_fact(const reported_transition& fact) override {
    if (options_.json) {
      std::cout << in_json(fact).dump() << '\n';
    } else if (!options_.quiet && (!terminal_.interactive || fact.cause != errc::ok)) {
      display_.say(in_words(fact));
    }
  }
  void on_counts(const run_counts& counts) override {
    last_ = to_progress(counts, counts.elapsed - measured_at_, measured_documents_);
    if (counts.elapsed - measured_at_ > seconds{2}) {
      measured_at_ = counts.elapsed;
      measured_documents_ = counts.documents;
    }
    display_.update(last_);
    counts_ = counts;
  }
  void finish() {
    last_.documents_per_s = 0;
    display_.finish(last_);
  }
  [[nodiscard]] const run_counts& counts() const { return counts_; }

 private:
  run_options options_;
  terminal_info terminal_;
  progress_display display_;
  progress last_;
  run_counts counts_;
  milliseconds measured_at_{0};
  std::uint64_t measured_documents_ = 0;
};

/// What the journal holds after the run, as a table or as one object.
void sum_up(journal& db, const run_options& options, const run_counts& counts) {
  journal_reader reader{db};
  const auto rows = reader.counts();
  if (!rows) return;
  if (options.json) {
    nlohmann::json out{
        {"elapsed_ms", counts.elapsed.count()}, {"bytes", counts.bytes}, {"statements", counts.statements}};
    for (const auto& row : *rows)
      out["records"].push_back({{"kind", to_string(row.kind)},
                                {"status", to_string(row.current)},
                                {"cause", to_string(row.cause)},
                                {"count", row.count}});
    std::cout << out.dump() << '\n';
    return;
  }
  if (options.quiet) return;
  text_table table{{{"record"}, {"status"}, {"cause"}, {"count", text_table::align::right}}};
  for (const auto& row : *rows)
    table.add_row({std::string{to_string(row.kind)}, std::string{to_string(row.current)},
                   row.cause == errc::ok ? "" : std::string{to_string(row.cause)}, human_count(row.count)});
  table.print(std::cout, inspect_terminal(1));
  std::cout << human_count(counts.cleaned) << " documents washed in this run, "
            << human_count(counts.statements) << " statements, " << human_bytes(counts.bytes)
            << " received, in " << human_duration(counts.elapsed) << '\n';
  if (const auto relative = reader.relative_seeds(); relative && *relative > 0)
    std::cout << human_count(*relative) << " seeds are relative URIs: accepted, counted, never fetched\n";
}

environment_ptr make_environment(const campaign& c, laundry& l, const caf::actor_system& system) {
  auto env = std::make_shared<environment>();
  env->settings = c;
  env->raw = &l.raw;
  env->scratch = &l.scratch;
  env->clean = &l.clean;
  env->wall_epoch = wall_now();
  env->clock_epoch = const_cast<caf::actor_system&>(system).clock().now();
  return env;
}

/// Runs the actor system until the engine ends; answers the engine's reason.
caf::error run_actors(const campaign& c, const run_options& options, laundry& l,
                      const std::shared_ptr<console_observer>& observer) {
  actor_config config{c};
  caf::actor_system system{config};
  const auto env = make_environment(c, l, system);
  engine_parts parts;
  parts.db = l.db;
  parts.observer = observer;
  parts.once = options.once;
  parts.make_fetcher = make_fetcher(env);
  parts.make_unpacker = make_unpacker(env);
  parts.make_guesser = make_guesser(env);
  parts.make_parser = make_parser(env);
  caf::scoped_actor self{system};
  const auto root = self->spawn<caf::monitored>(engine, env, parts);
  const stop_signals signals{[&] {
    spdlog::info("stopping in order: what is in hand is finished; a second signal stops at once");
    caf::anon_send(root, drain_atom::value);
  }};
  caf::error reason;
  self->receive([&](caf::down_msg& down) { reason = std::move(down.reason); });
  return reason;
}

void log_to_stderr() {
  spdlog::set_default_logger(
      std::make_shared<spdlog::logger>("laundromat", std::make_shared<spdlog::sinks::stderr_sink_mt>()));
  spdlog::set_pattern("%Y-%m-%dT%H:%M:%S.%e %l: %v");
}

int exit_code_of(errc code) {
  if (code == errc::journal_locked) return exit_locked;
  if (code == errc::not_found) return exit_not_found;
  return exit_disk;
}

}  // namespace

int run_campaign(const campaign& c, const run_options& options) {
  log_to_stderr();
  if (options.quiet) spdlog::set_level(spdlog::level::warn);
  auto l = open_laundry(c.data);
  if (!l) {
    std::cerr << "laundromat: " << to_string(l.error()) << '\n';
    return exit_code_of(l.error().code);
  }
  spdlog::info("campaign {} on {}, {}", c.name, c.data, http_library_version());
  const auto observer = std::make_shared<console_observer>(options);
  const auto reason = run_actors(c, options, *l, observer);
  observer->finish();
  sum_up(*l->db, options, observer->counts());
  if (reason) {
    std::cerr << "laundromat: the engine stopped: " << to_string(to_failure(reason, errc::internal)) << '\n';
    return exit_disk;
  }
  if (auto done = l->folder.stop_in_order(); !done)
    std::cerr << "laundromat: " << to_string(done.error()) << '\n';
  const auto& counts = observer->counts();
  return counts.failed + counts.refused > 0 ? exit_some_failed : exit_ok;
}

}  // namespace laundromat
