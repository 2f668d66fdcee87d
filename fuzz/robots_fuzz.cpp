// Any robots.txt is read, and /robots.txt itself is always allowed (RFC 9309 section 2.2.2).
// SPDX-License-Identifier: Apache-2.0
#include "core/web/robots.hpp"
#include "fuzz/require.hpp"

using namespace laundromat;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string_view text{reinterpret_cast<const char*>(bytes), size};
  const auto rules = parse_robots(text, "laundromat");
  require(rules.judge("/robots.txt").is_allowed, "robots.txt is always allowed");
  const auto path = "/" + std::string{text.substr(0, 64)};
  const auto verdict = rules.judge(path);
  require(verdict.is_allowed == (verdict.code == errc::ok), "a verdict agrees with its code");
  return 0;
}
