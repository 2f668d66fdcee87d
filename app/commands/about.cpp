// laundromat about: which datasets claim a URI, where to ask about it, and what their clean documents say of it.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <ostream>

#include "app/authority/asked_uri.hpp"
#include "app/commands/commands.hpp"
#include "app/records/clean_document.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "core/discovery/sitemap/speaks_for.hpp"
#include "core/discovery/sitemap/uri_space.hpp"
#include "core/rdf/wash/subject_search.hpp"
#include "core/web/robots.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "storage/journal/announcement_reader.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {
namespace {

struct about_options {
  std::string uri;
  bool json = false;
};

/// What one dataset has about the URI.
struct dataset_answer {
  announced_dataset dataset;
  std::string announcer;             ///< the URI of the document that announced it
  bool speaks_for_publisher = true;  ///< of the URI, see `speaks_for`
  std::size_t washed_dumps = 0;      ///< with at least one clean document that is stored
  std::uint64_t statements = 0;
  std::vector<std::string> documents = {};  ///< that have them

  [[nodiscard]] bool is_complete() const { return washed_dumps == dataset.dumps.size() && washed_dumps > 0; }
};

/// Lines about the URI in a document; nothing when its file was removed.
result<std::optional<std::uint64_t>> count_in(journal& from, const clean_store& store,
                                              const content_digest& document, std::string_view uri) {
  const auto clean = journal_reader{from}.clean(document);
  if (!clean) return tl::unexpected(clean.error());
  if (clean->removed != timestamp{}) return std::optional<std::uint64_t>{};
  std::uint64_t lines = 0;
  if (clean->statements == 0) return std::optional{lines};  // it has no file
  const auto index = store.read_index(document);
  if (!index) return tl::unexpected(index.error());
  const auto compressed = open_stored(store, document);
  if (!compressed) return tl::unexpected(compressed.error());
  const auto done = read_subject(*index, **compressed, uri, [&](std::string_view found) -> result<void> {
    lines += static_cast<std::uint64_t>(std::ranges::count(found, '\n'));
    return {};
  });
  if (!done) return tl::unexpected(done.error());
  return std::optional{lines};
}

/// The sitemaps that the stored robots.txt of the host of a URI names.
result<std::vector<std::string>> named_sitemaps(journal& from, std::string_view uri) {
  const auto host = authority_key(uri);
  if (!host) return std::vector<std::string>{};
  const auto robots = from.robots(*host);
  if (!robots) return tl::unexpected(robots.error());
  if (!*robots || !(*robots)->body) return std::vector<std::string>{};
  const auto rules = parse_robots(*(*robots)->body, "*");
  return std::vector<std::string>{rules.sitemaps().begin(), rules.sitemaps().end()};
}

/// Whether a document that announced a dataset is of the publisher of the URI.
bool is_of_publisher(const std::string& announcer, const announced_dataset& dataset, std::string_view uri,
                     const std::vector<std::string>& named) {
  return std::ranges::any_of(dataset.prefixes, [&](const linked_data_prefix& one) {
    return !one.prefix.empty() && uri.starts_with(one.prefix) && speaks_for(announcer, one.prefix, named);
  });
}

result<dataset_answer> answer_of(journal& from, const clean_store& store, dataset_answer out,
                                 std::string_view uri) {
  for (const auto& dump : out.dataset.dumps) {
    const auto documents = announcement_reader{from}.documents(seed_hash(dump.substr(0, dump.find('#'))));
    if (!documents) return tl::unexpected(documents.error());
    bool is_stored = false;
    for (const auto& one : *documents) {
      const auto lines = count_in(from, store, one.hash, uri);
      if (!lines) return tl::unexpected(lines.error());
      is_stored = is_stored || lines->has_value();
      if (lines->value_or(0) == 0 || std::ranges::find(out.documents, one.hash.hex()) != out.documents.end())
        continue;
      out.statements += **lines;
      out.documents.push_back(one.hash.hex());
    }
    out.washed_dumps += is_stored ? 1 : 0;
  }
  return out;
}

/// What the dataset says, in one sentence.
std::string sentence_of(const dataset_answer& answer, std::string_view uri) {
  const auto& d = answer.dataset;
  if (answer.statements > 0)
    return number_of(answer.statements, "statement") + " in " +
           number_of(answer.documents.size(), "clean document");
  if (answer.is_complete() && answer.speaks_for_publisher)
    return "nothing in " + number_of(d.dumps.size(), "washed dump") +
           "; what follows from that says: laundromat closed-world " + std::string(uri);
  if (answer.is_complete())
    return "nothing in " + number_of(d.dumps.size(), "washed dump") +
           "; the publisher of the URI has not said that this is all, so that nothing can be concluded";
  if (d.dumps.empty()) return "the dataset has no dump: ask an endpoint, or the URI itself";
  return "nothing in " + human_count(answer.washed_dumps) + " of " + number_of(d.dumps.size(), "dump") +
         "; the others are not washed, so that nothing can be concluded";
}

json_fact fact_of(const dataset_answer& answer, const std::string& uri) {
  const auto& d = answer.dataset;
  json_fact fact{{"uri", uri},
                 {"dataset", d.key},
                 {"label", d.label},
                 {"publisher", d.publisher},
                 {"announced_by", answer.announcer},
                 {"speaks_for_publisher", answer.speaks_for_publisher},
                 {"dumps", d.dumps.size()},
                 {"dumps_washed", answer.washed_dumps},
                 {"statements", answer.statements},
                 {"documents", answer.documents},
                 {"answer", sentence_of(answer, uri)}};
  auto& endpoints = fact["endpoints"] = json_fact::array();
  for (const auto& one : d.endpoints) endpoints.push_back(one.uri);
  return fact;
}

void print(const dataset_answer& answer, const std::string& uri, command_context& context) {
  const auto& d = answer.dataset;
  auto& out = context.io.out;
  out << painted(harmless(d.label.empty() ? d.key : d.label), colour::bold, context.io.out_terminal) << '\n';
  out << "  announced by " << harmless(answer.announcer)
      << (answer.speaks_for_publisher ? "" : ", which does not speak for the publisher of the URI") << '\n';
  for (const auto& one : d.endpoints) out << "  endpoint " << harmless(one.uri) << '\n';
  out << "  " << harmless(sentence_of(answer, uri)) << '\n';
  for (const auto& one : answer.documents)
    out << "  laundromat cat " << one << " --subject " << harmless(uri) << '\n';
}

void about(const about_options& options, command_context& context) {
  if (refuses_uri("about", options.uri, context)) return;
  auto from = open_journal(context);
  if (!from) return;
  const auto store = open_clean_store(context);
  if (!store) return;
  const auto named = named_sitemaps(*from, options.uri);
  if (!named) return refuse(named.error(), context);
  std::vector<dataset_answer> claiming;
  const auto read = announcement_reader{*from}.each_dataset({}, [&](const dataset_row& row) {
    if (claims(row.dataset, options.uri))
      claiming.push_back({row.dataset, row.announcer_uri,
                          is_of_publisher(row.announcer_uri, row.dataset, options.uri, *named)});
    return true;
  });
  if (!read) return refuse(read.error(), context);
  std::ranges::stable_partition(claiming, &dataset_answer::speaks_for_publisher);
  if (claiming.empty())
    return context.refuse(exit_not_found,
                          "no dataset was announced with a prefix of " + options.uri +
                              "; print the datasets and their prefixes with: laundromat datasets --json");
  for (auto& one : claiming) {
    const auto answer = answer_of(*from, *store, std::move(one), options.uri);
    if (!answer) return refuse(answer.error(), context);
    if (options.json)
      print_fact(context.io.out, fact_of(*answer, options.uri));
    else
      print(*answer, options.uri, context);
  }
}

}  // namespace

void add_about_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<about_options>();
  auto& command = program.add_command("about", "Find datasets, endpoints and statements about a URI");
  command.positional("URI", options->uri, "As subjects are written in clean documents").required();
  command.flag("--json", options->json, "One JSON object per line");
  add_data_option(command, context);
  command.examples({"laundromat about http://example.org/sock/1"});
  command.notes(
      "Of each dataset that was announced with a prefix of the URI: its endpoints, and how many statements "
      "about the URI its dumps have. A document speaks for the publisher of the URI when it is in the folder "
      "of the prefix or above it, at a usual place of its host, or named by its robots.txt; datasets of "
      "other documents come last. Whether "
      "a dataset without a statement means something says `laundromat closed-world`. Exit code 4 when no "
      "dataset claims the URI.");
  command.action([options, &context] { about(*options, context); });
}

}  // namespace laundromat
