// Looks for graphs that have been as they are for some time.
// SPDX-License-Identifier: Apache-2.0
#include "actors/harvest/large_digests.hpp"

#include "actors/log.hpp"

namespace laundromat {

namespace {

constexpr seconds unchanged{3'600};

}  // namespace

large_digests::large_digests(environment_ptr env, journal db)
    : env_(std::move(env)), db_(std::move(db)), records_(db_) {}

result<void> large_digests::step(timestamp now) {
  const auto providers = records_.providers();
  if (!providers) return tl::unexpected(providers.error());
  for (const auto& one : *providers) {
    if (is_stopping()) return {};
    if (one.statements <= large_graph_statements || unreadable_[one.name] == one.version) continue;
    if (auto added = add_digest(one, now); !added && added.error().code != errc::not_found)
      return added;  // not found: it was dropped in this moment
  }
  return {};
}

result<void> large_digests::add_digest(const stored_provider& provider, timestamp now) {
  const auto newest = records_.imports(provider.id, 1, true);
  if (!newest) return tl::unexpected(newest.error());
  if (newest->empty() || !newest->front().digest.is_null()) return {};
  const auto& import = newest->front();
  if (!env_->runs_once && now - import.ended < unchanged) return {};
  auto folder = graph_folder::open_to_read(*env_->folder, provider.name);
  const auto digest = folder ? versioned_graph{*std::move(folder), db_, provider}.digest_of(
                                   import.version, [this] { return is_stopping(); })
                             : tl::unexpected(folder.error());
  if (digest) return records_.note_digest(import.id, *digest);
  if (digest.error().code == errc::cancelled) return {};
  unreadable_[provider.name] = provider.version;
  log_error("the digest of the graph of {} cannot be computed: {}", provider.name, to_string(digest.error()));
  return {};
}

}  // namespace laundromat
