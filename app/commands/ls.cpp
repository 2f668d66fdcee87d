// laundromat ls: the clean documents, or what became of the others.
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <algorithm>
#include <memory>
#include <ostream>

#include "app/clean_document.hpp"
#include "app/commands/commands.hpp"
#include "app/json.hpp"
#include "app/open_journal.hpp"

namespace laundromat {
namespace {

struct ls_options {
  std::string status = "parsed";
  bool all = false;
  std::string host;
  std::string format;
  std::string same_as;
  std::size_t limit = 1'000;
  bool json = false;
};

/// The hash that opens the most: of the clean document, else of the entry.
std::string hash_of(const document_row& row) {
  return row.clean.is_null() ? row.entry.hex() : row.clean.hex();
}

void print_rows(const std::vector<document_row>& rows, console& io) {
  constexpr std::size_t digits = 12;
  text_table table{{{"hash"},
                    {"status"},
                    {"format"},
                    {"statements", text_table::align::right},
                    {"bytes", text_table::align::right},
                    {"defects", text_table::align::right},
                    {"uri"}}};
  for (const auto& row : rows) {
    const bool clean = !row.clean.is_null();
    const auto standing = std::string{to_string(row.current)} +
                          (row.cause == errc::ok ? std::string{} : ": " + std::string{to_string(row.cause)});
    table.add_row({hash_of(row).substr(0, digits), standing,
                   row.format == rdf_format::unknown ? "" : std::string{to_string(row.format)},
                   clean ? human_count(row.statements) : "", clean ? human_bytes(row.bytes) : "",
                   human_count(row.defects), row.uri});
  }
  table.print(io.out, io.out_terminal);
}

void print_json(const std::vector<document_row>& rows, console& io) {
  for (const auto& row : rows)
    print_fact(io.out,
               {{"entry", row.entry.hex()},
                {"clean", row.clean.is_null() ? "" : row.clean.hex()},
                {"status", to_string(row.current)},
                {"cause", row.cause == errc::ok ? "" : std::string{to_string(row.cause)}},
                {"format", row.format == rdf_format::unknown ? "" : std::string{to_string(row.format)}},
                {"statements", row.statements},
                {"bytes", row.bytes},
                {"defects", row.defects},
                {"authority", row.authority},
                {"uri", row.uri}});
}

/// The filter that the options ask for; nothing when a word of them means nothing, and said so then.
std::optional<document_filter> filter_of(const ls_options& options, command_context& context) {
  document_filter filter;
  filter.authority = options.host;
  filter.current = options.all ? std::nullopt : status_from_name(options.status);
  if (!options.all && !filter.current) {
    context.refuse(exit_usage, "ls: `" + options.status + "` is no status; see `laundromat lifecycle`");
    return std::nullopt;
  }
  if (options.format.empty()) return filter;
  const auto format = format_from_name(options.format);
  if (!format) {
    context.refuse(exit_usage,
                   "ls: `" + options.format +
                       "` is no format: write n-triples, n-quads, turtle, trig, rdf-xml, rdfa or json-ld");
    return std::nullopt;
  }
  filter.format = *format;
  return filter;
}

/// The identity of the document that a hash means; false when there is none, and said so then.
bool fill_identity(journal& from, const std::string& hash, document_filter& filter, command_context& context) {
  const auto record = find_record(from, hash, context);
  const auto digest = record ? clean_of(from, *record, context) : std::nullopt;
  if (!digest) return false;
  const auto clean = journal_reader{from}.clean(*digest);
  if (!clean) {
    refuse(clean.error(), context);
    return false;
  }
  if (clean->identity.kind == identity_kind::unknown)
    context.refuse(exit_not_found, digest->hex() + " was written before datasets had an identity: wash it again");
  filter.identity = clean->identity.digest;
  return clean->identity.kind != identity_kind::unknown;
}

void list(const ls_options& options, command_context& context) {
  auto filter = filter_of(options, context);
  if (!filter) return;
  auto from = open_journal(context);
  if (!from) return;
  if (!options.same_as.empty() && !fill_identity(*from, options.same_as, *filter, context)) return;
  auto rows = journal_reader{*from}.documents(*filter, options.limit + 1);
  if (!rows) return refuse(rows.error(), context);
  const bool more = rows->size() > options.limit;
  if (more) rows->pop_back();
  (options.json ? print_json : print_rows)(*rows, context.io);
  if (more)
    context.io.err << "more than " << options.limit << " documents: see them with --limit "
                   << options.limit * 10 << '\n';
}

}  // namespace

void add_ls_command(CLI::App& app, command_context& context) {
  auto options = std::make_shared<ls_options>();
  auto* command = app.add_subcommand("ls", "List the clean documents");
  auto* status =
      command->add_option("--status", options->status, "Documents that stand here")->capture_default_str();
  command->add_flag("--all", options->all, "Documents of every status")->excludes(status);
  command->add_option("--host", options->host, "Of this host only: example.org:443");
  command->add_option("--format", options->format, "Of this format only: turtle");
  command->add_option("--same-as", options->same_as,
                      "Documents that hold the same data as the one with this hash, whatever their format");
  command->add_option("--limit", options->limit, "At most that many")
      ->check(CLI::Range(std::size_t{1}, std::size_t{1'000'000'000}))
      ->capture_default_str();
  command->add_flag("--json", options->json, "One JSON object a line");
  command->footer(
      "Example:\n  laundromat ls\n  laundromat ls --status failed\n  laundromat ls --json | head");
  command->callback([options, &context] { list(*options, context); });
}

}  // namespace laundromat
