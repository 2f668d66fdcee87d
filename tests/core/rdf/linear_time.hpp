// That reading takes linear time, measured against itself.
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

inline double seconds_for(rdf_format format, const std::string& text, std::size_t piece_bytes) {
  const auto begin = std::clock();
  read_text(format, text, piece_bytes);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

/// Four times as much may cost eight times as much; quadratic costs sixteen, however often it is measured: the least of three counts,
/// because a machine may do other things meanwhile. Too little to measure counts as a tenth of a second.
template <class Make>
void expect_linear(rdf_format format, std::size_t times, Make make, std::size_t piece_bytes = 65'536) {
  constexpr double most = 8;
  auto least = std::numeric_limits<double>::infinity();
  for (int trial = 0; trial < 3 && least >= most; ++trial) {
    const auto little = std::max(seconds_for(format, make(times), piece_bytes), 0.1);
    least = std::min(least, seconds_for(format, make(4 * times), piece_bytes) / little);
  }
  EXPECT_LT(least, most) << make(2);
}

}  // namespace laundromat::testing
