// Shared by the transfer tests: a loop that may connect to loopback, and a fetch that waits for its end.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "net/transfer.hpp"

namespace laundromat::test {

/// A sink that keeps a body in memory.
inline errc allow_all(std::span<const std::uint8_t>, std::uint16_t) {
  return errc::ok;
}

inline timestamp fixed_clock() {
  return from_ms(1'225'815'600'000);
}

struct fetched {
  transfer_outcome outcome;
  std::string body;
  int opened = 0;
};

/// Runs one transfer to its end. After a minute it returns the error `internal`.
inline fetched fetch(transfer_loop& loop, transfer_request request) {
  fetched f;
  string_sink sink;
  std::optional<transfer_outcome> ended;
  request.user_agent = "laundromat-test/1.0 (+https://example.org/; mailto:crawl@example.org)";
  request.open_body = [&](const http_hop&) -> result<byte_sink*> {
    f.opened += 1;
    return &sink;
  };
  loop.start(std::move(request), [&](transfer_id, transfer_outcome outcome) { ended = std::move(outcome); });
  const auto give_up = std::chrono::steady_clock::now() + std::chrono::minutes(1);
  while (!ended && std::chrono::steady_clock::now() < give_up) loop.poll(milliseconds{1'000});
  f.outcome.hop.error = errc::internal;
  if (ended) f.outcome = std::move(*ended);
  f.body = std::move(sink.text);
  return f;
}

inline transfer_request get(std::string uri) {
  transfer_request request;
  request.uri = std::move(uri);
  return request;
}

inline fetched fetch(const std::string& uri) {
  transfer_loop loop(allow_all, fixed_clock);
  return fetch(loop, get(uri));
}

inline fetched fetch(const std::string& uri, const transfer_limits& limits) {
  transfer_loop loop(allow_all, fixed_clock);
  auto request = get(uri);
  request.limits = limits;
  return fetch(loop, std::move(request));
}

}  // namespace laundromat::test
