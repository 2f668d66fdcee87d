// Tests of the present and older crawls of a seed in lists.
// SPDX-License-Identifier: Apache-2.0
#include <sqlite3.h>

#include <algorithm>

#include "storage/journal/document_query.hpp"
#include "tests/storage/crawl_fixture.hpp"

namespace laundromat {
namespace {

using present_crawl = crawl_test;
using hashes = std::vector<record_hash>;

TEST_F(present_crawl, each_document_is_listed_once_after_several_crawls) {
  const auto a = add("http://example.org/a"), b = add("http://example.org/b");
  const auto a1 = crawl(a, "1"), b1 = crawl(b, "2"), a2 = crawl(a, "3"), b2 = crawl(b, "2");
  EXPECT_EQ(list(status::parsed), (hashes{a2, b2}));
  EXPECT_EQ(list(std::nullopt), (hashes{a2, b2}));
  EXPECT_EQ(list(status::parsed, crawl_scope::all), (hashes{a1, b1, a2, b2}));
  EXPECT_EQ(count(status::parsed), 2U);
  EXPECT_EQ(count(status::parsed, crawl_scope::all), 4U);
  EXPECT_EQ(reader().clean_documents({}, 10)->size(), 2U) << "sha256(1) is of the crawl before";
  EXPECT_EQ(reader().sum_documents({})->documents, 2U);
  EXPECT_EQ(reader().sources(sha256("2"), crawl_scope::present)->size(), 1U);
  EXPECT_EQ(reader().sources(sha256("2"))->size(), 2U);
  EXPECT_EQ(reader().sources(sha256("1"), crawl_scope::present)->size(), 0U);
}

TEST_F(present_crawl, repeated_failures_count_once) {
  const auto seed = add("http://example.org/a");
  crawl_failing(seed, errc::host_not_found, false);
  const auto second = crawl_failing(seed, errc::host_not_found, false);
  EXPECT_EQ(list(status::failed), hashes{second});
  EXPECT_EQ(count(status::failed), 1U);
  EXPECT_EQ(count(status::failed, crawl_scope::all), 2U);
}

TEST_F(present_crawl, a_failing_host_hides_no_document) {
  const auto seed = add("http://example.org/a");
  const auto good = crawl(seed, "1");
  const auto down = crawl_failing(seed, errc::host_not_found, false);
  crawl_failing(seed, errc::connection_refused, false);
  EXPECT_EQ(list(status::parsed), hashes{good});
  EXPECT_EQ(reader().clean_documents({}, 10)->size(), 1U);
  EXPECT_EQ(reader().newest_document(seed)->value().hash, good);
  EXPECT_EQ(count(status::failed), 1U);
  EXPECT_EQ(has_standing(seed).is, standing::failing);
  EXPECT_EQ(has_standing(seed).since, j().entry(down)->ended) << "since the first of them";
  EXPECT_EQ(has_standing(seed).cause, errc::connection_refused) << "for the cause of the newest";
  const auto again = crawl(seed, "1");
  EXPECT_EQ(has_standing(seed).is, standing::fine);
  EXPECT_EQ(list(std::nullopt), hashes{again});
}

TEST_F(present_crawl, an_unchanged_answer_confirms_the_crawl_that_it_was_compared_with) {
  const auto fine = add("http://example.org/a"), page = add("http://example.org/page");
  const auto document = crawl(fine, "1"), html = crawl_failing(page, errc::non_rdf_format, true);
  crawl_failing(fine, errc::host_not_found, false);
  const auto confirmed = crawl_unchanged(fine);
  crawl_unchanged(page);
  const auto same = crawl_unchanged(page);
  EXPECT_EQ(list(status::parsed), hashes{document});
  EXPECT_EQ(list(status::failed), hashes{html}) << "it still is no RDF";
  EXPECT_EQ(list(status::unchanged), (hashes{confirmed, same}));
  EXPECT_EQ(has_standing(fine).is, standing::fine);
  EXPECT_EQ(has_standing(page).is, standing::failing);
  EXPECT_EQ(has_standing(page).since, j().entry(html)->ended);
}

TEST_F(present_crawl, members_are_those_of_the_newest_complete_archive) {
  const auto seed = add("http://example.org/x.tar");
  const auto first = begin_crawl(seed);
  file_body(first);
  children(first, {member(0, "a"), member(1, "b")});
  const auto a1 = member_hash(first, "a", 0, false), b1 = member_hash(first, "b", 1, false);
  wash(a1, "1");
  EXPECT_EQ(list(status::parsed), hashes{a1}) << "the first crawl of a seed shows while it runs";
  wash(b1, "2");
  end_crawl(seed);
  const auto second = begin_crawl(seed);
  file_body(second);
  children(second, {member(0, "a"), member(1, "c")});
  const auto a2 = member_hash(second, "a", 0, false), c2 = member_hash(second, "c", 1, false);
  wash(a2, "3");
  EXPECT_EQ(list(status::parsed), (hashes{a1, b1})) << "a later crawl takes its place when it has ended";
  EXPECT_EQ(list(status::filed), hashes{c2}) << "what is at work is the present, too";
  EXPECT_EQ(has_standing(seed).is, standing::fine);
  wash(c2, "4");
  end_crawl(seed);
  EXPECT_EQ(list(status::parsed), (hashes{a2, c2}));
  EXPECT_EQ(list(status::depleted), hashes{second});
}

TEST_F(present_crawl, a_waiting_retry_does_not_change_the_document) {
  const auto seed = add("http://example.org/a");
  const auto good = crawl(seed, "1");
  const auto waiting = begin_crawl(seed);
  auto c = entry_change(waiting, event::retry_later);
  fetch_outcome f;
  f.not_before = noon + seconds{99'999};
  c.fact = f;
  now(c);
  EXPECT_EQ(list(status::parsed), hashes{good});
  EXPECT_EQ(list(status::downloading), hashes{waiting});
  EXPECT_EQ(reader().newest_document(seed)->value().hash, good);
}

TEST_F(present_crawl, a_page_of_documents_begins_after_the_previous_one) {
  std::vector<record_hash> all;
  for (int i = 0; i < 5; ++i) {
    const auto seed = add("http://example.org/" + std::to_string(i) + ".tar");
    crawl_failing(seed, errc::host_not_found, false);
    const auto root = begin_crawl(seed);
    file_body(root);
    children(root, {member(0, "a"), member(1, "b")});
    for (const auto& m : {member_hash(root, "a", 0, false), member_hash(root, "b", 1, false)}) {
      wash(m, m.hex());
      all.push_back(m);
    }
    end_crawl(seed);
  }
  for (std::size_t size = 1; size < 4; ++size) {
    std::vector<record_hash> paged;
    for (record_hash after;;) {
      const auto rows = reader().documents({}, size, after).value();
      for (const auto& row : rows) paged.push_back(after = row.entry);
      if (rows.size() < size) break;
    }
    EXPECT_EQ(paged, all) << size;
  }
}

TEST_F(present_crawl, lists_of_the_present_read_the_seeds_and_no_history) {
  sqlite3* db = nullptr;
  ASSERT_EQ(sqlite3_open_v2(file().c_str(), &db, SQLITE_OPEN_READONLY, nullptr), SQLITE_OK);
  std::string plan;
  const auto add_line = [](void* out, int, char** cells, char**) {
    static_cast<std::string*>(out)->append(cells[3]).append("\n");
    return 0;
  };
  EXPECT_EQ(
      sqlite3_exec(db, ("EXPLAIN QUERY PLAN " + document_query({}, {})).c_str(), add_line, &plan, nullptr),
      SQLITE_OK);
  sqlite3_close(db);
  EXPECT_NE(plan.find("SEARCH s USING INDEX seeds_by_document"), std::string::npos) << plan;
  EXPECT_NE(plan.find("SEARCH entries USING INDEX members_by_seed (seed=? AND root=?)"), std::string::npos)
      << plan;
  EXPECT_EQ(plan.find("TEMP B-TREE FOR ORDER BY"), std::string::npos) << plan;
}

}  // namespace
}  // namespace laundromat
