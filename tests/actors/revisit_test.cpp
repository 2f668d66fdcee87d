// Tests of repeated crawls with a real engine, under virtual time: conditional requests and intervals.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/seed_hash.hpp"
#include "storage/journal/journal_reader.hpp"
#include "tests/actors/engine_fixture.hpp"

namespace laundromat {

namespace {

constexpr const char* only_document = "http://own.example/a.nt";

/// A server of one document with an ETag, and what it was asked.
class revisit : public laundry_test {
 protected:
  revisit() {
    settings.seeds.push_back({only_document, 100, 0});
    web.fetch = [this](const fetch_job& job) { return answer(job); };
    washers.parse = [this](const parse_job&) {
      ++washed;
      parse_outcome found;
      found.on = event::statements_stored;
      found.clean.hash = sha256(document);
      found.clean.statements = 1;
      return std::optional{found};
    };
  }
  fetch_outcome answer(const fetch_job& job) {
    asked.push_back(job.kept);
    const auto etag = '"' + document + '"';
    fetch_outcome found;
    found.final_uri = job.uri;
    found.begun = found.ended = clock;
    http_hop hop;
    hop.uri = job.uri;
    hop.headers = {{"ETag", etag}};
    if (!headers.empty()) hop.headers.insert(hop.headers.end(), headers.begin(), headers.end());
    hop.begun = clock;
    if (job.kept.is_there() && job.kept.etag == etag) {
      found.on = event::not_modified;
      found.compared_with = job.kept.download;
      hop.status = "304";
    } else {
      found.on = event::body_stored;
      found.raw_path = "body " + std::to_string(asked.size());
      found.wire = {newline_style::lf, 10, 10, 1, sha256(document)};
      hop.status = "200";
    }
    found.hops = {hop};
    return found;
  }
  [[nodiscard]] static std::vector<status> newest_walk(engine_life& life) {
    const auto rows = journal_reader{life.db()}.downloads(seed_hash(only_document), 100).value();
    return walk_of(life, rows.front().hash);
  }
  [[nodiscard]] static seed_row row_of(engine_life& life) {
    return journal_reader{life.db()}.listed_seed(seed_hash(only_document)).value();
  }

  std::string document = "1";
  std::vector<http_header> headers;
  std::vector<kept_crawl> asked;
  int washed = 0;
};

}  // namespace

TEST_F(revisit, an_unchanged_document_is_neither_stored_nor_washed_again) {
  const auto life = start();
  life->pass(seconds{350});
  ASSERT_EQ(asked.size(), 4U);
  EXPECT_FALSE(asked[0].is_there());
  EXPECT_EQ(asked[3].etag, "\"1\"");
  EXPECT_EQ(asked[3].uri, only_document);
  EXPECT_EQ(asked[3].body, sha256("1"));
  EXPECT_EQ(washed, 1);
  EXPECT_EQ(newest_walk(*life), (std::vector{status::downloading, status::unchanged}));
  EXPECT_EQ(life->facts().counts.unchanged, 3U);
  const auto row = row_of(*life);
  EXPECT_EQ(row.seed.crawls, 4U);
  EXPECT_TRUE(row.has_document);
  EXPECT_EQ(standing_of(row.seed, row.crawled, life->time()).is, standing::fine);
  document = "2";
  life->pass(seconds{100});
  EXPECT_EQ(washed, 2) << "now it has changed";
  life->pass(seconds{100});
  EXPECT_EQ(asked.back().etag, "\"2\"");
  EXPECT_EQ(washed, 2);
}

TEST_F(revisit, a_restart_asks_for_changes_too) {
  start()->pass(seconds{50});
  clock += seconds{200};
  const auto life = start();
  life->pass(seconds{2});
  ASSERT_EQ(asked.size(), 2U);
  EXPECT_EQ(asked[1].etag, "\"1\"");
  EXPECT_EQ(washed, 1);
}

TEST_F(revisit, other_washing_options_fetch_and_wash_once_more) {
  start()->pass(seconds{50});
  clock += seconds{200};
  settings.washing.profile = "strict";
  const auto life = start();
  life->pass(seconds{250});
  ASSERT_EQ(asked.size(), 4U);
  EXPECT_FALSE(asked[1].is_there());
  EXPECT_TRUE(asked[2].is_there());
  EXPECT_EQ(washed, 2);
}

TEST_F(revisit, without_conditions_everything_is_fetched_and_washed_each_time) {
  settings.revisit.conditional = false;
  const auto life = start();
  life->pass(seconds{350});
  ASSERT_EQ(asked.size(), 4U);
  EXPECT_FALSE(asked[3].is_there());
  EXPECT_EQ(washed, 4);
}

TEST_F(revisit, a_fresh_document_is_not_asked_for) {
  headers = {{"Cache-Control", "max-age=1000"}};
  const auto life = start();
  life->pass(seconds{990});
  EXPECT_EQ(asked.size(), 1U);
  life->pass(seconds{50});
  EXPECT_EQ(asked.size(), 2U);
}

TEST_F(revisit, an_adaptive_interval_grows_while_nothing_changes) {
  settings.revisit.adaptive = true;
  settings.revisit.shortest_s = 50;
  settings.revisit.longest_s = 1'600;
  const auto life = start();
  life->pass(seconds{5'000});
  EXPECT_EQ(row_of(*life).seed.interval, seconds{1'600});
  EXPECT_LE(asked.size(), 8U) << "100, 200, 400, 800, 1600 …";
  EXPECT_EQ(washed, 1);
}

TEST_F(revisit, a_crawl_that_is_not_kept_any_more_when_the_304_comes_is_fetched) {
  std::unique_ptr<engine_life> life;
  const auto usual = web.fetch;
  bool removes = false;
  web.fetch = [&](const fetch_job& job) {
    if (std::exchange(removes, false)) {
      EXPECT_TRUE(life->db().begin());
      EXPECT_TRUE(life->db().note_washing("changed meanwhile", {}, life->time()));
      EXPECT_TRUE(life->db().commit());
    }
    return usual(job);
  };
  life = start();
  life->pass(seconds{50});
  removes = true;
  life->pass(seconds{60});
  ASSERT_EQ(asked.size(), 3U);
  EXPECT_TRUE(asked[1].is_there());
  EXPECT_FALSE(asked[2].is_there()) << "the 304 was refused, so the request is repeated without a condition";
  EXPECT_EQ(washed, 2);
  EXPECT_EQ(newest_walk(*life).back(), status::parsed);
}

}  // namespace laundromat
