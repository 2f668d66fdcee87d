// Tests of the search for labels.
// SPDX-License-Identifier: Apache-2.0
#include "core/reconciliation/label_index.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>

namespace laundromat {
namespace {

label_index towns() {
  label_index index;
  constexpr std::pair<const char*, const char*> labels[] = {{"t:1", "Köln"},
                                                            {"t:1", "Cologne"},
                                                            {"t:2", "Kölln"},
                                                            {"t:3", "Amsterdam"},
                                                            {"t:4", "Amsterdam-Zuidoost"},
                                                            {"t:5", "Paris"},
                                                            {"t:6", "Paris"},
                                                            {"t:7", "東京"},
                                                            {"t:8", "San José"},
                                                            {"t:9", "!!!"}};
  for (const auto& [iri, label] : labels) index.add(iri, label);
  index.build();
  return index;
}

TEST(label_index, ranks_equal_then_normal_then_similar_labels_X06) {
  const auto index = towns();
  const auto found = index.find("köln", 5);
  ASSERT_EQ(found.size(), 2U);
  EXPECT_EQ(found[0].iri, "t:1");
  EXPECT_EQ(found[0].score, 99);
  EXPECT_EQ(found[1].iri, "t:2");
  EXPECT_EQ(found[1].score, 80);
  EXPECT_EQ(index.find("Amsterdm", 5).front().iri, "t:3");
  EXPECT_EQ(index.find("jose san", 5).front().iri, "t:8");
  EXPECT_EQ(index.find("jose san", 5).front().score, 95);
  EXPECT_EQ(index.find("東京", 5).front().score, 100);
  EXPECT_EQ(index.find("Paris", 1).size(), 1U);
  EXPECT_TRUE(index.find("xyzzy", 5).empty());
  EXPECT_TRUE(index.find("", 5).empty());
}

TEST(label_index, finds_each_label_itself_first_X06) {
  std::mt19937 random(11);
  const auto up_to = [&](std::size_t most) {
    return std::uniform_int_distribution<std::size_t>(0, most)(random);
  };
  constexpr std::string_view parts[] = {"ab", "Ba", " ", "é", "-", "東", "x.", "St", "'", "ss", "ß"};
  label_limits limits;
  limits.candidates = 5;
  limits.trigram_labels = 50;
  label_index index(limits);
  std::vector<std::string> labels;
  for (int i = 0; i < 2'000; ++i) {
    std::string label = "L";
    for (auto left = up_to(6); left > 0; --left) label += parts[up_to(std::size(parts) - 1)];
    labels.push_back(label);
    index.add("http://example.org/" + std::to_string(i), label);
  }
  index.build();
  for (const auto& label : labels) {
    const auto found = index.find(label, 3);
    ASSERT_FALSE(found.empty()) << label;
    EXPECT_EQ(found[0].score, 100) << label;
    EXPECT_EQ(found[0].label, label);
  }
}

}  // namespace
}  // namespace laundromat
