// Tests of the rules of an operator in the journal, and of what was published and is taken down.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/steering_store.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/journal/announcement_reader.hpp"
#include "storage/journal/enlist.hpp"
#include "storage/journal/erasures.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/journal/takedown_walk.hpp"
#include "tests/storage/journal_fixture.hpp"

namespace laundromat {
namespace {

class steering_store_test : public journal_test {
 protected:
  void exclude(const std::string& what) {
    ASSERT_TRUE(store().add(make_rule(exclusion_kind_of(what), what, "why", noon).value()));
  }
  [[nodiscard]] steering_rules rules() { return steering_rules{store().rules().value()}; }
  [[nodiscard]] steering_store store() { return steering_store{j()}; }
  seed_walk refuse_all(std::size_t piece = 2) {
    seed_walk walk;
    while (!walk.is_over) EXPECT_TRUE(store().refuse_excluded(rules(), walk, piece, noon));
    return walk;
  }
  [[nodiscard]] status status_of(const record_hash& seed) { return j().seed(seed)->current; }

  /// Crawls a seed to a clean document.
  record_hash wash(const record_hash& seed, const content_digest& clean, timestamp at = noon) {
    const auto download = start(seed, at);
    file_body(download);
    leaf(download);
    guess(download);
    parse(download, clean);
    now(seed_change(seed, event::crawl_ended, at + seconds{9}));
    return download;
  }
};

TEST_F(steering_store_test, keeps_rules_and_tells_when_they_change) {
  const auto first = store().version();
  exclude("example.org");
  const auto second = store().version();
  EXPECT_NE(*first, *second);
  EXPECT_FALSE(
      *store().add(make_rule(steering_kind::exclude_host, "example.org", "another reason", noon).value()));
  EXPECT_NE(*second, *store().version());
  reopen();
  ASSERT_EQ(store().rules()->size(), 1U);
  EXPECT_EQ(store().rules()->front().reason, "another reason");
  EXPECT_FALSE(*store().lift(steering_kind::exclude_host, "example.net"));
  EXPECT_TRUE(*store().lift(steering_kind::exclude_host, "example.org"));
  EXPECT_TRUE(store().rules()->empty());
}

TEST_F(steering_store_test, refuses_waiting_seeds_for_ever_and_readmits_them) {
  std::vector<record_hash> seeds;
  for (int n = 0; n < 5; ++n) seeds.push_back(add("http://example.org/" + std::to_string(n)));
  const auto other = add("http://e/");
  exclude("example.org");
  EXPECT_EQ(refuse_all().changed, 5U);
  EXPECT_EQ(status_of(seeds[4]), status::refused);
  EXPECT_EQ(j().seed(seeds[4])->cause, errc::excluded);
  EXPECT_EQ(status_of(other), status::added);
  EXPECT_EQ(refuse_all().changed, 0U);
  EXPECT_EQ(j().due_seeds(noon + seconds{1}, 10)->size(), 1U);

  ASSERT_TRUE(store().lift(steering_kind::exclude_host, "example.org"));
  seed_walk back;
  while (!back.is_over) ASSERT_TRUE(store().readmit(rules(), back, 2, noon));
  EXPECT_EQ(back.changed, 5U);
  EXPECT_EQ(status_of(seeds[0]), status::added);
  EXPECT_EQ(j().due_seeds(noon + seconds{1}, 10)->size(), 6U);
  EXPECT_TRUE(j().check());
}

TEST_F(steering_store_test, a_list_does_not_put_an_excluded_uri_back) {
  exclude("http://example.org/private/");
  j().steer(std::make_shared<const steering_rules>(rules()));
  ASSERT_TRUE(j().begin());
  const auto added = enlist(j(), {"http://example.org/private/x", seconds{9}, 0}, false, noon);
  ASSERT_TRUE(j().commit());
  EXPECT_EQ(added->answer, seed_answer::refused);
  EXPECT_EQ(added->verdict.code, errc::excluded);
  EXPECT_NE(added->verdict.suggestion.find("why"), std::string::npos);
}

TEST_F(steering_store_test, makes_seeds_due_and_keeps_the_times_of_their_downloads) {
  const auto seed = add("http://e/");
  const auto download = wash(seed, sha256("clean"));
  EXPECT_TRUE(j().due_seeds(noon + seconds{60}, 10)->empty());
  EXPECT_TRUE(*store().make_due(seed, noon + seconds{60}));
  EXPECT_EQ(j().due_seeds(noon + seconds{60}, 10)->size(), 1U);
  EXPECT_EQ(j().entry(download)->begun, noon);
  EXPECT_EQ(store().make_due(seed_hash("http://none/"), noon).error().code, errc::not_found);
}

TEST_F(steering_store_test, makes_the_failing_seeds_of_a_host_due) {
  const auto fail_at = [&](const std::string& uri, const std::string& authority) {
    const auto seed = add(uri, 0, seconds{86'400}, authority);
    const auto download = start(seed);
    file_body(download);
    fail_it(download);
    now(seed_change(seed, event::crawl_ended, noon + seconds{9}));
    return seed;
  };
  fail_at("http://e/1", "e:80");
  fail_at("http://e:8080/1", "e:8080");
  fail_at("http://f/1", "f:80");
  wash(add("http://e/2", 0, seconds{86'400}, "e:80"), sha256("clean"));
  seed_walk walk;
  while (!walk.is_over) ASSERT_TRUE(store().make_failing_due("e", walk, 1, noon + seconds{60}));
  EXPECT_EQ(walk.changed, 2U);
  EXPECT_EQ(j().due_seeds(noon + seconds{60}, 10)->size(), 2U);
}

TEST_F(steering_store_test, takes_down_what_only_excluded_seeds_have_published) {
  const auto shared = sha256("shared"), own = sha256("own");
  const auto gone = add("http://gone/"), stays = add("http://stays/");
  wash(gone, shared);
  wash(stays, shared, noon + seconds{30});
  const auto download = wash(gone, own, noon + seconds{60});
  ASSERT_TRUE(j().begin());
  const auto taken = j().take_down(
      gone, [](std::string_view uri) { return uri == "http://gone/"; }, noon + seconds{99});
  ASSERT_TRUE(taken) << to_string(taken.error());
  ASSERT_TRUE(j().commit());
  EXPECT_EQ(taken->documents, 1U);
  EXPECT_EQ(taken->kept, 1U);
  EXPECT_EQ(taken->bodies, 2U);
  EXPECT_FALSE(taken->is_crawled);
  const auto left = erasure_list{j()}.first(erasure_kind::document, erasure_kind::body, 9).value();
  EXPECT_EQ(left, (std::vector<erasure>{{erasure_kind::document, own.hex()},
                                        {erasure_kind::body, "_org/org.example/x+1"}}));
  journal_reader reader{j()};
  EXPECT_NE(reader.clean(own)->removed, timestamp{});
  EXPECT_EQ(reader.clean(shared)->removed, timestamp{});
  EXPECT_EQ(*reader.all_clean(), std::vector{shared});
  EXPECT_TRUE(reader.delta_from(download)->is_null());
  EXPECT_TRUE(j().check());
}

TEST_F(steering_store_test, a_seed_that_is_crawled_is_taken_down_again_afterwards) {
  const auto seed = add("http://gone/");
  wash(seed, sha256("first"));
  const auto download = start(seed, noon + seconds{90'000});
  ASSERT_TRUE(j().begin());
  const auto all = [](std::string_view) { return true; };
  EXPECT_TRUE(j().take_down(seed, all, noon)->is_crawled);
  ASSERT_TRUE(j().commit());
  EXPECT_EQ(erasure_list{j()}.left()->seeds, 1U);
  file_body(download), leaf(download), guess(download), parse(download, sha256("second"));
  now(seed_change(seed, event::crawl_ended, noon + seconds{90'009}));
  ASSERT_TRUE(j().begin());
  EXPECT_EQ(j().take_down(seed, all, noon)->documents, 1U);
  ASSERT_TRUE(j().commit());
}

TEST_F(steering_store_test, a_readmitted_seed_is_due_at_once_only_if_it_was_taken_down) {
  const auto gone = add("http://example.org/1"), other = add("http://example.org/2");
  wash(gone, sha256("1"));
  wash(other, sha256("2"));
  exclude("example.org");
  EXPECT_EQ(refuse_all().changed, 2U);
  ASSERT_TRUE(j().begin());
  ASSERT_TRUE(j().take_down(
      gone, [](std::string_view) { return true; }, noon));
  ASSERT_TRUE(j().commit());
  ASSERT_TRUE(store().lift(steering_kind::exclude_host, "example.org"));
  seed_walk back;
  while (!back.is_over) ASSERT_TRUE(store().readmit(rules(), back, 1, noon + seconds{60}));
  EXPECT_EQ(back.changed, 2U);
  EXPECT_EQ(back.due, 1U);
  const auto due = j().due_seeds(noon + seconds{60}, 10).value();
  ASSERT_EQ(due.size(), 1U);
  EXPECT_EQ(due.front().hash, gone);
}

TEST_F(steering_store_test, takes_down_what_came_by_a_redirect_and_finishes_a_stopped_takedown_R232) {
  const auto redirected = add("http://purl.example/1"), direct = add("http://q.example/doc"),
             other = add("http://e/");
  final_uri = "http://q.example/doc";
  wash(redirected, sha256("1"));
  wash(direct, sha256("1"));
  final_uri = "http://e/";
  wash(other, sha256("2"));
  const auto rule = make_rule(steering_kind::exclude_host, "q.example", "", noon).value();
  ASSERT_TRUE(takedown_walk::note(j(), rule));
  ASSERT_TRUE(store().add(rule));
  EXPECT_EQ(erasure_list{j()}.left()->takedowns, 1U);
  reopen();
  auto walk = takedown_walk::first(j()).value();
  ASSERT_TRUE(walk);
  while (*walk->step(noon)) {
  }
  EXPECT_EQ(walk->sums().seeds, 2U);
  EXPECT_EQ(walk->sums().documents, 1U);
  EXPECT_EQ(walk->sums().kept, 0U) << "the redirect is no other publisher";
  EXPECT_EQ(erasure_list{j()}.left()->takedowns, 0U);
  EXPECT_EQ(*journal_reader{j()}.all_clean(), std::vector{sha256("2")});
}

TEST_F(steering_store_test, a_lifted_rule_ends_its_takedown) {
  const auto seed = add("http://q.example/doc");
  final_uri = "http://q.example/doc";
  wash(seed, sha256("1"));
  const auto rule = make_rule(steering_kind::exclude_host, "q.example", "", noon).value();
  ASSERT_TRUE(takedown_walk::note(j(), rule));
  auto walk = takedown_walk::first(j()).value();
  EXPECT_FALSE(*walk->step(noon));
  EXPECT_EQ(journal_reader{j()}.all_clean()->size(), 1U);
  EXPECT_FALSE(*takedown_walk::first(j()));
}

TEST_F(steering_store_test, what_a_lifted_rule_has_refused_is_due_at_once_R230) {
  const auto refused = add("http://example.org/1"), redirected = add("http://example.org/2");
  exclude("example.org");
  exclude("example.net");
  const auto refuse_crawl = [&](const record_hash& seed, const std::string& rule) {
    const auto download = start(seed, noon);
    now({record_kind::entry, download, event::refused, noon, errc::excluded, rule, {}, {}});
    now(seed_change(seed, event::crawl_ended, noon + seconds{9}));
  };
  refuse_crawl(refused, "exclude host example.org: why");
  refuse_crawl(redirected, "exclude host example.net: why");
  ASSERT_TRUE(store().lift(steering_kind::exclude_host, "example.org"));
  EXPECT_TRUE(j().due_seeds(noon + seconds{60}, 10)->empty());
  EXPECT_EQ(*store().retry_refused(rules(), 10, noon + seconds{60}), 1U);
  const auto due = j().due_seeds(noon + seconds{61}, 10).value();
  ASSERT_EQ(due.size(), 1U) << "the other one was redirected to a host that is still excluded";
  EXPECT_EQ(due.front().hash, refused);
  ASSERT_TRUE(store().lift(steering_kind::exclude_host, "example.net"));
  seed_walk back;
  while (!back.is_over) ASSERT_TRUE(store().readmit(rules(), back, 1, noon + seconds{62}));
  EXPECT_EQ(back.due, 2U) << "also what is due already";
  EXPECT_EQ(j().due_seeds(noon + seconds{63}, 10)->size(), 2U);
}

TEST_F(steering_store_test, ends_the_waits_of_the_engine_and_keeps_those_of_the_host) {
  const stored_host suspended{"e:80", noon + seconds{60}, noon + seconds{1'800}, 5,
                              noon,   errc::ok,           "5 failures"};
  const stored_host asked{
      "e:80", noon + seconds{900}, {}, 0, noon, errc::asked_to_wait, "Retry-After: 900 s"};
  const stored_robots lost{"e:80", noon, noon + seconds{3'600}, "503", "User-agent: *\n", noon, noon, 4};
  const auto save = [&](const stored_host& host, const stored_robots& robots) {
    ASSERT_TRUE(j().begin());
    ASSERT_TRUE(j().save_host(host));
    ASSERT_TRUE(j().save_robots(robots));
    ASSERT_TRUE(j().commit());
  };
  EXPECT_FALSE(*store().end_own_wait("e:80", noon)) << "nothing is known of the host";
  save(suspended, lost);
  const auto version = store().version();
  const auto ended = store().end_own_wait("e:80", noon);
  ASSERT_TRUE(ended && *ended);
  EXPECT_EQ(**ended,
            (waiting_host{"e:80", errc::robots_unreachable, "http_status 503", noon + seconds{3'600}}));
  EXPECT_NE(*version, *store().version()) << "an engine looks";
  EXPECT_EQ((*j().host("e:80"))->suspended_until, timestamp{});
  EXPECT_EQ((*j().host("e:80"))->failures, 5U) << "one more failure suspends it again";
  EXPECT_EQ((*j().host("e:80"))->next_allowed, noon + seconds{60}) << "the pause of the campaign stays";
  EXPECT_EQ((*j().robots("e:80"))->expires, noon);
  EXPECT_EQ((*j().robots("e:80"))->body, "User-agent: *\n") << "the last rules stay";
  EXPECT_FALSE(*store().end_own_wait("e:80", noon));
  save(asked, lost);
  ASSERT_TRUE(*store().end_own_wait("e:80", noon));
  EXPECT_EQ((*j().host("e:80")).value(), asked);
  EXPECT_EQ((*j().robots("e:80"))->expires, noon + seconds{900});
}

TEST_F(steering_store_test, ends_the_pause_after_a_503_without_a_time_which_is_the_engines_own_R222) {
  const stored_host vague{"e:80",        noon + seconds{60}, {}, 0, noon, errc::http_status,
                          "http_status", "address 192.0.2.1"};
  ASSERT_TRUE(j().begin());
  ASSERT_TRUE(j().save_host(vague));
  ASSERT_TRUE(j().save_robots({"e:80", noon, noon + seconds{300}, "503", std::nullopt, {}, noon, 1}));
  ASSERT_TRUE(j().commit());
  const auto ended = store().end_own_wait("e:80", noon);
  ASSERT_TRUE(ended && *ended);
  EXPECT_EQ((*ended)->until, noon + seconds{300});
  const auto left = (*j().host("e:80")).value();
  EXPECT_EQ(left.next_allowed, noon);
  EXPECT_EQ(left.waits_for, errc::ok);
  EXPECT_EQ((*j().robots("e:80"))->expires, noon);
  EXPECT_FALSE(wait_of(left, (*j().robots("e:80")).value(), noon));
}

}  // namespace
}  // namespace laundromat
