// laundromat namespaces: the namespaces of IRIs in clean documents, and who uses one.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "app/where/fresh_index.hpp"
#include "core/rdf/model/well_known_prefixes.hpp"
#include "storage/journal/announcement_reader.hpp"
#include "storage/mentions/namespace_index.hpp"

namespace laundromat {
namespace {

struct namespaces_options {
  std::string name, after;
  std::size_t limit = 100;
  bool json = false;
};

/// The usual prefix of a namespace; empty: none is known.
std::string_view usual_prefix_of(std::string_view name) {
  const auto all = well_known_prefixes();
  const auto known = std::ranges::find_if(
      all, [&](const well_known_prefix& one) { return one.is_written && one.iri == name; });
  return known == all.end() ? std::string_view{} : known->name;
}

std::optional<std::int64_t> namespace_place_of(const namespaces_options& options, command_context& context) {
  std::int64_t place = 0;
  if (options.after.empty()) return place;
  const auto* const end = options.after.data() + options.after.size();
  const auto [at, error] = std::from_chars(options.after.data(), end, place);
  if (error == std::errc{} && at == end && place > 0) return place;
  context.refuse(exit_usage, "namespaces: `" + options.after + "` is no place that a page has named");
  return std::nullopt;
}

/// The namespace that is given as an IRI, or by its usual prefix.
std::string namespace_named(const std::string& given) {
  const auto known = well_known_namespace(given.ends_with(':') ? given.substr(0, given.size() - 1) : given);
  return known.empty() ? given : std::string{known};
}

result<void> print_namespaces(namespace_index& index, const namespaces_options& options, std::int64_t after,
                              command_context& context) {
  auto rows = index.list(after, options.limit + 1);
  if (!rows) return tl::unexpected(rows.error());
  const bool has_more = rows->size() > options.limit;
  if (has_more) rows->pop_back();
  text_table table{{{"namespace"},
                    {"prefix"},
                    {"documents", text_table::align::right},
                    {"mentions", text_table::align::right}}};
  for (const auto& one : *rows) {
    const std::string prefix{usual_prefix_of(one.name)};
    if (options.json)
      print_fact(context.io.out, {{"namespace", one.name},
                                  {"prefix", prefix},
                                  {"documents", one.documents},
                                  {"mentions", one.mentions}});
    else
      table.add_row({one.name, prefix, human_count(one.documents), human_count(one.mentions)});
  }
  if (!options.json && !rows->empty()) table.print(context.io.out, context.io.out_terminal);
  if (has_more)
    tell_next_page(std::to_string(rows->back().id), number_of(options.limit, "namespace"), options.limit,
                   context);
  if (rows->empty() && options.after.empty())
    context.refuse(exit_not_found, "namespaces: no clean document has an IRI");
  return {};
}

struct using_document {
  namespace_use use;
  content_digest hash;
};

/// One more than wanted, where there is one, of documents that are still there.
result<std::vector<using_document>> users_of(namespace_index& index, journal& from, const std::string& name,
                                             std::int64_t after, std::size_t limit) {
  constexpr std::size_t at_once = 256;
  segment_rows rows{from};
  std::vector<using_document> all;
  for (;;) {
    const auto uses = index.uses(name, after, at_once);
    if (!uses) return tl::unexpected(uses.error());
    for (const auto& use : *uses) {
      after = use.document;
      const auto known = rows.documents(use.document - 1, 1);
      if (!known) return tl::unexpected(known.error());
      if (known->rows.empty() || known->rows.front().is_removed) continue;
      all.push_back({use, known->rows.front().hash});
      if (all.size() > limit) return all;
    }
    if (uses->size() < at_once) return all;
  }
}

result<void> print_users_of(namespace_index& index, journal& from, const namespaces_options& options,
                            std::int64_t after, command_context& context) {
  const auto name = namespace_named(options.name);
  auto documents = users_of(index, from, name, after, options.limit);
  if (!documents) return tl::unexpected(documents.error());
  const bool has_more = documents->size() > options.limit;
  if (has_more) documents->pop_back();
  announcement_reader reader{from};
  text_table table{{{"document"}, {"mentions", text_table::align::right}, {"uri"}}};
  for (const auto& [use, hash] : *documents) {
    const auto sources = reader.sources(hash, 1);
    if (!sources) return tl::unexpected(sources.error());
    const auto uri = sources->empty() ? std::string{} : sources->front().uri;
    if (options.json)
      print_fact(context.io.out, {{"document", hash.hex()}, {"mentions", use.mentions}, {"uri", uri}});
    else
      table.add_row({hash.hex(), human_count(use.mentions), uri});
  }
  if (!options.json && !documents->empty()) table.print(context.io.out, context.io.out_terminal);
  if (has_more)
    tell_next_page(std::to_string(documents->back().use.document), number_of(options.limit, "document"),
                   options.limit, context);
  if (documents->empty() && options.after.empty())
    context.refuse(exit_not_found, "namespaces: no clean document has an IRI in " + name +
                                       ": a namespace ends with `#`, `/` or `:`");
  return {};
}

void list_namespaces(const namespaces_options& options, command_context& context) {
  const auto after = namespace_place_of(options, context);
  if (!after) return;
  auto from = open_journal(context);
  if (!from) return;
  const auto store = open_clean_store(context);
  if (!store) return;
  mention_index_options how;
  for (bool is_first = true;; is_first = false) {
    auto mentions = mention_index::open(context.data, *from);
    if (!mentions) return refuse(mentions.error(), context);
    if (!bring_up_to_date(*mentions, *from, *store, context, how)) return;
    auto index = namespace_index::open(context.data / mention_index::folder_name, *from);
    if (!index) return refuse(index.error(), context);
    const auto listed = options.name.empty() ? print_namespaces(*index, options, *after, context)
                                             : print_users_of(*index, *from, options, *after, context);
    if (listed) return;
    if (listed.error().code == errc::not_found)
      return context.refuse(exit_usage,
                            "namespaces: `" + options.after + "` is no place that a page has named");
    if (listed.error().code != errc::journal_damaged || !is_first) return refuse(listed.error(), context);
    how.renews_namespaces = true;
  }
}

}  // namespace

void add_namespaces_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<namespaces_options>();
  auto& command =
      program.add_command("namespaces", "List the namespaces of IRIs, or the documents that use one");
  command.positional(
      "NAMESPACE", options->name,
      "An IRI with its last `#` or `/`, or a usual prefix, as foaf: the documents that use it; "
      "default: all namespaces");
  command.option("--limit", options->limit, "Print at most N rows").range(1, 1'000'000'000).shows_default();
  command.option("--after", options->after, "Begin behind this place, which the page before has named")
      .metavar("PLACE");
  command.flag("--json", options->json, "One JSON object per row");
  add_data_option(command, context);
  command.examples({"laundromat namespaces", "laundromat namespaces foaf",
                    "laundromat namespaces http://purl.org/dc/terms/ --json | jq -r .document"});
  command.notes(
      "Those in most documents first. A namespace is an IRI up to its last `#` or `/`, or, without these, "
      "`:`. "
      "Mentions are pairs of an IRI and a document. Of a document the " +
      number_of(most_namespaces_of_document, "namespace") +
      " with most mentions are counted.\n\nThe table is part of the index of `where`, where/ in "
      "the "
      "data folder, and is brought up to date by each look-up.");
  command.action([options, &context] { list_namespaces(*options, context); });
}

}  // namespace laundromat
