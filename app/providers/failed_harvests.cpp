// Reads what providers and stores lack from the journal.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/failed_harvests.hpp"

#include <algorithm>

#include "app/providers/noted_registry.hpp"
#include "app/providers/registry_file.hpp"
#include "core/base/count_words.hpp"
#include "storage/graphs/graph_records.hpp"

namespace laundromat {

namespace {

/// Why the last harvest of a dataset failed, as its import says.
result<std::string> reason_of(graph_records& records, const stored_provider& provider,
                              const stored_dataset& dataset) {
  constexpr std::size_t looked_at = 100;
  const auto imports = records.imports(provider.id, looked_at);
  if (!imports) return tl::unexpected(imports.error());
  for (const auto& one : *imports)
    if (one.outcome == import_outcome::failed && one.dataset == dataset.announced.key) {
      auto why = one.detail;
      std::ranges::replace(why, '\n', ';');
      return why;
    }
  return std::string{"see `laundromat history " + provider.name + "`"};
}

result<void> add_failed_datasets(graph_records& records, const stored_provider& provider, timestamp now,
                                 std::vector<std::string>& to) {
  const auto datasets = records.datasets(provider.id);
  if (!datasets) return tl::unexpected(datasets.error());
  if (datasets->empty() && provider.void_read != timestamp{})
    to.push_back("no dataset of the VoID file of " + provider.name + ", " + provider.void_uri +
                 ", can be harvested: `laundromat providers " + provider.name +
                 "` lists what is wrong in it");
  for (const auto& one : *datasets) {
    if (one.failures == 0) continue;
    const auto reason = reason_of(records, provider, one);
    if (!reason) return tl::unexpected(reason.error());
    const auto when = one.not_before > now ? "at " + to_iso8601(one.not_before) : "with the next run";
    to.push_back("the harvest of " + provider.name + " failed: " + *reason + "; it is tried again " + when +
                 ", or run again after `laundromat harvest " + provider.name + " --now`");
  }
  return {};
}

result<void> add_stores(graph_records& records, const stored_provider& provider, const campaign& settings,
                        std::vector<std::string>& to) {
  if (provider.version == 0) return {};
  for (const auto& store : settings.harvest.stores) {
    const auto cursor = records.cursor_of(store.name, provider.id);
    if (!cursor) return tl::unexpected(cursor.error());
    if (store.optional || (cursor->version == provider.version && cursor->target == 0)) continue;
    to.push_back("the store " + store.name + " does not have the graph of " + provider.name + " as it is" +
                 (cursor->problem.empty() ? "" : ": " + cursor->problem) + "; the next run goes on");
  }
  return {};
}

}  // namespace

result<std::vector<std::string>> failed_harvests(const campaign& settings, journal& db, timestamp now) {
  std::vector<std::string> found;
  if (settings.harvest.registry.empty()) return found;
  const auto read = load_registry(settings.harvest.registry, served_address(settings));
  if (!read) {
    for (const auto& one : read.error())
      found.push_back("the registry is not in force as it is: " + to_string(one));
    return found;
  }
  graph_records records{db};
  for (const auto& registered : read->content.providers) {
    const auto provider = records.provider(registered.name);
    if (!provider && provider.error().code == errc::not_found) {
      found.push_back("the provider " + registered.name +
                      " was not registered, because its graph belongs to another one, or the run ended "
                      "before: run again");
      continue;
    }
    if (!provider) return tl::unexpected(provider.error());
    if (!provider->problem.empty())
      found.push_back(
          "the provider " + registered.name + " is not harvested: " + provider->problem +
          (provider->problem.find('`') == std::string::npos
               ? "; when that is mended, run again after `laundromat harvest " + registered.name + " --now`"
               : ""));
    else if (auto added = add_failed_datasets(records, *provider, now, found); !added)
      return tl::unexpected(added.error());
    if (auto added = add_stores(records, *provider, settings, found); !added)
      return tl::unexpected(added.error());
  }
  return found;
}

}  // namespace laundromat
