// laundromat search: finds seeds, documents, members of archives and datasets by words.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/timestamp_text.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/records/cause_name.hpp"
#include "core/records/standing.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/search/search_index.hpp"

namespace laundromat {
namespace {

struct search_options {
  std::vector<std::string> words;
  std::size_t limit = 50;
  bool all_crawls = false, json = false;
};

constexpr std::size_t most_documents = 1'000;  ///< of a dataset, that are printed

/// A found record with what else is printed of it.
struct found_line {
  found_record what;
  seed_standing standing;               ///< of the seed
  std::vector<found_record> documents;  ///< of a dataset, one more at most than are printed

  [[nodiscard]] const announced_dataset& dataset() const { return what.dataset.dataset; }
};

std::string_view kind_of(const found_record& one) {
  switch (one.kind) {
    case found_kind::seed:
      return "seed";
    case found_kind::dataset:
      return "dataset";
    case found_kind::document:
      break;
  }
  return one.document.current == status::depleted ? "archive" : "document";
}

/// The hash that `show` and, of a clean document, `cat` take. A dataset has none.
std::string hash_of(const found_record& one) {
  if (one.kind == found_kind::dataset) return {};
  if (one.kind == found_kind::seed) return one.seed.hex();
  return one.document.clean.is_null() ? one.document.entry.hex() : one.document.clean.hex();
}

std::string uri_of(const found_record& one) {
  if (one.kind == found_kind::seed) return one.seed_uri;
  if (one.kind == found_kind::document) return one.document.uri;
  const auto& d = one.dataset.dataset;
  return d.iri.empty() ? d.key : d.iri;
}

std::string format_of(const document_row& row) {
  return row.format == rdf_format::unknown ? std::string{} : std::string{to_string(row.format)};
}

std::string status_of(const found_line& one) {
  if (one.what.kind == found_kind::seed) return std::string{to_string(one.standing.is)};
  const auto& row = one.what.document;
  if (one.what.kind == found_kind::dataset) return "announced";
  return std::string{to_string(row.current)} + (row.is_removed ? ", removed" : "") +
         (row.cause == errc::ok ? std::string{} : ": " + cause_name(row.cause, row.detail));
}

result<std::vector<found_record>> documents_of(search_source& from, const announced_dataset& d) {
  std::vector<found_record> all;
  for (const auto* uris : {&d.dumps, &d.other_files})
    for (const auto& uri : *uris) {
      if (all.size() > most_documents) return all;
      auto more = from.documents(seed_hash(uri.substr(0, uri.find('#'))), most_documents + 1 - all.size());
      if (!more) return more;
      for (auto& one : *more) all.push_back(std::move(one));
    }
  return all;
}

json_fact fact_of_document(const found_record& one) {
  return {{"hash", hash_of(one)},
          {"format", format_of(one.document)},
          {"statements", one.document.statements},
          {"retrieved", timestamp_text(one.document.begun)},
          {"uri", one.document.uri}};
}

json_fact fact_of(const found_line& one) {
  json_fact fact{{"kind", kind_of(one.what)},
                 {"hash", hash_of(one.what)},
                 {"uri", uri_of(one.what)},
                 {"title", one.what.title},
                 {"seed", one.what.seed.hex()},
                 {"seed_uri", one.what.seed_uri},
                 {"standing", to_string(one.standing.is)}};
  if (one.what.kind == found_kind::document) {
    const auto& row = one.what.document;
    fact["entry"] = row.entry.hex();
    fact["status"] = to_string(row.current);
    fact["cause"] = cause_name(row.cause, row.detail);
    fact["format"] = format_of(row);
    fact["statements"] = row.statements;
    fact["retrieved"] = timestamp_text(row.begun);
    fact["removed"] = row.is_removed;
  } else if (one.what.kind == found_kind::dataset) {
    fact["key"] = one.dataset().key;
    fact["publisher"] = one.dataset().publisher;
    fact["licence"] = one.dataset().licence;
    fact["announced"] = timestamp_text(one.what.dataset.last);
    auto& documents = fact["documents"] = json_fact::array();
    for (const auto& document : one.documents)
      if (documents.size() < most_documents) documents.push_back(fact_of_document(document));
    fact["has_more_documents"] = one.documents.size() > most_documents;
  }
  return fact;
}

std::string short_hash(const found_record& one) {
  constexpr std::size_t digits = 12;
  return hash_of(one).substr(0, digits);
}

void add_rows(const found_line& one, text_table& table) {
  constexpr std::size_t most_rows = 5;
  const auto& row = one.what.document;
  const bool is_document = one.what.kind == found_kind::document;
  table.add_row({std::string(kind_of(one.what)), short_hash(one.what), status_of(one),
                 is_document ? format_of(row) : "", row.clean.is_null() ? "" : human_count(row.statements),
                 timestamp_text(is_document ? row.begun : one.what.dataset.last), one.what.title,
                 uri_of(one.what)});
  for (std::size_t i = 0; i < std::min(one.documents.size(), most_rows); ++i) {
    const auto& document = one.documents[i];
    table.add_row({"  document", short_hash(document), std::string{to_string(document.document.current)},
                   format_of(document.document), human_count(document.document.statements),
                   timestamp_text(document.document.begun), "", document.document.uri});
  }
  if (one.documents.size() > most_rows)
    table.add_row({"  and more", "", "", "", "", "", "", "laundromat datasets " + one.dataset().key});
}

class search_printer {
 public:
  search_printer(const search_options& options, journal& from, search_source& source, console& io)
      : options_(options), from_(from), source_(source), io_(io) {}

