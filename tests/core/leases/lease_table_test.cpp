// Leases that end once: by a result, with their holder, by their deadline.
// SPDX-License-Identifier: Apache-2.0
#include "core/leases/lease_table.hpp"

#include <gtest/gtest.h>

#include <string>

namespace laundromat {
namespace {

timestamp second(int number) {
  return from_ms(1'000'000) + seconds{number};
}

using table = lease_table<int, std::string, std::string>;

class lease_table_test : public testing::Test {
 protected:
  lease_table_test() {
    leases.grant(1, {"anna", second(0), second(10), "wash"});
    leases.grant(2, {"bert", second(0), second(10), "dry"});
    leases.grant(3, {"anna", second(1), second(20), "iron"});
  }
  static std::vector<int> numbers(const std::vector<table::ended_lease>& ended) {
    std::vector<int> all;
    for (const auto& [id, one] : ended) all.push_back(id);
    return all;
  }
  table leases;
};

TEST_F(lease_table_test, a_lease_ends_once_and_gives_its_work_back) {
  const auto ended = leases.end(2);
  ASSERT_TRUE(ended);
  EXPECT_EQ(ended->work, "dry");
  EXPECT_FALSE(leases.end(2));
  EXPECT_EQ(leases.find(2), nullptr);
  EXPECT_TRUE(leases.held_by("bert").empty());
  EXPECT_EQ(leases.size(), 2U);
}

TEST_F(lease_table_test, all_leases_of_a_holder_end_with_it_and_no_other) {
  EXPECT_EQ(leases.held_by("anna"), (std::set<int>{1, 3}));
  EXPECT_EQ(numbers(leases.end_all_of("anna")), (std::vector<int>{1, 3}));
  EXPECT_TRUE(leases.end_all_of("anna").empty());
  EXPECT_EQ(leases.find(2)->holder, "bert");
}

TEST_F(lease_table_test, a_lease_ends_at_its_deadline_where_it_may) {
  EXPECT_TRUE(leases.end_late(second(9)).empty());
  EXPECT_EQ(numbers(leases.end_late(second(10), [](const auto& one) { return one.holder == "anna"; })),
            std::vector<int>{1});
  EXPECT_EQ(numbers(leases.end_late(second(20))), (std::vector<int>{2, 3}));
}

}  // namespace
}  // namespace laundromat
