// Tests of lists of seeds that are written in large pieces: nothing is lost or doubled, whatever happens between two of them.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/seed_batch.hpp"

#include <algorithm>
#include <random>

#include "core/records/crawl_pace.hpp"
#include "core/web/uri.hpp"
#include "storage/journal/enlist.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/journal/journal_state.hpp"
#include "tests/storage/journal_fixture.hpp"

namespace laundromat {
namespace {

constexpr int many = 9'000;  ///< two pieces of seeds

std::string uri_number(int number) {
  return "http://h" + std::to_string(number % 7) + ".example/" + std::to_string(number);
}

class seed_batches : public journal_test {
 protected:
  static seed_batch batch_of(const std::vector<std::string>& uris) {
    seed_batch batch;
    for (const auto& uri : uris)
      batch.add(uri, seconds{86'400}, static_cast<std::int32_t>(uri.size() % 3), false);
    return batch;
  }
  static seed_batch many_seeds() {
    std::vector<std::string> uris;
    for (int i = 0; i < many; ++i) uris.push_back(uri_number(i));
    return batch_of(uris);
  }
  /// Writes at most `pieces`, each in its group; true when all were written.
  bool write(seed_batch_writer& writer, int pieces = 1'000) {
    for (; pieces > 0; --pieces) {
      EXPECT_TRUE(j().begin());
      const auto more = j().add_seeds(writer, noon);
      EXPECT_TRUE(more) << to_string(more.error());
      EXPECT_TRUE(j().commit());
      if (!more || !*more) return true;
    }
    return false;
  }
  enlisted_counts write_all(seed_batch batch) {
    const auto known = batch.leave_out_known(&j(), {});
    EXPECT_TRUE(known) << to_string(known.error());
    const auto writer = make_batch_writer(std::move(batch));
    EXPECT_TRUE(write(*writer));
    auto counts = counts_of(*writer);
    counts.known += known.value_or(0);
    return counts;
  }
  std::vector<seed_row> rows() {
    std::vector<seed_row> all;
    EXPECT_TRUE(journal_reader{j()}.each_seed({}, {}, [&](const seed_row& row) {
      all.push_back(row);
      return true;
    }));
    return all;
  }
  /// All that is due, selected as the engine does: further ones while those before are live.
  std::vector<seed_record> all_due(const authority_set& excluded) {
    std::vector<seed_record> all;
    seed_set live{record_hash{}};
    for (std::vector<seed_record> found; all.empty() || !found.empty();) {
      found = j().due_seeds(noon, many, excluded, live).value();
      for (const auto& one : found) EXPECT_TRUE(live.insert(one.hash).second) << one.uri;
      all.insert(all.end(), found.begin(), found.end());
    }
    return all;
  }
  void is_sound() {
    const auto found = j().find_damage().value();
    EXPECT_TRUE(found.empty()) << found.front();
  }
  void tidy() {
    for (auto more = j().tidy_seeds(true); more.value();) more = j().tidy_seeds(true);
  }
};

TEST_F(seed_batches, are_stored_as_if_each_seed_were_added_alone_L16_L18_R170) {
  const std::vector<std::string> uris{"http://a.example/%7Ex", "HTTP://A.example/~x",  "relative/path",
                                      "ttps://b.example/",     "http://b.example:81/", "mailto:a@b.example",
                                      "http://c.example/a b"};
  const auto counts = write_all(batch_of(uris));
  EXPECT_EQ(counts.added, 6U);
  EXPECT_EQ(counts.known, 1U);
  EXPECT_EQ(counts.refused, 3U);
  is_sound();
  const auto listed = rows();
  const auto standings = journal_reader{j()}.standings(noon).value();
  journal_.reset();
  for (const auto* end : {"", "-wal", "-shm"}) std::filesystem::remove(file().string() + end);
  reopen();
  ASSERT_TRUE(j().begin());
  for (const auto& uri : uris)
    ASSERT_TRUE(enlist(j(), {uri, seconds{86'400}, static_cast<std::int32_t>(uri.size() % 3)}, false, noon));
  ASSERT_TRUE(j().commit());
  const auto alone = rows();
  ASSERT_EQ(listed.size(), alone.size());
  for (std::size_t i = 0; i < alone.size(); ++i) {
    const auto &a = listed[i].seed, &b = alone[i].seed;
    EXPECT_EQ(
        std::tie(a.hash, a.uri, a.authority, a.relative, a.current, a.cause, a.added, a.interval, a.priority),
        std::tie(b.hash, b.uri, b.authority, b.relative, b.current, b.cause, b.added, b.interval, b.priority))
        << b.uri;
  }
  const auto alone_standings = journal_reader{j()}.standings(noon).value();
  ASSERT_EQ(standings.size(), alone_standings.size());
  for (const auto& [is, sum] : alone_standings) EXPECT_EQ(standings.at(is).count, sum.count);
}

TEST_F(seed_batches, have_the_hash_and_the_host_of_any_uri_L16) {
  const std::vector<std::string> parts{
      "http://", "https://", "HTTP://", "ftp://", "a", "B",        "example.org", "/",    ".",   "..", "//",
      "-",       "_",        "~",       "%41",    "%", "http",     "www.",        ":80",  ":81", "@",  "?q=1",
      "#f",      " ",        "xn--a",   ",",      "0", "\xC3\xA4", "./",          "/../", "&",   "="};
  std::mt19937 random{27};
  for (int i = 0; i < 40'000; ++i) {
    std::string uri = i % 4 == 0 ? "" : i % 4 == 1 ? "https://h.example/" : "http://e1.example.org/";
    if (i % 40 == 2) uri = i % 80 == 2 ? "http://127.1/" : "http://0x7f000001/";
    for (auto left = random() % 7; left > 0; --left) uri += parts[random() % parts.size()];
    if (uri.empty()) continue;
    seed_batch batch;
    batch.add(uri, seconds{1}, 0, false);
    ASSERT_EQ(*batch.leave_out_known(nullptr, {}), 0U);
    const auto& seed = batch.seeds().at(0);
    ASSERT_EQ(seed.hash, seed_hash(uri)) << uri;
    ASSERT_EQ(batch.hosts().text(seed.host), authority_key(normalize_seed(uri)).value_or("")) << uri;
    const auto verdict = classify_seed(uri, false);
    ASSERT_EQ(batch.refusal(seed) != nullptr, verdict.code != errc::ok) << uri;
    if (batch.refusal(seed)) {
      ASSERT_EQ(*batch.refusal(seed), verdict) << uri;
    }
  }
}

TEST_F(seed_batches, that_a_kill_interrupts_at_any_piece_are_whole_after_the_next_run_T01_R171) {
  for (int pieces = 0; pieces < 5; ++pieces) {
    journal_.reset();
    for (const auto* end : {"", "-wal", "-shm"}) std::filesystem::remove(file().string() + end);
    reopen();
    auto first = many_seeds();
    ASSERT_TRUE(first.leave_out_known(&j(), {}));
    const auto writer = make_batch_writer(std::move(first));
    const bool was_last = write(*writer, pieces);
    if (!was_last) {  // the open group is lost
      ASSERT_TRUE(j().begin());
      ASSERT_TRUE(j().add_seeds(*writer, noon));
    }
    reopen();
    const auto stored = rows().size();
    const auto counts = write_all(many_seeds());
    EXPECT_EQ(counts.added + stored, std::size_t{many}) << pieces;
    EXPECT_EQ(counts.known, stored) << pieces;
    EXPECT_EQ(rows().size(), std::size_t{many}) << pieces;
    is_sound();
    EXPECT_EQ(all_due({"h0.example:80"}).size(), std::size_t{many - (many + 6) / 7});
  }
}

TEST_F(seed_batches, do_not_double_a_seed_that_is_added_meanwhile_T06) {
  auto batch = many_seeds();
  ASSERT_EQ(batch.leave_out_known(&j(), {}).value(), 0U);
  const auto writer = make_batch_writer(std::move(batch));
  ASSERT_FALSE(write(*writer, 3));
  ASSERT_TRUE(j().begin());
  EXPECT_EQ(enlist(j(), {uri_number(many - 1), seconds{9}, 5}, false, noon).value().answer,
            seed_answer::added);
  EXPECT_EQ(enlist(j(), {"http://urgent.example/", seconds{9}, 9}, false, noon).value().answer,
            seed_answer::added);
  EXPECT_EQ(enlist(j(), {uri_number(1), seconds{9}, 5}, false, noon).value().answer, seed_answer::known);
  ASSERT_TRUE(j().commit());
  EXPECT_EQ(j().due_seeds(noon, 1).value().at(0).uri, "http://urgent.example/") << "it is first at once";
  ASSERT_TRUE(write(*writer));
  EXPECT_EQ(counts_of(*writer).added, std::uint64_t{many - 1});
  EXPECT_EQ(counts_of(*writer).known, 1U);
  EXPECT_EQ(rows().size(), std::size_t{many + 1});
  is_sound();
}

TEST_F(seed_batches, have_their_hosts_also_when_others_add_them_meanwhile_T06_R170) {
  write_all(batch_of({"http://known.example/1"}));
  auto batch = batch_of({"http://known.example/2", "http://later.example/2", "http://new.example/2"});
  ASSERT_EQ(batch.leave_out_known(&j(), {}).value(), 0U);
  ASSERT_TRUE(j().begin());
  for (const auto* uri : {"http://between.example/1", "http://later.example/1"})
    ASSERT_TRUE(enlist(j(), {uri, seconds{9}, 5}, false, noon));
  ASSERT_TRUE(j().commit());
  EXPECT_TRUE(write(*make_batch_writer(std::move(batch))));
  ASSERT_EQ(rows().size(), 6U);
  for (const auto& row : rows()) EXPECT_EQ(row.seed.authority, authority_key(row.seed.uri).value());
  is_sound();
}

TEST(seed_batch, may_be_larger_where_most_seeds_are_known_R170) {
  constexpr auto most = seed_batch::most_seeds, most_known = seed_batch::most_known_seeds;
  EXPECT_EQ(seed_batch::next_limit(2'000, 2'000), 16'000U);
  EXPECT_EQ(seed_batch::next_limit(128'000, 128'000), most);
  EXPECT_EQ(seed_batch::next_limit(most, most / 10), most);
  EXPECT_EQ(seed_batch::next_limit(most, most / 10 - 1), most_known);
  EXPECT_EQ(seed_batch::next_limit(most_known, most_known), most);
  seed_batch small{2};
  for (const auto* uri : {"http://a.example/1", "http://a.example/2"}) {
    EXPECT_FALSE(small.is_full());
    small.add(uri, seconds{1}, 0, false);
  }
  EXPECT_TRUE(small.is_full());
}

TEST_F(seed_batches, are_found_by_their_hash_before_during_and_after_the_merge_of_runs_R170) {
  for (int part = 0; part < 12; ++part) {
    std::vector<std::string> uris;
    for (int i = part; i < many; i += 12) uris.push_back(uri_number(i));
    EXPECT_EQ(write_all(batch_of(uris)).added, uris.size());
  }
  const auto all_are_found = [this] {
    for (int i = 0; i < many; i += 97)
      EXPECT_TRUE(journal_reader{j()}.has_seed(seed_hash(uri_number(i))).value());
    EXPECT_FALSE(journal_reader{j()}.has_seed(seed_hash("http://other.example/")).value());
  };
  all_are_found();
  ASSERT_TRUE(j().tidy_seeds(true).value());
  all_are_found();
  reopen();  // forgets what it has begun
  tidy();
  all_are_found();
  is_sound();
  auto db = database::open(file(), database_access::read_only);
  EXPECT_EQ(db.number("SELECT count(*) FROM hash_runs"), 1);
  EXPECT_EQ(write_all(many_seeds()).known, std::uint64_t{many});
}

TEST_F(seed_batches, wait_in_the_queue_until_they_are_crawled_and_again_when_they_are_due_T05) {
  write_all(batch_of({"http://a.example/", "http://b.example/"}));
  const auto seed = seed_hash("http://a.example/");
  now(entry_change(start(seed), event::failed_for_good));
  now(seed_change(seed, event::crawl_ended));
  const auto day = seconds{86'400};
  EXPECT_EQ(j().due_seeds(noon + day, 9).value().size(), 1U) << "within a day it is not repeated";
  EXPECT_EQ(j().due_seeds(noon + day + milliseconds{1}, 9).value().size(), 2U);
  is_sound();
}

TEST_F(seed_batches, give_the_first_seeds_of_other_hosts_when_the_first_hosts_wait_T02_R173) {
  std::vector<std::string> uris;
  for (int i = 0; i < 3'000; ++i) uris.push_back("http://large.example/" + std::to_string(i));
  for (int i = 0; i < 300; ++i) uris.push_back("http://s" + std::to_string(i) + ".example/");
  write_all(batch_of(uris));
  write_all(batch_of({"http://large.example/last", "http://s7.example/last"}));
  const auto due = j().due_seeds(noon, 400, {"large.example:80", "s8.example:80"}).value();
  EXPECT_EQ(due.size(), most_in_turn) << "each is read at another place";
  EXPECT_TRUE(std::ranges::is_sorted(due, std::greater{}, &seed_record::priority));
  EXPECT_EQ(all_due({"large.example:80", "s8.example:80"}).size(), 300U);
  EXPECT_EQ(j().due_seeds(noon, 5'000).value().size(), 3'302U);
}

TEST_F(seed_batches,
       of_a_journal_whose_hashes_were_changed_are_reported_and_taken_from_the_seeds_again_R170) {
  write_all(many_seeds());
  journal_.reset();
  {
    auto db = database::open(file(), database_access::read_write);
    db.execute("DELETE FROM hash_buckets WHERE place = (SELECT min(place) FROM hash_buckets)");
  }
  reopen();
  const auto found = j().find_damage().value();
  ASSERT_EQ(found.size(), 1U);
  EXPECT_TRUE(found[0].starts_with("seed_hashes: the hashes are not those of the seeds")) << found[0];
  ASSERT_TRUE(j().begin());
  ASSERT_TRUE(j().count_anew());
  ASSERT_TRUE(j().commit());
  is_sound();
}

}  // namespace
}  // namespace laundromat
