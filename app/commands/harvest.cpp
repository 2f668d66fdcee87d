// laundromat harvest: receives the triples of a SPARQL endpoint and washes them, or lets a provider be harvested.
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "app/campaign/campaign_file.hpp"
#include "app/campaign/file_problem.hpp"
#include "app/commands/commands.hpp"
#include "app/endpoints/run_copy.hpp"
#include "app/providers/provider_hosts.hpp"
#include "app/records/open_journal.hpp"
#include "app/steering/steering_options.hpp"
#include "app/terminal/stop_signals.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/endpoints/page_queries.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "storage/graphs/graph_records.hpp"
#include "storage/graphs/seed_crawl.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {
namespace {

struct harvest_command {
  std::string what;  ///< URI of an endpoint, or the name of a provider
  bool json = false;
  // Of endpoints.
  std::optional<std::string> campaign_file, graph, output, state;
  std::optional<std::uint64_t> page_rows, delay_ms;
  // Of providers.
  bool now = false, again = false;
};

constexpr std::uint64_t usual_page_rows = copy_options{}.page_rows;

/// The options that are given and are for endpoints only.
std::vector<std::string> given_for_endpoints(const harvest_command& given) {
  std::vector<std::string> names;
  const auto add = [&](const char* name, const auto& value) {
    if (value) names.emplace_back(name);
  };
  add("--campaign", given.campaign_file);
  add("--graph", given.graph);
  add("--output", given.output);
  add("--state", given.state);
  add("--page-rows", given.page_rows);
  add("--delay-ms", given.delay_ms);
  return names;
}

/// The same for providers.
std::vector<std::string> given_for_providers(const harvest_command& given) {
  std::vector<std::string> names;
  if (given.now) names.emplace_back("--now");
  if (given.again) names.emplace_back("--again");
  return names;
}

std::string listed(const std::vector<std::string>& names) {
  std::string text;
  for (const auto& one : names) text += (text.empty() ? "" : ", ") + one;
  return text + (names.size() == 1 ? " is" : " are");
}

/// Makes the VoID file of a provider due, also one that no run has requested yet. False: it is crawled now, or is refused.
result<bool> make_void_due(journal& db, const stored_provider& provider) {
  const auto hash = seed_hash(provider.void_uri);
  seed_crawls crawls{db};
  const auto crawl = crawls.of(hash);
  if (!crawl) return tl::unexpected(crawl.error());
  if (!crawl->is_known)
    if (auto listed = crawls.enlist(provider.void_uri, wall_now()); !listed)
      return tl::unexpected(listed.error());
  return crawls.make_due(hash, wall_now());
}

/// Prints what became of the VoID file, and of the hosts and dumps that the provider's requests wait for.
void print_due_provider(journal& db, const stored_provider& provider, const std::string& answer,
                        const std::vector<host_waits>& hosts, const provider_waits& waits, bool json,
                        command_context& context) {
  const auto hash = seed_hash(provider.void_uri);
  if (!json) {
    print_answer(db, hash, provider.void_uri, answer, false, context);
    for (const auto& one : hosts) context.io.err << "laundromat: " << harmless(sentence_about(one)) << '\n';
    if (waits.dump) context.io.err << "laundromat: " << harmless(dumps_in_words(waits)) << '\n';
    return;
  }
  json_fact fact{{"seed", hash.hex()}, {"named", provider.void_uri}, {"answer", answer}};
  auto& of_hosts = fact["hosts"] = json_fact::array();
  for (const auto& one : hosts) of_hosts.push_back(fact_of(one));
  add_waits(waits, fact);
  print_fact(context.io.out, fact);
}

/// Makes the VoID file of a provider due, so that the engine that runs, or the next one, harvests what has changed, and what waits after failures.
void harvest_provider(const harvest_command& given, command_context& context) {
  const auto& name = given.what;
  if (const auto others = given_for_endpoints(given); !others.empty())
    return context.refuse(exit_usage, "harvest: " + listed(others) + " for an endpoint, and `" + name +
                                          "` is the name of a provider: leave that out, or write the URI of "
                                          "an endpoint");
  auto db = open_to_steer(context);
  if (!db) return;
  graph_records records{*db};
  const auto provider = records.provider(name);
  if (!provider && provider.error().code == errc::not_found)
    return context.refuse(exit_not_found,
                          "harvest: " + harmless(provider.error().detail) +
                              ": `laundromat providers` lists them; write an endpoint as a URI");
  if (!provider) return refuse(provider.error(), context);
  if (auto ended = given.again ? records.force_harvests(provider->id) : records.end_waits(provider->id);
      !ended)
    return refuse(ended.error(), context);
  const auto hash = seed_hash(provider->void_uri);
  const auto hosts = end_host_waits(*db, *provider, wall_now());  // before the file is due
  if (!hosts) return refuse(hosts.error(), context);
  const auto due = make_void_due(*db, *provider);
  if (!due) return refuse(due.error(), context);
  const auto answer = describe_retry(*db, hash, *due);
  if (!answer) return refuse(answer.error(), context);
  const auto datasets = records.datasets(provider->id);
  if (!datasets) return refuse(datasets.error(), context);
  const auto waits = waits_of(*db, *provider, *datasets, wall_now());
  if (!waits) return refuse(waits.error(), context);
  print_due_provider(*db, *provider, *answer, *hosts, *waits, given.json, context);
  if (!data_folder::holder(context.data))
    context.io.err
        << "laundromat: no engine runs with this data folder: the next `laundromat run` requests it\n";
  if (!provider->problem.empty())
    context.io.err << "laundromat: at the last attempt " << harmless(provider->name)
                   << " was not harvested: " << harmless(provider->problem) << '\n';
}

void harvest(const harvest_command& given, command_context& context) {
  if (given.what.find(':') == std::string::npos) return harvest_provider(given, context);
  if (const auto others = given_for_providers(given); !others.empty())
    return context.refuse(exit_usage,
                          "harvest: " + listed(others) + " for a provider: write its name, not a URI");
  if (!given.campaign_file)
    return context.refuse(
        exit_usage, "harvest: an endpoint needs --campaign FILE, whose contact and politeness are used");
  if (context.refuses_given_data()) return;
  copy_options options{given.what,
                       given.graph.value_or(""),
                       given.output.value_or(copy_options{}.output),
                       given.state.value_or(""),
                       given.page_rows.value_or(usual_page_rows),
                       std::nullopt,
                       given.json};
  if (given.delay_ms) options.delay = milliseconds{*given.delay_ms};
  const bool is_web = options.endpoint.starts_with("http://") || options.endpoint.starts_with("https://");
  if (!is_web || !authority_key(options.endpoint))
    return context.refuse(exit_usage, "harvest: " + options.endpoint + " is no http or https URI");
  if (!options.graph.empty() && !is_query_iri(options.graph))
    return context.refuse(exit_usage, "harvest: --graph: " + options.graph + " is no IRI");
  block_stop_signals();
  const auto settings = load_campaign(*given.campaign_file, context.given_data());
  if (!settings) return context.refuse_file(*given.campaign_file, settings.error());
  const auto authority = *authority_key(options.endpoint);
  const auto asked = policy_for(*settings, authority);
  if (options.delay && *options.delay < asked.delay && !asked.is_own)
    return context.refuse(exit_usage,
                          "harvest: --delay-ms is less than the pause of the campaign; a shorter one is "
                          "allowed for its politeness.own_hosts only");
  context.exit_code = run_copy(*settings, options, context.io);
}

}  // namespace

