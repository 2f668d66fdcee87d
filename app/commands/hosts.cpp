// laundromat hosts: what waits for each host, when and why it is asked next, and what it has cost.
// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "app/records/open_journal.hpp"
#include "app/run/waits_file.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/records/cause_name.hpp"
#include "core/web/robots.hpp"
#include "storage/journal/host_list.hpp"
#include "storage/journal/host_wait.hpp"

namespace laundromat {
namespace {

struct hosts_options {
  std::string host;
  std::uint64_t limit = 100;
  std::string sort = "queue", after;
  bool json = false;
};

/// When a host may be asked again, and why not before.
struct next_slot {
  timestamp at{};  ///< the epoch: at once; `no_end`: when the operator changes something
  std::string cause, detail;
};

next_slot slot_of(const host_row& row, timestamp now) {
  if (!row.steering.empty()) return {no_end, "steering", row.steering};
  if (!row.used_budget.empty()) return {no_end, std::string{to_string(errc::budget_used)}, row.used_budget};
  const auto wait = wait_of(row.state, row.robots, now);
  if (!wait) return {};
  return {wait->until, wait->cause == errc::ok ? "delay" : cause_name(wait->cause, {}), wait->detail};
}

std::optional<milliseconds> crawl_delay(const host_row& row, std::string_view product) {
  if (!row.robots.body || row.robots.body->empty()) return std::nullopt;
  return parse_robots(*row.robots.body, product).crawl_delay();
}

/// `200, crawl-delay 5.0 s, until 2023-11-14T22:13:20.000Z`.
std::string robots_in_words(const host_row& row, std::string_view product) {
  if (row.robots.status.empty()) return {};
  auto text = row.robots.status;
  if (const auto delay = crawl_delay(row, product)) text += ", crawl-delay " + human_duration(*delay);
  return text + ", until " + to_iso8601(row.robots.expires);
}

std::string one_decimal(double number) {
  const auto tenths = static_cast<std::uint64_t>(std::llround(number * 10));
  return human_count(tenths / 10) + "." + std::to_string(tenths % 10);
}

std::string slot_in_words(const next_slot& slot) {
  if (slot.at == timestamp{}) return "now";
  if (slot.at == no_end) return slot.cause == "steering" ? slot.detail : slot.cause + ": " + slot.detail;
  const bool says_cause = slot.detail.starts_with(slot.cause);
  return to_iso8601(slot.at) + ", " + (says_cause ? "" : slot.cause) +
         (slot.detail.empty() || says_cause ? "" : ": ") + slot.detail;
}

void print(const host_list& list, timestamp now, command_context& context) {
  constexpr auto right = text_table::align::right;
  auto& io = context.io;
  text_table table{{{"host"},
                    {"queued", right},
                    {"live", right},
                    {"next request"},
                    {"failures", right},
                    {"documents", right},
                    {"received", right},
                    {"an hour", right},
                    {"robots.txt"}}};
  for (const auto& row : list.rows)
    table.add_row({row.authority.empty() ? "files of this machine" : row.authority, human_count(row.queued),
                   human_count(row.live), slot_in_words(slot_of(row, now)), human_count(row.state.failures),
                   human_count(row.used.documents), human_bytes(row.used.bytes), one_decimal(row.an_hour),
                   robots_in_words(row, list.product)});
  table.print(io.out, io.out_terminal);
  if (list.all > list.rows.size())
    io.out << "and " << number_of(list.all - list.rows.size(), "more host") << ": print them with --limit\n";
  if (!list.used_budget.empty()) io.out << "the budget of the campaign is used: " << list.used_budget << '\n';
}

json_fact fact_of(const host_row& row, std::string_view product, timestamp now) {
  json_fact fact{{"host", row.authority},
                 {"queued", row.queued},
                 {"live", row.live},
                 {"failures", row.state.failures},
                 {"documents", row.used.documents},
                 {"bytes", row.used.bytes},
                 {"busy_s", static_cast<double>(row.used.busy.count()) / 1'000},
                 {"documents_an_hour", row.an_hour}};
  if (const auto slot = slot_of(row, now); slot.at != timestamp{}) {
    auto& next = fact["waits"] = {{"cause", slot.cause}, {"detail", slot.detail}};
    if (slot.at != no_end) next["until"] = to_iso8601(slot.at);
  }
  if (row.state.last_fetch != timestamp{}) fact["last_request"] = to_iso8601(row.state.last_fetch);
  if (!row.steering.empty()) fact["steering"] = row.steering;
  if (!row.used_budget.empty()) fact["used_budget"] = row.used_budget;
  if (!row.robots.status.empty()) {
    auto& robots = fact["robots"] = {{"status", row.robots.status},
                                     {"fetched", to_iso8601(row.robots.fetched)},
                                     {"expires", to_iso8601(row.robots.expires)}};
    if (const auto delay = crawl_delay(row, product))
      robots["crawl_delay_s"] = static_cast<double>(delay->count()) / 1'000;
  }
  return fact;
}

void list_hosts(const hosts_options& options, command_context& context) {
  auto from = open_journal(context);
  if (!from) return;
  const auto now = wall_now();
  const bool is_found = options.sort == "found";
  if (!is_found && !options.after.empty())
    return context.refuse(exit_usage, "hosts: --after needs --sort found: queues change from page to page");
  auto list = hosts_in(*from, options.host, static_cast<std::size_t>(options.limit) + 1, now,
                       {is_found, options.after});
  if (!list) return refuse(list.error(), context);
  const bool has_more = list->rows.size() > options.limit;
  if (has_more) list->rows.pop_back();
  if (list->rows.empty() && !options.host.empty())
    return context.refuse(exit_not_found, "no seed and no request was ever of the host " + options.host +
                                              ": write example.org or example.org:8080");
  if (!options.json) {
    print_waits(read_waits(context.data), context.io.out, context.io.out_terminal);
    return print(*list, now, context);
  }
  for (const auto& row : list->rows) print_fact(context.io.out, fact_of(row, list->product, now));
  if (has_more && is_found)
    tell_next_page(list->rows.back().authority, number_of(options.limit, "host"), options.limit, context);
}

}  // namespace

void add_hosts_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<hosts_options>();
  auto& command = program.add_command("hosts", "List hosts with their queues, waits, budgets and rates");
  command.positional("HOST", options->host, "example.org, with any port, or example.org:8080; default: all");
  command.option("--limit", options->limit, "Print at most N hosts").range(1, 1'000'000'000).shows_default();
  command.option("--sort", options->sort, "queue: the longest queue first; found: as they were found")
      .one_of({"queue", "found"})
      .shows_default();
  command
      .option("--after", options->after,
              "With --sort found: begin behind this host, which the page before has named")
      .metavar("HOST");
  command.flag("--json", options->json, "One JSON object per line");
  add_data_option(command, context);
  command.examples({"laundromat hosts --limit 20", "laundromat hosts example.org --json"});
  command.notes(
      "queued: seeds that are due. live: crawls in progress. next "
      "request: when the host may be asked, and why not before: a delay, its suspension, a robots.txt that "
      "cannot be read, a used budget, or what the operator has decided. failures: in a row. documents: "
      "answers with a body so far (error pages too, redirects not), and received: the bytes of all answers; "
      "both are what budgets count. an hour: documents, mean of the last 24 hours. robots.txt: the last "
      "answer, the delay that it asks for, and until when it counts. All is as the journal has it, to which "
      "a running engine writes about once a second. Exit code 4 when HOST is unknown.");
  command.action([options, &context] { list_hosts(*options, context); });
}

}  // namespace laundromat
