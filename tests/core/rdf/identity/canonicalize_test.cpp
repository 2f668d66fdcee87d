// Canonical datasets: their names, and the limit of visits.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/identity/canonicalize.hpp"

#include "tests/core/rdf/identity/quads.hpp"

namespace laundromat {
namespace {

using testing::numbers_up_to;
using testing::random_quads;
using testing::read_quads;
using testing::write_quads;

std::string canonical(std::string_view text) {
  const auto form = canonicalize(read_quads(text, tag_case::kept));
  EXPECT_TRUE(form);
  return form ? form->n_quads : std::string();
}

TEST(canonicalize, a_dataset_without_blank_nodes_is_its_sorted_lines) {
  EXPECT_EQ(
      canonical(
          "<a:b> <p:p> \"x\"@en-GB .\n<a:a> <p:p> \"\\u00e9\\u0001\" <a:g> .\n<a:b> <p:p> \"x\"@en-GB .\n"),
      "<a:a> <p:p> \"\xC3\xA9\\u0001\" <a:g> .\n<a:b> <p:p> \"x\"@en-gb .\n");
}

// RDFC-1.0 section 4.4.2, example "unique hashes".
TEST(canonicalize, unique_hashes_are_named_in_their_order) {
  const auto form =
      canonicalize(read_quads("<http://example.com/#p> <http://example.com/#q> _:e0 "
                              ".\n<http://example.com/#p> <http://example.com/#r> _:e1 .\n"
                              "_:e0 <http://example.com/#s> <http://example.com/#u> .\n_:e1 "
                              "<http://example.com/#t> <http://example.com/#u> .\n"));
  ASSERT_TRUE(form);
  const std::vector<std::pair<std::string, std::string>> expected{{"e0", "c14n0"}, {"e1", "c14n1"}};
  EXPECT_EQ(form->issued, expected);
}

TEST(canonicalize, labels_and_order_have_no_effect) {
  const unsigned seed = 7;
  std::mt19937 dice(seed);
  for (int round = 0; round < 300; ++round) {
    const int blanks = 3 + round % 10;
    auto quads = random_quads(dice, blanks, blanks + static_cast<int>(dice() % 12));
    const auto before = canonical(write_quads(quads, blanks, numbers_up_to(blanks)));
    auto labels = numbers_up_to(blanks);
    std::ranges::shuffle(labels, dice);
    std::ranges::shuffle(quads, dice);
    EXPECT_EQ(canonical(write_quads(quads, blanks, labels)), before)
        << "seed " << seed << ", round " << round;
  }
}

/// Every node points to every other one.
std::string clique(int nodes) {
  std::string text;
  for (int i = 0; i < nodes; ++i)
    for (int j = 0; j < nodes; ++j)
      if (i != j) text += "_:n" + std::to_string(i) + " <p:p> _:n" + std::to_string(j) + " .\n";
  return text;
}

TEST(canonicalize, a_clique_fails_exactly_at_the_limit) {
  const auto data = read_quads(clique(10));
  const auto refused = canonicalize(data);
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, errc::too_symmetric);
  EXPECT_TRUE(canonicalize(read_quads(clique(4))));
}

TEST(canonicalize, a_long_ring_of_blank_nodes_needs_no_deep_stack) {
  // All nodes look alike, so that the first search visits all of them, each within the one before.
  constexpr int nodes = 10'000;
  std::string text;
  for (int i = 0; i < nodes; ++i)
    text += "_:n" + std::to_string(i) + " <p:p> _:n" + std::to_string((i + 1) % nodes) + " .\n";
  const auto refused = canonicalize(read_quads(text), {hash_algorithm::sha256, 100'000});
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, errc::too_symmetric);
}

TEST(canonicalize, sha_384_gives_different_names) {
  const auto data =
      read_quads("_:a <p:p> \"1\" .\n_:b <p:p> \"2\" .\n_:c <p:p> \"3\" .\n_:d <p:p> \"4\" .\n");
  const auto shorter = canonicalize(data), longer = canonicalize(data, {hash_algorithm::sha384});
  ASSERT_TRUE(shorter && longer);
  EXPECT_NE(shorter->issued, longer->issued);
}

}  // namespace
}  // namespace laundromat
