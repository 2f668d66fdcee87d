// laundromat ls: lists documents, seeds or worker nodes.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <memory>
#include <ostream>

#include "app/campaign/seed_list.hpp"
#include "app/cluster/nodes.hpp"
#include "app/commands/commands.hpp"
#include "app/records/document_options.hpp"
#include "app/records/list_place.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "core/lifecycle/lifecycle.hpp"
#include "core/records/cause_name.hpp"

namespace laundromat {
namespace {

struct ls_options {
  std::string status = "parsed";
  bool all = false;
  document_options documents;
  std::string sort = "found";
  bool reverse = false;
  std::string after;
  std::size_t limit = 1'000;
  bool json = false;
  bool nodes = false;
  bool seeds = false;
  std::string standing;
  std::string columns = "hash,status,format,statements,bytes,defects,uri";
};

/// The hash of the clean document, else of the entry.
std::string hash_of(const document_row& row) {
  constexpr std::size_t digits = 12;
  return (row.clean.is_null() ? row.entry.hex() : row.clean.hex()).substr(0, digits);
}
std::string status_cell(const document_row& row) {
  return std::string{to_string(row.current)} + (row.is_removed ? ", removed" : "") +
         (row.cause == errc::ok ? std::string{} : ": " + cause_name(row.cause, row.detail));
}
std::string format_name(const document_row& row) {
  return row.format == rdf_format::unknown ? std::string{} : std::string{to_string(row.format)};
}
std::string if_clean(const document_row& row, std::string text) {
  return row.clean.is_null() ? std::string{} : std::move(text);
}

struct column {
  std::string_view name;
  std::string (*cell)(const document_row&);
  text_table::align to = text_table::align::left;
};
constexpr std::array columns{
    column{"hash", hash_of},
    column{"entry", [](const document_row& r) { return r.entry.hex(); }},
    column{"clean", [](const document_row& r) { return if_clean(r, r.clean.hex()); }},
    column{"status", status_cell},
    column{"format", format_name},
    column{"statements", [](const document_row& r) { return if_clean(r, human_count(r.statements)); },
           text_table::align::right},
    column{"bytes", [](const document_row& r) { return if_clean(r, human_bytes(r.bytes)); },
           text_table::align::right},
    column{"defects", [](const document_row& r) { return human_count(r.defects); }, text_table::align::right},
    column{"host", [](const document_row& r) { return r.authority; }},
    column{"date", [](const document_row& r) { return to_iso8601(r.begun); }},
    column{"uri", [](const document_row& r) { return r.uri; }},
};

std::optional<std::vector<column>> columns_of(const std::string& list, command_context& context) {
  std::vector<column> chosen;
  for (std::size_t from = 0; from <= list.size();) {
    const auto end = std::min(list.find(',', from), list.size());
    const auto name = std::string_view(list).substr(from, end - from);
    const auto found = std::ranges::find(columns, name, &column::name);
    if (found == columns.end()) {
      std::string all;
      for (const auto& one : columns) all.append(all.empty() ? "" : ", ").append(one.name);
      context.refuse(exit_usage, "ls: `" + std::string(name) + "` is not a column; columns are " + all);
      return std::nullopt;
    }
    chosen.push_back(*found);
    from = end + 1;
  }
  return chosen;
}

std::optional<document_order> order_of(const std::string& name, command_context& context) {
  const auto order = order_from_name(name);
  if (!order)
    context.refuse(exit_usage, "ls: cannot sort by `" + name +
                                   "`: write found, statements, bytes, defects, format, host, uri or date");
  return order;
}

/// The result of `--same-as` for a row: documents with equal identity may be the same data.
identity_kind sameness(const document_row& row, const content_digest& same_as) {
  return row.clean == same_as ? identity_kind::exact : identity_kind::candidate;
}

void print_document_fact(const document_row& row, const content_digest& same_as, console& io) {
  json_fact fact{{"hash", (row.clean.is_null() ? row.entry.hex() : row.clean.hex())},
                 {"entry", row.entry.hex()},
                 {"clean", if_clean(row, row.clean.hex())},
                 {"status", to_string(row.current)},
                 {"cause", cause_name(row.cause, {})},
                 {"detail", row.detail},
                 {"format", format_name(row)},
                 {"statements", row.statements},
                 {"bytes", row.bytes},
                 {"defects", row.defects},
                 {"authority", row.authority},
                 {"begun", to_iso8601(row.begun)},
                 {"removed", row.is_removed},
                 {"uri", row.uri}};
  if (!same_as.is_null()) fact["same"] = to_string(sameness(row, same_as));
  print_fact(io.out, fact);
}

/// Whether a document can have the status; `cleaned` and `added` are statuses of other records.
bool is_of_documents(status current) {
  return std::ranges::any_of(lifecycle_table, [current](const lifecycle_rule& rule) {
    return rule.kind == record_kind::entry && rule.to == current;
  });
}

std::string statuses_of_documents() {
  std::string all;
  for (const auto one : all_statuses())
    if (is_of_documents(one)) all.append(to_string(one)).append(", ");
  return all + "or removed";
}

/// The filter of the options; reports an invalid value and returns nothing.
std::optional<document_filter> filter_of(const ls_options& options, command_context& context) {
  auto filter = options.documents.read(context);
  if (!filter) return filter;
  if (options.status == "removed") {  // of any crawl: the present crawls have newer documents
    filter->crawls = crawl_scope::all;
    filter->is_removed = true;
    return filter;
  }
  filter->current = options.all ? std::nullopt : status_from_name(options.status);
  if (options.all || (filter->current && is_of_documents(*filter->current))) return filter;
  context.refuse(exit_usage, "ls: `" + options.status + "` is not a status of documents: write " +
                                 statuses_of_documents());
  return std::nullopt;
}

/// Prints JSON lines at once or a table at the end; returns the number of rows, at most `limit` + 1. With more rows `next` is the place of
/// the last one that is printed.
result<document_sums> print_documents(journal& from, const ls_options& options, const document_filter& filter,
                                      const document_sorting& sorting, std::span<const column> chosen,
                                      const content_digest& same_as, std::string& next, console& io) {
  std::vector<text_table::column> headings;
  for (const auto& one : chosen) headings.push_back({std::string(one.name), one.to});
  if (!same_as.is_null()) headings.push_back({"same", text_table::align::left});
  text_table table{std::move(headings)};
  document_sums sums;
  document_row last;
  const auto listed =
      journal_reader{from}.each_document(filter, sorting, options.limit + 1, [&](const document_row& row) {
        if (++sums.documents > options.limit) {
          next = place_text(last, filter, sorting.by);
          return false;
        }
        sums.statements += row.statements;
        sums.bytes += row.bytes;
        if (options.json) {
          print_document_fact(row, same_as, io);
        } else {
          std::vector<std::string> cells;
          for (const auto& one : chosen) cells.push_back(one.cell(row));
          if (!same_as.is_null())
            cells.emplace_back(sameness(row, same_as) == identity_kind::exact ? "exact" : "may be the same");
          table.add_row(std::move(cells));
        }
        if (sums.documents == options.limit) last = row;
        return true;
      });
  if (!listed) return tl::unexpected(listed.error());
  if (!options.json) table.print(io.out, io.out_terminal);
  return sums;
}

/// The order with the place of `--after`; reports a text that is none.
std::optional<document_sorting> sorting_of(const ls_options& options, document_order by,
                                           const document_filter& filter, command_context& context) {
  document_sorting sorting{by, options.reverse, {}};
  if (options.after.empty()) return sorting;
  sorting.after = place_from_text(options.after, filter, by);
  if (sorting.after) return sorting;
  context.refuse(exit_usage, "ls: --after: `" + options.after +
                                 "` is no place in this list: it comes from the page before, with the same "
                                 "filters and order");
  return std::nullopt;
}

void list(const ls_options& options, command_context& context) {
  auto filter = filter_of(options, context);
  if (!filter) return;
  const auto order = order_of(options.sort, context);
  if (!order) return;
  const auto chosen = columns_of(options.columns, context);
  if (!chosen) return;
  auto from = open_journal(context);
  if (!from) return;
  const auto same_as = options.documents.find_identity(*from, *filter, context);
  if (!same_as) return;
  const auto sorting = sorting_of(options, *order, *filter, context);
  if (!sorting) return;
  std::string next;
  auto sums = print_documents(*from, options, *filter, *sorting, *chosen, *same_as, next, context.io);
  const bool more = sums && sums->documents > options.limit;
  const bool is_watched = context.io.out_terminal.interactive && !options.json;
  if (more && is_watched) sums = journal_reader{*from}.sum_documents(*filter);
  if (!sums) return refuse(sums.error(), context);
  if (is_watched)
    context.io.out << '\n'
                   << painted(number_of(sums->documents, "document") + ", " +
                                  number_of(sums->statements, "statement") + ", " + human_bytes(sums->bytes),
                              colour::grey, context.io.out_terminal)
                   << '\n';
  if (more) tell_next_page(next, number_of(options.limit, "document"), options.limit, context);
}

void list_nodes(const ls_options& options, command_context& context) {
  const auto nodes = read_nodes(context.data);
  if (nodes.is_null())
    return context.refuse(exit_not_found,
                          "ls: no engine that accepts worker nodes runs on this data folder: start it with a "
                          "campaign that has a section `listen`");
  if (!options.json) return print_nodes(nodes, context.io);
  for (const auto& node : nodes["nodes"]) print_fact(context.io.out, node);
}

}  // namespace

void add_ls_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<ls_options>();
  auto& command = program.add_command("ls", "List the clean documents");
  command
      .option(
          "--status", options->status,
          "Only documents with this status; removed: older versions and takedowns, whose files were deleted")
      .shows_default();
  command.flag("--all", options->all, "Documents of every status").excludes("--status");
  options->documents.add_to(command);
  command
      .option("--sort", options->sort,
              "Ascending by found, format, host or uri; descending by statements, bytes, defects or date")
      .proposes({"found", "format", "host", "uri", "statements", "bytes", "defects", "date"})
      .shows_default();
  command.flag("--reverse", options->reverse, "Reverse the order");
  command.option("--limit", options->limit, "Print at most N rows").range(1, 1'000'000'000).shows_default();
  command.option("--after", options->after, "Begin behind this place, which the page before has named")
      .metavar("PLACE");
  command.option("--columns", options->columns, "Columns to print; also: entry, clean, host, date")
      .shows_default();
  command.flag("--json", options->json, "One JSON object per line");
  command.flag("--seeds", options->seeds,
               "List seeds instead of documents, with their standing: never crawled, fine, failing, overdue, "
               "refused or relative");
  command.option("--standing", options->standing, "Only seeds with this standing: failing")
      .proposes(standing_names())
      .metavar("STANDING");
  command.flag("--nodes", options->nodes, "List worker nodes instead of documents");
  add_data_option(command, context);
  command.examples({"laundromat ls", "laundromat ls --status failed", "laundromat ls --json | head",
                    "laundromat ls --seeds --standing failing",
                    "laundromat ls --host example.org --sort statements --limit 10",
                    "laundromat ls --rule missing_prefix --columns hash,defects,uri"});
  command.notes(
      "One row for each source document. hash: of its clean document, as in the column clean, else of the "
      "entry; documents with the same content have the same hash. statements, bytes: of the clean document, "
      "uncompressed. defects: all in the document, repaired and skipped ones. host: with its port. date: "
      "when its download began.\n\nIn the order found, the members of an archive come directly behind it; "
      "with --format, --since, --until, --host, --all-crawls, --all or another --status at the time when "
      "they were found.\n\nWith --seeds: standing and since when, the cause of a failure, the number of "
      "crawls, when the seed is due, whether it has a clean document.");
  command.action([options, &context] {
    if (options->nodes) return list_nodes(*options, context);
    if (options->seeds || !options->standing.empty()) {
      const auto filter = options->documents.read(context);
      if (filter)
        list_seeds({filter->authority, options->standing, options->after, options->limit, options->json},
                   context);
      return;
    }
    list(*options, context);
  });
}

}  // namespace laundromat
