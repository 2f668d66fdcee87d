// Walks over the files of a provider.
// SPDX-License-Identifier: Apache-2.0
#include "storage/graphs/provider_waits.hpp"

#include "core/web/seed_hash.hpp"

namespace laundromat {

namespace {

/// Whether a harvest that began then has a dump, or what became of it, and does not request it.
result<bool> was_received(journal& db, const std::string& dump, timestamp begun) {
  const auto newest = journal_reader{db}.downloads(seed_hash(dump), 1);
  if (!newest) return tl::unexpected(newest.error());
  return !newest->empty() && newest->front().begun >= begun && newest->front().current != status::downloading;
}

result<void> add_dump(journal& db, const std::string& uri, timestamp begun, const steering_rules& rules,
                      timestamp now, provider_waits& to) {
  const auto received = was_received(db, uri, begun);
  if (!received) return tl::unexpected(received.error());
  if (*received) return {};
  auto wait = request_wait_of(db, uri, rules, now);
  if (!wait) return tl::unexpected(wait.error());
  if (!*wait) return {};
  ++to.dumps;
  if (!to.dump || (*wait)->at.until > to.dump->at.until) to.dump = *std::move(wait);
  return {};
}

}  // namespace

result<provider_waits> waits_of(journal& db, const stored_provider& provider,
                                const std::vector<stored_dataset>& datasets, const steering_rules& rules,
                                timestamp now) {
  auto of_void = request_wait_of(db, provider.void_uri, rules, now);
  if (!of_void) return tl::unexpected(of_void.error());
  provider_waits found;
  found.void_file = *std::move(of_void);
  for (const auto& dataset : datasets)
    if (dataset.running != timestamp{})
      for (const auto& dump : dataset.announced.dumps)
        if (auto added = add_dump(db, dump, dataset.begun, rules, now, found); !added)
          return tl::unexpected(added.error());
  return found;
}

}  // namespace laundromat
