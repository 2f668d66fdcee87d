// laundromat providers: the providers of a registry, their graphs, and what waits.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "app/providers/provider_lines.hpp"
#include "app/records/open_journal.hpp"
#include "app/steering/steering_options.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/wall_clock.hpp"
#include "storage/graphs/graph_records.hpp"

namespace laundromat {
namespace {

struct providers_options {
  std::vector<std::string> names;
  std::string bind;
  bool json = false;
};

/// The chosen providers, or all; reports names that are not known.
result<std::vector<stored_provider>> chosen(graph_records& records, const std::vector<std::string>& names,
                                            command_context& context) {
  if (names.empty()) return records.providers();
  std::vector<stored_provider> found;
  for (const auto& name : names) {
    auto one = records.provider(name);
    if (!one && one.error().code != errc::not_found) return tl::unexpected(one.error());
    if (one)
      found.push_back(*std::move(one));
    else
      context.refuse(exit_not_found,
                     harmless(one.error().detail) + ": a run with `harvest.registry` registers it");
  }
  return found;
}

void list(const providers_options& options, command_context& context) {
  auto from = open_journal(context);
  if (!from) return;
  graph_records records{*from};
  const auto all = chosen(records, options.names, context);
  if (!all) return refuse(all.error(), context);
  std::vector<provider_account> accounts;
  for (const auto& one : *all) {
    auto account = account_of(records, one);
    if (!account) return refuse(account.error(), context);
    accounts.push_back(*std::move(account));
  }
  if (options.json) {
    for (const auto& one : accounts) print_fact(context.io.out, fact_of(one));
    return;
  }
  if (accounts.empty() && options.names.empty())
    context.io.err << "laundromat: no provider is registered: name a registry in `harvest.registry` of the "
                      "campaign, and run it\n";
  print_accounts(accounts, !options.names.empty(), wall_now(), context.io);
}

void bind(const providers_options& options, command_context& context) {
  if (options.names.size() != 1)
    return context.refuse(exit_usage, "providers: --bind is for one provider: name it");
  auto db = open_to_steer(context);
  if (!db) return;
  graph_records records{*db};
  const auto provider = records.provider(options.names.front());
  if (!provider) return refuse(provider.error(), context);
  if (auto bound = records.bind(provider->id, options.bind); !bound) return refuse(bound.error(), context);
  context.io.out << "the graph of " << provider->name << " belongs to " << harmless(options.bind)
                 << " from now on, and not to " << harmless(provider->void_uri) << '\n';
}

}  // namespace

void add_providers_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<providers_options>();
  auto& command =
      program.add_command("providers", "List the providers of a registry, their graphs, and what waits");
  command.positional("NAME", options->names, "Only these, in detail; default: all");
  command
      .option("--bind", options->bind,
              "The VoID file of the provider is at this URI from now on: only what comes from its host "
              "changes the graph. "
              "Needed when the registry names another URI than before")
      .metavar("URI");
  command.flag("--json", options->json, "One JSON object per provider");
  add_data_option(command, context);
  command.examples({"laundromat providers", "laundromat providers bcodmo", "laundromat providers --json"});
  command.action([options, &context] { (options->bind.empty() ? list : bind)(*options, context); });
}

}  // namespace laundromat
