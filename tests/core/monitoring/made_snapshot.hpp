// A snapshot of which each number is another one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/monitoring/engine_snapshot.hpp"

namespace laundromat {

inline duration_histogram made_durations(std::int64_t first_us) {
  duration_histogram made;
  for (std::int64_t i = 0; i < 20; ++i) made.add(std::chrono::microseconds{first_us << i});
  return made;
}

inline engine_snapshot made_snapshot() {
  engine_snapshot s;
  s.taken = from_ms(1'800'000'061'234);
  s.started = from_ms(1'800'000'000'000);
  s.version = "1.2.3";
  s.draining = true;
  s.run = {150, 100, 20, 10, 15, 5, 7, 3, 123'456'789, 987'654'321, 140, 1'000, 12};
  for (std::uint32_t i = 0; i < s.stages.size(); ++i)
    s.stages[i] = {i + 1, i + 11, i + 21, {100 + i, 10 + i, 1 + i, made_durations(300 + i)}};
  s.commits = {4'321, 2, std::chrono::microseconds{912'345}, made_durations(700)};
  for (const int status : {200, 200, 200, 304, 404, 404, 503, 100, 599, 0, 600, 999})
    s.fetched.by_status.add(static_cast<std::uint16_t>(status));
  for (const auto cause : {errc::ok, errc::ok, errc::http_status, errc::host_not_found})
    s.fetched.by_cause.add(cause);
  s.fetched.hops = 19;
  for (const auto cause : {errc::poison, errc::non_rdf_format, errc::robots_refused, errc::http_status})
    s.failures.add(cause);
  s.washers = {9, 2, 4};
  s.live_seeds = 31;
  s.live_entries = 32;
  s.waiting_entries = 17;
  s.waits = {44, 5, {{"slow.example:80", 30, from_ms(1'800'000'090'000)}, {"other.example:443", 14, {}}}};
  s.machine = {std::uint64_t{1} << 41, std::uint64_t{1} << 30, "", ""};
  s.process = {111'222'333, 444'555'666, 77, 1'024, milliseconds{88'999}, 12};
  return s;
}

}  // namespace laundromat
