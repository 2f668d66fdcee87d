// Tests of what crawls leave for the next crawl of their seed, and of the intervals between crawls.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/journal_state.hpp"
#include "tests/storage/crawl_fixture.hpp"

namespace laundromat {
namespace {

constexpr const char* old_time = "Tue, 14 Nov 2023 22:13:19 GMT";  // a second before `noon`

class journal_revisit : public crawl_test {
 protected:
  [[nodiscard]] kept_crawl kept(const record_hash& seed) { return j().kept_of(seed).value(); }
  [[nodiscard]] std::int64_t interval_s(const record_hash& seed) { return j().seed(seed)->interval.count(); }
  void use(bool adaptive) {
    interval_rules rules;
    rules.adaptive = adaptive;
    j().use_intervals(rules);
  }
  void note(std::string_view signature, timestamp at, std::string_view specs = {}) {
    ASSERT_TRUE(j().begin());
    ASSERT_TRUE(j().note_washing(signature, specs, at));
    ASSERT_TRUE(j().commit());
  }
  void run(const char* sql) { database::open(file(), database_access::read_write).execute(sql); }

  /// A change of a download that was answered with these headers.
  change answered_change(const record_hash& download, event on, const std::string& status,
                         std::vector<http_header> headers, const record_hash& compared = {}) {
    const auto at = noon + seconds{3'600 * crawls_ + 2};
    auto c = entry_change(download, on, at);
    fetch_outcome f;
    f.on = on;
    f.begun = at - seconds{1};
    f.ended = at;
    f.compared_with = compared;
    if (on == event::body_stored) {
      f.raw_path = "x+" + std::to_string(crawls_);
      f.wire = {newline_style::lf, 42, 40, 3, sha256("body")};
    }
    http_hop hop;
    hop.uri = f.final_uri = "http://example.org/final";
    hop.status = status;
    hop.headers = std::move(headers);
    hop.begun = f.begun;
    f.hops = {hop};
    c.fact = f;
    return c;
  }
  record_hash crawl_with(const record_hash& seed, const std::string& text, std::vector<http_header> headers) {
    const auto download = begin_crawl(seed);
    now(answered_change(download, event::body_stored, "200", std::move(headers)));
    wash(download, text);
    end_crawl(seed);
    return download;
  }
  void crawl_with_304(const record_hash& seed, std::vector<http_header> headers) {
    const auto compared = kept(seed).download;
    const auto download = begin_crawl(seed);
    now(answered_change(download, event::not_modified, "304", std::move(headers), compared));
    end_crawl(seed);
  }
};

TEST_F(journal_revisit, the_next_crawl_gets_the_validators_and_the_digest_of_the_last_body) {
  const auto seed = add("http://example.org/a");
  EXPECT_FALSE(kept(seed).is_there());
  const auto first = crawl_with(seed, "1", {{"ETag", "W/\"a:b\""}, {"last-modified", old_time}});
  const kept_crawl expected{first, "http://example.org/final", "W/\"a:b\"", old_time, sha256("body"), "", ""};
  EXPECT_EQ(kept(seed), expected);
  crawl_unchanged(seed);
  crawl_failing(seed, errc::host_not_found, false);
  EXPECT_EQ(kept(seed), expected) << "neither brought another body";
  const auto second = crawl_with(seed, "2", {});
  EXPECT_EQ(kept(seed).download, second);
  EXPECT_EQ(kept(seed).etag, "") << "that of the body before says nothing about this one";
  EXPECT_EQ(j().kept_of(md5("x")).error().code, errc::not_found);
}

TEST_F(journal_revisit, a_crawl_that_failed_with_a_body_leaves_nothing) {
  const auto seed = add("http://example.org/a"), page = add("http://example.org/page");
  crawl(seed, "1");
  crawl_failing(seed, errc::poison, true);
  EXPECT_FALSE(kept(seed).is_there()) << "the next crawl may wash it";
  const auto html = crawl_failing(page, errc::non_rdf_format, true);
  EXPECT_EQ(kept(page).download, html) << "the same page is no RDF the next time, too";
}

TEST_F(journal_revisit, a_crawl_without_its_documents_leaves_nothing_R182) {
  const auto seed = add("http://example.org/a"), archive = add("http://example.org/b.tar");
  crawl(seed, "1");
  const auto root = begin_crawl(archive);
  file_body(root);
  children(root, {member(0, "a"), member(1, "b")});
  wash(member_hash(root, "a", 0, false), "1");
  EXPECT_FALSE(kept(archive).is_there()) << "it is not complete";
  wash(member_hash(root, "b", 1, false), "2");
  end_crawl(archive);
  EXPECT_EQ(kept(archive).download, root);
  run("UPDATE cleans SET removed_ms = 1 WHERE statements >= 0 AND id = 1");
  EXPECT_FALSE(kept(seed).is_there());
  EXPECT_FALSE(kept(archive).is_there()) << "a document of one member was removed";
}

TEST_F(journal_revisit, a_document_that_another_program_washed_is_washed_again_R188) {
  const auto seed = add("http://example.org/a");
  note("1.0 standard", noon);
  crawl(seed, "1");
  note("1.0 standard", noon + seconds{36'000});
  EXPECT_TRUE(kept(seed).is_there()) << "a restart changes nothing";
  note("1.1 standard", noon + seconds{36'000});
  EXPECT_FALSE(kept(seed).is_there());
  crawls_ = 10;
  crawl(seed, "1");
  EXPECT_TRUE(kept(seed).is_there());
}

TEST_F(journal_revisit, what_is_no_rdf_is_read_again_by_other_specifications_X01) {
  const auto rdf = add("http://example.org/a"), page = add("http://example.org/page");
  const auto other = noon + seconds{36'000};
  note("1.0", noon);
  crawl(rdf, "1");
  crawl_failing(page, errc::non_rdf_format, true);
  note("1.0", other);
  EXPECT_TRUE(kept(page).is_there()) << "there is no specification, as before";
  note("1.0", other, "one");
  EXPECT_FALSE(kept(page).is_there());
  EXPECT_TRUE(kept(rdf).is_there()) << "it needs none";
  crawls_ = 11;
  crawl_failing(page, errc::non_rdf_format, true);
  note("1.0", other + seconds{36'000}, "one");
  EXPECT_TRUE(kept(page).is_there());
  note("1.0", other + seconds{72'000});
  EXPECT_FALSE(kept(page).is_there()) << "the specification is gone";
  run("UPDATE entries SET format = 8 WHERE parent IS NULL AND clean IS NOT NULL");
  EXPECT_FALSE(kept(rdf).is_there()) << "it was made of records";
}

TEST_F(journal_revisit, a_304_updates_what_is_kept_R183) {
  use(false);
  const auto seed = add("http://example.org/a");
  const auto first = crawl_with(seed, "1", {{"ETag", "\"a\""}});
  crawl_with_304(seed, {{"ETag", "\"a\""}, {"Last-Modified", old_time}});
  EXPECT_EQ(kept(seed).download, first);
  EXPECT_EQ(kept(seed).etag, "\"a\"");
  EXPECT_EQ(kept(seed).last_modified, old_time);
  EXPECT_EQ(*j().revisits_of(seed), (revisit_facts{"\"a\"", old_time, {}, 1, 0}));
  EXPECT_EQ(has_standing(seed).is, standing::fine);
  EXPECT_EQ(list(status::parsed), std::vector{first});
  EXPECT_TRUE(j().find_damage()->empty());
}

TEST_F(journal_revisit, the_same_bytes_replace_the_validators_by_those_of_the_new_answer) {
  const auto seed = add("http://example.org/a");
  const auto first = crawl_with(seed, "1", {{"ETag", "\"a\""}});
  const auto again = begin_crawl(seed);
  now(answered_change(again, event::not_modified, "200", {{"ETag", "\"b\""}}, first));
  end_crawl(seed);
  EXPECT_EQ(kept(seed).etag, "\"b\"");
  EXPECT_EQ(kept(seed).download, first);
}

TEST_F(journal_revisit, not_modified_is_refused_when_the_documents_were_removed_meanwhile_R182) {
  const auto seed = add("http://example.org/a");
  const auto first = crawl_with(seed, "1", {{"ETag", "\"a\""}});
  const auto again = begin_crawl(seed);
  run("UPDATE cleans SET removed_ms = 1");
  ASSERT_TRUE(j().begin());
  const auto refused = j().apply(answered_change(again, event::not_modified, "304", {}, first));
  ASSERT_FALSE(refused);
  EXPECT_EQ(refused.error().code, errc::not_found);
  ASSERT_TRUE(j().commit());
  EXPECT_EQ(j().entry(again)->current, status::downloading) << "it is fetched again";
}

TEST_F(journal_revisit, a_first_crawl_comes_before_another_one_of_a_higher_priority) {
  const auto again = add("http://example.org/a", 0, seconds{10});
  crawl_with(again, "1", {});
  add("http://example.org/found", -255);
  add("http://example.org/important", 5'000);
  const auto due = j().due_seeds(noon + seconds{86'400}, 10);
  ASSERT_EQ(due->size(), 3U);
  EXPECT_EQ((*due)[0].uri, "http://example.org/important");
  EXPECT_EQ((*due)[1].uri, "http://example.org/found");
  EXPECT_EQ((*due)[2].hash, again);
  EXPECT_TRUE(j().find_damage()->empty());
}

TEST_F(journal_revisit, a_seed_keeps_its_interval_and_is_not_due_while_its_document_is_fresh_R184) {
  const auto seed = add("http://example.org/a", 0, seconds{100});
  use(false);
  crawl_with(seed, "1", {});
  EXPECT_EQ(interval_s(seed), 100);
  crawl_with(seed, "2", {{"Cache-Control", "max-age=1000"}});
  EXPECT_EQ(interval_s(seed), 1'000 - 1 - 58) << "it was received 58 seconds ago, after one second";
  crawl_with_304(seed, {});
  EXPECT_EQ(interval_s(seed), 1'000 - 1 - 58) << "a 304 makes it fresh again";
  crawl_with_304(seed, {{"Cache-Control", "no-cache"}});
  EXPECT_EQ(interval_s(seed), 100);
  crawl_with(seed, "3", {{"Cache-Control", "max-age=31536000"}});
  EXPECT_EQ(interval_s(seed), 604'800) << "the bound";
  crawl_with(seed, "4", {});
  EXPECT_EQ(interval_s(seed), 100);
}

TEST_F(journal_revisit, an_adaptive_interval_is_halved_by_other_data_and_doubled_without_R185) {
  const auto seed = add("http://example.org/a"), failing = add("http://example.org/b");
  use(true);
  crawl_with(seed, "1", {{"Last-Modified", "Fri, 10 Nov 2023 22:13:19 GMT"}});
  const auto first = interval_s(seed);
  EXPECT_GT(first, 4 * 86'400) << "it has not been modified for four days";
  EXPECT_LT(first, 5 * 86'400);
  crawl_with(seed, "2", {});
  EXPECT_EQ(interval_s(seed), first / 2);
  crawl_with(seed, "2", {});
  EXPECT_EQ(interval_s(seed), first / 2 * 2) << "other bytes, the same data";
  crawl_unchanged(seed);
  EXPECT_EQ(interval_s(seed), first / 2 * 4);
  crawl_failing(seed, errc::host_not_found, false);
  EXPECT_EQ(interval_s(seed), first / 2 * 4);
  crawl_failing(failing, errc::host_not_found, false);
  EXPECT_EQ(interval_s(failing), 86'400);
  use(false);
  crawl_with(seed, "5", {});
  EXPECT_EQ(interval_s(seed), 86'400) << "the given one comes back";
  EXPECT_TRUE(j().find_damage()->empty());
}

TEST_F(journal_revisit, an_archive_with_other_bytes_has_changed) {
  const auto seed = add("http://example.org/a.tar");
  use(true);
  for (int i = 0; i < 2; ++i) {
    const auto root = begin_crawl(seed);
    file_body(root);
    children(root, {member(0, "a")});
    wash(member_hash(root, "a", 0, false), "1");
    end_crawl(seed);
  }
  EXPECT_EQ(interval_s(seed), 43'200);
}

TEST_F(journal_revisit, without_rules_a_seed_keeps_its_interval) {
  const auto seed = add("http://example.org/a", 0, seconds{100});
  crawl_with(seed, "1", {{"Cache-Control", "max-age=1000"}});
  EXPECT_EQ(interval_s(seed), 100);
}

}  // namespace
}  // namespace laundromat
