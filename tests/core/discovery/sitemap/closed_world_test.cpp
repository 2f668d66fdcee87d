// Tests when silence of a dataset means something, and what is said when it does not.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/sitemap/closed_world.hpp"

#include <gtest/gtest.h>

#include <functional>

namespace laundromat {
namespace {

const timestamp today = from_ms(1'795'000'000'000);

/// A complete, current dataset of the owner.
closed_world_facts whole() {
  closed_world_facts facts;
  facts.uri = "http://example.com/employees/eric";
  facts.dataset = {
      .key = "Employee List", .label = "Employee List", .prefixes = {{"http://example.com/employees/"}}};
  facts.dataset.dumps = {"http://example.com/dump.nt"};
  facts.announcer = "http://example.com/sitemap.xml";
  facts.announcer_is_owner = facts.owner_is_known = true;
  facts.dumps = {{.uri = "http://example.com/dump.nt",
                  .is_known = true,
                  .is_here = true,
                  .fetched = today - seconds{3'600},
                  .is_of_owner = true}};
  facts.now = today;
  return facts;
}

TEST(closed_world, a_complete_current_authoritative_dataset_answers_by_its_silence_M33) {
  EXPECT_TRUE(reasons_against(whole()).empty());
  EXPECT_EQ(negative_answer(whole(), "Example, Inc."),
            "Example, Inc. has not given information about http://example.com/employees/eric in the dataset "
            "labelled "
            "\"Employee List\", as of " +
                to_iso8601(today - seconds{3'600}));
  auto seldom = whole();
  seldom.dataset.change_interval = seconds{86'400};
  seldom.dataset.modified = today - seconds{86'400};
  EXPECT_TRUE(reasons_against(seldom).empty());
}

TEST(closed_world, each_other_circumstance_is_a_reason_against_an_answer_M33) {
  struct one {
    std::function<void(closed_world_facts&)> change;
    const char* words;
  };
  const std::vector<one> all{
      {[](auto& f) { f.owner_is_known = false; }, "its owner is not known"},
      {[](auto& f) { f.announcer_is_owner = false; }, "not of the owner of the URI"},
      {[](auto& f) { f.is_announced_now = false; }, "does not announce the dataset any more"},
      {[](auto& f) { f.dataset.prefixes.clear(); }, "does not say which URIs it describes"},
      {[](auto& f) { f.uri = "http://example.com/products/1"; }, "below no prefix of the dataset"},
      {[](auto& f) { f.dataset.dumps.clear(), f.dumps.clear(); }, "has no dump"},
      {[](auto& f) { f.dataset.features = {"http://lod.dataone.org/glharvest#PartialDump"}; },
       "partial ones"},
      {[](auto& f) { f.dumps[0].is_known = false; }, "it is not followed"},
      {[](auto& f) { f.dumps[0].is_being_crawled = true; }, "is being crawled"},
      {[](auto& f) { f.dumps[0].is_here = false; }, "was not fetched yet"},
      {[](auto& f) { f.dumps[0].failure = "http_status 404"; },
       "could not be fetched again: http_status 404"},
      {[](auto& f) { f.dumps[0].is_of_owner = false; }, "in none that is joined with it"},
      {[](auto& f) { f.dumps[0].failed_files = 2; }, "2 files could not be washed"},
      {[](auto& f) { f.dumps[0].damaged_files = 1; }, "1 file is damaged"},
      {[](auto& f) { f.dumps[0].skipped_bytes = 1'234; }, "1,234 bytes could not be read"},
      {[](auto& f) { f.dumps[0].removed_documents = 1; }, "1 clean document was removed"},
      {[](auto& f) { f.dumps[0].modified = today - seconds{60}; }, "as it is announced, and was fetched on"},
      {[](auto& f) { f.dataset.modified = today - seconds{60}; }, "as it is announced, and was fetched on"},
      {[](auto& f) { f.dataset.change_interval = seconds{1'800}; }, "changes every 1,800 seconds"},
      {[](auto& f) { f.dumps[0].change_interval = seconds{0}; }, "changes whenever it is requested"}};
  for (const auto& [change, words] : all) {
    auto facts = whole();
    change(facts);
    const auto reasons = reasons_against(facts);
    ASSERT_EQ(reasons.size(), 1U) << words;
    EXPECT_NE(reasons.front().find(words), std::string::npos) << reasons.front();
  }
}

TEST(closed_world, a_date_in_the_future_a_file_without_rdf_and_never_are_no_reasons_M33) {
  auto facts = whole();
  facts.dataset.modified = today + seconds{60};
  facts.dataset.change_interval = seconds::max();
  facts.dumps[0].other_files = 3;
  EXPECT_TRUE(reasons_against(facts).empty());
  facts.dumps.push_back(facts.dumps[0]);
  facts.dumps[1].confirmed = today;
  EXPECT_NE(negative_answer(facts, "").find(to_iso8601(today - seconds{3'600})), std::string::npos)
      << "the answer holds up to the oldest dump";
}

}  // namespace
}  // namespace laundromat
