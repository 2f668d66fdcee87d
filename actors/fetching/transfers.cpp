// Starts transfers, each with a slot at the address of its host.
// SPDX-License-Identifier: Apache-2.0
#include "actors/fetching/fetcher_state.hpp"

#include <algorithm>

#include "actors/commit.hpp"
#include "core/web/politeness.hpp"
#include "core/web/uri.hpp"

namespace laundromat::fetching {

namespace {

constexpr std::size_t most_closing_hosts = 10'000;

/// Remembers that kept connections to a host are of no use.
void note_lost_connection(fetcher_state& s, const std::string& authority) {
  if (s.closing_hosts.size() >= most_closing_hosts) s.closing_hosts.clear();
  s.closing_hosts.insert(authority);
}

/// The slots at addresses that one transfer has taken.
struct held_slots {
  std::string authority,
      granted;  ///< the host, and the address at which the politeness scheduler has granted a slot
  std::vector<std::string> places;
};

/// Takes a slot at `address` before the connection is made. At the address for which the politeness scheduler granted a slot only the number of
/// requests is checked, at any other one also the delay, because the politeness scheduler did not check that address.
address_slot take_slot(fetcher_ptr self, held_slots& held, std::span<const std::uint8_t> address) {
  auto& s = self->state;
  const auto at = now(*s.env, self);
  auto place = place_of_address(address);
  auto& used =
      s.addresses.try_emplace(place, used_address{shared_schedule{address_policy_for(s.env->settings)}, {}})
          .first->second;
  if (std::ranges::find(held.places, place) == held.places.end()) {
    const auto slot = used.requests.next_allowed(at);
    if (!slot || (place != held.granted && *slot > at)) return address_slot::refused;
    used.requests.begin(at);
    used.is_shared |= !used.authority.empty() && used.authority != held.authority;
    used.authority = held.authority;
    held.places.push_back(std::move(place));
  }
  return used.is_shared ? address_slot::alone : address_slot::granted;
}

}  // namespace

void request_jobs(fetcher_ptr self, std::uint32_t jobs) {
  for (; jobs > 0; --jobs)
    self->send(self->state.dispatcher, pull_atom::value, caf::actor_cast<caf::actor>(self), std::uint64_t{0});
}

void keep_polling(fetcher_ptr self) {
  if (!std::exchange(self->state.polling, true)) self->send(self, poll_atom::value);
}

void start_transfer(fetcher_ptr self, transfer_request request, const std::string& place,
                    std::function<void(transfer_outcome)> done) {
  auto held = std::make_shared<held_slots>();
  held->authority = authority_key(request.uri).value_or("");
  held->granted = place;
  request.own_connection = self->state.closing_hosts.contains(held->authority);
  if (place != any_place)
    request.take_slot = [self, held](std::span<const std::uint8_t> address) {
      return take_slot(self, *held, address);
    };
  self->state.loop->start(std::move(request),
                          [self, held, done = std::move(done)](transfer_id, transfer_outcome out) {
                            for (const auto& one : held->places) self->state.addresses.at(one).requests.end();
                            if (out.lost_connection) note_lost_connection(self->state, held->authority);
                            done(std::move(out));
                          });
  keep_polling(self);
}

}  // namespace laundromat::fetching
