// Sends graphs and changes to a store, and keeps the cursor.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/store_sync.hpp"

#include "core/base/count_words.hpp"
#include "net/stores/sparql_store.hpp"
#include "storage/stores/scratch_runs.hpp"

namespace laundromat {

namespace {

store_login login_of(const std::string& name) {
  if (name == "basic") return store_login::basic;
  if (name == "digest") return store_login::digest;
  if (name == "bearer") return store_login::bearer;
  return store_login::any;
}

/// What the store has not got, or has changed, for people; empty: nothing.
std::string describe(const unsent_statements& unsent) {
  if (unsent.sum() == 0) return {};
  auto text = number_of(unsent.sum(), "statement") + " of the last change cannot be stored there";
  if (!unsent.examples.empty()) {
    const auto& first = unsent.examples.front();
    text += ": " + first.statement + (first.detail.empty() ? "" : " (" + first.detail + ")");
  }
  return text;
}

std::string describe(const store_differences& found) {
  std::string text;
  const auto add = [&](const std::string& part) { text += (text.empty() ? "" : "; ") + part; };
  if (found.missing > 0)
    add(number_of(found.missing, "statement") + " missing in the store, for example " +
        (found.missing_examples.empty() ? "" : found.missing_examples.front()));
  if (found.extra > 0)
    add(number_of(found.extra, "statement") + " only in the store, for example " +
        (found.extra_examples.empty() ? "" : found.extra_examples.front()));
  if (found.changed() > 0)
    add(number_of(found.changed(), "statement") + " changed by the store" +
        (found.change_examples.empty() ? ""
                                       : ", for example " + found.change_examples.front().graph + " to " +
                                             found.change_examples.front().store));
  return text;
}

}  // namespace

result<bool> bring_up_to_date(const campaign::harvest_store& store, const std::string& user_agent,
                              const safe_folder& data, const scratch_store& scratch, journal& db,
                              const stored_provider& provider, timestamp now,
                              const std::function<bool()>& is_stopping) {
  graph_records records{db};
  auto cursor = records.cursor_of(store.name, provider.id);
  if (!cursor) return tl::unexpected(cursor.error());
  if (cursor->version == provider.version && cursor->target == 0) return true;
  const auto secret = read_secret({{}, store.password_file});
  if (!secret) return tl::unexpected(secret.error());
  auto folder = graph_folder::open_to_read(data, provider.name);
  if (!folder) return tl::unexpected(folder.error());
  versioned_graph graph{*std::move(folder), db, provider};
  if (cursor->target == 0) {
    cursor->target = provider.version;
    cursor->batch = 0;
    if (auto saved = records.save_cursor(store.name, provider.id, *cursor); !saved)
      return tl::unexpected(saved.error());
  }
  store_client_options client;
  client.user_agent = user_agent;
  client.is_stopping = is_stopping;
  if (!store.user.empty() || !secret->is_empty())
    client.credentials = {login_of(store.login), store.user, *secret};
  store_limits limits;
  limits.update.statements = store.batch_statements;
  sparql_store to{{store.graph_store, store.update, store.query, store.graph_parameter}, client, limits};
  const cursor_keeper keep = [&](std::uint64_t next) {
    cursor->batch = next;
    cursor->at = now;
    return records.save_cursor(store.name, provider.id, *cursor);
  };
  const auto target = cursor->target;
  const document_opener open = [&graph, target] { return graph.read(target); };
  const auto sent = cursor->version == 0 || store.update.empty()
                        ? to.put_graph(provider.graph, open, cursor->batch, keep)
                        : to.apply(
                              provider.graph,
                              [&](const delta_consumer& take) -> result<void> {
                                const auto changes = graph.compare_versions(cursor->version, target, take);
                                return changes ? result<void>{} : tl::unexpected(changes.error());
                              },
                              cursor->batch, keep);
  cursor->at = now;
  if (!sent) {
    cursor->problem = to_string(sent.error().cause);
    if (auto saved = records.save_cursor(store.name, provider.id, *cursor); !saved)
      return tl::unexpected(saved.error());
    return tl::unexpected(sent.error().cause);
  }
  cursor->problem = describe(sent->totals.unsent);
  if (store.check) {
    const auto runs = make_scratch_runs([&] { return scratch.create_run(); }),
               sorting = make_scratch_runs([&] { return scratch.create_run(); });
    const auto found = to.check(provider.graph, open, *runs, *sorting);
    const auto differs = found ? describe(*found) : "not compared: " + to_string(found.error().cause);
    if (!differs.empty()) cursor->problem += (cursor->problem.empty() ? "" : "; ") + differs;
  }
  cursor->version = target;
  cursor->target = cursor->batch = 0;
  if (auto saved = records.save_cursor(store.name, provider.id, *cursor); !saved)
    return tl::unexpected(saved.error());
  return target == provider.version;
}

}  // namespace laundromat
