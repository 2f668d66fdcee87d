// Tells a provider of an import: Linked Data Notifications.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "app/requests/polite_requester.hpp"
#include "core/sinks/notification.hpp"

namespace laundromat {

/// An inbox, and who named it.
struct provider_inbox {
  std::string uri;
  std::string source;          ///< the URI of the VoID file that named it
  bool is_registered = false;  ///< the operator named it
};

/// What became of a notification, to be recorded.
struct sent_notification {
  int status = 0;
  std::string location;  ///< of the notification, where the inbox says it
};

/// POSTs a notification with the contact, address guard, robots.txt and pauses of a campaign; the inbox gets no credentials and no second try. The caller
/// records the result; a provider that cannot be told has its import nevertheless.
/// Errors: those of `check_inbox` and `polite_requester::post`, and of the hop; `http_status` for any answer but a success, also a redirect, with the
/// beginning of its body, 200 columns at most, harmless.
/// Source: Linked Data Notifications section 3.2.
[[nodiscard]] result<sent_notification> send_notification(polite_requester& requester,
                                                          const provider_inbox& inbox,
                                                          const import_notification& notification);

}  // namespace laundromat
