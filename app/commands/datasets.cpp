// laundromat datasets: what was announced of each dataset, what of it was fetched, and what differs.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <ostream>

#include "app/authority/dataset_components.hpp"
#include "app/commands/commands.hpp"
#include "app/planning/dataset_lines.hpp"
#include "app/planning/endpoint_hint.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/timestamp_text.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/records/standing.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/journal/announcement_reader.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {
namespace {

struct datasets_options {
  std::vector<std::string> keys;
  bool json = false, components = false;
  component_settings counting;
};

constexpr std::string_view other_file = "other file";  // announced as a format without RDF

/// One way to a dataset: a URI, and what became of it.
struct way {
  std::string_view as;
  std::string uri;
  std::string standing;  ///< empty: it is no seed
  std::vector<fetched_document> documents = {};
};

std::uint64_t statements_in(std::vector<fetched_document> documents) {
  std::ranges::sort(documents);
  const auto end = std::ranges::unique(documents).begin();
  std::uint64_t sum = 0;
  for (auto one = documents.begin(); one != end; ++one) sum += one->statements;
  return sum;
}

/// The announced ways of a dataset with what was fetched by them.
struct dataset_account {
  dataset_row row;
  std::vector<way> ways;

  /// Of all dumps: their number, those that led to documents, and the statements of these.
  [[nodiscard]] std::size_t fetched_dumps() const {
    std::size_t count = 0;
    for (const auto& one : ways)
      count += one.as == to_string(announced_as::dump) && !one.documents.empty() ? 1 : 0;
    return count;
  }
  /// Those of equal documents count once: a dataset may have the same dump in several formats.
  [[nodiscard]] std::uint64_t statements_of(announced_as kind) const {
    std::vector<fetched_document> all;
    for (const auto& one : ways)
      if (one.as == to_string(kind)) all.insert(all.end(), one.documents.begin(), one.documents.end());
    return statements_in(std::move(all));
  }
  [[nodiscard]] bool has_of_dumps() const { return statements_of(announced_as::dump) > 0; }
  /// Of dumps, which have those of the samples, too; else of samples.
  [[nodiscard]] std::uint64_t fetched_statements() const {
    return statements_of(has_of_dumps() ? announced_as::dump : announced_as::sample);
  }
};

result<way> follow(journal& from, announced_as kind, const std::string& uri) {
  way out{to_string(kind), uri, {}};
  const auto seed = seed_hash(uri.substr(0, uri.find('#')));
  journal_reader reader{from};
  const auto is_seed = reader.has_seed(seed);
  if (!is_seed) return tl::unexpected(is_seed.error());
  if (!*is_seed) return out;
  const auto listed = reader.listed_seed(seed);
  if (!listed) return tl::unexpected(listed.error());
  out.standing = to_string(standing_of(listed->seed, listed->crawled, wall_now()).is);
  auto documents = announcement_reader{from}.documents(seed);
  if (!documents) return tl::unexpected(documents.error());
  out.documents = *std::move(documents);
  return out;
}

result<dataset_account> account_of(journal& from, dataset_row row) {
  dataset_account out{std::move(row), {}};
  const auto add = [&](announced_as kind, const std::vector<std::string>& uris) -> result<void> {
    for (const auto& uri : uris) {
      auto one = follow(from, kind, uri);
      if (!one) return tl::unexpected(one.error());
      out.ways.push_back(*std::move(one));
    }
    return {};
  };
  const auto& d = out.row.dataset;
  for (auto done : {add(announced_as::dump, d.dumps), add(announced_as::sample, d.samples),
                    add(announced_as::description, d.descriptions)})
    if (!done) return tl::unexpected(done.error());
  for (const auto& uri : d.other_files) {
    auto one = follow(from, announced_as::dump, uri);
    if (!one) return tl::unexpected(one.error());
    one->as = other_file;
    out.ways.push_back(*std::move(one));
  }
  for (const auto& one : d.endpoints) out.ways.push_back({to_string(announced_as::endpoint), one.uri, {}});
  return out;
}

/// What differs between the announcement and what was fetched, in one sentence; empty: nothing that is known.
std::string difference_of(const dataset_account& account) {
  const auto& d = account.row.dataset;
  std::string text;
  const auto add = [&](const std::string& sentence) { text += (text.empty() ? "" : "; ") + sentence; };
  if (const auto fetched = account.fetched_dumps(); fetched < d.dumps.size())
    add(human_count(fetched) + " of " + number_of(d.dumps.size(), "dump") + " fetched");
  const auto fetched = account.fetched_statements();
  if (d.triples > 0 && fetched != d.triples && !has_only_endpoints(d))
    add(number_of(d.triples, "statement") + " announced, " +
        (fetched == 0 ? "none fetched"
                      : human_count(fetched) + " in the " + (account.has_of_dumps() ? "dumps" : "samples")));
  return text;
}

/// Whether two files led to the same clean documents: mirrors, or several formats.
bool is_same_data(way a, way b) {
  std::ranges::sort(a.documents);
  std::ranges::sort(b.documents);
  return !a.documents.empty() && a.documents == b.documents;
}

/// The first way before this one with the same data; empty for none.
std::string same_data_as(const std::vector<way>& ways, const way& one) {
  for (const auto& other : ways) {
    if (&other == &one) return {};
    if (is_same_data(other, one)) return other.uri;
  }
  return {};
}

json_fact fact_of(const dataset_account& account) {
  const auto& d = account.row.dataset;
  json_fact fact{{"key", d.key},
                 {"iri", d.iri},
                 {"label", d.label},
                 {"announced_by", account.row.announcer_uri},
                 {"first", timestamp_text(account.row.first)},
                 {"last", timestamp_text(account.row.last)},
                 {"triples_announced", d.triples},
                 {"statements_in_dumps", account.statements_of(announced_as::dump)},
                 {"statements_in_samples", account.statements_of(announced_as::sample)},
                 {"licence", d.licence},
                 {"publisher", d.publisher},
                 {"difference", difference_of(account)},
                 {"harvest", endpoint_hint(d)}};
  if (d.change_interval) fact["change_interval_s"] = d.change_interval->count();
  fact["way"] = account.row.taken ? std::string{to_string(account.row.taken->way)} : std::string{};
  fact["why"] = account.row.taken ? account.row.taken->why : std::string{};
  fact["dataset"] = dataset_fact(d);
  auto& ways = fact["ways"] = json_fact::array();
  for (const auto& one : account.ways)
    ways.push_back({{"as", one.as},
                    {"uri", one.uri},
                    {"standing", one.standing},
                    {"documents", one.documents.size()},
                    {"statements", statements_in(one.documents)},
                    {"same_data_as", same_data_as(account.ways, one)}});
  for (const auto& one : d.prefixes)
    ways.push_back({{"as", "linked data"}, {"prefix", one.prefix}, {"slicing", to_string(one.slicing)}});
  return fact;
}

void print_ways(const dataset_account& account, command_context& context) {
  const auto& d = account.row.dataset;
  auto& out = context.io.out;
  out << painted(harmless(d.label.empty() ? d.key : d.label), colour::bold, context.io.out_terminal) << '\n';
  if (!d.iri.empty() && d.iri != d.label) out << "  " << harmless(d.iri) << '\n';
  out << "  announced by " << harmless(account.row.announcer_uri) << ", last "
      << timestamp_text(account.row.last) << '\n';
  if (d.triples > 0) out << "  " << number_of(d.triples, "statement") << " announced\n";
  if (!d.publisher.empty()) out << "  published by " << harmless(d.publisher) << '\n';
  if (!d.version.empty()) out << "  version " << harmless(d.version) << '\n';
  if (!d.licence.empty()) out << "  licence " << harmless(d.licence) << '\n';
  for (const auto& one : d.more_licences) out << "  licence " << harmless(one) << '\n';
  for (const auto& one : d.other_versions)
    out << "  other version " << harmless(one.uri) << " (" << harmless(one.by) << ")\n";
  for (const auto& one : d.mirrors)
    out << "  the same elsewhere " << harmless(one.uri) << " (" << harmless(one.by) << ")\n";
  if (d.modified != timestamp{}) out << "  changed " << timestamp_text(d.modified) << '\n';
  text_table table{{{"as"},
                    {"standing"},
                    {"documents", text_table::align::right},
                    {"statements", text_table::align::right},
                    {"uri"}}};
  for (const auto& one : account.ways)
    table.add_row({std::string{one.as}, one.standing.empty() ? "not followed" : one.standing,
                   human_count(one.documents.size()), human_count(statements_in(one.documents)), one.uri});
  for (const auto& one : d.prefixes)
    table.add_row({"linked data", std::string{to_string(one.slicing)}, "", "", one.prefix + "…"});
  table.print(out, context.io.out_terminal);
  for (const auto& one : account.ways)
    if (const auto same = same_data_as(account.ways, one); !same.empty())
      out << harmless(one.uri) << " has the same data as " << harmless(same) << '\n';
  if (account.row.taken)
    out << "way taken: " << to_string(account.row.taken->way) << ". " << harmless(account.row.taken->why)
        << '\n';
  if (const auto hint = endpoint_hint(d); !hint.empty())
    out << "a crawl does not query endpoints; receive the data with: " << harmless(hint) << '\n';
  if (const auto difference = difference_of(account); !difference.empty())
    out << painted("differs: " + difference, colour::yellow, context.io.out_terminal) << '\n';
}

void print_row(const dataset_account& account, text_table& table) {
  const auto& d = account.row.dataset;
  table.add_row({d.label.empty() ? d.key : d.label,
                 account.row.taken ? std::string{to_string(account.row.taken->way)} : "",
                 human_count(account.fetched_dumps()) + "/" + human_count(d.dumps.size()),
                 human_count(d.endpoints.size()), d.triples > 0 ? human_count(d.triples) : "",
                 human_count(account.fetched_statements()), difference_of(account),
                 account.row.announcer_uri});
}

bool is_named(const announced_dataset& d, const std::vector<std::string>& keys) {
  for (const auto& key : keys)
    if (key == d.key || key == d.iri || key == d.label) return true;
  return false;
}

void print_components(const dataset_row& row, const component_report& found, const datasets_options& options,
                      command_context& context) {
  auto& out = context.io.out;
  const auto& d = row.dataset;
  if (options.json) {
    json_fact fact{{"dataset", d.key},
                   {"label", d.label},
                   {"announced_by", row.announcer_uri},
                   {"clean_documents", found.clean_documents},
                   {"is_cut", found.is_cut},
                   {"described", found.documents},
                   {"components", found.components},
                   {"reached", found.reached},
                   {"described_unreached", found.unreached_documents},
                   {"samples_not_described", found.other_samples}};
    auto& unreached = fact["unreached"] = json_fact::array();
    for (const auto& one : found.unreached)
      unreached.push_back({{"example", one.example}, {"described", one.documents}});
    return print_fact(out, fact);
  }
  out << painted(harmless(d.label.empty() ? d.key : d.label), colour::bold, context.io.out_terminal) << '\n';
  out << "  " << number_of(found.components, "component") << " with "
      << number_of(found.documents, "described document") << "; sample URIs reach "
      << human_count(found.reached) << ", and not " << number_of(found.unreached_documents, "document")
      << '\n';
  for (const auto& one : found.other_samples)
    out << "  the sample " << harmless(one) << " is not described in the dumps\n";
  text_table table{{{"unreached documents", text_table::align::right}, {"one of them"}}};
  for (const auto& one : found.unreached) table.add_row({human_count(one.documents), one.example});
  if (!table.is_empty()) table.print(out, context.io.out_terminal);
  if (const auto more = found.components - found.reached - found.unreached.size(); more > 0)
    out << "  and " << number_of(more, "smaller component") << '\n';
}

/// The components of each dataset that is named.
void count_components(journal& from, const std::vector<dataset_row>& rows, const datasets_options& options,
                      command_context& context) {
  const auto store = open_clean_store(context);
  if (!store) return;
  for (const auto& row : rows) {
    const auto found = find_components(from, *store, row.dataset, options.counting);
    if (!found) return refuse(found.error(), context);
    const auto name = row.dataset.label.empty() ? row.dataset.key : row.dataset.label;
    if (found->clean_documents == 0)
      context.refuse(exit_not_found, "datasets: no dump of " + name + " is here");
    else if (found->is_cut)
      context.refuse(exit_some_failed, "datasets: " + name + " describes more than " +
                                           number_of(options.counting.most_nodes, "document") +
                                           ": allow more with --most-described");
    else
      print_components(row, *found, options, context);
  }
}

void list_datasets(const datasets_options& options, command_context& context) {
  if (options.components && options.keys.empty())
    return context.refuse(exit_usage, "datasets: --components needs a DATASET");
  auto from = open_journal(context);
  if (!from) return;
  text_table table{{{"dataset"},
                    {"way"},
                    {"dumps", text_table::align::right},
                    {"endpoints", text_table::align::right},
                    {"announced", text_table::align::right},
                    {"fetched", text_table::align::right},
                    {"differs"},
                    {"announced by"}}};
  std::vector<dataset_row> rows;
  const auto read = announcement_reader{*from}.each_dataset({}, [&](const dataset_row& row) {
    if (options.keys.empty() || is_named(row.dataset, options.keys)) rows.push_back(row);
    return true;
  });
  if (!read) return refuse(read.error(), context);
  if (rows.empty() && !options.keys.empty())
    return context.refuse(exit_not_found,
                          "datasets: none has this IRI or label; print all with: laundromat datasets");
  if (options.components) return count_components(*from, rows, options, context);
  bool is_first = true;
  std::uint64_t only_endpoints = 0;
  for (auto& row : rows) {
    const auto account = account_of(*from, std::move(row));
    if (!account) return refuse(account.error(), context);
    only_endpoints += has_only_endpoints(account->row.dataset) ? 1 : 0;
    if (options.json) {
      print_fact(context.io.out, fact_of(*account));
    } else if (options.keys.empty()) {
      print_row(*account, table);
    } else {
      if (!std::exchange(is_first, false)) context.io.out << '\n';
      print_ways(*account, context);
    }
  }
  if (options.json || !options.keys.empty()) return;
  table.print(context.io.out, context.io.out_terminal);
  if (only_endpoints > 0)
    context.io.out << "only with an endpoint, which a crawl does not query: "
                   << number_of(only_endpoints, "dataset")
                   << "; laundromat datasets DATASET prints the command that receives the data\n";
}

}  // namespace

