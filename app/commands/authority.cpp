// laundromat authority: whose a URI is, with the chain that leads to the answer.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>

#include "app/authority/asked_uri.hpp"
#include "app/authority/uri_owners.hpp"
#include "app/commands/commands.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/timestamp_text.hpp"
#include "storage/journal/announcement_reader.hpp"

namespace laundromat {
namespace {

struct authority_options {
  std::string uri;
  std::string source;
  bool json = false;
};

json_fact fact_of(const authority_account& account) {
  json_fact fact{{"uri", account.uri},
                 {"uri_space", account.folder},
                 {"sitemap", account.sitemap},
                 {"publisher", account.publisher},
                 {"joined_with", account.joined}};
  auto& chain = fact["chain"] = json_fact::array();
  for (const auto& step : account.chain)
    chain.push_back({{"about", to_string(step.link)},
                     {"counts", step.counts},
                     {"says", step.sentence},
                     {"read", timestamp_text(step.read)}});
  return fact;
}

void print_account(const authority_account& account, console& io) {
  const auto line = [&](std::string_view name, const std::string& value) {
    io.out << name << harmless(value) << '\n';
  };
  line("URI space     ", account.folder.empty() ? "no sitemap is known around the URI" : account.folder);
  if (!account.folder.empty()) {
    line("sitemap       ", account.sitemap);
    line("published by  ", account.publisher.empty() ? "not named" : account.publisher);
  }
  for (const auto& one : account.joined) line("joined with   ", one);
  io.out << '\n';
  text_table table{{{"counts"}, {"about"}, {"read"}, {"what it says"}}};
  for (const auto& step : account.chain)
    table.add_row({step.counts ? "yes" : "no", std::string{to_string(step.link)}, timestamp_text(step.read),
                   step.sentence});
  table.print(io.out, io.out_terminal);
}

/// Whether a source is authoritative for the URI: by its URI space; or it is what the URI resolves to, as far as it is here.
void answer_source(const authority_options& options, journal& from, command_context& context) {
  uri_owners owners{from};
  const auto owner = owners.of(options.uri).owner, other = owners.of(options.source).owner;
  if (owners.problem()) return refuse(*owners.problem(), context);
  const bool is_so = !owner.empty() && owner == other;
  const auto sentence =
      is_so ? std::string("it is in the same URI space as the URI, or in a joined one")
      : owner.empty()
          ? std::string("no sitemap is known around the URI: only what it resolves to is authoritative")
          : std::string("the URI is in the space of another owner");
  if (options.json)
    print_fact(
        context.io.out,
        {{"uri", options.uri}, {"source", options.source}, {"authoritative", is_so}, {"why", sentence}});
  else
    context.io.out << (is_so ? "authoritative: " : "not authoritative: ") << sentence << '\n';
  if (!is_so) context.exit_code = exit_some_failed;
}

void answer_authority(const authority_options& options, command_context& context) {
  if (refuses_uri("authority", options.uri, context)) return;
  if (!options.source.empty() && refuses_uri("authority: --source", options.source, context)) return;
  auto from = open_journal(context);
  if (!from) return;
  if (!options.source.empty()) return answer_source(options, *from, context);
  const auto account = uri_owners{*from}.explain(options.uri);
  if (!account) return refuse(account.error(), context);
  if (options.json)
    print_fact(context.io.out, fact_of(*account));
  else
    print_account(*account, context.io);
  if (!account->folder.empty()) return;
  context.exit_code = exit_not_found;
  context.io.err << "laundromat: " << harmless(how_to_learn_of(options.uri)) << '\n';
}

}  // namespace

void add_authority_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<authority_options>();
  auto& command = program.add_command("authority", "Say whose a URI is, and what leads to the answer");
  command.positional("URI", options->uri, "Any URI: it need not have been crawled").required();
  command
      .option("--source", options->source,
              "Say instead whether this document, dump or endpoint is authoritative for the URI")
      .metavar("URI");
  command.flag("--json", options->json, "One JSON object");
  add_data_option(command, context);
  command.examples({"laundromat authority http://example.com/~alice/foaf.rdf#me",
                    "laundromat authority http://example.com/id/1 --source http://example.com/dump.nt.gz"});
  command.notes(
      "A sitemap speaks for the URIs in its folder. One in a folder inside of it has a space of its own only "
      "if one "
      "sitemap index, which robots.txt names, lists both. Spaces at several places are joined if one names "
      "the other in "
      "sc:subSitemap and is named in return in sc:parentSitemap. Lines with `no` are claims from which "
      "nothing "
      "follows. Exit code 4 when no sitemap is known around the URI, and 1 when the source is not "
      "authoritative.");
  command.action([options, &context] { answer_authority(*options, context); });
}

}  // namespace laundromat
