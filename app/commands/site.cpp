// laundromat site: serves a folder until a signal stops it.
// SPDX-License-Identifier: Apache-2.0
#include <csignal>
#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "app/site/site_rules.hpp"

namespace laundromat {
namespace {

struct site_command {
  std::string folder;
  std::string rules;
  std::string address = "127.0.0.1";
  std::uint16_t port = 0;
  bool quiet = false;
};

void serve(const site_command& given, command_context& context) {
  auto rules = load_site_rules(given.rules);
  if (!rules) {
    context.refuse_file(given.rules, rules.error());
    return;
  }
  site_options options;
  options.root = given.folder;
  options.address = given.address;
  options.port = given.port;
  options.media_types = usual_media_types();
  options.rules = *std::move(rules);
  if (!given.quiet)
    options.on_request = [&out = context.io.out](std::string_view path, int status) {
      out << status << ' ' << harmless(path) << std::endl;
    };
  // The threads of the server inherit the mask, so these signals wake only the wait below.
  sigset_t stop_signals;
  sigemptyset(&stop_signals);
  sigaddset(&stop_signals, SIGINT);
  sigaddset(&stop_signals, SIGTERM);
  sigprocmask(SIG_BLOCK, &stop_signals, nullptr);
  const auto site = site_server::start(std::move(options));
  if (!site)
    return context.refuse(site.error().code == errc::not_found ? exit_code_of_file(given.folder) : exit_disk,
                          to_string(site.error()));
  context.io.out << "serving " << given.folder << " at " << site->url("/") << " until Ctrl-C" << std::endl;
  int received = 0;
  sigwait(&stop_signals, &received);
  context.exit_code = exit_interrupted;
}

}  // namespace

void add_site_command(cli_command& program, command_context& context) {
  auto given = std::make_shared<site_command>();
  auto& command = program.add_command("site", "Serve a folder over HTTP, with optional redirects and errors");
  command.positional("FOLDER", given->folder, "Folder to serve").required();
  command
      .option("--address", given->address,
              "Address to listen at; 127.0.0.1 is reachable only from this machine")
      .shows_default();
  command.option("--port", given->port, "Port; 0: a free one").shows_default();
  command.option("--rules", given->rules,
                 "File with one exception per line: PATH redirect TARGET, PATH status CODE, …");
  command.flag("-q,--quiet", given->quiet, "Do not print every request");
  command.examples({"laundromat site conf/demo-web --rules conf/demo-web.rules --port 8080"});
  command.action([given, &context] { serve(*given, context); });
}

}  // namespace laundromat
