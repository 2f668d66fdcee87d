// The reader of JSON-LD on documents that are made to cost much.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>

#include "tests/core/rdf/reading.hpp"

namespace laundromat {
namespace {

using testing::read_text;

std::string repeat(const std::string& one, std::size_t times) {
  std::string out;
  out.reserve(one.size() * times);
  for (std::size_t i = 0; i < times; ++i) out += one;
  return out;
}

double seconds_for(const std::string& text) {
  const auto begin = std::clock();
  read_text(rdf_format::json_ld, text, 65'536);
  return static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
}

/// Four times as much may cost eight times as much; quadratic costs sixteen. Too little to measure counts as a tenth of a second.
template <class Make>
void expect_linear(std::size_t times, Make make) {
  const auto little = std::max(seconds_for(make(times)), 0.1);
  EXPECT_LT(seconds_for(make(4 * times)), 8 * little) << make(2);
}

TEST(hostile_json_ld, many_broken_elements_cost_linear_time) {
  for (const std::string one :
       {R"({"@id":"http://e/a","http://e/p":[2},)", R"({"@id":"http://e/a","p":"x","p":"y"},)",
        R"({"@id":"http://e/x y","http://e/p":1,"http://e/p":2},)"})
    expect_linear(4'000,
                  [&](std::size_t times) { return "{\"@graph\":[" + repeat(one + "\n", times) + "{}]}"; });
}

}  // namespace
}  // namespace laundromat
