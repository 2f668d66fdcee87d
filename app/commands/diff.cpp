// laundromat diff: prints the changes between two clean documents.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <filesystem>
#include <limits>
#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "app/providers/graph_reference.hpp"
#include "app/records/clean_document.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/stream_sink.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/rdf/delta/delta_writer.hpp"
#include "core/web/uri.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {
namespace {

constexpr int exit_equal = 0, exit_differ = 1;
constexpr auto all_rows = static_cast<std::size_t>(std::numeric_limits<std::int32_t>::max());

struct diff_options {
  std::vector<std::string> documents;
  std::string format = "nquads";
  bool stat = false, json = false;
};

/// A document or a kept delta; damage is known only after reading it.
struct opened_text {
  std::string name;
  std::string iri;  ///< empty for a file
  byte_source_ptr text;
  warning_log warnings = {};
};

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
  if (given.find_first_not_of("0123456789abcdefABCDEF") != std::string::npos && !is_absolute(given)) {
    context.refuse(exit_not_found, std::string{given} + ": no such file");
    return false;
  }
  auto from = open_journal(context);
  const auto record = from ? find_record(*from, given, context) : std::nullopt;
  const auto digest = record ? clean_of(*from, *record, context) : std::nullopt;
  if (!digest) return false;
  const auto names = published_names(*from, context);
  if (!names) return false;
  side.iri = names->id(digest->hex());
  const auto clean = journal_reader{*from}.clean(*digest);
  if (!clean) return refuse(clean.error(), context), false;
  const auto store = open_clean_store(context);
  if (!store) return false;
  if (is_removed(*from, *clean, context)) return false;
  // A document without statements has no file.
  if (clean->statements == 0) return fits(make_memory_source(""), side, context);
  return fits(open_clean(*store, *digest, side.warnings), side, context);
}

/// Two consecutive crawls of a document that can be compared.
struct comparison {
  entry_record before, after;
  content_digest from;  ///< the document of the crawl before, when a delta is kept; null: nothing changed
};

/// Writes changes in the format of the options.
class change_printer {
 public:
  /// `crawls`: the two crawls, when crawls are compared.
  change_printer(const diff_options& options, delta_format format, const delta_names& names, console& io,
                 const comparison* crawls = nullptr)
      : options_(options),
        io_(io),
        crawls_(crawls),
        sink_(io.out),
        writer_(make_delta_writer(format, names, sink_)) {}

  result<void> take(delta_sign sign, std::string_view line) {
    if (options_.stat) return {};
    if (!options_.json) return writer_->take(sign, line);
    print_fact(io_.out, {{"change", sign == delta_sign::added ? "added" : "removed"},
                         {"statement", line.substr(0, line.size() - 1)}});
    return {};
  }
  result<void> finish(const delta_counts& counts, bool has_kept) {
    if (options_.json) {
      json_fact fact{{"removed", counts.removed}, {"added", counts.added}};
      if (has_kept) fact["kept"] = counts.kept;
      if (crawls_) {
        fact["from_crawl"] = {{"entry", crawls_->before.hash.hex()},
                              {"begun", to_iso8601(crawls_->before.begun)}};
        fact["to_crawl"] = {{"entry", crawls_->after.hash.hex()},
                            {"begun", to_iso8601(crawls_->after.begun)}};
      }
      print_fact(io_.out, fact);
    } else if (options_.stat) {
      io_.out << counts.removed << " removed, " << counts.added << " added";
      if (has_kept) io_.out << ", " << counts.kept << " kept";
      io_.out << '\n';
    } else {
      return writer_->finish();
    }
    return {};
  }

 private:
  const diff_options& options_;
  console& io_;
  const comparison* crawls_;
  stream_sink sink_;
  std::unique_ptr<delta_writer> writer_;
};

void finish(change_printer& printer, const result<delta_counts>& counts, bool has_kept,
            std::initializer_list<const opened_text*> read, command_context& context) {
  if (!counts && has_kept && counts.error().code == errc::syntax_error)
    return context.refuse(exit_usage,
                          to_string(counts.error()) + "; wash it first: `laundromat wash FILE > FILE.nq`");
  if (!counts) return refuse(counts.error(), context);
  for (const auto* text : read)
    if (!text->warnings.rows().empty())
      return context.refuse(exit_disk, text->name + " is damaged: the changes printed for its end are wrong");
  if (const auto done = printer.finish(*counts, has_kept); !done) return refuse(done.error(), context);
  context.exit_code = counts->is_empty() ? exit_equal : exit_differ;
}

void compare_documents(const diff_options& options, delta_format format, command_context& context) {
  opened_text before, after;
  if (!open_side(options.documents[0], before, context) || !open_side(options.documents[1], after, context))
    return;
  change_printer printer{options, format, {before.iri, after.iri}, context.io};
  const auto counts = compare(*before.text, *after.text, [&](delta_sign sign, std::string_view line) {
    return printer.take(sign, line);
  });
  finish(printer, counts, true, {&before, &after}, context);
}

