// laundromat lookup: all that authoritative sources said about a URI.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>
#include <set>

#include "app/authority/asked_uri.hpp"
#include "app/authority/covering_datasets.hpp"
#include "app/authority/found_statements.hpp"
#include "app/commands/commands.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/exit_code.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/timestamp_text.hpp"
#include "core/discovery/sitemap/source_authority.hpp"
#include "core/rdf/wash/graph_source.hpp"
#include "core/rdf/write/canonical.hpp"
#include "core/rdf/write/skolem.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {
namespace {

struct lookup_options {
  std::string uri;
  bool all = false, json = false;
  std::uint64_t most_documents = 1'000;
};

constexpr std::size_t most_sources = 1'000;

/// Asks documents one after the other, each once.
class lookup {
 public:
  lookup(const lookup_options& options, journal& from, const clean_store& store, command_context& context)
      : options_(options), from_(from), store_(store), io_(context.io), owners_(from) {}

  result<void> run() {
    if (auto done = ask_own_documents(); !done) return done;
    const auto covering = datasets_covering(from_, owners_, options_.uri);
    if (!covering) return tl::unexpected(covering.error());
    is_cut_ = is_cut_ || covering->is_cut;
    for (const auto& one : covering->datasets)
      for (const auto* uris : {&one.row.dataset.dumps, &one.row.dataset.samples})
        for (const auto& uri : *uris)
          if (auto done = ask_documents_of(seed_hash(uri.substr(0, uri.find('#')))); !done) return done;
    if (owners_.problem()) return tl::unexpected(*owners_.problem());
    return {};
  }

  void print_rest(command_context& context) const {
    if (others_ > 0)
      io_.err << "laundromat: " << number_of(others_, "document") << " of other sources "
              << (others_ == 1 ? "has" : "have") << " statements about it, too; --all prints them\n";
    if (is_cut_)
      io_.err << "laundromat: there are more documents than --documents " << options_.most_documents
              << ": the others were not asked\n";
    if (printed_ == 0 && asked_.empty())
      context.refuse(exit_not_found, "nothing about " + options_.uri +
                                         ", and no document that could say something about it: " +
                                         how_to_learn_of(options_.uri));
    else if (printed_ == 0)
      context.refuse(exit_not_found, "nothing about " + options_.uri + " in " +
                                         number_of(asked_.size(), "document") + " that " +
                                         (asked_.size() == 1 ? "was" : "were") + " asked");
  }

 private:
  /// What the URI resolves to.
  result<void> ask_own_documents() {
    journal_reader reader{from_};
    const auto own = reader.find_uri(options_.uri.substr(0, options_.uri.find('#')));
    if (!own) return tl::unexpected(own.error());
    for (const auto& record : *own) {
      if (record.kind == record_kind::seed) {
        if (auto done = ask_documents_of(record.record); !done) return done;
      } else {
        const auto entry = from_.entry(record.record);
        if (!entry) return tl::unexpected(entry.error());
        if (entry->clean.is_null()) continue;
        if (auto done = ask(entry->clean); !done) return done;
      }
    }
    return {};
  }

  result<void> ask_documents_of(const record_hash& seed) {
    const auto documents = announcement_reader{from_}.documents(seed);
    if (!documents) return tl::unexpected(documents.error());
    for (const auto& one : *documents)
      if (auto done = ask(one.hash); !done) return done;
    return {};
  }

  result<void> ask(const content_digest& document) {
    if (asked_.contains(document)) return {};
    if (asked_.size() >= options_.most_documents) {
      is_cut_ = true;
      return {};
    }
    asked_.insert(document);
    const auto clean = journal_reader{from_}.clean(document);
    if (!clean) return tl::unexpected(clean.error());
    if (clean->removed != timestamp{} || clean->statements == 0) return {};
    const auto sources = announcement_reader{from_}.sources(document, most_sources);
    if (!sources) return tl::unexpected(sources.error());
    if (sources->empty()) return {};  // only older crawls have it
    std::vector<document_addresses> addresses;
    for (const auto& one : *sources) addresses.push_back(one.addresses);
    judge_.begin_document(addresses);
    return print_found(document, sources->front(), judge_.judge(options_.uri));
  }

  result<void> print_found(const content_digest& document, const document_source& source,
                           source_authority verdict) {
    const bool is_shown = options_.all || verdict == source_authority::authoritative;
    std::string graph;
    append_canonical_term(graph, {term_kind::iri, source.addresses.back(), {}, {}});
    bool is_first = true;
    auto read = find_subject(store_, document, options_.uri, [&](std::string_view line) -> result<void> {
      if (!is_shown) return is_first = false, result<void>{};
      if (options_.json) {
        print_fact(io_.out, {{"statement", line},
                             {"authoritative", to_string(verdict)},
                             {"source", source.uri},
                             {"address", source.addresses.back()},
                             {"document", document.hex()},
                             {"fetched", timestamp_text(source.fetched)}});
      } else {
        if (is_first)
          io_.out << "# " << harmless(source.uri) << ", fetched " << timestamp_text(source.fetched)
                  << ", authoritative: " << to_string(verdict) << ", document " << document.hex() << '\n';
        std::string text;
        if (auto done = append_in_graph(text, line, graph_rule::document, graph); !done) return done;
        io_.out << text;
      }
      is_first = false;
      if (!io_.out) return tl::unexpected(output_failure());
      return {};
    });
    if (!read) return read;
    if (is_first) return {};
    (is_shown ? printed_ : others_) += 1;
    return {};
  }

  const lookup_options& options_;
  journal& from_;
  const clean_store& store_;
  console& io_;
  uri_owners owners_;
  source_judge judge_{[this](std::string_view uri) { return owners_.of(uri).owner; },
                      std::string(genid_base)};
  std::set<content_digest> asked_;
  std::uint64_t printed_ = 0, others_ = 0;  ///< documents
  bool is_cut_ = false;
};

void look_up(const lookup_options& options, command_context& context) {
  if (refuses_uri("lookup", options.uri, context)) return;
  auto from = open_journal(context);
  if (!from) return;
  const auto store = open_clean_store(context);
  if (!store) return;
  lookup all{options, *from, *store, context};
  if (const auto done = all.run(); !done) return refuse(done.error(), context);
  all.print_rest(context);
}

}  // namespace

void add_lookup_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<lookup_options>();
  auto& command = program.add_command("lookup", "Print all that authoritative sources said about a URI");
  command.positional("URI", options->uri, "As subjects are written in clean documents").required();
  command.flag("--all", options->all, "Also what other sources said, marked `no` or `unknown`");
  command
      .option("--documents", options->most_documents,
              "Ask at most so many clean documents; those of the URI itself first")
      .metavar("NUMBER")
      .shows_default();
  command.flag("--json", options->json, "One JSON object per statement");
  add_data_option(command, context);
  command.examples(
      {"laundromat lookup http://example.com/id/1", "laundromat lookup http://example.com/id/1 --all"});
  command.notes(
      "N-Quads: the graph is the address of the document that has the statement; a comment before the "
      "statements of a "
      "document says where it is from. Asked are the documents that the URI resolves to, as far as they were "
      "crawled, and "
      "the dumps and samples of the datasets that cover it: by a prefix, or because its sitemap, or one that "
      "is joined "
      "with it, announces them. Other documents are not searched. Authoritative is what the URI resolves to, "
      "and what is "
      "in its URI space or in a joined one, see `laundromat authority`. Exit code 4 when nothing is "
      "printed.");
  command.action([options, &context] { look_up(*options, context); });
}

}  // namespace laundromat
