// Opens the connections of the parts, and gives the harvest its ports.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/harvest_parts.hpp"

#include "actors/harvest/large_digests.hpp"
#include "actors/harvest/provider_harvests.hpp"
#include "app/providers/graph_export.hpp"
#include "app/providers/import_notices.hpp"
#include "app/providers/import_receipt.hpp"
#include "app/providers/registry_file.hpp"
#include "app/providers/store_updates.hpp"
#include "app/providers/watched_registry.hpp"
#include "app/requests/request_judge.hpp"
#include "app/terminal/wall_clock.hpp"
#include "app/version/version.hpp"
#include "core/campaign/served_folder.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {

namespace {

/// A connection of its own. Without the checks of `open_journal_of`: whoever closes a file of a database takes all locks from SQLite that this process has on it.
result<journal> open_connection(const environment_ptr& env) {
  return journal::open(data_layout{env->folder->path()}.journal(), journal_mode::read_write);
}

/// What the ports of the harvest use, in its thread.
struct port_state {
  const campaign& settings;
  environment_ptr env;
  journal db;
  watched_registry registry;
};

/// Receipts are files `receipts/PROVIDER/NUMBER.json` and `.nt` of the data folder.
result<void> write_receipt(const port_state& parts, const stored_provider& provider,
                           const graph_import& import) {
  const auto& data = *parts.env->folder;
  const std::filesystem::path path = receipt_path(provider, import);
  if (auto made = data.make_folders(path.parent_path()); !made) return made;
  const auto& base = parts.settings.public_base;
  const auto texts =
      receipt_of(provider, import, base.empty() ? metadata_names{} : metadata_names::below(base));
  if (auto put = data.put(path.string() + ".json", texts.json); !put) return put;
  return data.put(path.string() + ".nt", texts.triples);
}

result<std::unique_ptr<background_work>> make_harvest(const campaign& settings, const environment_ptr& env) {
  auto own = open_connection(env), others = open_connection(env);
  if (!own || !others) return tl::unexpected((own ? others : own).error());
  auto state = std::make_shared<port_state>(port_state{
      settings, env, *std::move(others),
      watched_registry{settings.harvest.registry, served_address(settings), registry_log::changes}});
  harvest_ports ports;
  ports.current_registry = [state] { return state->registry.read(); };
  if (settings.harvest.write_back)
    ports.write_registry = [state](const harvest_times& times) {
      return write_harvest(state->registry.file(), times, state->registry.served());
    };
  ports.write_receipt = [state](const stored_provider& provider, const graph_import& import) {
    return write_receipt(*state, provider, import);
  };
  if (!settings.harvest.export_file.empty())
    ports.export_graphs = [state]() -> result<void> {
      const auto graphs = newest_graphs(state->db);
      if (!graphs) return tl::unexpected(graphs.error());
      return export_graphs(*state->env->folder, state->db, *graphs, state->settings.harvest.export_file);
    };
  return std::make_unique<provider_harvests>(env, *std::move(own), std::move(ports));
}

result<std::unique_ptr<background_work>> make_store(const campaign& settings,
                                                    const campaign::harvest_store& store,
                                                    const environment_ptr& env) {
  auto db = open_connection(env);
  if (!db) return tl::unexpected(db.error());
  return std::make_unique<store_updates>(env, *std::move(db), store,
                                         user_agent(settings.contact, program_version));
}

result<std::unique_ptr<background_work>> make_digests(const environment_ptr& env) {
  auto db = open_connection(env);
  if (!db) return tl::unexpected(db.error());
  return std::make_unique<large_digests>(env, *std::move(db));
}

/// An inbox that is slow, or wants to be asked slowly, must not hold up the others.
constexpr seconds longest_request{15}, longest_wait{5};

result<std::unique_ptr<background_work>> make_notices(const campaign& settings, const environment_ptr& env) {
  auto db = open_connection(env), others = open_connection(env);
  if (!db || !others) return tl::unexpected((db ? others : db).error());
  requester_options asking;
  asking.body_bytes = 1U << 16;
  asking.total = longest_request;
  asking.is_stopping = [env] { return env->cancelled || env->draining; };
  asking.now = wall_now;
  asking.on_wait = [](timestamp until, const std::string& why) {
    return refuse_long_wait(until, why, wall_now(), longest_wait);
  };
  asking.judge = [judge = std::make_shared<request_judge>(env, *std::move(others), longest_wait)](
                     const std::string& uri) { return judge->judge(uri); };
  auto raw = safe_folder::named(data_layout{env->folder->path()}.raw());
  return std::make_unique<import_notices>(env, *std::move(db),
                                          std::make_unique<polite_requester>(settings, asking),
                                          raw ? std::make_unique<warc_store>(*std::move(raw)) : nullptr);
}

}  // namespace

background_parts make_harvest_parts(const campaign& settings) {
  background_parts parts;
  if (settings.harvest.registry.empty()) return parts;
  parts.push_back(
      {"the harvest", [&settings](const environment_ptr& env) { return make_harvest(settings, env); }});
  for (const auto& store : settings.harvest.stores)
    parts.push_back({"the store " + store.name, [&settings, &store](const environment_ptr& env) {
                       return make_store(settings, store, env);
                     }});
  parts.push_back({"digests of large graphs", [](const environment_ptr& env) { return make_digests(env); }});
  if (settings.harvest.notify)
    parts.push_back({"notices of imports",
                     [&settings](const environment_ptr& env) { return make_notices(settings, env); }});
  return parts;
}

}  // namespace laundromat
