// Tests of opening a journal of an older version.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/journal_schema.hpp"
#include "storage/journal/journal_state.hpp"
#include "tests/storage/crawl_fixture.hpp"

namespace laundromat {
namespace {

/// One seed with two crawls, of which the second needed two attempts, and one that has failed since its first crawl; numbers as stored.
constexpr const char* rows_of_version_5 = R"sql(
INSERT INTO seeds (id, hash, uri, authority, relative, status, attempt, added_ms, processed_ms, interval_s, due_ms, priority, crawls) VALUES
  (1, x'11111111111111111111111111111111', 'http://example.org/a', 'example.org:80', 0, 1, 1, 100, 5000, 1, 6000, 0, 2),
  (2, x'22222222222222222222222222222222', 'http://example.org/b', 'example.org:80', 0, 1, 1, 100, 9000, 1, 10000, 0, 3);
INSERT INTO cleans (id, hash, status, statements, quads, compressed_bytes, written_ms, identity, identity_kind) VALUES
  (1, x'aa11111111111111111111111111111111111111111111111111111111111111', 11, 7, 0, 99, 1400, x'aa11111111111111111111111111111111111111111111111111111111111111', 1);
INSERT INTO contents VALUES (3, 1, 3, 1, 700, 690, 7, x'aa11111111111111111111111111111111111111111111111111111111111111');
INSERT INTO entries (id, hash, seed, status, attempt, open, begun_ms, ended_ms, uri, base_uri, raw_path, encoding, clean, cause) VALUES
  (1, x'10000000000000000000000000000001', 1, 10, 1, 0, 1000, 1200, 'http://example.org/a', 'http://example.org/final', 'x+1', 'UTF-8', 1, 0),
  (2, x'10000000000000000000000000000002', 1, 10, 1, 0, 3000, 4300, 'http://example.org/a', 'http://example.org/a', 'x+2', 'UTF-8', 1, 0),
  (3, x'20000000000000000000000000000001', 2, 10, 1, 0, 6000, 6200, 'http://example.org/b', 'http://example.org/b', 'y', 'UTF-8', 1, 0),
  (4, x'20000000000000000000000000000002', 2, 12, 1, 0, 7000, 7500, 'http://example.org/b', 'http://example.org/b', '', '', NULL, 24),
  (5, x'20000000000000000000000000000003', 2, 12, 1, 0, 8000, 8500, 'http://example.org/b', 'http://example.org/b', '', '', NULL, 24);
INSERT INTO clean_sources VALUES (1, 1, 9, 2), (1, 2, 9, 2), (1, 3, 9, 2);
INSERT INTO transitions (at_ms, kind, record, from_status, event, to_status, attempt, cause, detail) VALUES
  (100, 1, 1, 0, 1, 1, 1, 0, ''), (1000, 1, 1, 1, 2, 2, 1, 0, ''), (1000, 2, 1, 0, 5, 2, 1, 0, ''), (1200, 2, 1, 2, 6, 3, 1, 0, ''),
  (1300, 2, 1, 3, 11, 4, 1, 0, ''), (1300, 2, 1, 4, 12, 5, 1, 0, ''), (1300, 2, 1, 5, 11, 7, 1, 0, ''), (1300, 2, 1, 7, 14, 8, 1, 0, ''),
  (1300, 2, 1, 8, 11, 9, 1, 0, ''), (1400, 2, 1, 9, 16, 10, 1, 0, ''), (1400, 3, 1, 0, 17, 11, 1, 0, ''), (1500, 1, 1, 2, 4, 1, 1, 0, ''),
  (3000, 1, 1, 1, 2, 2, 1, 0, ''), (3000, 2, 2, 0, 5, 2, 1, 0, ''), (3100, 2, 2, 2, 8, 2, 2, 24, 'no such host'), (4200, 2, 2, 2, 6, 3, 1, 0, ''),
  (5000, 1, 1, 2, 4, 1, 1, 0, '');
INSERT INTO attempts (entry, stage, attempt, begun_ms, ended_ms, code, description) VALUES
  (1, 1, 1, 1000, 1200, 0, 'body_stored'), (2, 1, 1, 3000, 3100, 24, 'no such host'), (2, 1, 2, 4000, 4200, 0, 'body_stored');
INSERT INTO hops (entry, attempt, uri, status, version_major, version_minor, headers, begun_ms, walltime_us, wire_bytes, decoded_bytes, address,
    error, detail) VALUES (1, 1, 'http://example.org/a', '302', 1, 1, x'', 1010, 5, 0, 0, '192.0.2.1', 0, ''),
  (1, 1, 'http://example.org/final', '200', 1, 1, x'', 1020, 5, 42, 42, '192.0.2.1', 0, '');
INSERT INTO evidence VALUES (1, 1, 0, 'validity', 'UTF-8', 5, 1, 'only ASCII'), (1, 1, 1, 'bom', '', 1, 0, '');
INSERT INTO robots VALUES ('fine:80', 7, 9, '200', x'61'), ('gone:80', 7, 9, '404', x'62'), ('busy:80', 7, 9, '503', x'63');
)sql";

class journal_migration : public crawl_test {
 protected:
  void SetUp() override {
    {
      auto db = database::open(file(), database_access::read_write);
      migrate(db, journal_steps().first(5), folder_.path() / "none");
      db.execute(rows_of_version_5);
    }
    reopen();
  }
  static record_hash hash(char digit, char last) {
    std::string hex(32, '0');
    hex.front() = digit;
    hex.back() = last;
    return *record_hash::from_hex(hex);
  }
};

TEST_F(journal_migration, of_an_older_journal_sets_the_present) {
  EXPECT_EQ(list(status::parsed), (std::vector{hash('1', '2'), hash('2', '1')}));
  const auto down = *record_hash::from_hex(std::string(32, '2'));
  EXPECT_EQ(has_standing(down).since, from_ms(7500));
  const auto at = from_ms(7), until = from_ms(9);
  EXPECT_EQ(*j().robots("fine:80"), (stored_robots{"fine:80", at, until, "200", "a", at, {}, 0}));
  EXPECT_EQ(*j().robots("gone:80"), (stored_robots{"gone:80", at, until, "404", "", at, {}, 0}));
  EXPECT_EQ(*j().robots("busy:80"), (stored_robots{"busy:80", at, until, "503", "", {}, at, 1}));
}

TEST_F(journal_migration, keeps_every_transition_and_attempt) {
  const auto rows = reader().history({record_kind::entry, hash('1', '1'), {}});
  ASSERT_TRUE(rows) << to_string(rows.error());
  ASSERT_EQ(rows->size(), 8U);
  EXPECT_EQ(rows->front().change,
            (transition{record_kind::entry, status::none, event::download_begun, status::downloading, 1}));
  EXPECT_EQ(rows->back().change,
            (transition{record_kind::entry, status::parsing, event::statements_stored, status::parsed, 1}));
  EXPECT_EQ(rows->back().at, from_ms(1400));
  const auto seed = reader().history({record_kind::seed, *record_hash::from_hex(std::string(32, '1')), {}});
  ASSERT_TRUE(seed) << to_string(seed.error());
  std::vector<std::int64_t> times;
  for (const auto& row : *seed) times.push_back(to_ms(row.at));
  EXPECT_EQ(times, (std::vector<std::int64_t>{100, 1000, 1500, 3000, 5000}));
  const auto attempts = reader().attempts(hash('1', '2')).value();
  ASSERT_EQ(attempts.size(), 2U);
  EXPECT_EQ(attempts[0].description, "no such host");
  EXPECT_EQ(attempts[0].ended, from_ms(3100));
  EXPECT_EQ(attempts[1].attempt, 2U);
  EXPECT_EQ(attempts[1].begun, from_ms(4000));
  EXPECT_EQ(attempts[1].ended, from_ms(4200));
}

TEST_F(journal_migration, keeps_details) {
  const auto first = j().entry(hash('1', '1')).value();
  EXPECT_EQ(first.uri, "http://example.org/a");
  EXPECT_EQ(first.base_uri, "http://example.org/final");
  EXPECT_EQ(first.encoding, "UTF-8");
  EXPECT_EQ(first.ended, from_ms(1200));
  const auto hops = reader().hops(first.hash).value();
  ASSERT_EQ(hops.size(), 2U);
  EXPECT_EQ(hops[0].uri, "http://example.org/a");
  EXPECT_EQ(hops[1].begun, from_ms(1020));
  EXPECT_EQ(hops[1].address, "192.0.2.1");
  const auto evidence = reader().evidence_of(first.hash).value();
  ASSERT_EQ(evidence.size(), 2U);
  EXPECT_EQ(evidence[0].note, "only ASCII");
  EXPECT_TRUE(evidence[0].chosen);
  const auto clean = reader().clean(first.clean).value();
  EXPECT_EQ(clean.content.bytes, 700U);
  EXPECT_EQ(clean.identity.digest, clean.hash);
  EXPECT_EQ(reader().sources(first.clean)->at(0).read, 9U);
  EXPECT_TRUE(j().check());
  EXPECT_TRUE(j().find_damage()->empty());
}

}  // namespace
}  // namespace laundromat
