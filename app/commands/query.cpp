// laundromat query: the statements of clean documents that match a pattern.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <chrono>
#include <memory>
#include <ostream>
#include <thread>

#include "app/commands/commands.hpp"
#include "app/records/chosen_documents.hpp"
#include "app/records/clean_document.hpp"
#include "app/records/document_options.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "core/fragments/instance_filter.hpp"
#include "core/fragments/pattern_reader.hpp"
#include "core/rdf/wash/graph_source.hpp"
#include "core/rdf/write/canonical.hpp"

namespace laundromat {
namespace {

struct query_options {
  std::string pattern;
  std::vector<std::string> records;
  document_options documents;
  std::string of_class, graphs, after;
  std::size_t limit = 1'000'000'000;
  bool only_counts = false, json = false;
};

/// A place in the results: behind an offset of the text of a document.
struct query_place {
  content_digest document;
  std::uint64_t offset = 0;
};

std::string place_text(const query_place& place) {
  return place.document.hex() + '.' + std::to_string(place.offset);
}

std::optional<query_place> place_from_text(std::string_view text) {
  const auto dot = text.find('.');
  if (dot == text.npos) return std::nullopt;
  const auto document = content_digest::from_hex(text.substr(0, dot));
  query_place place;
  const auto number = text.substr(dot + 1);
  const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), place.offset);
  if (!document || error != std::errc{} || end != number.data() + number.size()) return std::nullopt;
  place.document = *document;
  return place;
}

/// What the command line says, checked.
struct query_plan {
  line_matcher matcher;
  std::string class_term;  ///< empty: of any class
  graph_rule graphs = graph_rule::own;
  query_place after;
};

std::optional<query_plan> plan_of(const query_options& options, command_context& context) {
  auto pattern = read_pattern(options.pattern);
  if (!pattern) return context.refuse(exit_usage, "query: " + pattern.error().detail), std::nullopt;
  query_plan plan{line_matcher{*std::move(pattern)}, {}, {}, {}};
  if (!options.of_class.empty()) {
    const auto instances = read_pattern("?s a " + options.of_class);
    if (!instances)
      return context.refuse(exit_usage, "query: --class: " + instances.error().detail), std::nullopt;
    plan.class_term = instances->of(position::object);
  }
  const auto name = !options.graphs.empty() ? options.graphs : options.records.empty() ? "document" : "own";
  const auto rule = graph_rule_from_name(name);
  if (!rule)
    return context.refuse(exit_usage, "query: `" + name + "` is not document, own or none"), std::nullopt;
  plan.graphs = *rule;
  if (options.after.empty()) return plan;
  const auto place = place_from_text(options.after);
  if (!place)
    return context.refuse(exit_usage, "query: `" + options.after + "` is no place that a page has named"),
           std::nullopt;
  plan.after = *place;
  return plan;
}

/// Asks one document after the other.
class query {
 public:
  query(const query_options& options, const query_plan& plan, const clean_store& store,
        const metadata_names& names, console& io)
      : options_(options), plan_(plan), store_(store), names_(names), io_(io) {}

  /// Also `cancelled` when the limit is reached.
  result<void> ask(const content_digest& document) {
    const auto index = store_.read_index(document);
    if (!index) return tl::unexpected(index.error());
    ++documents_;
    if (options_.only_counts && plan_.class_term.empty()) return count(document, *index);
    return print(document, *index);
  }

  void print_counts(std::chrono::duration<double> time) const {
    if (options_.json)
      return print_fact(io_.out, {{"statements", statements_},
                                  {"documents", documents_},
                                  {"read_bytes", read_bytes_},
                                  {"seconds", time.count()}});
    io_.out << statements_ << '\n';
    if (io_.err_terminal.interactive)
      io_.err << human_count(statements_) << " of the statements in " << number_of(documents_, "document")
              << " match; " << human_bytes(read_bytes_) << " were read in " << time.count() << " s\n";
  }

  [[nodiscard]] std::uint64_t documents() const { return documents_; }
  /// Behind the last statement that was printed, if there are more.
  [[nodiscard]] const std::optional<query_place>& next() const { return next_; }

 private:
  result<void> count(const content_digest& document, const block_index& index) {
    const auto open = [&] { return open_stored(store_, document); };
    const auto counted = count_matches(index, open, plan_.matcher, workers_);
    if (!counted) return tl::unexpected(counted.error());
    statements_ += counted->matches;
    read_bytes_ += counted->read_bytes;
    return {};
  }

  result<void> print(const content_digest& document, const block_index& index) {
    const auto text = open_stored(store_, document);
    if (!text) return tl::unexpected(text.error());
    std::optional<byte_source_ptr> beside;
    std::optional<instance_filter> instances;
    if (!plan_.class_term.empty()) {
      auto opened = open_stored(store_, document);
      if (!opened) return tl::unexpected(opened.error());
      beside = *std::move(opened);
      instances.emplace(index, **beside, plan_.class_term);
    }
    graph_.clear();
    append_canonical_term(graph_, {term_kind::iri, names_.id(document.hex()), {}, {}});
    pattern_reader reader{index, **text, plan_.matcher,
                          document == plan_.after.document ? plan_.after.offset : 0};
    for (auto place = reader.place();; place = reader.place()) {
      const auto line = reader.next();
      if (!line) return tl::unexpected(line.error());
      if (!*line) {
        read_bytes_ += reader.read_bytes();
        return {};
      }
      if (instances) {
        const auto takes = instances->takes(**line);
        if (!takes) return tl::unexpected(takes.error());
        if (!*takes) continue;
      }
      if (statements_ == options_.limit && !options_.only_counts) {
        next_ = last_.value_or(query_place{document, place});
        return fail(errc::cancelled, "the limit is reached");
      }
      ++statements_;
      last_ = query_place{document, reader.place()};
      if (options_.only_counts) continue;
      if (auto printed = print_line(document, **line); !printed) return printed;
      if (!io_.out) return tl::unexpected(output_failure());
    }
  }

