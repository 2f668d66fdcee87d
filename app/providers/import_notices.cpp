// Sends notifications, and records what became of them.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/import_notices.hpp"

#include <algorithm>
#include <set>

#include "actors/log.hpp"
#include "app/providers/import_receipt.hpp"
#include "core/base/count_words.hpp"
#include "core/base/machine_fault.hpp"

namespace laundromat {

namespace {

/// In one step.
constexpr std::size_t most_notices = 1'000;

/// Whether another try cannot succeed: the inbox is no URI that may be used.
bool is_never_taken(errc code) {
  return code == errc::address_refused || code == errc::scheme_refused || code == errc::uri_syntax;
}

/// Whether nothing was sent, so that the inbox has not failed.
bool is_not_asked(errc code) {
  return code == errc::paused || code == errc::excluded || code == errc::host_suspended;
}
constexpr seconds pause_of_unasked{60};

}  // namespace

import_notices::import_notices(environment_ptr env, journal db, std::unique_ptr<polite_requester> requester,
                               std::unique_ptr<warc_store> bodies)
    : env_(std::move(env)),
      db_(std::move(db)),
      records_(db_),
      requester_(std::move(requester)),
      bodies_(std::move(bodies)),
      inboxes_(db_, *env_->clean, bodies_.get(), *requester_) {}

result<void> import_notices::step(timestamp now) {
  has_work_ = false;
  if (is_stopping() || !settings_in_force(*env_).harvest.notify) return {};
  const auto imports = records_.imports_to_tell(seen_, now, most_notices);
  if (!imports) return tl::unexpected(imports.error());
  std::set<std::string, std::less<>> resting;
  result<void> fault;
  for (const auto& import : *imports) {
    if (is_stopping()) return {};
    seen_ = import.id;
    if (resting.contains(import.provider)) continue;
    const auto provider = records_.provider(import.provider);
    if (!provider && provider.error().code == errc::not_found) continue;  // it was dropped in this moment
    if (!provider) return tl::unexpected(provider.error());
    const auto notice = tell(*provider, import, now);
    if (!notice) {  // the others are told, and a later step tries again
      fault = tl::unexpected(notice.error());
      continue;
    }
    if (auto noted = records_.note_notice(import.id, *notice); !noted) return noted;
    if (notice->state != notice_state::sent && notice->state != notice_state::unwanted)
      resting.insert(import.provider);
    const bool is_known = notice->tries == import.notice.tries && notice->problem == import.notice.problem;
    if (notice->problem.empty() || is_known) continue;
    if (auto done = put_off(*provider, import.id, *notice); !done) return done;
  }
  has_work_ = imports->size() == most_notices;
  if (!has_work_) seen_ = 0;
  return fault;
}

result<void> import_notices::put_off(const stored_provider& provider, std::int64_t import,
                                     const import_notice& notice) {
  const bool is_given_up = notice.state == notice_state::given_up;
  log_warning("{} was not told of import {}, and {}: {}", provider.name, import,
              is_given_up ? "will not be" : "its inbox is asked again after " + to_iso8601(notice.not_before),
              notice.problem);
  if (notice.tries < most_notice_tries) return {};
  const auto others = records_.give_up_notices(provider.id, notice.problem);
  if (!others) return tl::unexpected(others.error());
  if (*others > 0)
    log_warning("the inbox of {} has failed {} times: {} that waited for it are given up", provider.name,
                notice.tries, number_of(*others, "notification"));
  return {};
}

result<import_notice> import_notices::tell(const stored_provider& provider, const graph_import& import,
                                           timestamp now) {
  auto notice = import.notice;
  std::string asked;
  const auto failed = [&](const failure& why) -> result<import_notice> {
    if (why.code == errc::cancelled || is_machine_fault(why.code)) return tl::unexpected(why);
    if (is_not_asked(why.code)) {
      notice.problem = to_string(why);
      notice.not_before = now + pause_of_unasked;
    } else {
      notice = notice_after_failure(std::move(notice), to_string(why), is_never_taken(why.code), now);
    }
    if (notice.state == notice_state::waiting && !asked.empty())
      notice.not_before = std::max(notice.not_before, requester_->not_before(asked));
    return notice;
  };
  const auto inbox = inboxes_.find(provider);
  if (!inbox) return failed(inbox.error());
  asked = inbox->uri;
  if (asked.empty()) {
    notice.state = notice_state::unwanted;
    return notice;
  }
  const auto sent = send_notification(
      *requester_, *inbox, notification_of(provider, import, settings_in_force(*env_).contact.url));
  if (!sent) return failed(sent.error());
  return import_notice{notice_state::sent, notice.tries, notice.not_before, {}};
}

}  // namespace laundromat