void add_datasets_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<datasets_options>();
  auto& command =
      program.add_command("datasets", "Compare what is announced of datasets with what was fetched");
  command.positional("DATASET", options->keys,
                     "Datasets, by IRI or label: print all ways to them; none: list all");
  command.flag("--json", options->json, "One JSON object per line");
  command.flag(
      "--components", options->components,
      "Count the components of the dataset in its dumps instead, and name those that no sample URI reaches");
  command
      .option("--most-described", options->counting.most_nodes,
              "With --components: do it for at most so many described documents, of 20 bytes each")
      .metavar("NUMBER")
      .shows_default();
  add_data_option(command, context);
  command.examples({"laundromat datasets", "laundromat datasets https://example.org/void#socks",
                    "laundromat datasets --components \"Employee List\""});
  command.notes(
      "A dataset is announced by a Semantic Sitemap, VoID, DCAT or another catalogue. way: that is taken of "
      "several. dumps: fetched, of all that are announced; files in formats without RDF are no dumps. "
      "announced: statements. fetched: statements in the clean documents of its dumps, else of its samples. "
      "The lines of --json can be read by `laundromat plan -`. A component of a dataset is what a crawl "
      "could go through "
      "from one of its documents: two described IRIs, without their fragments, are connected where one is an "
      "object of the "
      "other, but for rdf:type.");
  command.action([options, &context] { list_datasets(*options, context); });
}

}  // namespace laundromat
