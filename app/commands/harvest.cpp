// laundromat harvest: receives the triples of a SPARQL endpoint and washes them, or lets a provider be harvested.
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "app/campaign/campaign_file.hpp"
#include "app/campaign/file_problem.hpp"
#include "app/commands/commands.hpp"
#include "app/endpoints/run_copy.hpp"
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
  copy_options options;
  std::string campaign_file;
  std::optional<std::uint64_t> delay_ms;
  bool now = false, again = false;
};

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

/// Makes the VoID file of a provider due, so that the engine that runs, or the next one, harvests what has changed, and what waits after failures.
void harvest_provider(const harvest_command& given, command_context& context) {
  const auto& name = given.options.endpoint;
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
  const auto due = make_void_due(*db, *provider);
  if (!due) return refuse(due.error(), context);
  const auto answer = describe_retry(*db, hash, *due);
  if (!answer) return refuse(answer.error(), context);
  print_answer(*db, hash, provider->void_uri, *answer, given.options.json, context);
  if (!data_folder::holder(context.data))
    context.io.err
        << "laundromat: no engine runs with this data folder: the next `laundromat run` requests it\n";
  if (!provider->problem.empty())
    context.io.err << "laundromat: at the last attempt " << harmless(provider->name)
                   << " was not harvested: " << harmless(provider->problem) << '\n';
}

void harvest(const harvest_command& given, command_context& context) {
  if (given.options.endpoint.find(':') == std::string::npos) return harvest_provider(given, context);
  if (given.now || given.again)
    return context.refuse(exit_usage,
                          "harvest: --now and --again are for a provider: write its name, not a URI");
  if (given.campaign_file.empty())
    return context.refuse(
        exit_usage, "harvest: an endpoint needs --campaign FILE, whose contact and politeness are used");
  auto options = given.options;
  if (given.delay_ms) options.delay = milliseconds{*given.delay_ms};
  const bool is_web = options.endpoint.starts_with("http://") || options.endpoint.starts_with("https://");
  if (!is_web || !authority_key(options.endpoint))
    return context.refuse(exit_usage, "harvest: " + options.endpoint + " is no http or https URI");
  if (!options.graph.empty() && !is_query_iri(options.graph))
    return context.refuse(exit_usage, "harvest: --graph: " + options.graph + " is no IRI");
  block_stop_signals();
  const auto settings = load_campaign(given.campaign_file);
  if (!settings) return context.refuse_file(given.campaign_file, settings.error());
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
      .positional("ENDPOINT", given->options.endpoint,
                  "URI of the endpoint; or the name of a provider of the registry")
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
  command.option("--graph", given->options.graph, "Only this named graph; default: the default graph")
      .metavar("IRI");
  command.option("-o,--output", given->options.output, "Folder for the result, or - for standard output")
      .metavar("DIR")
      .shows_default();
  command
      .option("--state", given->options.state,
              "Keep the state in this file, and the pages in the folder FILE.pages: after any stop the same "
              "command continues")
      .metavar("FILE");
  command
      .option("--page-rows", given->options.page_rows,
              "Triples wanted in one answer; smaller ones are requested where the endpoint gives fewer")
      .range(100, 10'000'000)
      .shows_default();
  command
      .option("--delay-ms", given->delay_ms,
              "Milliseconds from the end of a request to the next one; default: those of the campaign")
      .range(0, 86'400'000);
  command.flag("--json", given->options.json, "Print the summary as one JSON object");
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
      "predicates were not received. Exit code 1 when the harvest is not complete.");
  command.action([given, &context] { harvest(*given, context); });
}

}  // namespace laundromat
