// Terms and keys that somebody chose so that hashes without a key take them for one.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>

#include "core/rdf/jsonld/context/active_context.hpp"
#include "core/rdf/jsonld/json/json_tree.hpp"
#include "tests/core/base/chosen_texts.hpp"
#include "tests/core/rdf/reading.hpp"

namespace laundromat {
namespace {

using testing::choose_for_json_hash;
using testing::expect_linear_probes;
using testing::expect_one_hash;

TEST(chosen_json_keys, terms_cost_linear_time) {
  expect_linear_probes(4'000, [](std::size_t n) {
    const auto terms = choose_for_json_hash(n);
    expect_one_hash(terms, jsonld::hash_of);
    jsonld::term_table table;
    for (const auto& term : terms) table.put(term, nullptr);
    const jsonld::term_table shared(table);
    EXPECT_EQ(shared.size(), n);
    return table.probes() + shared.probes();
  });
}

/// A place costs what an element of another table does; each key may look at 64.
TEST(chosen_json_keys, kept_keys_cost_linear_time) {
  for (const std::size_t n : {2'000U, 4'000U, 8'000U}) {
    const auto keys = choose_for_json_hash(n);
    jsonld::key_cache cache;
    std::size_t kept = 0;
    for (int round = 0; round < 2; ++round)
      for (const auto& key : keys) {
        if (cache.find(jsonld::hash_of(key), key) != nullptr) continue;
        jsonld::expanded_key made;
        made.key = key;
        made.hash = jsonld::hash_of(key);
        kept += cache.keep(made) != nullptr ? 1U : 0U;
      }
    EXPECT_GE(kept, 64U);
    EXPECT_LE(cache.probes(), 2 * n * 2 * 64);
  }
}

TEST(chosen_json_keys, other_keys_are_all_kept) {
  jsonld::key_cache cache;
  std::vector<std::string> keys;
  for (int i = 0; i < 16'000; ++i) keys.push_back("key" + std::to_string(i));
  for (const auto& key : keys) {
    jsonld::expanded_key made;
    made.key = key;
    made.hash = jsonld::hash_of(key);
    EXPECT_NE(cache.keep(made), nullptr);
  }
  for (const auto& key : keys) EXPECT_NE(cache.find(jsonld::hash_of(key), key), nullptr);
}

/// The last of equal keys holds, also among others with its hash.
TEST(chosen_json_keys, a_repeated_key_is_found_among_them) {
  const auto keys = choose_for_json_hash(40, testing::is_bare_ascii);
  std::string text = R"({"@context":{"@vocab":"http://e/"},"@id":"http://e/s")";
  for (std::size_t i = 0; i < keys.size(); ++i) text += ",\"" + keys[i] + "\":" + std::to_string(i);
  const auto read = testing::read_text(rdf_format::json_ld, text + ",\"" + keys[3] + "\":\"last\"}", 65'536);
  EXPECT_EQ(std::ranges::count(read.defects, errc::repeated_key, &defect::rule), 1);
  EXPECT_TRUE(std::ranges::any_of(
      read.lines, [](const std::string& line) { return line.find("\"last\"") != line.npos; }));
}

}  // namespace
}  // namespace laundromat
