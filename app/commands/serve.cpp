// laundromat serve: the HTTP API, metrics and documents of a data folder.
// SPDX-License-Identifier: Apache-2.0
#include <memory>

#include "app/commands/commands.hpp"
#include "app/records/open_journal.hpp"
#include "app/serve/serve_data.hpp"

namespace laundromat {
namespace {

struct serve_command {
  serve_options options;
  std::string folder, rate = "20";
  bool is_child = false;
};

void serve(const serve_command& given, command_context& context) {
  auto options = given.options;
  options.data = given.folder.empty() ? context.data : std::filesystem::path{given.folder};
  context.data = options.data;
  if (!given.is_child && !open_journal(context)) return;
  char* end = nullptr;
  options.requests_per_second = std::strtod(given.rate.c_str(), &end);
  if (given.rate.empty() || *end != '\0' || !(options.requests_per_second >= 0))
    return context.refuse(exit_usage, "serve: --requests-per-second: `" + given.rate + "` is not a number");
  context.exit_code = serve_data(options, given.is_child, context.io);
}

}  // namespace

void add_serve_command(cli_command& program, command_context& context) {
  auto given = std::make_shared<serve_command>();
  auto& options = given->options;
  auto& command = program.add_command("serve", "Serve the HTTP API, metrics and documents of a data folder");
  command.positional("DATA", given->folder, "Data folder; default: that of --data");
  command
      .option("--address", options.address,
              "Address to listen at; 127.0.0.1 is reachable only from this machine")
      .shows_default();
  command.option("--port", options.port, "Port; 0: a free one").shows_default();
  command.option(
      "--token-file", options.token_file,
      "File, readable only by its owner, whose first line is the token for requests that change something; "
      "none: the API only answers questions");
  command.option("--public-base", options.public_base, "URL at which others reach this server; default: none")
      .metavar("URL");
  command.flag("--behind-proxy", options.is_behind_proxy,
               "A proxy on this machine passes requests on, and names its clients in X-Forwarded-For");
  command
      .option("--requests-per-second", given->rate,
              "Requests of one network address in the long run, and five times as many at once; 0: no limit")
      .metavar("NUMBER")
      .shows_default();
  command.option("--event-streams", options.event_streams, "Clients that follow events at the same time")
      .shows_default();
  command.option("--labels", options.labels,
                 "File with an IRI, a tab and a label in each line, for the reconciliation service that "
                 "OpenRefine asks");
  command.flag("--engine", given->is_child, "Serve for the engine that has started this process");
  add_data_option(command, context);
  command.examples({"laundromat serve laundry --port 8080",
                    "curl -s http://127.0.0.1:8080/api/v1/documents?limit=3 | jq"});
  command.notes(
      "Reads the data folder, also while an engine runs on it. A campaign with `http` serves the same, and "
      "events, "
      "during its run. /api/v1/openapi.json describes the API; /metrics is for Prometheus; /healthz and "
      "/readyz are "
      "for probes. TLS is done by a proxy in front.");
  command.action([given, &context] { serve(*given, context); });
}

}  // namespace laundromat
