// The parts of a request that the options of libcurl need: route, method, headers.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "net/curl_hop.hpp"

namespace laundromat {
namespace {

constexpr long connection_buffer_bytes = long{64} * 1024;

/// libcurl fills its buffer up to a hundred times before it looks at the speed.
long buffer_bytes_for(std::uint64_t most_bytes_per_second) {
  if (most_bytes_per_second == 0) return connection_buffer_bytes;
  constexpr std::uint64_t least_of_libcurl = 1'024, fills = 100, parts_of_a_second = 4;
  return static_cast<long>(std::clamp(most_bytes_per_second / (fills * parts_of_a_second), least_of_libcurl,
                                      std::uint64_t{connection_buffer_bytes}));
}

}  // namespace

void curl_hop::set_route() {
  const auto& r = request_;
  curl_easy_setopt(easy_, CURLOPT_PROXY, r.proxy.c_str());
  curl_easy_setopt(easy_, CURLOPT_NOPROXY, r.proxy.empty() ? "*" : "");
  curl_easy_setopt(easy_, CURLOPT_HTTPAUTH,
                   static_cast<long>(r.user.empty() ? CURLAUTH_NONE : CURLAUTH_BASIC));
  curl_easy_setopt(easy_, CURLOPT_USERNAME, r.user.empty() ? nullptr : r.user.c_str());
  curl_easy_setopt(easy_, CURLOPT_PASSWORD, r.user.empty() ? nullptr : r.password.c_str());
  curl_easy_setopt(easy_, CURLOPT_MAX_RECV_SPEED_LARGE, static_cast<curl_off_t>(r.most_bytes_per_second));
  curl_easy_setopt(easy_, CURLOPT_BUFFERSIZE, buffer_bytes_for(r.most_bytes_per_second));
}

void curl_hop::set_method() {
  if (!request_.post) {
    curl_easy_setopt(easy_, CURLOPT_HTTPGET, 1L);
    return;
  }
  curl_easy_setopt(easy_, CURLOPT_POST, 1L);
  curl_easy_setopt(easy_, CURLOPT_POSTFIELDSIZE_LARGE, static_cast<curl_off_t>(request_.post->bytes.size()));
  curl_easy_setopt(easy_, CURLOPT_POSTFIELDS, request_.post->bytes.c_str());
  add_header("Content-Type", request_.post->media_type);
  // libcurl would wait for an answer to `Expect: 100-continue`, which some servers never give.
  if (auto* longer = curl_slist_append(headers_, "Expect:"); longer != nullptr) headers_ = longer;
}

void curl_hop::add_header(std::string_view name, std::string_view value) {
  if (value.empty()) return;
  const auto line = std::string(name).append(": ").append(value);
  if (auto* longer = curl_slist_append(headers_, line.c_str()); longer != nullptr) headers_ = longer;
}

}  // namespace laundromat
