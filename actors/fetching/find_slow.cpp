// Finds the downloads whose servers are slow. They do not count in the downloads at once, so that they hold up no other host.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "actors/commit.hpp"
#include "actors/fetching/fetcher_state.hpp"
#include "core/campaign/slow_downloads.hpp"

namespace laundromat::fetching {

namespace {

constexpr seconds between_looks{1};

milliseconds passed_since(timestamp begun, timestamp now) {
  return std::chrono::duration_cast<milliseconds>(now - begun);
}

}  // namespace

void adjust_requests(fetcher_ptr self) {
  auto& s = self->state;
  request_jobs(self, s.requests.change(s.at_once + s.slow));
  s.loop->allow(s.at_once + s.slow + s.slow_robots);
}

void find_slow(fetcher_ptr self) {
  auto& s = self->state;
  const auto at = now(*s.env, self);
  if (at < s.next_look) return;
  s.next_look = at + between_looks;
  const auto& network = settings_in_force(*s.env).network;
  const auto most = slow_beside_each * s.at_once;
  for (auto& [id, d] : s.downloads) {
    if (s.slow >= most) break;
    if (d->is_slow || d->local ||
        !is_slow(network, passed_since(d->found.begun, at), d->body->received_bytes()))
      continue;
    d->is_slow = true;
    ++s.slow;
  }
  const auto slow_robots = std::ranges::count_if(s.robots, [&](const auto& one) {
    return is_slow(network, passed_since(one.second->begun, at), one.second->body.text.size());
  });
  s.slow_robots = std::min<std::uint32_t>(most, static_cast<std::uint32_t>(slow_robots));
  adjust_requests(self);
}

}  // namespace laundromat::fetching
