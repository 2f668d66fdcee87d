// laundromat status: counts records by status, failures by cause, and results.
// SPDX-License-Identifier: Apache-2.0
#include <map>
#include <memory>
#include <ostream>
#include <ranges>
#include <tuple>

#include "app/campaign/seed_list.hpp"
#include "app/cluster/nodes.hpp"
#include "app/commands/commands.hpp"
#include "app/extraction/describe_counters.hpp"
#include "app/providers/harvest_status.hpp"
#include "app/records/open_journal.hpp"
#include "app/run/waits_file.hpp"
#include "app/run/work_left.hpp"
#include "app/steering/describe_left.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/wall_clock.hpp"
#include "app/webhooks/webhook_status.hpp"
#include "core/base/keyed_table.hpp"
#include "core/records/cause_name.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {
namespace {

struct totals {
  std::optional<std::int64_t> engine;  ///< the process that runs on the data folder
  pending_work left;
  std::map<std::pair<record_kind, status>, std::uint64_t> by_status;
  /// Entries that failed, were refused or lost members, by cause and HTTP status.
  std::map<std::tuple<record_kind, errc, std::string>, std::uint64_t> by_cause;
  std::vector<waiting_host> waiting;  ///< the longest wait first
  std::map<standing, standing_sum> seeds;
  std::uint64_t relative_seeds = 0;
  document_totals documents;
  std::uint64_t removed = 0;              ///< distinct older versions whose files were deleted
  std::uint64_t taken_down = 0;           ///< distinct documents that the operator had removed
  erasures_left to_erase;                 ///< of those, what is still on the disk
  std::optional<harvest_status> harvest;  ///< nothing: no provider
  std::vector<webhook_status> webhooks;
  std::vector<counter_value> counters;  ///< of the documents of records
  std::vector<defect_count> damaged;    ///< entries with a damaged stream, by rule; `ok`: the total
};

result<totals> add_up(journal& from, crawl_scope crawls, timestamp now) {
  journal_reader reader{from};
  totals sum;
  const auto counts = reader.counts(crawls);
  if (!counts) return tl::unexpected(counts.error());
  for (const auto& row : *counts) {
    sum.by_status[{row.kind, row.current}] += row.count;
    const bool lost_members = row.current == status::depleted && row.cause != errc::ok;
    if (row.current == status::failed || row.current == status::refused || lost_members)
      sum.by_cause[{row.kind, row.cause, row.http_status}] += row.count;
  }
  auto waiting = reader.waiting_hosts(now);
  if (!waiting) return tl::unexpected(waiting.error());
  sum.waiting = *std::move(waiting);
  const auto left = reader.pending(now);
  if (!left) return tl::unexpected(left.error());
  sum.left = *left;
  const auto relative = reader.relative_seeds();
  if (!relative) return tl::unexpected(relative.error());
  sum.relative_seeds = *relative;
  auto damaged = reader.damaged_streams(crawls);
  if (!damaged) return tl::unexpected(damaged.error());
  sum.damaged = *std::move(damaged);
  auto counters = reader.record_counts(crawls);
  if (!counters) return tl::unexpected(counters.error());
  sum.counters = *std::move(counters);
  const auto removed = reader.removed_documents();
  if (!removed) return tl::unexpected(removed.error());
  sum.removed = *removed;
  const auto taken_down = reader.taken_down_documents();
  const auto to_erase = erasure_list{from}.left();
  if (!taken_down || !to_erase) return tl::unexpected(taken_down ? to_erase.error() : taken_down.error());
  sum.taken_down = *taken_down;
  sum.to_erase = *to_erase;
  auto seeds = reader.standings(wall_now());
  if (!seeds) return tl::unexpected(seeds.error());
  sum.seeds = *std::move(seeds);
  auto webhooks = webhook_statuses_of(from);
  if (!webhooks) return tl::unexpected(webhooks.error());
  sum.webhooks = *std::move(webhooks);
  const auto documents = reader.totals(crawls);
  if (!documents) return tl::unexpected(documents.error());
  sum.documents = *documents;
  return sum;
}

/// `3 documents: trailing_garbage 1, truncated_stream 2`.
std::string damage_in_words(const std::vector<defect_count>& damaged) {
  std::string total = "0", rules;
  for (const auto& row : damaged) {
    if (row.rule == errc::ok)
      total = human_count(row.count);
    else
      rules.append(rules.empty() ? ": " : ", ")
          .append(to_string(row.rule))
          .append(" ")
          .append(human_count(row.count));
  }
  return total + (total == "1" ? " document" : " documents") + rules;
}

colour colour_of(status s) {
  if (s == status::failed) return colour::red;
  return s == status::refused ? colour::yellow : colour::none;
}

/// Prints the seeds by standing, with the earliest begin.
void print_seeds(const totals& sum, console& io) {
  if (sum.seeds.empty()) return;
  text_table table{{{"seeds"},
                    {"count", text_table::align::right},
                    {"since"},
                    {"with a document", text_table::align::right}}};
  for (const auto& [standing, of] : sum.seeds)
    table.add_row({std::string{to_string(standing)}, human_count(of.count),
                   to_ms(of.since) == 0 ? std::string{} : to_iso8601(of.since),
                   human_count(of.with_document)});
  table.print(io.out, io.out_terminal);
  if (sum.seeds.contains(standing::failing))
    io.out << "`laundromat ls --seeds --standing failing` lists them\n";
  io.out << '\n';
}

/// Prints the first hosts; `--json` prints all.
void print_waiting(const std::vector<waiting_host>& waiting, console& io) {
  constexpr std::size_t shown = 20;
  io.out << '\n'
         << painted("hosts with waiting requests", colour_of(status::refused), io.out_terminal) << '\n';
  text_table hosts{{{"host"}, {"until"}, {"cause"}, {"detail"}}};
  for (const auto& host : waiting | std::views::take(shown))
    hosts.add_row({host.authority, host.until == no_end ? "it is raised" : to_iso8601(host.until),
                   cause_name(host.cause, ""), harmless(host.detail)});
  hosts.print(io.out, io.out_terminal);
  if (waiting.size() > shown)
    io.out << "and " << human_count(waiting.size() - shown) << " more: print them with --json\n";
}

/// Prints whether an engine runs, and how many downloads in progress only wait.
void print_engine(const totals& sum, console& io) {
  io.out << (sum.engine ? "an engine runs here, process " + std::to_string(*sum.engine)
                        : "no engine runs here")
         << '\n';
  if (const auto others = sum.left.waiting - sum.left.retries - sum.left.interrupted; others > 0)
    io.out << number_of(others, "download waits for its host", "downloads wait for their hosts") << '\n';
  if (sum.left.interrupted > 0)
    io.out << (sum.engine ? number_of(sum.left.interrupted, "download was", "downloads were") + " interrupted"
                          : describe_interrupted(sum.left))
           << '\n';
  if (!sum.left.pauses.empty()) io.out << painted(describe_pauses(sum.left), colour::yellow, io.out_terminal);
  if (sum.harvest) io.out << harmless(in_one_line(*sum.harvest)) << "; `laundromat providers` lists them\n";
  for (const auto& one : sum.webhooks)
    io.out << painted(harmless(in_one_line(one)), one.state.problem.empty() ? colour::none : colour::yellow,
                      io.out_terminal)
           << '\n';
  if (!sum.left.used_budget.empty())
    io.out << painted(describe_used_budget(sum.left), colour::yellow, io.out_terminal) << '\n';
  if (sum.left.retries > 0) io.out << describe_retries(sum.left) << '\n';
  io.out << '\n';
}

/// The phase of a status; without an engine no record is in progress.
std::string phase_in_words(record_kind kind, status current, bool is_run) {
  const auto phase = phase_of(kind, current);
  return phase == phase::working && !is_run ? "for the next run" : std::string{to_string(phase)};
}

void print_totals(const totals& sum, console& io) {
  print_engine(sum, io);
  print_seeds(sum, io);
  text_table statuses{{{"kind"}, {"status"}, {"phase"}, {"count", text_table::align::right}}};
  for (const auto& [key, count] : sum.by_status)
    statuses.add_row({std::string{to_string(key.first)}, std::string{to_string(key.second)},
                      phase_in_words(key.first, key.second, sum.engine.has_value()), human_count(count)});
  statuses.print(io.out, io.out_terminal);
  if (!sum.by_cause.empty()) {
    io.out << '\n'
           << painted("failed, refused, or with lost members, by cause", colour_of(status::failed),
                      io.out_terminal)
           << '\n';
    text_table causes{{{"kind"}, {"cause"}, {"count", text_table::align::right}, {"meaning"}}};
    for (const auto& [key, count] : sum.by_cause) {
      const auto& [kind, cause, http_status] = key;
      causes.add_row({std::string{to_string(kind)}, cause_name(cause, http_status), human_count(count),
                      std::string{meaning_of(cause)}});
    }
    causes.print(io.out, io.out_terminal);
  }
  if (!sum.waiting.empty()) print_waiting(sum.waiting, io);
  io.out << "\nrelative seeds    " << human_count(sum.relative_seeds) << " (counted, never fetched)\n"
         << "clean documents   " << human_count(sum.documents.documents) << " distinct"
         << (sum.removed == 0 ? "" : ", and " + number_of(sum.removed, "older version") + " removed")
         << (sum.taken_down == 0 ? "" : ", and " + human_count(sum.taken_down) + " taken down") << '\n'
         << "statements        " << human_count(sum.documents.statements) << '\n'
         << "canonical bytes   " << human_bytes(sum.documents.bytes) << '\n'
         << "defects recorded  " << human_count(sum.documents.defects) << '\n'
         << "damaged streams   " << damage_in_words(sum.damaged) << '\n';
  if (!sum.counters.empty()) io.out << '\n';
  print_counters(sum.counters, io.out, io.out_terminal);
  if (sum.to_erase.total() > 0)
    io.out << painted(describe_left(sum.to_erase, sum.engine.has_value()), colour::yellow, io.out_terminal)
           << '\n';
}

/// Adds to a member, which begins with 0.
void add_to(json_fact& sum, std::uint64_t count) {
  sum = (sum.is_null() ? std::uint64_t{0} : sum.get<std::uint64_t>()) + count;
}

/// The count of a cause, and the counts of each HTTP status.
void add_cause(json_fact& fact, const std::tuple<record_kind, errc, std::string>& key, std::uint64_t count) {
  const auto& [kind, cause, http_status] = key;
  add_to(fact["causes"][std::string{to_string(kind)}][std::string{to_string(cause)}], count);
  if (!http_status.empty()) add_to(fact["http_statuses"][http_status], count);
}

void print_status_facts(const totals& sum, const json_fact& nodes, const std::string& waits_for,
                        console& io) {
  json_fact fact = json_fact::object();
  fact["engine"] = {{"running", sum.engine.has_value()}};
  if (sum.engine) fact["engine"]["process"] = *sum.engine;
  add_work_left(fact, sum.left);
  for (const auto& [key, count] : sum.by_status)
    fact["records"][std::string{to_string(key.first)}][std::string{to_string(key.second)}] = count;
  for (const auto& [key, count] : sum.by_cause) add_cause(fact, key, count);
  for (const auto& [standing, of] : sum.seeds) {
    auto& seeds = fact["seeds"][std::string{to_string(standing)}];
    seeds = {{"count", of.count}, {"with_document", of.with_document}};
    if (to_ms(of.since) != 0) seeds["since"] = to_iso8601(of.since);
  }
  for (const auto& host : sum.waiting)
    fact["waiting_hosts"].push_back({{"authority", host.authority},
                                     {"until", to_iso8601(host.until)},
                                     {"cause", cause_name(host.cause, {})},
                                     {"detail", host.detail}});
  if (sum.harvest) fact["providers"] = fact_of(*sum.harvest);
  for (const auto& one : sum.webhooks) fact["webhooks"].push_back(fact_of(one));
  fact["relative_seeds"] = sum.relative_seeds;
  fact["clean_documents"] = sum.documents.documents;
  fact["removed_documents"] = sum.removed;
  fact["taken_down_documents"] = sum.taken_down;
  fact["left_of_takedowns"] = {
      {"files", sum.to_erase.files}, {"segments", sum.to_erase.segments}, {"crawls", sum.to_erase.seeds}};
  fact["statements"] = sum.documents.statements;
  fact["canonical_bytes"] = sum.documents.bytes;
  fact["defects"] = sum.documents.defects;
  add_counters_by_specification(fact, sum.counters);
  for (const auto& row : sum.damaged)
    fact["damaged_streams"][row.rule == errc::ok ? "documents" : std::string{to_string(row.rule)}] =
        row.count;
  if (!nodes.is_null()) fact["cluster"] = nodes;
  if (!waits_for.empty()) fact["waits_for"] = waits_for;
  print_fact(io.out, fact);
}

}  // namespace

