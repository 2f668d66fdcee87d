// laundromat errors: everything that was wrong with a document, where, and how to mend it.
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "app/edit_distance.hpp"
#include "app/error_report.hpp"
#include "app/ledger_file.hpp"
#include "app/ledger_finder.hpp"
#include "app/open_journal.hpp"
#include "core/rdf/model/hint.hpp"
#include "storage/clean_store.hpp"
#include "storage/data_folder.hpp"

namespace laundromat {
namespace {

struct errors_options {
  std::vector<std::string> hashes, files, rules;
  std::string name;  ///< of the document, for ledgers that are files
  std::string done;
  std::optional<std::uint64_t> limit;
  bool json = false, sarif = false, quarantine = false;
};

std::string nearest_rule(std::string_view name) {
  std::vector<std::string_view> names;
  for (const auto& row : defect_hints()) names.push_back(to_string(row.rule));
  return nearest_key(name, names);
}

/// Nothing when a name is not known, and said so then.
std::optional<report_options> read_options(const errors_options& options, command_context& context) {
  report_options report;
  report.style = options.json         ? report_style::json
                 : options.sarif      ? report_style::sarif
                 : options.quarantine ? report_style::quarantine
                                      : report_style::table;
  report.limit = options.limit;
  if (options.limit == 0) report.limit = ~std::uint64_t{0};
  for (const auto treated : {treatment::note, treatment::repair, treatment::skip})
    if (to_string(treated) == options.done) report.done = treated;
  for (const auto& name : options.rules) {
    const auto rule = errc_from_name(name);
    if (!rule || hint_on(*rule).empty()) {
      context.refuse(exit_usage,
                     "`" + name + "` is no rule of a defect; did you mean `" + nearest_rule(name) + "`?");
      return std::nullopt;
    }
    report.rules.insert(*rule);
  }
  return report;
}

/// A ledger does not know where its document lies; `wash -o` puts it beside `socks.ttl.nq.gz`.
std::string document_of(const std::string& ledger) {
  constexpr std::string_view ending = ".ledger.nq.gz";
  return ledger.ends_with(ending) ? ledger.substr(0, ledger.size() - ending.size()) : ledger;
}

void report_file(error_report& report, std::string_view name, const std::filesystem::path& path,
                 const content_digest& expected, command_context& context) {
  auto ledger = open_ledger(path, expected);
  const auto done = ledger ? report.add(name, **ledger) : tl::unexpected(ledger.error());
  if (!done) refuse({done.error().code, path.string() + ": " + done.error().detail}, context);
}

void report_record(error_report& report, journal& from, const clean_store& store, const record_ref& record,
                   command_context& context) {
  bool has_any = false;
  const auto found = each_ledger(from, record, [&](const found_ledger& one) {
    has_any = true;
    report_file(report, one.uri, store.ledger_path(one.clean, one.ledger), one.ledger, context);
  });
  if (!found) return refuse(found.error(), context);
  if (!has_any)
    context.io.err << "laundromat: " << record.hex()
                   << " has no ledger: nothing was wrong, or it did not get as far, or a version before "
                      "ledgers washed it; "
                      "`laundromat show` has what is known\n";
}

void report_records(error_report& report, const std::vector<std::string>& hashes, command_context& context) {
  auto from = open_journal(context);
  if (!from) return;
  const auto store = clean_store::at(data_layout{context.data}.clean());
  if (!store) return refuse(store.error(), context);
  for (const auto& hash : hashes)
    if (const auto record = find_record(*from, hash, context))
      report_record(report, *from, *store, *record, context);
}

void errors(const errors_options& options, command_context& context) {
  if (options.hashes.empty() && options.files.empty())
    return context.refuse(exit_usage, "name a record by its hash, or a ledger with --file");
  const auto asked = read_options(options, context);
  if (!asked) return;
  const auto report = make_error_report(*asked, context.io);
  if (!options.hashes.empty()) report_records(*report, options.hashes, context);
  for (const auto& file : options.files)
    report_file(*report, options.name.empty() ? document_of(file) : options.name, file, {}, context);
  if (const auto done = report->finish(); !done) refuse(done.error(), context);
}

}  // namespace

void add_errors_command(CLI::App& app, command_context& context) {
  auto options = std::make_shared<errors_options>();
  auto* command =
      app.add_subcommand("errors", "List everything that was wrong with a document, and how to mend it");
  command->add_option("HASH", options->hashes,
                      "At least 4 digits of the hash of an entry, a clean document (all it came from) or a "
                      "seed (its last download)");
  command->add_option("--file", options->files, "A ledger that `wash` wrote; may be given several times")
      ->allow_extra_args(false)
      ->type_name("LEDGER");
  command
      ->add_option(
          "--name", options->name,
          "What the document of --file is called, so that SARIF leads to it; else the ledger's own name")
      ->type_name("PATH");
  command->add_option("--rule", options->rules, "Only this rule; may be given several times")
      ->allow_extra_args(false)
      ->type_name("RULE");
  command->add_option("--done", options->done, "Only what was noted, repaired or skipped")
      ->check(CLI::IsMember({"note", "repair", "skip"}))
      ->type_name("TREATMENT");
  command
      ->add_option("--limit", options->limit,
                   "At most that many rows of a document, 0 for all; 20 in a table, else all")
      ->type_name("N");
  auto* json = command->add_flag("--json", options->json, "One JSON object a row");
  auto* sarif =
      command->add_flag("--sarif", options->sarif, "SARIF 2.1.0, with fixes, for editors and code review");
  auto* quarantine =
      command->add_flag("--quarantine", options->quarantine,
                        "Print the bytes that are in no statement, exactly as they were read, in UTF-8");
  json->excludes(sarif)->excludes(quarantine);
  sarif->excludes(quarantine);
  command->footer(
      "Example:\n  laundromat errors 3b0f361c\n  laundromat errors --sarif 3b0f361c > socks.sarif\n"
      "  laundromat wash socks.ttl --ledger socks.ledger.nq.gz > socks.nq\n  laundromat errors --file "
      "socks.ledger.nq.gz --done skip");
  command->callback([options, &context] { errors(*options, context); });
}

}  // namespace laundromat
