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
#include "core/laundry/kept_delta.hpp"
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

/// A document or a kept delta, whose damage shows only when it has been read.
struct opened_text {
  std::string name;
  content_digest digest;  ///< null for a file
  byte_source_ptr text;
  warning_log warnings = {};
};

std::string iri_of(const content_digest& digest) {
  return digest.is_null() ? std::string{} : clean_iri(digest);
}

bool fits(result<byte_source_ptr> opened, opened_text& into, command_context& context) {
  if (!opened) {
    refuse(opened.error(), context);
    return false;
  }
  into.text = *std::move(opened);
  return true;
}

/// A file, or a clean document of the store.
bool open_side(const std::string& given, opened_text& side, command_context& context) {
  side.name = given;
  std::error_code code;
  if (std::filesystem::is_regular_file(given, code))
    return fits(open_clean_file(given, side.warnings), side, context);
  if (given.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos) {
    context.refuse(exit_not_found, given + ": no such file");
    return false;
  }
  auto from = open_journal(context);
  const auto record = from ? find_record(*from, given, context) : std::nullopt;
  const auto digest = record ? clean_of(*from, *record, context) : std::nullopt;
  if (!digest) return false;
  side.digest = *digest;
  const auto clean = journal_reader{*from}.clean(*digest);
  const auto store = clean_store::at(data_layout{context.data}.clean());
  if (!clean || !store) {
    refuse(clean ? store.error() : clean.error(), context);
    return false;
  }
  if (is_removed(*clean, context)) return false;
  // A document without statements has no file.
  if (clean->statements == 0) return fits(make_memory_source(""), side, context);
  return fits(open_clean(*store, *digest, side.warnings), side, context);
}

/// Writes changes as the options ask for.
class change_printer {
 public:
  change_printer(const diff_options& options, delta_format format, delta_names names, console& io)
      : options_(options),
        io_(io),
        sink_(io.out),
        writer_(make_delta_writer(format, std::move(names), sink_)) {}

  result<void> take(delta_sign sign, std::string_view line) {
    if (options_.stat) return {};
    if (!options_.json) return writer_->take(sign, line);
    print_fact(io_.out, {{"change", sign == delta_sign::added ? "added" : "removed"},
                         {"statement", line.substr(0, line.size() - 1)}});
    return {};
  }
  result<void> finish(const delta_counts& counts, bool knows_kept) {
    if (options_.json) {
      json_fact fact{{"removed", counts.removed}, {"added", counts.added}};
      if (knows_kept) fact["kept"] = counts.kept;
      print_fact(io_.out, fact);
    } else if (options_.stat) {
      io_.out << counts.removed << " removed, " << counts.added << " added";
      if (knows_kept) io_.out << ", " << counts.kept << " kept";
      io_.out << '\n';
    } else {
      return writer_->finish();
    }
    return {};
  }

 private:
  const diff_options& options_;
  console& io_;
  stream_sink sink_;
  std::unique_ptr<delta_writer> writer_;
};

void finish(change_printer& printer, const result<delta_counts>& counts, bool knows_kept,
            std::initializer_list<const opened_text*> read, command_context& context) {
  if (!counts) return refuse(counts.error(), context);
  for (const auto* text : read)
    if (!text->warnings.rows().empty())
      return context.refuse(exit_disk, text->name + " is torn: what is said of its end is not true");
  if (const auto done = printer.finish(*counts, knows_kept); !done) return refuse(done.error(), context);
  context.exit_code = counts->is_empty() ? exit_equal : exit_differ;
}

void compare_documents(const diff_options& options, delta_format format, command_context& context) {
  opened_text before, after;
  if (!open_side(options.documents[0], before, context) || !open_side(options.documents[1], after, context))
    return;
  change_printer printer{options, format, {iri_of(before.digest), iri_of(after.digest)}, context.io};
  const auto counts = compare(*before.text, *after.text, [&](delta_sign sign, std::string_view line) {
    return printer.take(sign, line);
  });
  finish(printer, counts, true, {&before, &after}, context);
}

/// The delta that the newest crawl of a seed, or the crawl that an entry belongs to, left beside its clean document; none is kept where
/// the document is that of the crawl before.
void print_kept(const diff_options& options, delta_format format, command_context& context) {
  const auto& given = options.documents[0];
  auto from = open_journal(context);
  const auto record = from ? find_record(*from, given, context) : std::nullopt;
  if (!record) return;
  auto hash = record->record;
  if (record->kind == record_kind::seed)
    if (const auto newest = journal_reader{*from}.downloads(hash, 1); newest && !newest->empty())
      hash = newest->front().hash;
  const auto entry = from->entry(hash);
  const auto previous = journal_reader{*from}.delta_from(hash);
  if (entry && !entry->clean.is_null() && from->previous_clean(hash) == entry->clean) {
    change_printer printer{options, format, {iri_of(entry->clean), iri_of(entry->clean)}, context.io};
    return finish(printer, delta_counts{}, false, {}, context);
  }
  if (!entry || !previous || previous->is_null())
    return context.refuse(exit_not_found,
                          given + " has no delta to the crawl before it: name two documents instead");
  const auto store = clean_store::at(data_layout{context.data}.clean());
  if (!store) return refuse(store.error(), context);
  opened_text patch{given, {}, {}};
  if (!fits(open_clean_file(store->delta_path(entry->clean, *previous).string(), patch.warnings), patch,
            context))
    return;
  change_printer printer{options, format, {iri_of(*previous), iri_of(entry->clean)}, context.io};
  const auto counts = read_patch(
      *patch.text, [&](delta_sign sign, std::string_view line) { return printer.take(sign, line); });
  finish(printer, counts, false, {&patch}, context);
}

void diff(const diff_options& options, command_context& context) {
  const auto format = delta_format_from_name(options.format);
  if (!format)
    return context.refuse(exit_usage, "`" + options.format + "` is not nquads, rdf-patch or sparql");
  (options.documents.size() == 1 ? print_kept : compare_documents)(options, *format, context);
}

}  // namespace

void add_diff_command(CLI::App& app, command_context& context) {
  auto options = std::make_shared<diff_options>();
  auto* command =
      app.add_subcommand("diff", "Print what changed between two clean documents, or since the crawl before");
  command
      ->add_option(
          "DOCUMENT", options->documents,
          "Two of them: a file of canonical N-Quads (.nq, .nq.gz), or at least 4 digits of the hash of "
          "a clean document, an entry, or a seed. One, a seed or an entry: its kept delta")
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
