// laundromat diff: what changed between two clean documents.
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>
#include <ostream>

#include "app/clean_document.hpp"
#include "app/commands/commands.hpp"
#include "app/json.hpp"
#include "app/open_journal.hpp"
#include "app/stream_sink.hpp"
#include "core/rdf/delta/delta_writer.hpp"
#include "storage/data_folder.hpp"

namespace laundromat {
namespace {

constexpr int exit_equal = 0, exit_differ = 1;

struct diff_options {
  std::vector<std::string> documents;
  std::string format = "nquads";
  bool stat = false, json = false;
};

/// One side: a file, or a clean document of the store.
struct diff_side {
  std::string name;
  content_digest digest;  ///< null for a file
  byte_source_ptr lines;
  warning_log warnings;

  [[nodiscard]] bool is_torn() const { return !warnings.rows().empty(); }
  [[nodiscard]] std::string iri() const {
    return digest.is_null() ? "" : "https://lodlaundromat.org/id/" + digest.hex();
  }
};

bool fits(result<byte_source_ptr> opened, diff_side& side, command_context& context) {
  if (!opened) {
    refuse(opened.error(), context);
    return false;
  }
  side.lines = *std::move(opened);
  return true;
}

bool open_side(const std::string& given, diff_side& side, command_context& context) {
  side.name = given;
  std::error_code code;
  if (std::filesystem::is_regular_file(given, code))
    return fits(open_clean_file(given, side.warnings), side, context);
  auto from = open_journal(context);
  if (!from) return false;
  const auto record = find_record(*from, given, context);
  if (!record) return false;
  const auto digest = clean_of(*from, *record, context);
  if (!digest) return false;
  side.digest = *digest;
  const auto clean = journal_reader{*from}.clean(*digest);
  const auto store = clean_store::at(data_layout{context.data}.clean());
  if (!clean || !store) {
    refuse(clean ? store.error() : clean.error(), context);
    return false;
  }
  // A document without statements has no file.
  if (clean->statements == 0) return fits(make_memory_source(""), side, context);
  return fits(open_clean(*store, *digest, side.warnings), side, context);
}

/// What takes the changes; nothing with `--stat`.
delta_consumer consumer_for(const diff_options& options, delta_writer& writer, console& io) {
  if (options.stat) return [](delta_sign, std::string_view) { return result<void>{}; };
  if (!options.json)
    return [&writer](delta_sign sign, std::string_view line) { return writer.take(sign, line); };
  return [&io](delta_sign sign, std::string_view line) {
    print_fact(io.out, {{"change", sign == delta_sign::added ? "added" : "removed"},
                        {"statement", line.substr(0, line.size() - 1)}});
    return result<void>{};
  };
}

void print_counts(const delta_counts& counts, const diff_options& options, console& io) {
  if (options.json)
    return print_fact(io.out, {{"removed", counts.removed}, {"added", counts.added}, {"kept", counts.kept}});
  if (options.stat)
    io.out << counts.removed << " removed, " << counts.added << " added, " << counts.kept << " kept\n";
}

/// The newest crawl of a seed or an entry against the one before it: what was kept says which those are.
bool find_versions(std::vector<std::string>& documents, command_context& context) {
  auto from = open_journal(context);
  const auto record = from ? find_record(*from, documents[0], context) : std::nullopt;
  if (!record) return false;
  auto entry = record->record;
  if (record->kind == record_kind::seed)
    if (const auto newest = journal_reader{*from}.downloads(entry, 1); newest && !newest->empty())
      entry = newest->front().hash;
  const auto row = from->entry(entry);
  const auto previous = journal_reader{*from}.delta_from(entry);
  if (!row || !previous || previous->is_null()) {
    context.refuse(exit_not_found, documents[0] + " has no delta to a crawl before: name two documents");
    return false;
  }
  documents = {previous->hex(), row->clean.hex()};
  return true;
}

void diff(diff_options options, command_context& context) {
  const auto format = delta_format_from_name(options.format);
  if (!format)
    return context.refuse(exit_usage, "`" + options.format + "` is not nquads, rdf-patch or sparql");
  if (options.documents.size() == 1 && !find_versions(options.documents, context)) return;
  diff_side before, after;
  if (!open_side(options.documents[0], before, context) || !open_side(options.documents[1], after, context))
    return;
  stream_sink sink{context.io.out};
  const auto writer = make_delta_writer(*format, {before.iri(), after.iri()}, sink);
  const auto counts = compare(*before.lines, *after.lines, consumer_for(options, *writer, context.io));
  if (!counts) return refuse(counts.error(), context);
  for (const auto* side : {&before, &after})
    if (side->is_torn())
      return context.refuse(exit_disk, side->name + " is torn: what is said of its end is not true");
  if (!options.stat && !options.json)
    if (const auto done = writer->finish(); !done) return refuse(done.error(), context);
  print_counts(*counts, options, context.io);
  context.exit_code = counts->is_empty() ? exit_equal : exit_differ;
}

}  // namespace

void add_diff_command(CLI::App& app, command_context& context) {
  auto options = std::make_shared<diff_options>();
  auto* command = app.add_subcommand("diff", "Print what changed between two clean documents");
  command
      ->add_option(
          "DOCUMENT", options->documents,
          "Two of them: a file of canonical N-Quads (.nq, .nq.gz), or at least 4 digits of the hash of "
          "a clean document, an entry, or a seed")
      ->required()
      ->expected(1, 2);
  command
      ->add_option("--format", options->format,
                   "nquads: lines behind `-` and `+`; rdf-patch: one transaction, which can be applied and "
                   "undone; sparql: updates")
      ->type_name("FORMAT")
      ->capture_default_str();
  command->add_flag("--stat", options->stat, "Only how many statements were removed, added and kept");
  command->add_flag("--json", options->json, "One JSON object a line, the counts last");
  command->footer(
      "Exit codes: as diff(1): 0 the same, 1 different; 2 and above as everywhere.\n"
      "Example:\n  laundromat diff 3b0f361c 77aa01fe\n  laundromat diff --format sparql old.nq.gz new.nq.gz");
  command->callback([options, &context] { diff(*options, context); });
}

}  // namespace laundromat