  /// Takes one found row; false when there are enough, or after an error.
  bool take(found_kind kind, std::int64_t row) {
    auto taken = take_row(kind, row);
    if (!taken) failure_ = std::move(taken.error());
    return taken && *taken;
  }
  void finish() {
    if (!options_.json) table_.print(io_.out, io_.out_terminal);
    if (count_ > options_.limit)
      io_.err << "more than " << number_of(options_.limit, "record") << ": print them with --limit "
              << options_.limit * 10 << '\n';
  }
  [[nodiscard]] std::size_t count() const { return count_; }
  [[nodiscard]] const std::optional<failure>& error() const { return failure_; }

 private:
  result<bool> take_row(found_kind kind, std::int64_t row) {
    auto found = source_.look_up(kind, row, options_.all_crawls ? crawl_scope::all : crawl_scope::present);
    if (!found) return tl::unexpected(found.error());
    if (!*found) return true;
    if (++count_ > options_.limit) return false;
    found_line line{**std::move(found), {}, {}};
    const auto seed = journal_reader{from_}.listed_seed(line.what.seed);
    if (!seed) return tl::unexpected(seed.error());
    line.standing = standing_of(seed->seed, seed->crawled, now_);
    if (kind == found_kind::dataset) {
      auto documents = documents_of(source_, line.dataset());
      if (!documents) return tl::unexpected(documents.error());
      line.documents = *std::move(documents);
    }
    options_.json ? print_fact(io_.out, fact_of(line)) : add_rows(line, table_);
    return true;
  }

  const search_options& options_;
  journal& from_;
  search_source& source_;
  console& io_;
  timestamp now_ = wall_now();
  text_table table_{{{"kind"},
                     {"hash"},
                     {"status"},
                     {"format"},
                     {"statements", text_table::align::right},
                     {"retrieved"},
                     {"title"},
                     {"uri"}}};
  std::size_t count_ = 0;
  std::optional<failure> failure_;
};

void search(const search_options& options, command_context& context) {
  const auto query = read_search_query(options.words);
  if (!query) return context.refuse(exit_usage, "search: " + query.error().detail);
  auto from = open_journal(context);
  if (!from) return;
  auto source = search_source::open(*from);
  if (!source) return refuse(source.error(), context);
  search_index_options where;
  where.on_wait = [&](std::string_view what) { context.io.err << "laundromat: " << what << '\n'; };
  auto index = search_index::open(context.data, *source, where);
  if (!index) return refuse(index.error(), context);
  if (const auto& why = index->why_temporary())
    context.io.err << "laundromat: the index is made for this search only, because "
                   << harmless((context.data / search_index::file_name).string())
                   << " cannot be used: " << harmless(to_string(*why)) << '\n';
  search_printer printer{options, *from, *source, context.io};
  const auto found =
      index->find(*query, [&](found_kind kind, std::int64_t row) { return printer.take(kind, row); });
  if (!found) return refuse(found.error(), context);
  if (printer.error()) return refuse(*printer.error(), context);
  if (printer.count() == 0)
    return context.refuse(exit_not_found,
                          "search: no seed, document or dataset has all of these words: search for fewer "
                          "words, or for beginnings, as in `sock*`; a hash is found by `laundromat show`");
  printer.finish();
}

}  // namespace

void add_search_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<search_options>();
  auto& command = program.add_command("search", "Find seeds, documents and datasets by words");
  command
      .positional("WORD", options->words,
                  "Words of URIs, paths in archives, formats, and of what is announced of datasets; all must "
                  "occur. \"two words\": they follow each other; begin*: words with this beginning")
      .required();
  command.flag("--all-crawls", options->all_crawls, "Include older crawls");
  command.option("--limit", options->limit, "Print at most N rows").range(1, 1'000'000'000).shows_default();
  command.flag("--json", options->json, "One JSON object per line");
  add_data_option(command, context);
  command.examples({"laundromat search employees", "laundromat search \"open data\" csv",
                    "laundromat search 'sock*' turtle --limit 10", "laundromat search --json employees"});
  command.notes(
      "The best match first. Case and accents do not matter, and URIs are divided at punctuation. Of "
      "datasets "
      "label, IRI, files, descriptions, endpoints, publisher, licences and version are searched, and their "
      "clean documents are printed; of documents the URI, also after redirects, format and media type, "
      "when they are finished; else the URI of the seed. What is excluded or was taken down is not found.\n\n"
      "`show` and `cat` take the hash.\n\nThe index, search.sqlite in the data folder, is made by the first "
      "search, and brought up to date by each. It may be deleted.");
  command.action([options, &context] { search(*options, context); });
}

}  // namespace laundromat
