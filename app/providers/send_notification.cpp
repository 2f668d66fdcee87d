// Checks an inbox, sends a notification, and judges the answer.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/send_notification.hpp"

#include "core/web/uri.hpp"
#include "net/hop_verdict.hpp"

namespace laundromat {

result<sent_notification> send_notification(polite_requester& requester, const provider_inbox& inbox,
                                            const import_notification& notification) {
  if (auto good = check_inbox(inbox.uri, inbox.source, inbox.is_registered); !good)
    return tl::unexpected(good.error());
  const auto got =
      requester.post(inbox.uri, {std::string(notification_media_type), write_notification(notification)});
  if (!got) return tl::unexpected(got.error());
  if (got->hop.error != errc::ok) return fail(got->hop.error, inbox.uri + ": " + got->hop.detail);
  const auto status = status_number(got->hop.status);
  if (status < 200 || status >= 300) return fail(errc::http_status, inbox.uri + ": " + got->hop.status);
  sent_notification out{status, std::string(header_of(got->hop, "Location"))};
  if (!out.location.empty()) out.location = resolve(inbox.uri, out.location);
  return out;
}

}  // namespace laundromat
