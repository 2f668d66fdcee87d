// laundromat report: sums over all crawls by host, media type, status code or origin of seeds.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "storage/journal/crawl_reports.hpp"

namespace laundromat {
namespace {

struct report_options {
  std::string kind;
  std::uint64_t limit = 100;
  bool json = false;
};

bool is_of_clean(report_kind kind) {
  return kind == report_kind::formats || kind == report_kind::encodings || kind == report_kind::sizes;
}
bool is_of_documents(report_kind kind) {
  return kind == report_kind::hosts || is_of_clean(kind);
}

/// What the rows of a report count, and by what.
const char* counted_in(report_kind kind) {
  if (is_of_documents(kind)) return "documents";
  return kind == report_kind::mime ? "bodies" : "requests";
}
const char* named_in(report_kind kind) {
  if (kind == report_kind::hosts) return "host";
  if (kind == report_kind::formats) return "format";
  if (kind == report_kind::encodings) return "encoding";
  if (kind == report_kind::sizes) return "statements";
  return kind == report_kind::mime ? "media type" : "status or error";
}

/// Seeds are not received: their rows have an origin and a status.
void print_seed_rows(const std::vector<report_row>& rows, bool json, command_context& context) {
  text_table table{{{"seeds", text_table::align::right}, {"found as"}, {"status"}}};
  for (const auto& row : rows) {
    if (json)
      print_fact(context.io.out, {{"key", row.key}, {"status", row.status}, {"count", row.count}});
    else
      table.add_row({human_count(row.count), row.key, row.status});
  }
  if (!json) table.print(context.io.out, context.io.out_terminal);
}

void report(const report_options& options, command_context& context) {
  const auto kind = report_kind_from_name(options.kind);
  if (!kind)
    return context.refuse(exit_usage,
                          "report: `" + options.kind +
                              "` is no report: write seeds, hosts, mime, codes, formats, encodings or sizes");
  auto from = open_journal(context);
  if (!from) return;
  const auto rows = crawl_reports{*from}.rows(*kind, static_cast<std::size_t>(options.limit));
  if (!rows) return refuse(rows.error(), context);
  const bool has_bytes = *kind != report_kind::seeds;
  if (!has_bytes) return print_seed_rows(*rows, options.json, context);
  text_table table{{{counted_in(*kind), text_table::align::right},
                    {is_of_clean(*kind) ? "clean bytes" : "received", text_table::align::right},
                    {named_in(*kind)}}};
  for (const auto& row : *rows) {
    const auto key = row.key.empty() ? std::string{"none"} : row.key;
    if (options.json)
      print_fact(context.io.out, {{"key", row.key}, {"count", row.count}, {"bytes", row.bytes}});
    else
      table.add_row({human_count(row.count), human_bytes(row.bytes), key});
  }
  if (!options.json) table.print(context.io.out, context.io.out_terminal);
}

}  // namespace

void add_report_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<report_options>();
  auto& command = program.add_command(
      "report",
      "Sum up what was crawled, by host, media type, status, format, encoding, size or origin of seeds");
  command.positional("REPORT", options->kind, "seeds, hosts, mime, codes, formats, encodings or sizes")
      .required();
  command.option("--limit", options->limit, "Print at most N rows").range(1, 1'000'000'000).shows_default();
  command.flag("--json", options->json, "One JSON object per line");
  add_data_option(command, context);
  command.examples({"laundromat report mime", "laundromat report hosts --limit 20"});
  command.notes(
      "seeds: their number, how they were found, and their status. hosts: what budgets count, as `hosts` has "
      "it: answers with a body (error pages too, redirects not), and the bytes of all answers. mime: bodies "
      "by the media type that the server declared. codes: requests by HTTP status, or by the error of the "
      "connection. formats, encodings and sizes (by statements): the clean documents of the newest crawls.");
  command.action([options, &context] { report(*options, context); });
}

}  // namespace laundromat