  result<void> print_line(const content_digest& document, std::string_view line) {
    std::string text;
    if (auto done = append_in_graph(text, line, plan_.graphs, graph_); !done) return done;
    if (!options_.json) {
      io_.out << text;
      return {};
    }
    text.pop_back();
    line_terms terms;
    if (!split_line(text, terms)) return fail(errc::syntax_error, "a line is not canonical");
    print_fact(io_.out, {{"document", document.hex()},
                         {"statement", text},
                         {"subject", terms[0]},
                         {"predicate", terms[1]},
                         {"object", terms[2]},
                         {"graph", terms[3]}});
    return {};
  }

  const query_options& options_;
  const query_plan& plan_;
  const clean_store& store_;
  const metadata_names& names_;
  console& io_;
  worker_pool workers_{std::max(1U, std::thread::hardware_concurrency())};
  std::string graph_;  ///< of the document
  std::uint64_t documents_ = 0, statements_ = 0, read_bytes_ = 0;
  std::optional<query_place> last_, next_;
};

void run_query(const query_options& options, command_context& context) {
  const auto plan = plan_of(options, context);
  auto filter = plan ? options.documents.read(context) : std::nullopt;
  if (!filter) return;
  if (!options.records.empty() && !options.documents.choose_nothing())
    return context.refuse(exit_usage, "query: name documents, or select them with options, not both");
  auto from = open_journal(context);
  if (!from || !options.documents.find_identity(*from, *filter, context)) return;
  const auto store = open_clean_store(context);
  const auto names = store ? published_names(*from, context) : std::nullopt;
  if (!names) return;
  const auto chosen = options.records.empty() ? std::optional<std::set<content_digest>>{std::in_place}
                                              : documents_named(*from, options.records, context);
  if (!chosen) return;
  const auto begun = std::chrono::steady_clock::now();
  query asked{options, *plan, *store, *names, context.io};
  const auto ask = [&](const content_digest& digest) { return asked.ask(digest); };
  const auto& first = plan->after.document;
  result<void> done;
  if (!options.records.empty()) {
    for (auto one = chosen->lower_bound(first); done && one != chosen->end(); ++one) done = ask(*one);
  } else {
    if (!first.is_null()) done = ask(first);
    if (done) done = each_selected(*from, *filter, ask, first);
  }
  if (!done && !asked.next()) return refuse(done.error(), context);
  if (options.only_counts) return asked.print_counts(std::chrono::steady_clock::now() - begun);
  if (asked.next())
    return tell_next_page(place_text(*asked.next()), number_of(options.limit, "statement"), options.limit,
                          context);
  if (asked.documents() == 0)
    context.refuse(exit_not_found, "query: no document with a statement was selected");
}

}  // namespace

void add_query_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<query_options>();
  auto& command =
      program.add_command("query", "Print the statements of clean documents that match a pattern");
  command
      .positional(
          "PATTERN", options->pattern,
          "Subject, predicate and object, and a graph if it matters: terms as in SPARQL, and variables")
      .required();
  command.positional(
      "RECORD", options->records,
      "Only these: clean documents, entries, or seeds, by hash or URL; default: all documents");
  options->documents.add_to(command, "--from-format");
  command
      .option("--class", options->of_class,
              "Only statements about instances of this class, by statements of the same document")
      .metavar("CLASS");
  command
      .option("--graphs", options->graphs,
              "document: statements without a graph get the graph of their document, id/HASH below "
              "public_base of "
              "the campaign; own: as in the documents; none: no graphs. Default: own for documents that are "
              "named, "
              "else document")
      .proposes({"document", "own", "none"})
      .metavar("RULE");
  command.flag("--count", options->only_counts, "Print only how many statements match");
  command.option("--limit", options->limit, "Print at most N statements").range(1, 1'000'000'000);
  command.option("--after", options->after, "Begin behind this place, which the page before has named")
      .metavar("PLACE");
  command.flag("--json", options->json, "One JSON object per statement");
  add_data_option(command, context);
  command.examples({"laundromat query '?s a foaf:Person'",
                    "laundromat query '<http://example.org/sock> ?p ?o' 3b0f361c",
                    "laundromat query --count '?s owl:sameAs ?o' --host example.org",
                    "laundromat query '?s ?p ?o' --class foaf:Person 3b0f361c"});
  command.notes(
      "Variables are ?name; _ is one without a name; one that repeats is the same term. IRIs are in <>, "
      "begin with a scheme and ://, or have a well-known prefix, as in foaf:Person. The graph is that in the "
      "document; `default` means none. "
      "Canonical N-Quads are printed, in the order of documents by hash. With a subject in the pattern only "
      "the part of a document is read that has it; otherwise a document is read as a whole.");
  command.action([options, &context] { run_query(*options, context); });
}

}  // namespace laundromat