void add_harvest_command(cli_command& program, command_context& context) {
  auto given = std::make_shared<harvest_command>();
  auto& command = program.add_command(
      "harvest", "Receive all triples of a SPARQL endpoint and wash them; or harvest a provider now");
  command
      .positional("ENDPOINT", given->what, "URI of the endpoint; or the name of a provider of the registry")
      .required();
  command.flag(
      "--now", given->now,
      "For a provider, as without it: its VoID file is requested at once, what has changed is harvested, and "
      "what waits after failures is tried at once; by the engine that runs, else by the next run");
  command.flag("--again", given->again,
               "For a provider: also harvest what has not changed, or has a date that moved backwards");
  command
      .option("--campaign", given->campaign_file,
              "Campaign whose contact, politeness and limits are used (required for an endpoint)")
      .metavar("FILE");
  command.option("--graph", given->graph, "Only this named graph; default: the default graph").metavar("IRI");
  command.option("-o,--output", given->output, "Folder for the result, or - for standard output")
      .metavar("DIR")
      .default_text(copy_options{}.output);
  command
      .option("--state", given->state,
              "Keep the state in this file, and the pages in the folder FILE.pages: after any stop the same "
              "command continues")
      .metavar("FILE");
  command
      .option("--page-rows", given->page_rows,
              "Triples wanted in one answer; smaller ones are requested where the endpoint gives fewer")
      .range(100, 10'000'000)
      .default_text(std::to_string(usual_page_rows));
  command
      .option("--delay-ms", given->delay_ms,
              "Milliseconds from the end of a request to the next one; default: those of the campaign")
      .range(0, 86'400'000);
  command.flag("--json", given->json, "Print the summary as one JSON object");
  add_data_option(command, context);
  command.examples(
      {"laundromat harvest https://example.org/sparql --campaign crawl.yaml --state "
       "example.harvest -o clean",
       "laundromat harvest bcodmo --now"});
  command.notes(
      "The triples are requested predicate by predicate, in pages that are ranges of a hash, so that no "
      "sorting "
      "is needed and no change moves a triple to another page. robots.txt is obeyed, and what the operator "
      "of the campaign has paused or excluded. At the end it is "
      "printed "
      "what is "
      "promised: whether all triples were received, whether they are of one state of the data, and which "
      "predicates were not received. Exit code 1 when the harvest is not complete.\n\nWith the name of a "
      "provider, "
      "pauses that the engine has set itself at the hosts of its files are ended, too: after network "
      "failures, and while a robots.txt cannot be read. What a host has asked for (Retry-After, Crawl-delay) "
      "stays, and the answer says until when. Options for endpoints are refused with a provider, and those "
      "for providers with an endpoint.");
  command.action([given, &context] { harvest(*given, context); });
}

}  // namespace laundromat
