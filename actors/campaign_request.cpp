// Fills requests from a campaign.
// SPDX-License-Identifier: Apache-2.0
#include "actors/campaign_request.hpp"

#include "core/campaign/host_overrides.hpp"
#include "core/web/uri.hpp"

namespace laundromat {

namespace {

void add_override(transfer_request& request, const campaign::host_override& host) {
  if (receives_secrets(host, request.uri)) {
    request.headers = host.headers;
    request.user = host.user;
    request.password = host.password;
  }
  request.proxy = host.proxy;
  request.most_bytes_per_second = std::uint64_t{host.bandwidth_kib} << 10;
  request.insecure_tls = host.any_certificate;
}

}  // namespace

transfer_limits limits_of(const campaign& c) {
  transfer_limits l;
  l.connect = seconds{c.network.connect_timeout_s};
  l.first_byte = seconds{c.network.first_byte_timeout_s};
  l.slow_window = seconds{c.network.low_speed_s};
  l.slow_bytes_per_second = c.network.low_speed_bytes;
  l.total = seconds{c.network.total_timeout_s};
  l.wire_bytes = c.network.max_body_mib << 20;
  return l;
}

transfer_request request_for(const campaign& c, const transfer_limits& limits, std::string uri) {
  transfer_request request;
  request.uri = std::move(uri);
  request.user_agent = user_agent(c.contact);
  request.from = c.contact.mail;
  request.limits = limits;
  if (const auto* host = override_for(c, authority_key(request.uri).value_or("")))
    add_override(request, *host);
  return request;
}

std::string withheld_secrets(const campaign& c, std::string_view uri) {
  const auto* host = override_for(c, authority_key(uri).value_or(""));
  if (!host || (host->headers.empty() && host->user.empty()) || receives_secrets(*host, uri)) return {};
  return "the headers and credentials of `" + host->host +
         "` were not sent, because they go by https; for another origin write it with scheme and port, like "
         "`http://example.org:8080`";
}

}  // namespace laundromat
