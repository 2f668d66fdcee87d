// The set of IRIs that were given by rdf:ID.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/terms/seen_ids.hpp"

#include <gtest/gtest.h>

#include "tests/core/base/chosen_texts.hpp"

namespace laundromat::rdfxml {
namespace {

TEST(seen_ids, iris_that_were_chosen_to_collide_cost_linear_time) {
  laundromat::testing::expect_linear_probes(4'000, [](std::size_t n) {
    const auto iris =
        laundromat::testing::choose_for_std_hash(n, [](std::size_t i) { return std::uint64_t{i} << 32; });
    for (const auto& iri : iris) EXPECT_EQ(std::hash<std::string_view>{}(iri) << 32, 0U) << "badly chosen";
    seen_ids seen;
    for (const auto& iri : iris) EXPECT_FALSE(seen.add(iri));
    for (const auto& iri : iris) EXPECT_TRUE(seen.add(iri));
    return seen.probes();
  });
}

}  // namespace
}  // namespace laundromat::rdfxml
