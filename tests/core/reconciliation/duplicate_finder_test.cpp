// Tests of the search for duplicates.
// SPDX-License-Identifier: Apache-2.0
#include "core/reconciliation/duplicate_finder.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace laundromat {
namespace {

struct library {
  std::string id, name, town, phone;
};

const std::vector<library>& libraries() {
  static const std::vector<library> all{{"b1", "Stadtbibliothek Köln", "Köln", "0221 1234"},
                                        {"b2", "Stadtbibliotek Köln", "KÖLN", "0221-1234"},
                                        {"b3", "Stadtbibliothek Bonn", "Bonn", "0228 77"},
                                        {"b4", "STADTBIBLIOTHEK KÖLN", "Köln", "0221 1234"},
                                        {"b5", "Universitätsbibliothek Köln", "Köln", ""},
                                        {"b6", "Stadtbücherei Ulm", "Ulm", "0731 5"},
                                        {"b7", "Stadtbücherei  Ulm", "Ulm", ""}};
  return all;
}

duplicate_options library_options() {
  duplicate_options options;
  options.fields = {{"name", 3, true, {}}, {"address.town", 1, true, {}}, {"phone", 1, false, {}}};
  options.blocks = {
      {0, block_kind::prefix, 4}, {0, block_kind::tokens, 4}, {0, block_kind::sorted_neighbourhood, 2}};
  options.threshold = 0.9;
  return options;
}

result<void> add(duplicate_finder& finder, const library& one) {
  data_record record;
  record.begin_map();
  record.add_text(one.name, "name");
  record.begin_map("address");
  record.add_text(one.town, "town");
  record.end();
  record.add_text(one.phone, "phone");
  record.end();
  return finder.add(one.id, record.root());
}

duplicate_report search(const std::vector<library>& records, const duplicate_options& options) {
  auto finder = duplicate_finder::make(options);
  for (const auto& one : records) EXPECT_TRUE(add(*finder, one));
  return finder->find();
}

TEST(duplicate_finder, finds_exact_and_near_duplicates_with_reasons_X07) {
  const auto report = search(libraries(), library_options());
  ASSERT_EQ(report.pairs.size(), 4U);
  const auto& exact = report.pairs[1];
  EXPECT_EQ(exact.one + exact.other, "b1b4");
  EXPECT_TRUE(exact.is_exact);
  EXPECT_EQ(exact.block, "the same key");
  const auto& near = report.pairs[0];
  EXPECT_EQ(near.one + near.other, "b1b2");
  EXPECT_FALSE(near.is_exact);
  ASSERT_EQ(near.reasons.size(), 3U);
  EXPECT_NEAR(near.reasons[0].score, 0.95, 1e-9);
  EXPECT_EQ(near.reasons[1].score, 1);
  EXPECT_NEAR(near.score, 0.97, 1e-9);
  EXPECT_EQ(near.block, "name begins with \"stad\"");
  ASSERT_EQ(report.clusters.size(), 2U);
  EXPECT_EQ(report.clusters[0].ids, (std::vector<std::string>{"b1", "b2", "b4"}));
  EXPECT_EQ(report.clusters[0].pairs, (std::vector<std::size_t>{0, 1, 2}));
  EXPECT_EQ(report.clusters[1].ids, (std::vector<std::string>{"b6", "b7"}));
}

TEST(duplicate_finder, does_not_depend_on_the_order_of_records_X07) {
  std::mt19937 random(3);
  std::vector<library> records = libraries();
  for (int i = 0; i < 200; ++i) {
    auto one = libraries()[random() % libraries().size()];
    one.id = "r" + std::to_string(random() % 190);  // some ids come twice
    if (!one.name.empty()) one.name[random() % one.name.size()] = static_cast<char>('a' + random() % 3);
    records.push_back(one);
  }
  const auto first = search(records, library_options());
  EXPECT_GT(first.clusters.size(), 2U);
  EXPECT_FALSE(first.repeated_ids.empty());
  for (int round = 0; round < 5; ++round) {
    std::ranges::shuffle(records, random);
    const auto again = search(records, library_options());
    EXPECT_EQ(again.pairs, first.pairs);
    EXPECT_EQ(again.clusters, first.clusters);
    EXPECT_EQ(again.repeated_ids, first.repeated_ids);
  }
}

TEST(duplicate_finder, reports_blocks_that_are_too_large_X07) {
  auto options = library_options();
  options.blocks = {{0, block_kind::prefix, 4}};
  options.limits.block_records = 3;
  const auto report = search(libraries(), options);
  EXPECT_EQ(report.skipped_blocks, (std::vector<skipped_block>{{"name begins with \"stad\"", 6}}));
  EXPECT_EQ(report.comparisons, 0U);
  EXPECT_EQ(report.pairs.size(), 2U);  // exact ones need no block
  options.limits.block_records = 500;
  options.limits.comparisons = 3;
  EXPECT_EQ(search(libraries(), options).skipped_block_count, 1U);
  options.limits.comparisons = 1'000;
  options.limits.pairs = 1;
  EXPECT_EQ(search(libraries(), options).pairs.size(), 1U);
  EXPECT_GT(search(libraries(), options).pairs_left_out, 0U);
}

TEST(duplicate_finder, leaves_blocks_out_whose_texts_would_take_too_long_X07) {
  auto options = library_options();
  const std::string rest(1'000, 'a');
  const std::vector<library> libraries{{"1", "stad" + rest, "x", ""}, {"2", "stad" + rest + "b", "x", ""}};
  options.limits.long_text_work = 1'000'000;
  EXPECT_EQ(search(libraries, options).pairs.size(), 1U);
  options.limits.long_text_work = 1'000;
  const auto report = search(libraries, options);
  EXPECT_TRUE(report.pairs.empty());
  EXPECT_GT(report.skipped_block_count, 0U);
}

TEST(duplicate_finder, finds_what_each_kind_of_block_brings_together_X07) {
  auto options = library_options();
  options.fields[0].is_key = options.fields[1].is_key = false;
  for (const auto kind : {block_kind::prefix, block_kind::tokens, block_kind::sorted_neighbourhood}) {
    options.blocks = {{0, kind, 4}};
    const auto report = search(libraries(), options);
    EXPECT_EQ(report.clusters.size(), 2U) << static_cast<int>(kind);
  }
  options.blocks = {};
  EXPECT_TRUE(search(libraries(), options).pairs.empty());
}

TEST(duplicate_finder, needs_fields_of_half_the_weight_X07) {
  auto options = library_options();
  options.fields[0].is_key = options.fields[1].is_key = false;
  options.blocks = {{2, block_kind::prefix, 4}};
  EXPECT_TRUE(search({{"1", "", "", "0221 1"}, {"2", "", "", "0221 1"}}, options).pairs.empty());
  EXPECT_EQ(search({{"1", "a", "", "0221 1"}, {"2", "a", "x", "0221 1"}}, options).pairs.size(), 1U);
}

TEST(duplicate_finder, refuses_options_without_sense_and_too_many_records_X07) {
  EXPECT_EQ(duplicate_finder::make({}).error().code, errc::invalid_argument);
  auto options = library_options();
  options.fields[0].weight = 0;
  EXPECT_FALSE(duplicate_finder::make(options));
  options = library_options();
  options.blocks[0].field = 9;
  EXPECT_FALSE(duplicate_finder::make(options));
  options = library_options();
  options.threshold = 2;
  EXPECT_FALSE(duplicate_finder::make(options));
  options = library_options();
  options.limits.records = 1;
  auto finder = duplicate_finder::make(options);
  EXPECT_TRUE(add(*finder, libraries()[0]));
  EXPECT_EQ(add(*finder, libraries()[1]).error().code, errc::limit_exceeded);
}

TEST(field_text, reads_nested_values_and_lists_X07) {
  data_record record;
  record.begin_map();
  record.begin_list("authors");
  for (const auto* const name : {"Ada", "Grace"}) {
    record.begin_map();
    record.add_text(name, "name");
    record.end();
  }
  record.end();
  record.add_number("7", "a.b");
  record.end();
  EXPECT_EQ(field_text(record.root(), "authors.name"), "Ada Grace");
  EXPECT_EQ(field_text(record.root(), "a.b"), "7");
  EXPECT_EQ(field_text(record.root(), "none.name"), "");
}

}  // namespace
}  // namespace laundromat
