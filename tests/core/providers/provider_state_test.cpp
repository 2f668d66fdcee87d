// Tests of the judgement of a provider.
// SPDX-License-Identifier: Apache-2.0
#include "core/providers/provider_state.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/core/providers/noon.hpp"

namespace laundromat {
namespace {

stored_dataset harvested(const std::string& key) {
  stored_dataset dataset;
  dataset.announced = {key, noon, dump_extent::partial, {key + "/dump"}, {}};
  dataset.harvested = noon;
  return dataset;
}

/// A registered provider with one dataset, all of it harvested and in its store.
provider_facts well() {
  provider_facts facts;
  facts.provider.id = 1;
  facts.provider.name = "one";
  facts.provider.void_uri = facts.registered_uri = "http://e.example/void";
  facts.provider.void_read = noon;
  facts.provider.version = 3;
  facts.has_registry = true;
  facts.datasets = {harvested("http://e.example/d")};
  facts.copies = {{"triples", 3, false, false, ""}};
  return facts;
}

bool has(const provider_facts& facts, const std::string& words) {
  return in_words(judge(facts, noon)).find(words) != std::string::npos;
}

bool fails(const provider_facts& facts) {
  return std::ranges::any_of(judge(facts, noon).findings, &provider_finding::fails_run);
}

TEST(provider_state, of_a_provider_that_lacks_nothing_is_up_to_date_G17) {
  const auto state = judge(well(), noon);
  EXPECT_EQ(state.standing, provider_standing::up_to_date);
  EXPECT_EQ(in_words(state), "up to date");
  EXPECT_EQ(judge_dataset(well(), well().datasets[0], noon).text, "up to date");
  EXPECT_FALSE(fails(well()));
}

TEST(provider_state, has_each_thing_that_is_lacking_and_none_hides_another_G15_G18_G22) {
  auto facts = well();
  facts.datasets.push_back(harvested("http://e.example/due"));
  facts.datasets.back().harvested = noon - minute;
  facts.datasets.push_back(harvested("http://e.example/part"));
  facts.datasets.back().is_damaged = true;
  facts.copies = {{"triples", 2, false, false, "it does not answer"}, {"other", 0, false, true, ""}};
  graph_import restored;
  restored.outcome = import_outcome::restored;
  restored.detail = "as version 1";
  restored.version = 3;
  restored.ended = noon;
  restored.notice.state = notice_state::unwanted;
  graph_import untold;
  untold.outcome = import_outcome::imported;
  untold.notice = {notice_state::given_up, 12, noon, "http_status: 500"};
  facts.imports = {restored, untold};
  EXPECT_TRUE(has(facts, "dataset http://e.example/due: due"));
  EXPECT_TRUE(has(facts, "dataset http://e.example/part: harvested in part: not all of its dumps"));
  EXPECT_TRUE(has(facts, "the store triples has version 2 of 3: it does not answer"));
  EXPECT_TRUE(has(facts, "the store other has version 0 of 3"));
  EXPECT_TRUE(has(facts, "version 1 was restored at 2023-11-14T22:13:20.000Z, as version 3"));
  EXPECT_TRUE(has(facts, "1 notification not taken by its inbox: given up, 12 tries have failed"));
  EXPECT_FALSE(has(facts, "up to date"));
  EXPECT_EQ(judge(facts, noon).standing, provider_standing::failing)
      << "the worst: a store that does not answer";
  facts.provider.problem = "its VoID file could not be read";
  EXPECT_TRUE(has(facts, "the store triples")) << in_words(judge(facts, noon));
  EXPECT_TRUE(has(facts, "was restored"));
  EXPECT_TRUE(has(facts, "harvested in part"));
  EXPECT_FALSE(has(facts, ": due")) << "nothing is harvested before the problem is gone";
}

TEST(provider_state, of_requests_that_wait_has_the_host_the_reason_and_the_end_R222_G17) {
  auto facts = well();
  const std::string uri = "http://e.example/void";
  facts.waits.void_file =
      request_wait{uri, {"e.example:80", errc::asked_to_wait, "Retry-After", noon + minute}};
  EXPECT_EQ(in_words(judge(facts, noon)),
            "up to date; a request of its VoID file would wait until 2023-11-14T22:14:20.000Z at "
            "e.example:80: asked_to_wait: Retry-After");
  facts.waits.void_file->is_attempt = true;
  EXPECT_TRUE(has(facts, "would wait for another attempt until 2023-11-14T22:14:20.000Z at e.example:80"));
  facts.datasets[0].running = noon;
  facts.waits.dumps = 2;
  facts.waits.dump =
      request_wait{uri, {"e.example:80", errc::paused, "pause host e.example: their wish", no_end}};
  EXPECT_TRUE(has(facts,
                  "2 dumps wait, the last one because of the operator: pause host e.example: their wish; see "
                  "`laundromat pause`"));
  EXPECT_EQ(judge(facts, noon).standing, provider_standing::waiting);
  EXPECT_FALSE(fails(facts));
  facts.provider.problem = "its VoID file could not be read";
  EXPECT_FALSE(has(facts, "2 dumps")) << "they are not imported before that is mended";
  EXPECT_TRUE(has(facts, "a request of its VoID file"));
  facts.registered_uri.clear();
  EXPECT_EQ(waits_to_tell(facts), provider_waits{}) << "nothing is requested";
  EXPECT_FALSE(has(facts, "VoID file would wait"));
}

TEST(provider_state, of_a_graph_that_an_operator_restored_is_not_up_to_date_G17) {
  auto facts = well();
  graph_import restored;
  restored.outcome = import_outcome::restored;
  facts.imports = {restored};
  EXPECT_EQ(judge(facts, noon).standing, provider_standing::restored);
  EXPECT_FALSE(fails(facts)) << "that is as it was wanted";
  facts.imports.insert(facts.imports.begin(), graph_import{})->outcome = import_outcome::unchanged;
  EXPECT_EQ(judge(facts, noon).standing, provider_standing::up_to_date);
}

TEST(provider_state, of_a_harvest_that_failed_has_the_reason_the_next_try_and_the_command_G12_D73) {
  auto facts = well();
  facts.datasets[0].failures = 2;
  facts.datasets[0].not_before = noon + minute;
  graph_import failed;
  failed.outcome = import_outcome::failed;
  failed.dataset = "http://e.example/d";
  failed.detail = "the dump is not there\nand more";
  facts.imports = {failed};
  EXPECT_EQ(in_words(judge(facts, noon)),
            "its harvest has failed 2 times: the dump is not there;and more; it is tried again at "
            "2023-11-14T22:14:20.000Z, or by `laundromat harvest one --now`");
  EXPECT_EQ(judge(facts, noon).standing, provider_standing::failing);
  EXPECT_TRUE(fails(facts));
}

TEST(provider_state, of_a_damaged_dump_fails_no_run_and_is_called_the_same_everywhere_G15) {
  auto facts = well();
  facts.datasets[0].is_damaged = true;
  const auto state = judge(facts, noon);
  EXPECT_EQ(state.standing, provider_standing::damaged);
  EXPECT_TRUE(in_words(state).starts_with(to_string(state.standing)));
  EXPECT_FALSE(fails(facts));
}

TEST(provider_state, has_of_many_datasets_the_first_and_the_number_of_the_others_G07) {
  auto facts = well();
  for (int i = 0; i < 10; ++i) {
    facts.datasets.push_back(harvested("http://e.example/" + std::to_string(i)));
    facts.datasets.back().harvested = {};
  }
  facts.datasets.back().failures = 1;
  const auto words = in_words(judge(facts, noon));
  EXPECT_TRUE(words.starts_with("dataset http://e.example/9: its harvest has failed 1 time")) << words;
  EXPECT_TRUE(words.ends_with("of 7 other datasets the like")) << words;
}

TEST(provider_state, of_a_store_that_may_be_absent_is_said_and_is_no_error_G18) {
  auto facts = well();
  facts.copies = {{"triples", 0, false, true, "unreachable"}};
  EXPECT_EQ(judge(facts, noon).standing, provider_standing::up_to_date);
  EXPECT_EQ(in_words(judge(facts, noon)), "up to date; the store triples has version 0 of 3: unreachable");
  EXPECT_FALSE(fails(facts));
  facts.copies[0].is_optional = false;
  EXPECT_EQ(judge(facts, noon).standing, provider_standing::failing);
  EXPECT_TRUE(fails(facts));
  facts.copies = {{"triples", 3, true, false, ""}};
  EXPECT_EQ(judge(facts, noon).standing, provider_standing::waiting);
  EXPECT_TRUE(fails(facts)) << "a run that ends here has not sent all";
}

TEST(provider_state, of_a_provider_says_how_it_is_registered_G06_G21) {
  EXPECT_EQ(judge({}, noon).standing, provider_standing::waiting);
  EXPECT_TRUE(fails({})) << "a run has not registered it";
  auto facts = well();
  facts.registered_uri = "";
  EXPECT_EQ(judge(facts, noon).standing, provider_standing::left);
  EXPECT_FALSE(fails(facts));
  facts.registered_uri = "http://other.example/void";
  EXPECT_EQ(judge(facts, noon).standing, provider_standing::failing);
  EXPECT_TRUE(has(facts, "`laundromat providers one --bind http://other.example/void`"));
  facts = well();
  facts.datasets.clear();
  EXPECT_EQ(judge(facts, noon).standing, provider_standing::failing);
  EXPECT_TRUE(has(facts, "no dataset of its VoID file http://e.example/void can be harvested"));
}

}  // namespace
}  // namespace laundromat