/// The crawl whose body an `unchanged` crawl repeats; null when there is none.
result<record_hash> confirmed_by(journal_reader& reader, const entry_record& unchanged) {
  const auto downloads = reader.downloads(unchanged.seed, all_rows);
  if (!downloads) return tl::unexpected(downloads.error());
  bool is_older = false;
  for (const auto& download : *downloads) {
    if (is_older && download.current != status::unchanged && !download.content.raw_path.empty())
      return download.hash;
    is_older = is_older || download.hash == unchanged.hash;
  }
  return record_hash{};
}

/// A crawl and its predecessor; nothing when they cannot be compared.
result<std::optional<comparison>> comparison_of(journal& from, const entry_record& entry) {
  journal_reader reader{from};
  const auto before = reader.previous_entry(entry.hash);
  if (!before) return tl::unexpected(before.error());
  if (!*before || (*before)->clean.is_null()) return std::nullopt;
  if (entry.current == status::unchanged) {
    const auto confirmed = confirmed_by(reader, entry);
    if (!confirmed) return tl::unexpected(confirmed.error());
    return *confirmed == (*before)->hash ? std::optional{comparison{**before, entry, {}}} : std::nullopt;
  }
  if (entry.clean == (*before)->clean) return comparison{**before, entry, {}};
  const auto kept = reader.delta_from(entry.hash);
  if (!kept) return tl::unexpected(kept.error());
  if (entry.clean.is_null() || kept->is_null()) return std::nullopt;
  return comparison{**before, entry, *kept};
}

/// For an entry its own comparison; for a seed the newest one.
result<std::optional<comparison>> find_comparison(journal& from, const record_ref& record) {
  if (record.kind == record_kind::clean) return std::nullopt;
  if (record.kind == record_kind::entry) {
    const auto entry = from.entry(record.record);
    return entry ? comparison_of(from, *entry) : tl::unexpected(entry.error());
  }
  const auto downloads = journal_reader{from}.downloads(record.record, all_rows);
  if (!downloads) return tl::unexpected(downloads.error());
  for (const auto& download : *downloads)
    if (auto found = comparison_of(from, download); !found || *found) return found;
  return std::nullopt;
}

/// Why two crawls of a record cannot be compared.
result<std::string> why_not_comparable(journal& from, const record_ref& record) {
  const std::string no_delta =
      " has no delta to the crawl before it: name two documents instead, or one member of an archive";
  journal_reader reader{from};
  if (record.kind == record_kind::entry) {
    const auto before = reader.previous_entry(record.record);
    if (!before) return tl::unexpected(before.error());
    return *before ? no_delta : " cannot be compared: no earlier crawl led to a document there";
  }
  if (record.kind != record_kind::seed) return no_delta;
  const auto row = reader.listed_seed(record.record);
  const auto downloads = reader.downloads(record.record, all_rows);
  if (!row || !downloads) return tl::unexpected(row ? downloads.error() : row.error());
  const auto led_to_something = [](const entry_record& download) {
    return download.current == status::parsed || download.current == status::depleted;
  };
  const auto useful = std::ranges::count_if(*downloads, led_to_something);
  if (useful > 1) return no_delta;
  if (downloads->size() == 1 && useful == 1)
    return ": only one crawl has finished (" + to_iso8601(downloads->front().begun) +
           "); the next one is due at " + to_iso8601(row->seed.processed + row->seed.interval);
  std::string why = " has no two crawls to compare: ";
  if (useful == 0)
    why += "none led to a document";
  else
    why += "only that of " + to_iso8601(std::ranges::find_if(*downloads, led_to_something)->begun) +
           " led to something";
  return why + "; it is " + to_string(standing_of(row->seed, row->crawled, wall_now()));
}

/// Printed on standard error, because standard output may be read by a program.
void print_what_is_compared(const comparison& two, console& io) {
  const auto crawl = [](const entry_record& entry) {
    return entry.hash.hex().substr(0, 12) + " of " + to_iso8601(entry.begun);
  };
  io.err << "laundromat: from crawl " << crawl(two.before) << " to crawl " << crawl(two.after) << '\n';
}

