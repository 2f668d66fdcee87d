// laundromat where: the clean documents that have an IRI.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>
#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "app/where/fresh_index.hpp"
#include "app/where/where_search.hpp"
#include "core/rdf/write/skolem.hpp"
#include "storage/journal/announcement_reader.hpp"

namespace laundromat {
namespace {

struct where_options {
  std::string iri, role, after;
  std::size_t limit = 1'000;
  bool json = false;
};

std::string in_words(std::uint8_t roles) {
  std::string words;
  for (const auto role : all_mention_roles)
    if ((roles & static_cast<std::uint8_t>(role)) != 0)
      words.append(words.empty() ? "" : ", ").append(to_string(role));
  return words;
}

std::optional<where_question> question_of(const where_options& options, command_context& context) {
  where_question question;
  question.iri = options.iri;
  question.limit = options.limit;
  const auto wrong = [&](const std::string& why) {
    context.refuse(exit_usage, "where: " + why);
    return std::nullopt;
  };
  if (options.iri.find(':') == std::string::npos || options.iri.find_first_of(" <>\"\n") != std::string::npos)
    return wrong("`" + options.iri + "` is no absolute IRI: write it as in statements, without `<>`");
  if (is_genid(options.iri))
    return wrong(
        "this IRI names a blank node, which is in the documents of one seed only, and is not in the "
        "index");
  if (!options.role.empty()) {
    const auto role =
        std::ranges::find(all_mention_roles, options.role, [](mention_role one) { return to_string(one); });
    if (role == all_mention_roles.end())
      return wrong("`" + options.role + "` is no role: write subject, predicate, object or graph");
    question.roles = static_cast<std::uint8_t>(*role);
  }
  if (!options.after.empty()) {
    const auto* const end = options.after.data() + options.after.size();
    const auto [at, error] = std::from_chars(options.after.data(), end, question.after);
    if (error != std::errc{} || at != end || question.after < 0 ||
        question.after >= most_mentioning_documents)
      return wrong("`" + options.after + "` is no place that a page has named");
  }
  return question;
}

void print(const where_page& page, const where_options& options, journal& from, command_context& context) {
  announcement_reader reader{from};
  for (const auto& one : page.documents) {
    const auto sources = reader.sources(one.hash, 1);
    if (!sources) return refuse(sources.error(), context);
    const auto uri = sources->empty() ? std::string{} : sources->front().uri;
    if (options.json) {
      json_fact roles = json_fact::array();
      for (const auto role : all_mention_roles)
        if ((one.roles & static_cast<std::uint8_t>(role)) != 0) roles.push_back(to_string(role));
      print_fact(context.io.out, {{"document", one.hash.hex()}, {"as", roles}, {"uri", uri}});
      continue;
    }
    context.io.out << one.hash.hex() << "  " << in_words(one.roles) << "  " << harmless(uri) << '\n';
  }
}

void find_where(const where_options& options, command_context& context) {
  const auto question = question_of(options, context);
  if (!question) return;
  auto from = open_journal(context);
  if (!from) return;
  const auto store = open_clean_store(context);
  if (!store) return;
  auto index = mention_index::open(context.data, *from);
  if (!index) return refuse(index.error(), context);
  if (!bring_up_to_date(*index, *from, *store, context)) return;
  const auto page = find_mentions_of(*index, *from, *store, *question);
  if (!page) return refuse(page.error(), context);
  print(*page, options, *from, context);
  if (page->has_more)
    return tell_next_page(std::to_string(page->documents.back().row), number_of(options.limit, "document"),
                          options.limit, context);
  if (page->documents.empty() && options.after.empty())
    context.refuse(exit_not_found, "where: no clean document has the IRI " + options.iri +
                                       (options.role.empty() ? "" : " as " + options.role));
}

}  // namespace

void add_where_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<where_options>();
  auto& command = program.add_command("where", "Find the clean documents that have an IRI");
  command.positional("IRI", options->iri, "As statements have it, without `<>`").required();
  command
      .option("--role", options->role, "Only documents that have it as subject, predicate, object or graph")
      .proposes({"subject", "predicate", "object", "graph"})
      .metavar("ROLE");
  command.option("--limit", options->limit, "Print at most N documents")
      .range(1, 1'000'000'000)
      .shows_default();
  command.option("--after", options->after, "Begin behind this place, which the page before has named")
      .metavar("PLACE");
  command.flag("--json", options->json, "One JSON object per document");
  add_data_option(command, context);
  command.examples({"laundromat where http://xmlns.com/foaf/0.1/Person",
                    "laundromat where --role subject http://example.org/sock",
                    "laundromat query '<http://example.org/sock> ?p ?o' "
                    "$(laundromat where --role subject --json http://example.org/sock | jq -r .document)"});
  command.notes(
      "The index, where/ in the data folder, is made by the first look-up, and brought up to date by each; "
      "it may be "
      "deleted at any time. Every document that is printed was looked into. An IRI in a triple term counts "
      "as an "
      "object; datatypes, and IRIs that name blank nodes, are not in the index.");
  command.action([options, &context] { find_where(*options, context); });
}

}  // namespace laundromat
