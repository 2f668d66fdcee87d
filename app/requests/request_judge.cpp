// Asks the rules of the operator, then the journal.
// SPDX-License-Identifier: Apache-2.0
#include "app/requests/request_judge.hpp"

#include <utility>

#include "app/requests/polite_requester.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/web/uri.hpp"
#include "storage/journal/request_wait.hpp"

namespace laundromat {

request_judge::request_judge(environment_ptr env, journal db, milliseconds longest)
    : env_(std::move(env)), db_(std::move(db)), longest_(longest) {}

steering_verdict request_judge::judge(const std::string& uri) {
  auto verdict = steering_of(*env_)->judge(uri);
  const auto host = authority_key(uri);
  if (verdict.code != errc::ok || !host) return verdict;
  const std::lock_guard lock(one_at_a_time_);
  const auto now = wall_now();
  const auto wait = stored_wait_of(db_, *host, now);
  if (!wait) return {wait.error().code, wait.error().detail};
  if (!*wait) return verdict;
  const auto refused = refuse_long_wait((*wait)->until, (*wait)->detail, now, longest_);
  return refused ? verdict : steering_verdict{refused.error().code, refused.error().detail};
}

}  // namespace laundromat
