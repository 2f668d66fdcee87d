// Metrics of the engine's process.
// SPDX-License-Identifier: Apache-2.0
#include <charconv>

#include "app/monitoring/metric_parts.hpp"

namespace laundromat {

namespace {

void add_run(metric_list& to, const run_figures& run) {
  constexpr const char* documents = "laundromat_documents_total";
  constexpr const char* help =
      "Documents that were finished since the engine started, by result. Archives are counted elsewhere.";
  to.counter(documents, help, metric_number(run.cleaned), {{"result", "cleaned"}});
  to.counter(documents, help, metric_number(run.failed), {{"result", "failed"}});
  to.counter(documents, help, metric_number(run.refused), {{"result", "refused"}});
  to.counter(documents, help, metric_number(run.unchanged), {{"result", "unchanged"}});
  to.counter(documents, help, metric_number(run.lists), {{"result", "list"}});
  to.counter("laundromat_archives_total", "Archives that were unpacked since the engine started.",
             metric_number(run.archives));
  to.counter("laundromat_lossy_archives_total",
             "Archives of which members were lost, since the engine started.",
             metric_number(run.lossy_archives));
  to.counter("laundromat_received_bytes_total",
             "Bytes of bodies that were received since the engine started.",
             metric_number(run.received_bytes));
  to.counter("laundromat_statements_total", "Clean statements that were written since the engine started.",
             metric_number(run.statements));
  to.counter("laundromat_crawls_total", "Crawls of seeds that were finished since the engine started.",
             metric_number(run.ended_crawls));
  to.counter("laundromat_listed_seeds_total",
             "Seeds of the campaign's list that were new since the engine started, by what became of them.",
             metric_number(run.added_seeds), {{"result", "added"}});
  to.counter("laundromat_listed_seeds_total", "", metric_number(run.refused_seeds), {{"result", "refused"}});
}

void add_stage(metric_list& to, std::string_view name, const stage_figures& stage) {
  to.gauge("laundromat_stage_waiting", "Documents that wait for a worker of the stage.", stage.waiting,
           {{"stage", name}});
  to.gauge("laundromat_stage_active", "Jobs of the stage that have a worker.", stage.active,
           {{"stage", name}});
  to.gauge("laundromat_stage_workers", "Workers of the stage.", stage.workers, {{"stage", name}});
  to.counter("laundromat_stage_results_total",
             "Results of the stage since the engine started, also those that say why a document fails.",
             metric_number(stage.work.finished), {{"stage", name}});
  to.counter("laundromat_stage_failures_total", "Results of the stage with which a document fails.",
             metric_number(stage.work.failed), {{"stage", name}});
  to.counter("laundromat_stage_lost_jobs_total",
             "Jobs of the stage without a result: the worker crashed or took too long.",
             metric_number(stage.work.lost), {{"stage", name}});
  to.histogram("laundromat_stage_duration_seconds",
               "Time that jobs of the stage took. A job that did the next stages as well is counted at its "
               "first stage.",
               stage.work.durations, {{"stage", name}});
}

void add_commits(metric_list& to, const commit_figures& commits) {
  to.histogram("laundromat_commit_duration_seconds",
               "Time of commits of the journal, with the syncs of the files that they name.",
               commits.durations);
  to.gauge("laundromat_commit_longest_seconds", "The longest commit since the engine started.",
           metric_seconds(commits.longest));
  to.counter("laundromat_commit_failures_total", "Commits that failed and were tried again.",
             metric_number(commits.failed));
  to.counter("laundromat_transitions_total",
             "Transitions of records that were committed since the engine started.",
             metric_number(commits.transitions));
}

/// Only what was counted, so that a page stays short; and `poison`, because an alert counts from 0.
void add_causes(metric_list& to, const char* name, const char* help, const cause_counts& counts) {
  for (std::size_t i = 0; i < counts.of.size(); ++i)
    if (const auto cause = static_cast<errc>(i); counts.of[i] > 0 || cause == errc::poison)
      to.counter(name, help, metric_number(counts.of[i]), {{"cause", to_string(cause)}});
}

void add_fetches(metric_list& to, const fetch_figures& fetched) {
  constexpr const char* name = "laundromat_fetch_answers_total";
  constexpr const char* help =
      "Last answers of downloads by HTTP status, retries included; other: no number from 100 to 599.";
  for (std::size_t i = 0; i < fetched.by_status.of.size(); ++i)
    if (fetched.by_status.of[i] > 0)
      to.counter(name, help, metric_number(fetched.by_status.of[i]),
                 {{"http_status", std::to_string(http_status_counts::least + i)}});
  to.counter(name, help, metric_number(fetched.by_status.other), {{"http_status", "other"}});
  add_causes(to, "laundromat_fetch_results_total",
             "Results of downloads by cause, retries included; ok: a body, or that nothing has changed.",
             fetched.by_cause);
  to.counter("laundromat_fetch_requests_total", "Requests of downloads, redirects included.",
             metric_number(fetched.hops));
}

void add_queues(metric_list& to, const engine_snapshot& engine) {
  to.gauge("laundromat_live_crawls", "Crawls in progress.", metric_number(engine.live_seeds));
  to.gauge("laundromat_live_documents", "Documents in progress.", metric_number(engine.live_entries));
  to.gauge("laundromat_waiting_documents", "Documents in progress that have no worker.",
           metric_number(engine.waiting_entries));
  to.gauge("laundromat_politeness_waiting_requests", "Requests that wait for their turn at a host.",
           metric_number(engine.waits.requests));
  to.gauge("laundromat_politeness_waiting_hosts", "Hosts for which requests wait.",
           metric_number(engine.waits.hosts));
  to.gauge("laundromat_intake_paused", "1 while no new crawl begins for want of disk, else 0.",
           engine.machine.intake.empty() ? 0 : 1);
  to.gauge("laundromat_disk_reserve_bytes", "Free space below which all work pauses.",
           metric_number(engine.machine.reserve_bytes));
  to.counter("laundromat_washers_started_total", "Washer processes that were started.",
             metric_number(engine.washers.started));
  to.counter("laundromat_washers_crashed_total",
             "Washer processes that crashed, or were killed because their job took too long.",
             metric_number(engine.washers.crashed));
  to.gauge("laundromat_washers_running", "Washer processes that run.", engine.washers.running);
}

void add_process(metric_list& to, const engine_snapshot& engine) {
  const auto& process = engine.process;
  to.gauge("laundromat_engine_start_time_seconds", "When the engine started, in seconds since 1970.",
           metric_seconds(engine.started.time_since_epoch()));
  to.gauge("laundromat_engine_resident_memory_bytes", "Memory of the engine's process, without its washers.",
           metric_number(process.resident_bytes));
  to.gauge("laundromat_engine_virtual_memory_bytes", "Address space of the engine's process.",
           metric_number(process.virtual_bytes));
  to.counter("laundromat_engine_cpu_seconds_total",
             "Processor time of the engine's process, without its washers.",
             metric_seconds(process.processor));
  to.gauge("laundromat_engine_open_fds", "Open file descriptors of the engine's process.",
           metric_number(process.open_descriptors));
  to.gauge("laundromat_engine_max_fds",
           "Most file descriptors that the engine's process may open; 0: no limit.",
           metric_number(process.most_descriptors));
  to.gauge("laundromat_engine_threads", "Threads of the engine's process.", process.threads);
}

}  // namespace

std::string http_status_label(std::string_view status) {
  constexpr std::size_t digits = 3;
  std::uint16_t code = 0;
  const auto [end, bad] = std::from_chars(status.data(), status.data() + status.size(), code);
  const bool is_code = bad == std::errc{} && end == status.data() + status.size() &&
                       status.size() == digits && code >= http_status_counts::least &&
                       code <= http_status_counts::most;
  return is_code ? std::string{status} : "other";
}

void add_engine_metrics(metric_list& to, const engine_snapshot& engine) {
  add_run(to, engine.run);
  add_causes(to, "laundromat_document_failures_total",
             "Documents and seeds that failed or were refused since the engine started, by cause.",
             engine.failures);
  for (std::size_t i = 0; i < engine.stages.size(); ++i) add_stage(to, monitored_stages[i], engine.stages[i]);
  add_commits(to, engine.commits);
  add_fetches(to, engine.fetched);
  add_queues(to, engine);
  add_process(to, engine);
}

}  // namespace laundromat
