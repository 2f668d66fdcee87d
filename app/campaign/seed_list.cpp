// Prints seeds as JSON lines or as a table, and counts them by standing.
// SPDX-License-Identifier: Apache-2.0
#include "app/campaign/seed_list.hpp"

#include <algorithm>
#include <ostream>

#include "app/records/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/timestamp_text.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/records/cause_name.hpp"
#include "storage/journal/steering_store.hpp"

namespace laundromat {

namespace {

/// With the rule that excludes the seed, and the reason of the operator.
seed_standing explained(const seed_row& row, const steering_rules& rules, timestamp now) {
  auto standing = standing_of(row.seed, row.crawled, now);
  if (row.seed.current != status::refused || row.seed.cause != errc::excluded) return standing;
  if (auto verdict = rules.judge(row.seed.uri); verdict.code == errc::excluded)
    standing.detail = std::move(verdict.detail);
  return standing;
}

timestamp due_of(const seed_record& seed) {
  return seed.crawls == 0 ? seed.added : seed.processed + seed.interval;
}

json_fact fact_of(const seed_row& row, const seed_standing& standing) {
  return {{"seed", row.seed.hash.hex()},
          {"standing", to_string(standing.is)},
          {"since", timestamp_text(standing.since)},
          {"cause", cause_name(standing.cause, standing.detail)},
          {"detail", standing.detail},
          {"status", to_string(row.seed.current)},
          {"crawls", row.seed.crawls},
          {"added", timestamp_text(row.seed.added)},
          {"processed", timestamp_text(row.seed.crawls > 0 ? std::max(row.seed.processed, row.received)
                                                           : row.seed.processed)},
          {"due", timestamp_text(due_of(row.seed))},
          {"newest_download", row.present.is_null() ? "" : row.present.hex()},
          {"newest_document", row.has_document ? row.document.hex() : ""},
          {"uri", row.seed.uri}};
}

std::vector<std::string> cells_of(const seed_row& row, const seed_standing& standing) {
  constexpr std::size_t digits = 12;
  return {row.seed.hash.hex().substr(0, digits), std::string{to_string(standing.is)},
          timestamp_text(standing.since),        cause_name(standing.cause, standing.detail),
          human_count(row.seed.crawls),          timestamp_text(due_of(row.seed)),
          row.has_document ? "yes" : "no",       row.seed.uri};
}

}  // namespace

json_fact fact_of_seed(const seed_row& row, const steering_rules& rules, timestamp now) {
  return fact_of(row, explained(row, rules, now));
}

void list_seeds(const seed_list_options& options, command_context& context) {
  const auto wanted = standing_from_name(options.standing);
  if (!options.standing.empty() && !wanted)
    return context.refuse(
        exit_usage, "ls: `" + options.standing +
                        "` is no standing: write never-crawled, fine, failing, overdue, refused or relative");
  auto from = open_journal(context);
  if (!from) return;
  text_table table{{{"seed"},
                    {"standing"},
                    {"since"},
                    {"cause"},
                    {"crawls", text_table::align::right},
                    {"due"},
                    {"document"},
                    {"uri"}}};
  auto rules = steering_store{*from}.rules();
  if (!rules) return refuse(rules.error(), context);
  const steering_rules steered{*std::move(rules)};
  const auto after = record_hash::from_hex(options.after);
  if (!options.after.empty() && !after)
    return context.refuse(exit_usage, "ls: --after: `" + options.after +
                                          "` is no hash of a seed: the page before has named it");
  std::size_t listed = 0;
  std::string last;
  const auto now = wall_now();
  const auto take = [&](const seed_row& row) {
    const auto standing = explained(row, steered, now);
    if (wanted && standing.is != *wanted) return true;
    if (++listed > options.limit) return false;
    last = row.seed.hash.hex();
    options.json ? print_fact(context.io.out, fact_of(row, standing))
                 : table.add_row(cells_of(row, standing));
    return true;
  };
  const auto done = journal_reader{*from}.each_seed(options.host, after, take, wanted);
  if (!done) return refuse(done.error(), context);
  if (!options.json) table.print(context.io.out, context.io.out_terminal);
  if (listed > options.limit)
    tell_next_page(std::move(last), number_of(options.limit, "seed"), options.limit, context);
}

}  // namespace laundromat
