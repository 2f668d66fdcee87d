// Whether datasets are equal up to the names of blank nodes, compared with trying all names.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/identity/isomorphism.hpp"

#include "tests/core/rdf/identity/quads.hpp"

namespace laundromat {
namespace {

using testing::numbers_up_to;
using testing::random_quads;
using testing::read_quads;
using testing::small_quad;
using testing::write_quads;

bool same(std::string_view one, std::string_view other) {
  const auto answer = are_isomorphic(read_quads(one), read_quads(other));
  EXPECT_TRUE(answer);
  return answer && *answer;
}

TEST(isomorphism, labels_order_and_repetition_of_quads_have_no_effect) {
  EXPECT_TRUE(same("", ""));
  EXPECT_TRUE(
      same("_:a <p:p> _:b .\n_:b <p:q> \"1\" .\n", "_:y <p:q> \"1\" .\n_:a <p:p> _:y .\n_:a <p:p> _:y .\n"));
  EXPECT_FALSE(same("_:a <p:p> _:a .\n", "_:a <p:p> _:b .\n"));
  EXPECT_FALSE(same("_:a <p:p> _:b .\n", "_:a <p:p> <p:b> .\n"));
}

TEST(isomorphism, graph_names_are_compared_also_blank_ones) {
  EXPECT_FALSE(same("<p:s> <p:p> <p:o> .\n", "<p:s> <p:p> <p:o> <p:g> .\n"));
  EXPECT_TRUE(same("_:a <p:p> \"1\" _:g .\n", "_:g <p:p> \"1\" _:a .\n"));
  EXPECT_FALSE(same("_:a <p:p> \"1\" _:g .\n", "_:a <p:p> \"1\" _:a .\n"));
}

TEST(isomorphism, literals_are_equal_by_form_datatype_and_tag_without_case) {
  EXPECT_TRUE(same("<p:s> <p:p> \"a\"@en-GB .\n", "<p:s> <p:p> \"a\"@EN-gb .\n"));
  EXPECT_TRUE(
      same("<p:s> <p:p> \"a\" .\n", "<p:s> <p:p> \"a\"^^<http://www.w3.org/2001/XMLSchema#string> .\n"));
  EXPECT_FALSE(same("<p:s> <p:p> \"1\"^^<p:d> .\n", "<p:s> <p:p> \"01\"^^<p:d> .\n"));
}

TEST(isomorphism, regular_datasets_with_equal_neighbourhoods_are_distinguished) {
  // Two triangles and a hexagon: each node has one edge in and one out.
  EXPECT_FALSE(
      same("_:a <p:p> _:b .\n_:b <p:p> _:c .\n_:c <p:p> _:a .\n_:d <p:p> _:e .\n_:e <p:p> _:f .\n_:f <p:p> "
           "_:d .\n",
           "_:a <p:p> _:b .\n_:b <p:p> _:c .\n_:c <p:p> _:d .\n_:d <p:p> _:e .\n_:e <p:p> _:f .\n_:f <p:p> "
           "_:a .\n"));
}

TEST(isomorphism, a_long_list_of_equal_elements_is_decided_by_colours) {
  const auto list = [](int length, std::string_view last) {
    std::string text;
    for (int i = 0; i < length; ++i) {
      const auto node = "_:n" + std::to_string(i);
      text += node + " <p:first> \"sock\" .\n" + node + " <p:rest> ";
      text += (i + 1 < length ? "_:n" + std::to_string(i + 1) : std::string(last)) + " .\n";
    }
    return text;
  };
  EXPECT_TRUE(same(list(2000, "<p:nil>"), list(2000, "<p:nil>")));
  EXPECT_FALSE(same(list(2000, "<p:nil>"), list(2000, "_:n7")));
  EXPECT_FALSE(same(list(2000, "_:n8"), list(2000, "_:n7")));
}

/// Tries every mapping of the blank nodes.
bool same_by_force(const std::vector<small_quad>& one, const std::vector<small_quad>& other, int blanks) {
  const auto lines = [&](const std::vector<small_quad>& quads, const std::vector<int>& labels) {
    std::vector<std::string> all;
    for (const auto& q : quads) all.push_back(write_quads({q}, blanks, labels));
    std::ranges::sort(all);
    all.erase(std::ranges::unique(all).begin(), all.end());
    return all;
  };
  auto labels = numbers_up_to(blanks);
  const auto wanted = lines(other, labels);
  do {
    if (lines(one, labels) == wanted) return true;
  } while (std::ranges::next_permutation(labels).found);
  return false;
}

TEST(isomorphism, small_random_datasets_agree_with_trying_all_names) {
  const unsigned seed = 20261120;
  std::mt19937 dice(seed);
  int equal = 0;
  for (int round = 0; round < 2000; ++round) {
    const int blanks = 2 + round % 4;
    auto one = random_quads(dice, blanks, 2 + round % 5);
    auto other = one;
    // Changes one position of one quad, so that about half of the pairs differ only slightly, and shuffles names and order.
    auto& changed = other[dice() % other.size()];
    changed[dice() % 2 == 0 ? 0 : 2] = static_cast<int>(dice() % static_cast<unsigned>(blanks + 1));
    auto labels = numbers_up_to(blanks);
    std::ranges::shuffle(labels, dice);
    std::ranges::shuffle(other, dice);
    const bool expected = same_by_force(one, other, blanks);
    equal += expected ? 1 : 0;
    EXPECT_EQ(same(write_quads(one, blanks, numbers_up_to(blanks)), write_quads(other, blanks, labels)),
              expected)
        << "seed " << seed << ", round " << round << "\n"
        << write_quads(one, blanks, numbers_up_to(blanks)) << "\n"
        << write_quads(other, blanks, labels);
  }
  EXPECT_GT(equal, 300);
  EXPECT_LT(equal, 1700);
}

}  // namespace
}  // namespace laundromat
