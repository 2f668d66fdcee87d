// What one hop by FTP does differently: its options, and the address of its data connection.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/ftp_uri.hpp"
#include "net/curl_hop.hpp"

namespace laundromat {

namespace {

constexpr std::uint16_t first_unreserved_port = 1'024;

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
  curl_easy_setopt(easy_, CURLOPT_CONNECTTIMEOUT_MS,
                   std::max<long>(1, static_cast<long>(request_.limits.connect.count())));
  const auto reply = std::chrono::ceil<seconds>(request_.limits.first_byte);
  curl_easy_setopt(easy_, CURLOPT_SERVER_RESPONSE_TIMEOUT,
                   std::max<long>(1, static_cast<long>(reply.count())));
  if (curl_easy_setopt(easy_, CURLOPT_URL, request_.uri.c_str()) != CURLE_OK)
    return fail(errc::uri_syntax, "libcurl does not accept the URI");
  return {};
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
