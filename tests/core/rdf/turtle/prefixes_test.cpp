// The table of prefixes.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/terms/prefix_table.hpp"

#include <gtest/gtest.h>

#include "tests/core/base/chosen_texts.hpp"

namespace laundromat {
namespace {

TEST(turtle_prefixes, names_that_were_chosen_to_collide_cost_linear_time) {
  testing::expect_linear_probes(4'000, [](std::size_t n) {
    const auto names = testing::choose_for_std_hash(n, [](std::size_t) { return 7U; });
    testing::expect_one_hash(names, std::hash<std::string_view>{});
    turtle::prefix_table table(std::uint64_t{1} << 30);
    for (const auto& name : names) EXPECT_TRUE(table.declare(name, "http://example.org/"));
    for (const auto& name : names) EXPECT_NE(table.find(name), nullptr);
    return table.probes();
  });
}

}  // namespace
}  // namespace laundromat