/// The delta stored with the clean document of a crawl. None is stored when the document is that of the crawl before: nothing changed.
void print_kept(const diff_options& options, delta_format format, command_context& context) {
  const auto& given = options.documents[0];
  auto from = open_journal(context);
  const auto record = from ? find_record(*from, given, context) : std::nullopt;
  if (!record) return;
  const auto found = find_comparison(*from, *record);
  if (!found) return refuse(found.error(), context);
  if (!*found) {
    const auto why = why_not_comparable(*from, *record);
    return why ? context.refuse(exit_not_found, std::string{given} + *why) : refuse(why.error(), context);
  }
  const auto& two = **found;
  const auto names = published_names(*from, context);
  if (!names) return;
  print_what_is_compared(two, context.io);
  const auto after = two.after.clean.is_null() ? two.before.clean : two.after.clean;
  if (two.from.is_null()) {
    change_printer printer{
        options, format, {names->id(after.hex()), names->id(after.hex())}, context.io, &two};
    return finish(printer, delta_counts{}, false, {}, context);
  }
  const auto store = open_clean_store(context);
  if (!store) return;
  opened_text patch{given, {}, {}};
  if (!fits(inflate_if_packed(store->open_delta(after, two.from), patch.warnings), patch, context)) return;
  change_printer printer{
      options, format, {names->id(two.from.hex()), names->id(after.hex())}, context.io, &two};
  const auto counts = read_patch(
      *patch.text, [&](delta_sign sign, std::string_view line) { return printer.take(sign, line); });
  finish(printer, counts, false, {&patch}, context);
}

/// Whether something is `NAME@VERSION`.
bool names_version(const std::string& given) {
  const auto at = given.rfind('@');
  std::error_code code;
  return at != given.npos && at > 0 && at + 1 < given.size() && given.find(':') == given.npos &&
         given.find_first_not_of("0123456789", at + 1) == given.npos && !std::filesystem::exists(given, code);
}

void compare_graphs(const diff_options& options, delta_format format, command_context& context) {
  const auto& given = options.documents;
  auto db = open_journal(context);
  const auto to = db ? find_graph(*db, given.back(), context) : std::nullopt;
  if (!to) return;
  if (given.size() == 1 && to->version == 0)
    return context.refuse(exit_usage, harmless(given[0]) + " has no version before it");
  const auto from = given.size() == 1 ? std::optional{graph_reference{to->provider, to->version - 1}}
                                      : find_graph(*db, given.front(), context);
  if (!from) return;
  if (from->provider.id != to->provider.id)
    return context.refuse(exit_usage, "diff: name two versions of one graph: these are graphs of " +
                                          from->provider.name + " and " + to->provider.name);
  auto graph = open_graph(*db, to->provider, context);
  if (!graph) return;
  const auto name_of = [](const graph_reference& one) {
    return one.provider.graph + "@" + std::to_string(one.version);
  };
  change_printer printer{options, format, {name_of(*from), name_of(*to)}, context.io};
  const auto counts = graph->compare_versions(
      from->version, to->version,
      [&](delta_sign sign, std::string_view line) { return printer.take(sign, line); });
  finish(printer, counts, false, {}, context);
}

void diff(const diff_options& options, command_context& context) {
  const auto format = delta_format_from_name(options.format);
  if (!format)
    return context.refuse(exit_usage, "`" + options.format + "` is not nquads, rdf-patch or sparql");
  if (std::ranges::all_of(options.documents, names_version)) return compare_graphs(options, *format, context);
  (options.documents.size() == 1 ? print_kept : compare_documents)(options, *format, context);
}

}  // namespace

void add_diff_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<diff_options>();
  auto& command = program.add_command(
      "diff", "Print the changes between two clean documents, or since the previous crawl");
  command
      .positional("DOCUMENT", options->documents,
                  "Two documents: each a file of canonical N-Quads (.nq, .nq.gz), or the hash (at least 4 "
                  "digits) or URL of a clean document, entry or seed; or two versions of the graph of a "
                  "provider, as NAME@3. "
                  "One document: an entry is compared "
                  "with the previous crawl, of a seed the newest two crawls that can be compared, a version "
                  "of a graph with the one before")
      .required()
      .at_most(2);
  command
      .option(
          "--format", options->format,
          "nquads: lines that begin with `-` or `+`; rdf-patch: one transaction, which can be applied and "
          "undone; sparql: updates")
      .proposes({"nquads", "rdf-patch", "sparql"})
      .metavar("FORMAT")
      .shows_default();
  command.flag("--stat", options->stat, "Print only the numbers of removed, added and kept statements");
  command.flag("--json", options->json, "One JSON object per line, the counts last");
  add_data_option(command, context);
  command.examples({"laundromat diff 3b0f361c 77aa01fe", "laundromat diff https://example.org/socks.ttl",
                    "laundromat diff --format sparql old.nq.gz new.nq.gz",
                    "laundromat diff --format rdf-patch bcodmo@3 bcodmo@5"});
  command.notes(
      "Exit codes as in diff(1): 0 for the same, 1 for different; 2 and above as for all commands.");
  command.action([options, &context] { diff(*options, context); });
}

}  // namespace laundromat
