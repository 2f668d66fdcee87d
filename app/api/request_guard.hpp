// Decides whether a request is answered at all: is it for this server, does its client ask too often, may it write.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <optional>
#include <string>
#include <tl/expected.hpp>
#include <utility>

#include "core/http/host_check.hpp"
#include "core/http/processor_share.hpp"
#include "core/http/request_rate.hpp"
#include "net/http/http_message.hpp"

namespace laundromat {

struct guard_settings {
  server_names names;
  std::string token;  ///< that writes need; empty: no request may write
  request_rate_limits rate;
  std::uint32_t at_once = 8;  ///< requests of one address that are answered at the same time
  /// Reads the clocks of the processors, of which answers then may use a share only; empty: as much as there is.
  std::function<processor_seconds()> processor_times = {};
};

/// May be used by several threads.
class request_guard {
 public:
  explicit request_guard(guard_settings settings);

  /// The answer to a request that is refused: 421 for another host, 429 with Retry-After for too many of a client. Nothing: it may go on.
  [[nodiscard]] std::optional<http_response> refuse(const http_request& request);
  /// 429 for too many probes of a client, which its other requests do not count for: who asks too often must not make a supervisor end the engine.
  [[nodiscard]] std::optional<http_response> refuse_probe(const http_request& request);
  /// The same for a request that changes something: 403 without a token in the campaign and from pages of other sites, 401 for a missing or
  /// wrong token. A wrong token costs its client as much as ten requests.
  [[nodiscard]] std::optional<http_response> refuse_write(const http_request& request);

  /// The right of one request to be answered. The guard outlives it.
  class running_request {
   public:
    running_request(request_guard& guard, std::string client) : guard_(&guard), client_(std::move(client)) {}
    running_request(running_request&& other) noexcept
        : guard_(std::exchange(other.guard_, nullptr)), client_(std::move(other.client_)) {}
    running_request& operator=(running_request&&) = delete;
    ~running_request() {
      if (guard_) guard_->end(client_);
    }

   private:
    request_guard* guard_;
    std::string client_;
  };
  /// Lets a request be answered until the result is destroyed; the error is 429 for a client that has too many at once, because one may take long,
  /// and 503 while the share of the processors is spent, unless this client got no answer for some seconds.
  [[nodiscard]] tl::expected<running_request, http_response> begin(const http_request& request);

 private:
  void end(const std::string& client);
  [[nodiscard]] std::optional<http_response> refuse_too_many(const http_request& request, request_rate& rate);
  [[nodiscard]] bool is_share_spent(timestamp now);

  guard_settings settings_;
  std::mutex mutex_;
  request_rate rate_, rate_of_probes_, rate_without_share_;
  processor_share share_;
  timestamp observed_{};                                       ///< when the clocks were read last
  std::map<std::string, std::uint32_t, std::less<>> running_;  ///< by site of addresses; none that is 0
};

}  // namespace laundromat
