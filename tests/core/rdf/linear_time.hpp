// Whether reading takes linear time, relative to itself.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <ctime>
#include <limits>
#include <string>
#include <string_view>

#include "tests/core/rdf/reading.hpp"

namespace laundromat::testing {

inline std::string repeat(std::string_view text, std::size_t times) {
  std::string out;
  out.reserve(text.size() * times);
  for (std::size_t i = 0; i < times; ++i) out.append(text);
  return out;
}

inline double seconds_for(rdf_format format, const std::string& text, std::size_t chunk_bytes) {
  const auto begin = std::clock();
  read_text(format, text, chunk_bytes);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

/// Four times the input may cost eight times as much; quadratic cost is sixteen. Of both the least of up to three counts is taken, because
/// other work on the machine only increases them. A count too small to measure counts as a tenth of a second.
template <class Make>
void expect_linear(rdf_format format, std::size_t times, Make make, std::size_t chunk_bytes = 65'536) {
  auto little = std::numeric_limits<double>::infinity(), much = little;
  const auto is_linear = [&] { return much < 8 * std::max(little, 0.1); };
  for (int trial = 0; trial < 3 && !is_linear(); ++trial) {
    little = std::min(little, seconds_for(format, make(times), chunk_bytes));
    much = std::min(much, seconds_for(format, make(4 * times), chunk_bytes));
  }
  EXPECT_TRUE(is_linear()) << little << " s, four times as much " << much << " s: " << make(2);
}

}  // namespace laundromat::testing
