// What one hop by FTP does differently: its options, and the address of its data connection.
// SPDX-License-Identifier: Apache-2.0
#include <sys/socket.h>

#include "core/web/ftp_uri.hpp"
#include "net/curl_hop.hpp"

namespace laundromat {

namespace {

constexpr std::uint16_t first_unreserved_port = 1'024;
constexpr seconds longest_blocking{5};
constexpr std::string_view farewell = "QUIT\r\n";

}  // namespace

result<void> curl_hop::prepare_ftp() {
  ftp_.emplace(request_, outcome_);
  if (auto usable = check_ftp_uri(request_.uri); !usable) return usable;
  if (!request_.proxy.empty())
    return fail(errc::scheme_refused,
                "FTP is not used through a proxy, and the campaign sets one for this host");
  set_route();
  const bool is_anonymous = request_.user.empty();
  if (is_anonymous) {
    curl_easy_setopt(easy_, CURLOPT_USERNAME, anonymous_user);
    curl_easy_setopt(easy_, CURLOPT_PASSWORD, request_.from.empty() ? anonymous_user : request_.from.c_str());
  }
  curl_easy_setopt(easy_, CURLOPT_PROTOCOLS_STR, "ftp");
  curl_easy_setopt(easy_, CURLOPT_NOPROGRESS, 0L);
  curl_easy_setopt(easy_, CURLOPT_XFERINFOFUNCTION, &curl_hop::on_progress);
  curl_easy_setopt(easy_, CURLOPT_XFERINFODATA, this);
  curl_easy_setopt(easy_, CURLOPT_CONNECTTIMEOUT_MS,
                   std::max<long>(1, static_cast<long>(request_.limits.connect.count())));
  const auto reply = std::chrono::ceil<seconds>(request_.limits.first_byte);
  curl_easy_setopt(easy_, CURLOPT_SERVER_RESPONSE_TIMEOUT,
                   std::max<long>(1, static_cast<long>(reply.count())));
  if (curl_easy_setopt(easy_, CURLOPT_URL, request_.uri.c_str()) != CURLE_OK)
    return fail(errc::uri_syntax, "libcurl does not accept the URI");
  return {};
}

/// libcurl waits up to a minute, with all other transfers, for the reply after the last byte of a file; this ends the wait.
int curl_hop::on_progress(void* self, curl_off_t /*total*/, curl_off_t /*now*/, curl_off_t /*to_send*/,
                          curl_off_t /*sent*/) {
  auto& hop = *static_cast<curl_hop*>(self);
  if (!hop.ftp_ || std::chrono::steady_clock::now() < hop.shared_.performing_since + longest_blocking)
    return 0;
  hop.own_failure_ = failure{errc::http_timeout, "the FTP server does not say that the file is complete"};
  return 1;
}

/// Each file has a connection of its own, closed here: libcurl would wait for the reply to its QUIT.
void curl_hop::end_control_connection() {
  curl_socket_t control = CURL_SOCKET_BAD;
  if (easy_ == nullptr || curl_easy_getinfo(easy_, CURLINFO_ACTIVESOCKET, &control) != CURLE_OK ||
      control == CURL_SOCKET_BAD)
    return;
  (void)!send(control, farewell.data(), farewell.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  (void)shutdown(control, SHUT_RDWR);
}

/// A data connection leads to the server of the control connection, so that no server sends the engine elsewhere. Source: RFC 2577 section 3.
errc curl_hop::judge_connection(std::span<const std::uint8_t> address, std::uint16_t port,
                                std::string_view shown) {
  if (!ftp_ || control_address_.empty()) return judge_peer(address, port, shown);
  if (shown == control_address_ && port >= first_unreserved_port) return errc::ok;
  refusal_ = failure{errc::address_refused, "the FTP server names " + std::string(shown) + " port " +
                                                std::to_string(port) + " for the file"};
  own_failure_ = refusal_;
  return errc::address_refused;
}

}  // namespace laundromat
