// The table of defects is complete and consistent.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/taxonomy.hpp"
#include "tests/places.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <set>
#include <string>

namespace laundromat {
namespace {

TEST(taxonomy, has_a_rule_once) {
  std::set<errc> seen;
  for (const auto& rule : defect_rules()) EXPECT_TRUE(seen.insert(rule.rule).second) << to_string(rule.rule);
}

TEST(taxonomy, strict_repairs_only_the_case_of_language_tags_and_undecodable_bytes) {
  for (const auto& rule : defect_rules())
    EXPECT_EQ(rule.strict == treatment::repair,
              rule.rule == errc::upper_case_language_tag || rule.rule == errc::undecodable_bytes ||
                  rule.rule == errc::base_direction)  // dropped on demand only
        << to_string(rule.rule);
}

TEST(taxonomy, covers_the_catalogue) {
  const auto names = [](std::string_view ids, std::string_view id) { return ids.find(id) != ids.npos; };
  for (int number = 20; number <= 72; ++number) {
    const auto id = "D" + std::to_string(number);
    const bool is_rule =
        std::ranges::any_of(defect_rules(), [&](const auto& row) { return names(row.ids, id); });
    const bool is_elsewhere =
        std::ranges::any_of(treated_elsewhere(), [&](const auto& row) { return row.id == id; });
    EXPECT_TRUE(is_rule || is_elsewhere) << id;
  }
}

TEST(taxonomy, names_existing_files_for_defects_treated_elsewhere) {
  for (const auto& row : treated_elsewhere())
    EXPECT_TRUE(std::filesystem::exists(std::filesystem::path(source_path()) / row.where)) << row.where;
}

TEST(taxonomy, a_wider_profile_never_skips_more) {
  for (const auto& rule : defect_rules()) {
    EXPECT_TRUE(rule.standard != treatment::skip || rule.strict == treatment::skip) << to_string(rule.rule);
    EXPECT_TRUE(rule.max_recall != treatment::skip || rule.standard == treatment::skip)
        << to_string(rule.rule);
  }
}

TEST(taxonomy, every_rule_is_found_by_its_number) {
  for (const auto& rule : defect_rules()) EXPECT_EQ(find_rule(rule.rule), &rule);
  EXPECT_EQ(find_rule(errc::http_status), nullptr);
}

TEST(taxonomy, profiles_are_read_as_they_are_printed) {
  for (const auto profile : {wash_profile::strict, wash_profile::standard, wash_profile::max_recall})
    EXPECT_EQ(profile_from_name(to_string(profile)), profile);
  EXPECT_FALSE(profile_from_name("lenient"));
}

}  // namespace
}  // namespace laundromat
