// laundromat restore: makes an earlier version of a graph the newest one.
// SPDX-License-Identifier: Apache-2.0
#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "app/providers/graph_reference.hpp"
#include "app/records/open_journal.hpp"
#include "app/steering/steering_options.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/wall_clock.hpp"

namespace laundromat {
namespace {

struct restore_options {
  std::string graph;
  bool json = false;
};

void restore(const restore_options& options, command_context& context) {
  if (options.graph.find('@') == options.graph.npos)
    return context.refuse(exit_usage, "restore: name the version, for example " + harmless(options.graph) +
                                          "@3: `laundromat history " + harmless(options.graph) +
                                          "` lists them");
  auto db = open_to_steer(context);
  const auto named = db ? find_graph(*db, options.graph, context) : std::nullopt;
  if (!named) return;
  const auto data = safe_folder::open(context.data);
  auto folder = data ? graph_folder::open(*data, named->provider.name) : tl::unexpected(data.error());
  if (!folder) return refuse(folder.error(), context);
  const auto lock = folder->lock();
  if (!lock) return refuse(lock.error(), context);
  graph_records records{*db};
  const auto provider = records.provider(named->provider.name);  // as it is under the lock
  if (!provider) return refuse(provider.error(), context);
  versioned_graph graph{*std::move(folder), *db, *provider};
  worker_pool workers{2};
  auto done = graph.remove_leftovers();
  const auto made = done ? graph.restore(named->version, workers) : tl::unexpected(done.error());
  if (!made) return refuse(made.error(), context);
  import_commit what;
  what.version_before = provider->version;
  what.files = made->files;
  auto& import = what.import;
  import.outcome = import_outcome::restored;
  import.begun = import.ended = wall_now();
  import.removed = made->changes.removed;
  import.added = made->changes.added;
  import.statements = made->statements;
  import.version = made->files.empty() ? 0 : provider->version + 1;
  import.detail = "as version " + std::to_string(named->version);
  if (import.version > 0)
    if (const auto stored = records.commit(provider->id, what); !stored)
      return refuse(stored.error(), context);
  if (options.json)
    return print_fact(context.io.out, {{"provider", provider->name},
                                       {"version", import.version > 0 ? import.version : provider->version},
                                       {"removed", import.removed},
                                       {"added", import.added},
                                       {"statements", import.statements}});
  if (import.version == 0)
    context.io.out << "the graph of " << provider->name << " is as version " << named->version
                   << " already\n";
  else
    context.io.out << "the graph of " << provider->name << " has version " << import.version
                   << " now, which is as version " << named->version << ": " << import.removed << " removed, "
                   << import.added << " added\n";
}

}  // namespace

void add_restore_command(cli_command& program, command_context& context) {
  auto options = std::make_shared<restore_options>();
  auto& command =
      program.add_command("restore", "Make an earlier version of the graph of a provider the newest one");
  command
      .positional("NAME@VERSION", options->graph,
                  "The provider, and the version that comes back; 0: an empty graph")
      .required();
  command.flag("--json", options->json, "Print one JSON object");
  add_data_option(command, context);
  command.examples({"laundromat restore bcodmo@3"});
  command.notes(
      "Nothing is lost: the graph gets a new version, and the ones between stay in its history. Nothing is "
      "imported before the provider announces a later date; that change is imported onto the restored "
      "version, and a full dump replaces it. To stop that, take the provider out of the registry, or "
      "`laundromat exclude` "
      "its host.");
  command.action([options, &context] { restore(*options, context); });
}

}  // namespace laundromat
