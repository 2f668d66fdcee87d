// Tables of untrusted text: colliding keys cost as much as other keys.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/keyed_table.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <numeric>
#include <string>

#include "core/base/digest.hpp"
#include "core/base/fast_hash.hpp"
#include "core/base/number_table.hpp"
#include "tests/core/base/chosen_texts.hpp"

namespace laundromat {
namespace {

using testing::choose_for_fast_hash;
using testing::choose_for_std_hash;
using testing::expect_linear_probes;
using testing::expect_one_hash;

class keyed_hash_test : public ::testing::Test {
 protected:
  ~keyed_hash_test() override { set_hash_key({}); }
};

/// From the reference implementation: key and text are bytes that count from 0.
TEST_F(keyed_hash_test, is_siphash_2_4) {
  hash_key key;
  std::iota(key.begin(), key.end(), static_cast<unsigned char>(0));
  set_hash_key(key);
  std::string text(15, '\0');
  std::iota(text.begin(), text.end(), '\0');
  EXPECT_EQ(keyed_hash(""), 0x726FDB47DD0E0E31U);
  EXPECT_EQ(keyed_hash(std::string_view(text).substr(0, 1)), 0x74F839C593DC67FDU);
  EXPECT_EQ(keyed_hash(text), 0xA129CA6149BE45E5U);
  EXPECT_EQ(keyed_hash(std::uint64_t{0x0706050403020100}), keyed_hash(std::string_view(text).substr(0, 8)));
}

TEST_F(keyed_hash_test, depends_on_the_key) {
  const auto before = keyed_hash("a");
  set_hash_key({1});
  EXPECT_NE(keyed_hash("a"), before);
}

TEST(keyed_table, texts_that_collide_under_std_hash_cost_linear_time) {
  expect_linear_probes(4'000, [](std::size_t n) {
    const auto texts = choose_for_std_hash(n, [](std::size_t) { return 7U; });
    expect_one_hash(texts, std::hash<std::string_view>{});
    keyed_set<std::string> table(texts.begin(), texts.end());
    EXPECT_EQ(table.size(), n);
    return probes_of(table);
  });
}

TEST(keyed_table, chosen_numbers_and_digests_cost_linear_time) {
  expect_linear_probes(4'000, [](std::size_t n) {
    std::unordered_set<std::uint64_t> plain;
    plain.reserve(n);
    keyed_set<std::uint64_t> numbers;
    keyed_set<record_hash> digests;
    numbers.reserve(n);
    digests.reserve(n);
    for (std::uint64_t i = 0; i < n; ++i) {
      const auto number = i * plain.bucket_count();
      numbers.insert(number);
      record_hash digest;
      std::memcpy(digest.bytes.data(), &number, sizeof number);
      digests.insert(digest);
    }
    return probes_of(numbers) + probes_of(digests);
  });
}

TEST(keyed_table, a_text_is_found_by_a_view_of_it) {
  const keyed_map<std::string, int> table{{"a", 1}, {"b", 2}};
  EXPECT_EQ(table.find(std::string_view("b"))->second, 2);
  EXPECT_FALSE(table.contains(std::string_view("c")));
}

/// Inserts each text twice.
std::uint64_t probes_of_numbers(const std::vector<std::string>& texts) {
  number_table table;
  std::uint32_t next = 0;
  for (int round = 0; round < 2; ++round)
    for (std::uint32_t i = 0; i < texts.size(); ++i) {
      const auto found = table.find_or_add(
          fast_hash(texts[i]), next, [&](std::uint32_t known) { return texts[known] == texts[i]; },
          [&](std::uint32_t known) { return keyed_hash(texts[known == number_table::none ? i : known]); });
      EXPECT_EQ(found, i);
      if (found == next) ++next;
    }
  return table.probes();
}

TEST(number_table, texts_with_equal_hashes_cost_linear_time) {
  expect_linear_probes(4'000, [](std::size_t n) {
    const auto texts = choose_for_fast_hash(n);
    expect_one_hash(texts, [](std::string_view text) { return fast_hash(text); });
    return probes_of_numbers(texts);
  });
}

/// Their hashes differ, and all have the same home slot in a table of any size.
TEST(number_table, hashes_with_one_home_slot_cost_linear_time) {
  expect_linear_probes(4'000, [](std::size_t n) {
    number_table table;
    for (int round = 0; round < 2; ++round)
      for (std::uint32_t i = 0; i < n; ++i) {
        const auto found = table.find_or_add(
            std::uint64_t{i} << 48, i, [&](std::uint32_t known) { return known == i; },
            [&](std::uint32_t known) {
              return keyed_hash(std::uint64_t{known == number_table::none ? i : known});
            });
        EXPECT_EQ(found, i);
      }
    return table.probes();
  });
}

/// Some hashes have their home slots at the end of any table, so that their numbers go on at its begin.
TEST(number_table, a_large_table_grows_where_it_is_and_loses_nothing) {
  constexpr std::uint32_t count = 300'000, many_alike = 2'000;
  number_table table;
  table.expect_at_most(count);
  const auto find = [&](std::uint64_t hash, std::uint32_t i, std::uint32_t next) {
    return table.find_or_add(
        hash, next, [&](std::uint32_t known) { return known == i; },
        [&](std::uint32_t known) {
          return keyed_hash(std::uint64_t{known == number_table::none ? i : known});
        });
  };
  const auto hash_of = [](std::uint32_t i) {
    return i % 1'000 == 7 ? std::uint64_t{0xFFFF'FFFF} << 32 | i : mix(i);
  };
  for (std::uint32_t i = 0; i < count - many_alike; ++i) {
    if (i == 20'000) table.reserve(100'000);
    ASSERT_EQ(find(hash_of(i), i, i), i);
    if (!std::has_single_bit(i)) continue;
    for (std::uint32_t known = 0; known <= i; ++known)
      ASSERT_EQ(find(hash_of(known), known, count), known) << "after " << i;
  }
  // From some number on the table uses the key.
  for (auto i = count - many_alike; i < count; ++i) ASSERT_EQ(find(0, i, i), i);
  for (std::uint32_t i = 0; i < count; ++i)
    ASSERT_EQ(find(i < count - many_alike ? hash_of(i) : 0, i, count), i);
}

TEST(number_table, ordinary_texts_do_not_switch_to_the_key) {
  std::vector<std::string> texts;
  for (int i = 0; i < 100'000; ++i) texts.push_back("b" + std::to_string(i));
  number_table table;
  for (std::uint32_t i = 0; i < texts.size(); ++i)
    EXPECT_EQ(table.find_or_add(
                  fast_hash(texts[i]), i, [&](std::uint32_t known) { return texts[known] == texts[i]; },
                  [](std::uint32_t) -> std::uint64_t {
                    ADD_FAILURE() << "switched to the key";
                    return 0;
                  }),
              i);
}

}  // namespace
}  // namespace laundromat
