// Tidies graphs.
// SPDX-License-Identifier: Apache-2.0
#include "actors/harvest/graph_upkeep.hpp"

#include "core/base/machine_fault.hpp"
#include "storage/graphs/versioned_graph.hpp"

namespace laundromat {

namespace {

/// In one step.
constexpr std::size_t most_digests = 100;

}  // namespace

graph_upkeep::graph_upkeep(environment_ptr env, journal& db, harvest_problems& problems, worker_pool& workers)
    : env_(std::move(env)), db_(db), records_(db), problems_(problems), workers_(workers) {}

result<void> graph_upkeep::maintain(const stored_provider& provider) {
  auto done = tidy(provider);
  if (done) done = add_digests(provider);
  if (done || is_machine_fault(done.error().code) || done.error().code == errc::cancelled) return done;
  return problems_.note(provider,
                        "its graph is damaged, run `laundromat verify`: " + to_string(done.error()));
}

result<void> graph_upkeep::tidy(const stored_provider& provider) {
  if (provider.version == 0) return {};
  auto folder = graph_folder::open(*env_->folder, provider.name);
  if (!folder) return tl::unexpected(folder.error());
  const auto lock = folder->lock();
  if (!lock) return {};
  versioned_graph graph{*std::move(folder), db_, provider};
  if (cleaned_up_.insert(provider.name).second)
    if (auto cleaned = graph.remove_leftovers(); !cleaned) return cleaned;
  while (!is_stopping()) {
    const auto more = graph.tidy(workers_);
    if (!more) return tl::unexpected(more.error());
    if (!*more) return {};
  }
  return {};
}

result<void> graph_upkeep::add_digests(const stored_provider& provider) {
  const auto versions = records_.imports_without_digest(provider.id, large_graph_statements, most_digests);
  if (!versions) return tl::unexpected(versions.error());
  for (const auto& one : *versions) {
    auto folder = graph_folder::open_to_read(*env_->folder, provider.name);
    if (!folder) return tl::unexpected(folder.error());
    versioned_graph graph{*std::move(folder), db_, provider};
    const auto digest = graph.digest_of(one.version, [this] { return is_stopping(); });
    if (!digest) return tl::unexpected(digest.error());
    if (auto noted = records_.note_digest(one.id, *digest); !noted) return noted;
  }
  return {};
}

}  // namespace laundromat
