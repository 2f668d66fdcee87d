// The hands of a joined machine: each does one piece of work after the other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mutex>

#include "actors/cluster/porter.hpp"
#include "actors/workers.hpp"
#include "storage/body_cache.hpp"

namespace laundromat {

/// Contexts over the wire, each once. Thread-safe.
class lent_contexts final : public context_loader {
 public:
  explicit lent_contexts(caf::actor_system& system) : system_(system) {}
  /// Where they come from from now on.
  void ask(freight_actor freight);
  [[nodiscard]] result<std::string> load(std::string_view iri) override;

 private:
  caf::actor_system& system_;
  std::mutex mutex_;
  std::unique_ptr<porter> porter_;
  std::map<std::string, std::string, std::less<>> known_;
};

/// What the hands of one machine share.
struct workshop {
  environment_ptr env;  ///< its own stores, and the terms of the campaign
  std::shared_ptr<body_cache> bodies;
  stages_factory make_stages;
  std::mutex mutex;
  std::map<content_digest, std::uint32_t>
      published;  ///< documents of former crawls that are here, and how many use them
};

/// In:  grant (a lease, its job, the freight). Out: done, to the guest.
/// Spawned detached by the guest; dies with it.
using hand_actor = caf::typed_actor<caf::reacts_to<grant_atom, lease_grant, std::string, caf::actor>>;

[[nodiscard]] hand_actor spawn_hand(caf::local_actor* parent, std::shared_ptr<workshop> shop,
                                    caf::actor guest);

}  // namespace laundromat
