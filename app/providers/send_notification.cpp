// Checks an inbox, sends a notification, and judges the answer.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/send_notification.hpp"

#include <algorithm>

#include "app/terminal/terminal.hpp"
#include "core/web/uri.hpp"
#include "net/hop_verdict.hpp"

namespace laundromat {

namespace {

/// The beginning of what an inbox has answered, behind a comma; empty where it has said nothing.
std::string beginning_of(std::string_view body) {
  constexpr std::size_t most_columns = 200, most_bytes = 4 * most_columns;
  std::string text{body.substr(0, most_bytes)};
  std::ranges::replace_if(
      text, [](char c) { return c == '\n' || c == '\r' || c == '\t'; }, ' ');
  const auto first = text.find_first_not_of(' ');
  return first == text.npos ? std::string{} : ", " + cut_to(harmless(text.substr(first)), most_columns);
}

}  // namespace

result<sent_notification> send_notification(polite_requester& requester, const provider_inbox& inbox,
                                            const import_notification& notification) {
  if (auto good = check_inbox(inbox.uri, inbox.source, inbox.is_registered); !good)
    return tl::unexpected(good.error());
  const auto got =
      requester.post(inbox.uri, {std::string(notification_media_type), write_notification(notification)});
  if (!got) return tl::unexpected(got.error());
  if (got->hop.error != errc::ok) return fail(got->hop.error, inbox.uri + ": " + got->hop.detail);
  const auto status = status_number(got->hop.status);
  if (status < 200 || status >= 300)
    return fail(errc::http_status, inbox.uri + ": " + got->hop.status + beginning_of(got->body));
  sent_notification out{status, std::string(header_of(got->hop, "Location"))};
  if (!out.location.empty()) out.location = resolve(inbox.uri, out.location);
  return out;
}

}  // namespace laundromat
