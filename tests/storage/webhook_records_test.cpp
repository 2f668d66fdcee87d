// Tests of what is kept for webhooks: each end of a crawl once, in its own transaction.
// SPDX-License-Identifier: Apache-2.0
#include "storage/webhooks/webhook_records.hpp"

#include "tests/storage/crawl_fixture.hpp"

namespace laundromat {
namespace {

using kind = webhook_event_kind;
constexpr webhook_events all_kinds = ~webhook_events{0};

class webhook_records_test : public crawl_test {
 protected:
  webhook_records records() { return webhook_records{j()}; }
  std::vector<webhook_event> kept() { return records().events(0, all_kinds, 1'000).value(); }
  void enrol(const std::vector<std::string>& names, const std::string& url = "http://a.example/") {
    std::vector<delivery_state> all;
    for (const auto& one : names) all.push_back({one, url, only(kind::seed_ended)});
    ASSERT_TRUE(records().enrol(all));
    j().keep_events(only(kind::seed_ended) | only(kind::document_poisoned));
  }
  void tell(const std::string& name, std::int64_t number) {
    auto s = records().webhook(name).value();
    s.told = number;
    ASSERT_TRUE(records().save(s));
  }
};

TEST_F(webhook_records_test, a_journal_without_webhooks_keeps_nothing_K02) {
  ASSERT_TRUE(records().enrol({}));
  crawl(add("http://example.org/1"), "a");
  EXPECT_TRUE(kept().empty());
}

TEST_F(webhook_records_test, each_end_of_a_crawl_is_kept_once_with_what_came_of_it_K02) {
  enrol({"a"});
  const auto seed = add("http://example.org/1");
  const auto first = crawl(seed, "a");
  const auto second = crawl_failing(seed, errc::connection_refused, false);
  const auto third = crawl_unchanged(seed);
  const auto events = kept();
  ASSERT_EQ(events.size(), 3U);
  const std::vector downloads{first, second, third};
  for (std::size_t i = 0; i < 3; ++i) {
    const auto ended = records().crawl_of(events[i]).value();
    ASSERT_TRUE(ended);
    EXPECT_EQ(ended->download, downloads[i]);
    EXPECT_EQ(ended->seed, seed);
    EXPECT_EQ(ended->seed_uri, "http://example.org/1");
    EXPECT_EQ(ended->authority, "example.org:80");
  }
  EXPECT_EQ(records().crawl_of(events[1])->value().cause, errc::connection_refused);
  EXPECT_EQ(records().yield_of(events[0])->statements, 7U);
  EXPECT_EQ(records().yield_of(events[0])->documents, 1U);
  EXPECT_EQ(records().yield_of(events[1])->documents, 0U);
}

TEST_F(webhook_records_test, what_is_rolled_back_is_not_told_K02) {
  enrol({"a"});
  const auto seed = add("http://example.org/1");
  const auto download = begin_crawl(seed);
  file_body(download);
  wash(download, "a");
  ASSERT_TRUE(j().begin());
  ASSERT_TRUE(j().apply(seed_change(seed, event::crawl_ended)));
  j().roll_back();
  EXPECT_TRUE(kept().empty());
  end_crawl(seed);
  EXPECT_EQ(kept().size(), 1U);
}

TEST_F(webhook_records_test, a_refused_seed_has_ended_without_a_download_K02) {
  enrol({"a"});
  const auto seed = add("http://example.org/1");
  auto c = seed_change(seed, event::refused);
  c.cause = errc::robots_refused;
  now(c);
  ASSERT_EQ(kept().size(), 1U);
  const auto ended = records().crawl_of(kept()[0]).value();
  ASSERT_TRUE(ended);
  EXPECT_TRUE(ended->download.is_null());
  EXPECT_EQ(ended->root, status::refused);
  EXPECT_EQ(ended->cause, errc::robots_refused);
}

TEST_F(webhook_records_test, the_documents_of_an_archive_are_added_up_K02) {
  enrol({"a"});
  const auto seed = add("http://example.org/1");
  const auto root = begin_crawl(seed);
  file_body(root);
  children(root, {member(1, "a.nt"), member(2, "b.nt")});
  const auto members = j().open_children(root, std::nullopt, 10).value();
  ASSERT_EQ(members.size(), 2U);
  wash(members[0].hash, "one");
  fail_it(members[1].hash);
  end_crawl(seed);
  const auto yield = records().yield_of(kept().at(0)).value();
  EXPECT_EQ(yield.documents, 1U);
  EXPECT_EQ(yield.statements, 7U);
  EXPECT_EQ(yield.failed, 1U);
}

TEST_F(webhook_records_test, a_document_that_crashes_its_worker_too_often_is_told_K05) {
  enrol({"a"});
  const auto root = begin_crawl(add("http://example.org/1"));
  file_body(root);
  for (int crash = 0; crash < 3; ++crash) {
    claim(root);
    auto c = entry_change(root, crash < 2 ? event::worker_crashed : event::attempts_exhausted);
    if (crash == 2) c.cause = errc::poison;
    now(c);
  }
  ASSERT_EQ(kept().size(), 1U);
  EXPECT_EQ(kept()[0].kind, kind::document_poisoned);
  EXPECT_EQ(records().crawl_of(kept()[0])->value().download, root);
}

TEST_F(webhook_records_test, an_event_is_removed_when_all_have_it_and_its_number_is_not_used_again_K02) {
  enrol({"a", "b"});
  const auto seed = add("http://example.org/1");
  for (int i = 0; i < 3; ++i) crawl_unchanged(seed);
  tell("a", 3);
  tell("b", 1);
  ASSERT_TRUE(records().trim(3));
  EXPECT_EQ(kept().size(), 2U);
  tell("b", 3);
  ASSERT_TRUE(records().trim(2));
  EXPECT_EQ(kept().size(), 1U) << "the watch has not looked at the last one yet";
  ASSERT_TRUE(records().trim(3));
  EXPECT_TRUE(kept().empty());
  reopen();
  j().keep_events(only(kind::seed_ended));
  crawl_unchanged(seed);
  EXPECT_EQ(kept().at(0).number, 4);
  EXPECT_EQ(records().newest(), 4);
}

TEST_F(webhook_records_test, a_gone_webhook_holds_up_nothing_until_it_has_another_url_K03) {
  enrol({"a", "b"});
  const auto seed = add("http://example.org/1");
  crawl_unchanged(seed);
  auto gone = records().webhook("b").value();
  gone.is_gone = true;
  ASSERT_TRUE(records().save(gone));
  tell("a", 1);
  ASSERT_TRUE(records().trim(1));
  EXPECT_TRUE(kept().empty());
  enrol({"a", "b"});
  EXPECT_TRUE(records().webhook("b")->is_gone) << "a restart changes nothing";
  enrol({"a", "b"}, "http://b.example/");
  EXPECT_FALSE(records().webhook("b")->is_gone);
  EXPECT_EQ(records().webhook("b")->told, 1);
}

TEST_F(webhook_records_test, a_new_webhook_is_told_what_comes_and_a_removed_one_is_forgotten_K02) {
  enrol({"a"});
  const auto seed = add("http://example.org/1");
  crawl_unchanged(seed);
  enrol({"a", "b"});
  EXPECT_EQ(records().webhook("a")->told, 0) << "it goes on";
  EXPECT_EQ(records().webhook("b")->told, 1);
  enrol({"b"});
  EXPECT_FALSE(records().webhook("a"));
  ASSERT_TRUE(records().enrol({}));
  EXPECT_TRUE(kept().empty());
  EXPECT_TRUE(records().webhooks()->empty());
}

TEST_F(webhook_records_test, a_problem_is_told_once_when_it_begins_and_once_when_it_ends_K05) {
  enrol({"a"});
  const webhook_problem disk{"machine work", noon, R"({"problem":"machine"})"};
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(records().begin_problem(disk, noon));
  EXPECT_EQ(kept().size(), 1U);
  EXPECT_EQ(records().problems()->size(), 1U);
  for (int i = 0; i < 2; ++i) ASSERT_TRUE(records().end_problem("machine work", noon, "{}"));
  EXPECT_EQ(kept().size(), 2U);
  EXPECT_TRUE(records().problems()->empty());
}

}  // namespace
}  // namespace laundromat
