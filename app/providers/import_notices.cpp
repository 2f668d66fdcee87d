// Sends notifications, and records what became of them.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/import_notices.hpp"

#include "actors/log.hpp"
#include "app/providers/import_receipt.hpp"
#include "core/base/machine_fault.hpp"

namespace laundromat {

namespace {

/// In one step.
constexpr std::size_t most_notices = 100;
/// After an inbox has failed, before another import of its provider is told to it.
constexpr seconds pause_after_failure{60};

/// Whether another try cannot succeed: the inbox is no URI that may be used.
bool is_never_taken(errc code) {
  return code == errc::address_refused || code == errc::scheme_refused || code == errc::uri_syntax;
}

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
  for (const auto& import : *imports) {
    if (is_stopping()) return {};
    seen_ = import.id;
    auto& wait = waits_[import.provider];
    if (now < wait) continue;
    const auto provider = records_.provider(import.provider);
    if (!provider && provider.error().code == errc::not_found) continue;  // it was dropped in this moment
    if (!provider) return tl::unexpected(provider.error());
    const auto notice = tell(*provider, import, now);
    if (!notice) {  // the next step tries again
      seen_ = 0;
      return {};
    }
    if (auto noted = records_.note_notice(import.id, *notice); !noted) return noted;
    if (notice->tries == import.notice.tries) continue;
    wait = now + pause_after_failure;
    log_warning("{} was not told of import {}{}: {}", import.provider, import.id,
                notice->state == notice_state::given_up ? ", and will not be" : "", notice->problem);
  }
  has_work_ = imports->size() == most_notices;
  if (!has_work_) seen_ = 0;
  return {};
}

result<import_notice> import_notices::tell(const stored_provider& provider, const graph_import& import,
                                           timestamp now) {
  auto notice = import.notice;
  const auto failed = [&](const failure& why) -> result<import_notice> {
    if (why.code == errc::cancelled || is_machine_fault(why.code)) return tl::unexpected(why);
    return notice_after_failure(std::move(notice), to_string(why), is_never_taken(why.code), now);
  };
  const auto inbox = inboxes_.find(provider);
  if (!inbox) return failed(inbox.error());
  notice.state = notice_state::unwanted;
  if (inbox->uri.empty()) return notice;
  notice.state = notice_state::waiting;
  const auto sent = send_notification(
      *requester_, *inbox, notification_of(provider, import, settings_in_force(*env_).contact.url));
  if (!sent) return failed(sent.error());
  notice.state = notice_state::sent;
  return notice;
}

}  // namespace laundromat
