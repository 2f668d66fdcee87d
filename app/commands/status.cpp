// laundromat status: how many records stand where, what failed and why, what came out.
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <map>
#include <memory>
#include <ostream>

#include "app/cluster/nodes.hpp"
#include "app/commands/commands.hpp"
#include "app/json.hpp"
#include "app/open_journal.hpp"
#include "app/waits_file.hpp"
#include "core/base/keyed_table.hpp"

namespace laundromat {
namespace {

struct totals {
  std::map<std::pair<record_kind, status>, std::uint64_t> by_status;
  std::map<std::pair<record_kind, errc>, std::uint64_t> by_cause;  ///< of what failed or was refused
  std::uint64_t relative_seeds = 0;
  std::uint64_t clean_documents = 0;  ///< different ones, that are there
  std::uint64_t removed = 0;          ///< different ones, of which as older versions only deltas are left
  std::uint64_t statements = 0;
  std::uint64_t bytes = 0;  ///< of canonical N-Quads
  std::uint64_t defects = 0;
  std::vector<defect_count> damaged;  ///< entries with damage in their stream, by rule; `ok`: in all
};

/// Every clean document counts once, however many entries it came from.
result<void> add_documents(journal_reader& reader, totals& sum) {
  constexpr std::size_t page = 1'000;
  keyed_set<content_digest> seen;
  record_hash after;
  while (true) {
    const auto rows = reader.documents({}, page, after);
    if (!rows) return tl::unexpected(rows.error());
    for (const auto& row : *rows) {
      after = row.entry;
      sum.defects += row.defects;
      if (row.clean.is_null() || !seen.insert(row.clean).second) continue;
      ++(row.is_removed ? sum.removed : sum.clean_documents);
      if (row.is_removed) continue;
      sum.statements += row.statements;
      sum.bytes += row.bytes;
    }
    if (rows->size() < page) return {};
  }
}

result<totals> add_up(journal& from) {
  journal_reader reader{from};
  totals sum;
  const auto counts = reader.counts();
  if (!counts) return tl::unexpected(counts.error());
  for (const auto& row : *counts) {
    sum.by_status[{row.kind, row.current}] += row.count;
    if (row.current == status::failed || row.current == status::refused)
      sum.by_cause[{row.kind, row.cause}] += row.count;
  }
  const auto relative = reader.relative_seeds();
  if (!relative) return tl::unexpected(relative.error());
  sum.relative_seeds = *relative;
  auto damaged = reader.damaged_streams();
  if (!damaged) return tl::unexpected(damaged.error());
  sum.damaged = *std::move(damaged);
  if (auto done = add_documents(reader, sum); !done) return tl::unexpected(done.error());
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

void print_totals(const totals& sum, console& io) {
  text_table statuses{{{"kind"}, {"status"}, {"phase"}, {"count", text_table::align::right}}};
  for (const auto& [key, count] : sum.by_status)
    statuses.add_row({std::string{to_string(key.first)}, std::string{to_string(key.second)},
                      std::string{to_string(phase_of(key.first, key.second))}, human_count(count)});
  statuses.print(io.out, io.out_terminal);
  if (!sum.by_cause.empty()) {
    io.out << '\n'
           << painted("what failed or was refused, and why", colour_of(status::failed), io.out_terminal)
           << '\n';
    text_table causes{{{"kind"}, {"cause"}, {"count", text_table::align::right}, {"meaning"}}};
    for (const auto& [key, count] : sum.by_cause)
      causes.add_row({std::string{to_string(key.first)}, std::string{to_string(key.second)},
                      human_count(count), std::string{meaning_of(key.second)}});
    causes.print(io.out, io.out_terminal);
  }
  io.out << "\nrelative seeds    " << human_count(sum.relative_seeds) << " (counted, never fetched)\n"
         << "clean documents   " << human_count(sum.clean_documents) << " different ones"
         << (sum.removed == 0 ? "" : ", and " + human_count(sum.removed) + " older ones removed") << '\n'
         << "statements        " << human_count(sum.statements) << '\n'
         << "canonical bytes   " << human_bytes(sum.bytes) << '\n'
         << "defects recorded  " << human_count(sum.defects) << '\n'
         << "damaged streams   " << damage_in_words(sum.damaged) << '\n';
}

void print_json(const totals& sum, const json_fact& nodes, const std::string& waits_for, console& io) {
  json_fact fact = json_fact::object();
  for (const auto& [key, count] : sum.by_status)
    fact["records"][std::string{to_string(key.first)}][std::string{to_string(key.second)}] = count;
  for (const auto& [key, count] : sum.by_cause)
    fact["causes"][std::string{to_string(key.first)}][std::string{to_string(key.second)}] = count;
  fact["relative_seeds"] = sum.relative_seeds;
  fact["clean_documents"] = sum.clean_documents;
  fact["removed_documents"] = sum.removed;
  fact["statements"] = sum.statements;
  fact["canonical_bytes"] = sum.bytes;
  fact["defects"] = sum.defects;
  for (const auto& row : sum.damaged)
    fact["damaged_streams"][row.rule == errc::ok ? "documents" : std::string{to_string(row.rule)}] = row.count;
  if (!nodes.is_null()) fact["cluster"] = nodes;
  if (!waits_for.empty()) fact["waits_for"] = waits_for;
  print_fact(io.out, fact);
}

}  // namespace

void add_status_command(CLI::App& app, command_context& context) {
  auto json = std::make_shared<bool>(false);
  auto* command = app.add_subcommand("status", "Say how many records stand where, what failed and why");
  command->add_flag("--json", *json, "One JSON object");
  command->footer("Example:\n  laundromat status --data laundry");
  command->callback([json, &context] {
    auto from = open_journal(context);
    if (!from) return;
    const auto sum = add_up(*from);
    if (!sum) return refuse(sum.error(), context);
    const auto nodes = read_nodes(context.data);
    const auto waits_for = read_waits(context.data);
    if (*json) return print_json(*sum, nodes, waits_for, context.io);
    if (!waits_for.empty())
      context.io.out << painted("the engine waits for its machine", colour::red, context.io.out_terminal)
                     << ": " << harmless(waits_for) << "\n\n";
    print_totals(*sum, context.io);
    if (nodes.is_null()) return;
    context.io.out << '\n';
    print_nodes(nodes, context.io);
  });
}

}  // namespace laundromat
