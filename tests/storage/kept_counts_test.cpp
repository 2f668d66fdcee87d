// Tests of the kept counts: after random crawls they are equal to the counts of all records.
// SPDX-License-Identifier: Apache-2.0
#include <gmock/gmock.h>

#include <map>
#include <random>

#include "storage/journal/journal_reader.hpp"
#include "tests/storage/journal_fixture.hpp"

namespace laundromat {

class keeping_counts : public journal_test {
 protected:
  using list = std::vector<change>;

  std::uint64_t below(std::uint64_t limit) { return random_() % limit; }
  bool once_in(std::uint64_t times) { return below(times) == 0; }

  template <class Fact>
  change with(change c, Fact fact) {
    c.fact = std::move(fact);
    return c;
  }

  change failure_of(const record_hash& entry) {
    auto c = entry_change(entry, event::failed_for_good, time_);
    c.cause = once_in(2) ? errc::http_status : errc::archive_damaged;
    c.detail = once_in(2) ? "404" : once_in(2) ? "503" : "no status";
    return c;
  }

  change fetched(const record_hash& entry) {
    fetch_outcome f;
    f.raw_path = "raw" + std::to_string(below(1'000));
    f.wire = {newline_style::lf, 42, 40, 3, sha256("body")};
    if (once_in(4)) f.damage = {{errc::trailing_garbage, 1, "x"}};
    return with(entry_change(entry, event::body_stored, time_), f);
  }

  change unpacked(const record_hash& entry) {
    unpack_outcome u;
    if (once_in(3)) u.stream_defects = {{errc::truncated_stream, 5, 3, 2, 1, "cut"}};
    if (!once_in(3)) return with(entry_change(entry, event::leaf_found, time_), u);
    u.archive = layer_kind::tar_member;
    for (std::uint64_t i = 0; i < below(4); ++i) u.members.push_back(member(i, "m" + std::to_string(i)));
    return with(entry_change(entry, event::children_found, time_), u);
  }

  change guessed(const record_hash& entry) {
    guess_outcome g;
    g.format = rdf_format::turtle;
    return with(entry_change(entry, once_in(5) ? event::not_rdf : event::format_found, time_), g);
  }

  change parsed(const record_hash& entry) {
    parse_outcome p;
    const auto size = below(12);
    p.clean.hash = sha256(std::to_string(size));
    p.clean.statements = size;
    p.clean.content = {newline_style::lf, 100 * size, 90, size, p.clean.hash};
    if (once_in(2)) p.defect_counts = {{errc::bad_iri, below(5)}, {errc::trailing_garbage, 1}};
    return with(entry_change(entry, event::statements_stored, time_), p);
  }

  /// What may happen to an entry next; refused changes change no count either.
  list next_of(const entry_record& e) {
    const auto claim = entry_change(e.hash, event::claimed, time_);
    if (once_in(25)) return {entry_change(e.hash, event::worker_crashed, time_)};
    if (once_in(25)) return {claim};
    switch (e.current) {
      case status::downloading:
        if (once_in(6)) return {entry_change(e.hash, event::not_modified, time_)};
        if (once_in(8)) return {entry_change(e.hash, event::retry_later, time_)};
        if (once_in(8)) return {entry_change(e.hash, event::refused, time_)};
        return {once_in(4) ? failure_of(e.hash) : fetched(e.hash)};
      case status::filed:
        if (once_in(2)) return {claim, once_in(8) ? failure_of(e.hash) : unpacked(e.hash)};
        return {claim, unpacked(e.hash), claim, guessed(e.hash), claim, parsed(e.hash)};
      case status::unarchived:
        return {claim, once_in(8) ? failure_of(e.hash) : guessed(e.hash)};
      case status::guessed:
        return {claim, once_in(5) ? failure_of(e.hash) : parsed(e.hash)};
      default:
        return {once_in(2) ? failure_of(e.hash) : parsed(e.hash)};
    }
  }

  /// The unfinished entries of a tree.
  void add_open(const entry_record& e, std::vector<entry_record>& all) {
    if (e.current != status::depleted) all.push_back(e);
    for (const auto& child : j().open_children(e.hash, {}, 100).value()) add_open(child, all);
  }

  void try_all(const list& changes) {
    ASSERT_TRUE(j().begin());
    if (once_in(10)) (void)j().apply(seed_change(md5("nobody"), event::came_due));
    (void)j().apply(changes);
    if (once_in(10)) return j().roll_back();
    ASSERT_TRUE(j().commit());
  }

  void step(const record_hash& seed) {
    time_ += milliseconds{1'000};
    const auto row = j().seed(seed).value();
    if (row.current == status::added) {
      downloads_[seed] = download_hash(seed, time_);
      return try_all({with(seed_change(seed, event::came_due, time_), download_fact{downloads_[seed]})});
    }
    const auto end = seed_change(seed, once_in(10) ? event::crawl_lost : event::crawl_ended, time_);
    std::vector<entry_record> open;
    const auto root = j().entry(downloads_[seed]);
    if (!root) return;
    add_open(*root, open);
    std::erase_if(open, [](const entry_record& e) { return is_final(record_kind::entry, e.current); });
    if (open.empty()) return try_all({end});
    auto changes = next_of(open[below(open.size())]);
    if (once_in(2)) changes.push_back(seed_change(seed, event::crawl_ended, time_));
    try_all(changes);
    if (once_in(40)) (void)j().lose_body(root->hash, "lost", time_);
    if (once_in(40)) (void)j().recover(time_, open.front().hash);
  }

  /// The standings of all seeds at a time, read one by one.
  std::map<standing, standing_sum> standings_of_seeds(timestamp at) {
    std::map<standing, standing_sum> sums;
    EXPECT_TRUE(journal_reader{j()}.each_seed({}, {}, [&](const seed_row& row) {
      const auto known = standing_of(row.seed, row.crawled, at);
      auto& sum = sums[known.is];
      ++sum.count;
      if (row.has_document) ++sum.with_document;
      if (to_ms(known.since) != 0 && (to_ms(sum.since) == 0 || known.since < sum.since))
        sum.since = known.since;
      return true;
    }));
    for (const auto& name : standing_names()) {
      const auto only = standing_from_name(name).value();
      std::uint64_t count = 0;
      const auto take = [&](const seed_row& row) {
        count += standing_of(row.seed, row.crawled, at).is == only ? 1U : 0U;
        return true;
      };
      EXPECT_TRUE(journal_reader{j()}.each_seed({}, {}, take, only));
      EXPECT_EQ(count, sums.contains(only) ? sums[only].count : 0) << name;
    }
    return sums;
  }

  /// Now, later than all, and when about half of the crawled seeds are overdue.
  std::vector<timestamp> standing_times() {
    std::vector<timestamp> due;
    EXPECT_TRUE(journal_reader{j()}.each_seed({}, {}, [&](const seed_row& row) {
      due.push_back(row.seed.processed + row.seed.interval);
      return true;
    }));
    std::ranges::sort(due);
    const auto middle = due.empty() ? time_ : due[due.size() / 2];
    return {time_, middle, middle + milliseconds{1}, time_ + std::chrono::hours{24 * 4'000}};
  }

  void check_all(const std::string& where) {
    ASSERT_EQ(j().find_damage(), std::vector<std::string>{}) << where;
    for (const auto at : standing_times())
      ASSERT_EQ(journal_reader{j()}.standings(at), standings_of_seeds(at)) << where << " at " << to_ms(at);
  }

  void supersede(const record_hash& seed) {
    ASSERT_TRUE(j().begin());
    EXPECT_TRUE(j().supersede(seed, 1 + below(2), time_));
    ASSERT_TRUE(j().commit());
  }

  std::mt19937_64 random_;
  timestamp time_ = noon;
  std::map<record_hash, record_hash> downloads_;
};

TEST_F(keeping_counts, are_those_of_all_records_after_random_crawls) {
  std::map<std::pair<status, errc>, std::uint64_t> most;
  for (std::uint64_t number = 0; number < 12; ++number) {
    random_.seed(number);
    std::vector<record_hash> seeds;
    for (int i = 0; i < 4; ++i)
      seeds.push_back(add("http://example.org/" + std::to_string(10 * number + i), 0, seconds{60}));
    for (int i = 0; i < 300; ++i) {
      const auto seed = seeds[below(seeds.size())];
      step(seed);
      if (once_in(30)) supersede(seed);
      if (once_in(10)) check_all("run " + std::to_string(number) + ", step " + std::to_string(i));
    }
    check_all("run " + std::to_string(number));
  }
  for (const auto& row : journal_reader{j()}.counts(crawl_scope::all).value())
    most[{row.current, row.cause}] += row.count;
  for (const auto one :
       {status::parsed, status::depleted, status::failed, status::refused, status::unchanged})
    EXPECT_TRUE(std::ranges::any_of(most, [&](const auto& row) { return row.first.first == one; }))
        << to_string(one) << " did not occur";
}

}  // namespace laundromat
