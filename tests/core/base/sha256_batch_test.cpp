// Tests of SHA-256 of many texts at once: the same digests as those of the texts one by one.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/sha256_batch.hpp"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <vector>

namespace laundromat {

namespace {

void expect_same(const std::vector<std::string>& texts) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  std::vector<content_digest> digests(texts.size());
  sha256_of_each(views, digests);
  for (std::size_t i = 0; i < texts.size(); ++i)
    EXPECT_EQ(digests[i].hex(), sha256(texts[i]).hex()) << texts[i].size() << " bytes";
}

std::string random_text(std::size_t bytes, std::mt19937& random) {
  std::string text(bytes, '\0');
  for (auto& c : text) c = static_cast<char>(random());
  return text;
}

TEST(sha256_batch, agrees_with_the_example_of_the_standard) {
  const std::vector<std::string_view> texts(16, "abc");
  std::vector<content_digest> digests(texts.size());
  sha256_of_each(texts, digests);
  for (const auto& one : digests)
    EXPECT_EQ(one.hex(), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
}

TEST(sha256_batch, hashes_texts_of_each_length_around_the_size_of_blocks) {
  std::mt19937 random{2026};
  std::vector<std::string> texts;
  for (std::size_t bytes = 0; bytes <= 300; ++bytes) texts.push_back(random_text(bytes, random));
  expect_same(texts);
}

TEST(sha256_batch, hashes_any_number_of_texts_and_some_that_are_much_longer) {
  std::mt19937 random{2027};
  for (std::size_t count = 0; count < 70; ++count) {
    std::vector<std::string> texts;
    for (std::size_t i = 0; i < count; ++i)
      texts.push_back(random_text(random() % (i % 13 == 5 ? 40'000 : 900), random));
    expect_same(texts);
  }
}

}  // namespace

}  // namespace laundromat
