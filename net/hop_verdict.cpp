// The decision about each answer by its status and headers.
// SPDX-License-Identifier: Apache-2.0
#include "net/hop_verdict.hpp"

#include <algorithm>

#include "core/web/ftp_uri.hpp"
#include "core/web/politeness.hpp"
#include "net/http_status.hpp"

namespace laundromat {

namespace {

char lower(char c) {
  return c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
}

bool same_name(std::string_view a, std::string_view b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [](char x, char y) { return lower(x) == lower(y); });
}

hop_verdict judge_redirect(const http_hop& hop, redirect_chain& chain) {
  const auto next = chain.follow(header_of(hop, "Location"));
  if (!next) return {hop_step::fail, next.error().code, next.error().detail};
  return {hop_step::follow, errc::ok, ""};
}

hop_verdict judge_error(const http_hop& hop) {
  if (hop.error == errc::address_refused || hop.error == errc::port_refused ||
      hop.error == errc::scheme_refused)
    return {hop_step::refuse, hop.error, hop.detail};
  return {retry_policy::is_worth_a_retry(hop.error) ? hop_step::retry : hop_step::fail, hop.error,
          hop.detail};
}

}  // namespace

std::string_view header_of(const http_hop& hop, std::string_view name) {
  for (const auto& h : hop.headers)
    if (same_name(h.name, name)) return h.value;
  return {};
}

std::size_t count_of_header(const http_hop& hop, std::string_view name) {
  return static_cast<std::size_t>(
      std::ranges::count_if(hop.headers, [&](const http_header& h) { return same_name(h.name, name); }));
}

std::vector<field_view> fields_of_answer(const http_hop& hop) {
  std::vector<field_view> out;
  out.reserve(hop.headers.size());
  for (const auto& h : hop.headers) out.push_back({h.name, h.value});
  return out;
}

hop_verdict judge_hop(const http_hop& hop, redirect_chain& chain) {
  if (hop.error != errc::ok) return judge_error(hop);
  if (is_ftp(hop.uri)) return {hop_step::store, errc::ok, hop.detail};
  switch (classify_status(hop.status)) {
    case status_class::success:
      if (hop.status == "204" || hop.status == "205")
        return {hop_step::fail, errc::empty_body, "status " + hop.status};
      return {hop_step::store, errc::ok, hop.detail};
    case status_class::redirect:
      return judge_redirect(hop, chain);
    case status_class::not_modified:
      return {hop_step::unchanged, errc::not_modified, ""};
    case status_class::retryable:
      return {hop_step::retry, errc::http_status, hop.status};
    case status_class::failed:
      return {hop_step::fail, errc::http_status, hop.status};
  }
  return {hop_step::fail, errc::internal, ""};
}

}  // namespace laundromat