void add_status_command(cli_command& program, command_context& context) {
  auto json = std::make_shared<bool>(false), all_crawls = std::make_shared<bool>(false);
  auto& command =
      program.add_command("status", "Count records by status, and show failures with their causes");
  command.flag("--json", *json, "One JSON object");
  command.flag("--all-crawls", *all_crawls,
               "Count all crawls; default: the newest crawl and the newest successful crawl of each seed");
  add_data_option(command, context);
  command.examples({"laundromat status --data laundry"});
  command.action([json, all_crawls, &context] {
    auto from = open_journal(context);
    if (!from) return;
    auto sum = add_up(*from, *all_crawls ? crawl_scope::all : crawl_scope::present, wall_now());
    if (!sum) return refuse(sum.error(), context);
    if (const auto process = data_folder::holder(context.data)) sum->engine = *process;
    auto harvest = harvest_status_of(context.data, *from, sum->engine.has_value(), wall_now());
    if (!harvest) return refuse(harvest.error(), context);
    sum->harvest = *std::move(harvest);
    const auto nodes = read_nodes(context.data);
    const auto waits_for = read_waits(context.data);
    if (sum->harvest) refuse_registry(sum->harvest->registry_problems, context);
    if (*json) return print_status_facts(*sum, nodes, waits_for, context.io);
    print_waits(waits_for, context.io.out, context.io.out_terminal);
    print_totals(*sum, context.io);
    if (nodes.is_null()) return;
    context.io.out << '\n';
    print_nodes(nodes, context.io);
  });
}

}  // namespace laundromat
