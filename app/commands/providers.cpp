// laundromat providers: the providers of a registry, their graphs, and what waits.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <memory>
#include <ostream>

#include "app/commands/commands.hpp"
#include "app/providers/provider_lines.hpp"
#include "app/records/open_journal.hpp"
#include "app/steering/steering_options.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/base/count_words.hpp"
#include "core/web/uri.hpp"
#include "storage/graphs/graph_folder.hpp"
#include "storage/graphs/graph_records.hpp"

namespace laundromat {
namespace {

struct providers_options {
  std::vector<std::string> names;
  std::string bind;
  bool drop = false, json = false;
};

void list(const providers_options& options, command_context& context) {
  auto from = open_journal(context);
  if (!from) return;
  const auto registry = load_noted_registry(context.data);
  auto accounts = accounts_of(*from, registry, wall_now(), options.names);
  if (!accounts) return refuse(accounts.error(), context);
  const auto names = published_names(*from, context);
  if (!names) return;
  for (auto& one : *accounts) one.names = *names;
  if (options.json)
    for (const auto& one : *accounts) print_fact(context.io.out, fact_of(one, wall_now()));
  else
    print_accounts(*accounts, !options.names.empty(), wall_now(), context.io);
  if (!options.json && accounts->empty() && options.names.empty())
    context.io.err << "laundromat: no provider is registered: name a registry in `harvest.registry` of the "
                      "campaign, and run it\n";
  if (registry) refuse_registry(registry->problems, context);
  if (registry)
    for (const auto& one : registry->warnings)
      context.io.err << "laundromat: " << harmless(to_string(one)) << '\n';
  for (const auto& name : options.names)
    if (std::ranges::none_of(*accounts, [&](const auto& one) { return one.provider.name == name; }))
      context.refuse(exit_not_found, "no provider `" + name +
                                         "` was registered: a run with `harvest.registry` registers it; "
                                         "`laundromat providers` lists all");
}

/// What is wrong with the location of a VoID file; empty: nothing.
std::string fault_of_location(const std::string& text) {
  const auto parts = parse_uri(text);
  if (!parts) return to_string(parts.error());
  if (!parts->scheme || !is_http_scheme(*parts->scheme) || !authority_key(text))
    return "it is no absolute http or https URI";
  if (split_authority(*parts->authority).userinfo) return "it has a user: write it without";
  return {};
}

/// Warns when the registry names another location: the engine harvests only when both are the same.
std::string other_location(const std::optional<campaign_registry>& registry, const std::string& name,
                           const std::string& location) {
  if (!registry || !registry->problems.empty()) return {};
  const auto* entry = registry->find(name);
  const auto is_needed = ": nothing is harvested before " + registry->file + " has `void: " + location + "`";
  if (entry == nullptr) return "the registry has no provider " + name + is_needed;
  if (entry->void_uri == location) return {};
  return registry->file + ":" + std::to_string(entry->line) + " names " + entry->void_uri + is_needed;
}

void bind(const providers_options& options, command_context& context) {
  const auto& location = options.bind;
  if (options.names.size() != 1)
    return context.refuse(exit_usage, "providers: --bind is for one provider: name it");
  if (const auto fault = fault_of_location(location); !fault.empty())
    return context.refuse(
        exit_usage, "providers: --bind " + location + ": " + fault + "; write the address of the VoID file");
  auto db = open_to_steer(context);
  if (!db) return;
  graph_records records{*db};
  const auto provider = records.provider(options.names.front());
  if (!provider) return refuse(provider.error(), context);
  const bool is_new = provider->void_uri != location;
  if (is_new)
    if (auto bound = records.bind(provider->id, location); !bound) return refuse(bound.error(), context);
  const auto warning = other_location(load_noted_registry(context.data), provider->name, location);
  if (options.json) {
    json_fact fact{{"provider", provider->name},
                   {"graph", provider->graph},
                   {"void", location},
                   {"before", provider->void_uri}};
    if (!warning.empty()) fact["warning"] = warning;
    return print_fact(context.io.out, fact);
  }
  context.io.out << "the graph of " << provider->name << " belongs to " << harmless(location)
                 << (is_new ? " from now on, and not to " + harmless(provider->void_uri) : " already")
                 << '\n';
  if (!warning.empty()) context.io.err << "laundromat: " << harmless(warning) << '\n';
}

/// Why a provider must not be dropped now; empty: it may be.
std::string refusal_to_drop(const std::optional<campaign_registry>& registry, const std::string& name) {
  if (!registry) return {};
  if (!registry->problems.empty())
    return "the registry has an error, so it is not known whether it has " + name + ": " +
           to_string(registry->problems.front());
  const auto* entry = registry->find(name);
  if (entry == nullptr) return {};
  return "the registry has " + name + " still, and a run would register it again: remove it from " +
         registry->file + ":" + std::to_string(entry->line) + " first";
}

void print_dropped(const stored_provider& provider,
                   const std::vector<std::pair<std::string, store_cursor>>& stores, bool json,
                   command_context& context) {
  if (json) {
    json_fact fact{{"dropped", provider.name},
                   {"graph", provider.graph},
                   {"versions", provider.version},
                   {"statements", provider.statements}};
    auto& names = fact["stores"] = json_fact::array();
    for (const auto& [store, cursor] : stores) names.push_back(store);
    return print_fact(context.io.out, fact);
  }
  context.io.out << "dropped " << provider.name << ": " << number_of(provider.version, "version")
                 << " of the graph " << harmless(provider.graph) << ", the newest with "
                 << number_of(provider.statements, "statement") << "; its receipts stay\n";
  for (const auto& [store, cursor] : stores)
    if (cursor.version > 0)
      context.io.err << "laundromat: the store " << harmless(store) << " has the graph still: remove "
                     << harmless(provider.graph) << " there\n";
}

std::filesystem::path folder_of(const std::string& name) {
  return std::filesystem::path{"graphs"} / name;
}

/// Whether a stop came between the rows of a provider and its files.
bool has_leftovers(const safe_folder& data, const std::string& name) {
  return fault_of_name(name).empty() && data.holds(folder_of(name)).value_or(false);
}

void remove_leftovers(const safe_folder& data, const std::string& name, command_context& context) {
  if (auto removed = data.remove_all(folder_of(name)); !removed) return refuse(removed.error(), context);
  context.io.err << "laundromat: " << harmless(name) << " was dropped before; its files are removed now\n";
}

void drop(const providers_options& options, command_context& context) {
  if (options.names.size() != 1)
    return context.refuse(exit_usage, "providers: --drop is for one provider: name it");
  const auto& name = options.names.front();
  auto db = open_to_steer(context);
  if (!db) return;
  graph_records records{*db};
  const auto data = safe_folder::open(context.data);
  auto provider = records.provider(name);
  if (!provider && data && provider.error().code == errc::not_found && has_leftovers(*data, name))
    return remove_leftovers(*data, name, context);
  if (!provider) return refuse(provider.error(), context);
  if (const auto why = refusal_to_drop(load_noted_registry(context.data), name); !why.empty())
    return context.refuse(exit_usage, "providers: " + why);
  const auto folder = data ? graph_folder::open(*data, name) : tl::unexpected(data.error());
  if (!folder) return refuse(folder.error(), context);
  const auto lock = folder->lock();
  if (!lock) return refuse(lock.error(), context);
  provider = records.provider(name);  // as it is under the lock
  const auto stores = provider ? records.cursors(provider->id) : tl::unexpected(provider.error());
  if (!stores) return refuse(stores.error(), context);
  if (auto dropped = records.drop(provider->id); !dropped) return refuse(dropped.error(), context);
  if (auto removed = data->remove_all(folder_of(name)); !removed) return refuse(removed.error(), context);
  print_dropped(*provider, *stores, options.json, context);
}

void run_providers(const providers_options& options, command_context& context) {
  if (options.drop) return drop(options, context);
  (options.bind.empty() ? list : bind)(options, context);
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
  command
      .flag("--drop", options->drop,
            "Remove the graph of a provider that is no longer in the registry, with all versions and its "
            "history. Receipts, exported files and what stores have stay. The name may be registered anew")
      .excludes("--bind");
  command.flag("--json", options->json, "One JSON object per provider");
  add_data_option(command, context);
  command.examples({"laundromat providers", "laundromat providers bcodmo", "laundromat providers --json",
                    "laundromat providers bcodmo --drop"});
  command.notes(
      "The registry is that of the last run. Its errors are printed with file and line; then the exit code "
      "is "
      "1. A provider that "
      "is no longer in it keeps its graph, which is no longer updated.");
  command.action([options, &context] { run_providers(*options, context); });
}

}  // namespace laundromat
