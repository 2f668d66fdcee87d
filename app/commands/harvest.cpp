// laundromat harvest: receives the triples of a SPARQL endpoint, and washes them.
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "app/campaign/campaign_file.hpp"
#include "app/campaign/file_problem.hpp"
#include "app/commands/commands.hpp"
#include "app/harvest/run_harvest.hpp"
#include "app/terminal/stop_signals.hpp"
#include "core/harvest/harvest_queries.hpp"
#include "core/web/uri.hpp"

namespace laundromat {
namespace {

struct harvest_command {
  harvest_options options;
  std::string campaign_file;
  std::optional<std::uint64_t> delay_ms;
};

void harvest(const harvest_command& given, command_context& context) {
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
  context.exit_code = run_harvest(*settings, options, context.io);
}

}  // namespace

void add_harvest_command(cli_command& program, command_context& context) {
  auto given = std::make_shared<harvest_command>();
  auto& command = program.add_command("harvest", "Receive all triples of a SPARQL endpoint, and wash them");
  command.positional("ENDPOINT", given->options.endpoint, "URI of the endpoint").required();
  command
      .option("--campaign", given->campaign_file,
              "Campaign whose contact, politeness and limits are used (required)")
      .metavar("FILE")
      .required();
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
  command.examples(
      {"laundromat harvest https://example.org/sparql --campaign crawl.yaml --state "
       "example.harvest -o clean"});
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
