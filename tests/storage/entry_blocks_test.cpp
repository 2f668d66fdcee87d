// Tests of summaries of entries: what lists find with them is what a query of all rows finds.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/entry_blocks.hpp"

#include "storage/journal/block_list.hpp"
#include "storage/journal/document_query.hpp"
#include "storage/journal/journal_reader.hpp"
#include "tests/storage/journal_fixture.hpp"

namespace laundromat {
namespace {

/// Entries of four blocks and a part of a fifth: most are downloads, some members of archives, some are superseded by later crawls of their seed,
/// some are not parsed. Few have the format 3, and few the host `rare.example`; local files have the empty authority. Times fall back now and then.
constexpr const char* many_entries = R"sql(
PRAGMA foreign_keys = OFF;
INSERT INTO authorities (id, name) VALUES (1, 'often.example:80'), (2, 'rare.example:80'), (3, 'other.example:80'), (4, 'a.example:80'),
  (5, 'often.example:8080'), (6, '');
INSERT INTO cleans (id, hash, statements, quads, newline, bytes, chars, lines, compressed_bytes, written_ms, identity_kind, segment,
    segment_offset) VALUES (1, zeroblob(32), 1, 0, 1, 9, 9, 1, 9, 0, 1, 0, 0), (2, randomblob(32), 5, 0, 1, 90, 9, 1, 9, 0, 1, 0, 0);
INSERT INTO seeds (id, hash, uri, authority, relative, status, added_ms, interval_s, priority, crawls, present, document)
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 16000)
  SELECT i, randomblob(16), 'http://h/' || (i * 7919 % 16001), CASE WHEN i % 7 = 5 THEN 6 WHEN i % 997 = 0 THEN 2 WHEN i % 3 = 0 THEN 3 WHEN i % 5003 = 0 THEN 4
    WHEN i % 4 = 0 THEN 5 ELSE 1 END, 0, 1, 1, 1, 0, 1, i, iif(i % 10 = 0, 16000 + i / 10, i) FROM n;
INSERT INTO entries (id, hash, seed, status, attempt, open, begun_ms, clean, format)
  SELECT id, randomblob(16), id, iif(id % 13 = 0, 12, 10), 1, 0, 1000000 + id * 10 - (id % 100 = 7) * 5000, 1 + id % 2,
    CASE WHEN id % 1013 = 0 THEN 3 WHEN id > 9000 AND id % 2 = 0 THEN 4 ELSE 1 END FROM seeds;
INSERT INTO entries (id, hash, seed, status, attempt, open, begun_ms, clean, format)
  SELECT document, randomblob(16), id, 10, 1, 0, 2000000, 1, 1 FROM seeds WHERE id % 10 = 0;
INSERT INTO entries (hash, seed, parent, root, status, attempt, open, begun_ms, clean, format, uri)
  SELECT randomblob(16), id, id, id, 10, 1, 0, 3000000, 1, iif(id % 100 = 1, 1, 5), uri || '!/m' FROM seeds WHERE id % 50 = 1;
)sql";

class entry_blocks : public journal_test {
 protected:
  void SetUp() override {
    journal_test::SetUp();
    database::open(file(), database_access::read_write).execute(many_entries);
  }
  /// Commits until nothing is left to do.
  void summarise_all() {
    for (int i = 0; i < 4 * 64; ++i) {
      ASSERT_TRUE(j().begin());
      ASSERT_TRUE(j().commit());
    }
  }
  database open() { return database::open(file(), database_access::read_only); }
};

/// The rows that a query of all rows finds.
std::vector<record_hash> found_by_query(database& db, const document_filter& filter,
                                        const document_sorting& sorting, std::size_t limit) {
  const auto sql = std::string(document_columns).append(from_entries).append(authority_and_clean) +
                   conditions(filter).text() + sorted_by(filter, sorting) + " LIMIT ?5";
  std::vector<record_hash> all;
  for (auto c = ask(db, sql, filter, record_hash{}, limit); c.next();) all.push_back(read_document(c).entry);
  return all;
}

std::optional<std::vector<record_hash>> found_by_blocks(database& db, const document_filter& filter,
                                                        document_sorting sorting, std::size_t limit) {
  std::vector<record_hash> all;
  const bool done = list_by_blocks(db, filter, sorting, limit, [&](const document_row& row) {
    all.push_back(row.entry);
    return true;
  });
  return done ? std::optional{all} : std::nullopt;
}

std::vector<document_filter> many_filters() {
  std::vector<document_filter> all(1);
  const auto add = [&](auto change) { change(all.emplace_back()); };
  for (const auto format : {1, 3, 4, 5, 7})
    add([&](document_filter& f) { f.format = static_cast<rdf_format>(format); });
  for (const auto* host :
       {"often.example", "often.example:8080", "rare.example", "other.example:80", "none.example"})
    add([&](document_filter& f) { f.authority = host; });
  add([](document_filter& f) { f.is_whole_authority = true; });
  add([](document_filter& f) { f.since = from_ms(1'050'000), f.until = from_ms(1'051'000); });
  add([](document_filter& f) { f.since = from_ms(9'000'000); });
  add([](document_filter& f) { f.until = from_ms(1'000'020); });
  add([](document_filter& f) { f.format = static_cast<rdf_format>(3), f.authority = "often.example"; });
  add([](document_filter& f) {
    f.format = static_cast<rdf_format>(4), f.since = from_ms(1'100'000), f.min_statements = 2;
  });
  for (std::size_t i = 0, count = all.size(); i < count; i += 4) {
    all.push_back(all[i]);
    all.back().crawls = crawl_scope::all;
  }
  return all;
}

TEST_F(entry_blocks, lists_are_those_of_a_query_of_all_rows) {
  for (const bool is_summarised : {false, true}) {
    if (is_summarised) summarise_all();
    auto db = open();
    ASSERT_EQ(stored_blocks(db).size(), is_summarised ? 4U : 0U);
    std::size_t listed = 0, number = 0;
    for (const auto& filter : many_filters()) {
      ++number;
      for (const auto by : {document_order::found, document_order::date, document_order::uri,
                            document_order::host, document_order::format})
        for (const bool is_reversed : {false, true})
          for (const std::size_t limit : {std::size_t{30}, std::size_t{19'000}}) {
            if (limit > 30 && (is_reversed || number % 5 != 1)) continue;
            const auto found = found_by_blocks(db, filter, {by, is_reversed}, limit);
            if (!found) continue;
            ++listed;
            ASSERT_EQ(*found, found_by_query(db, filter, {by, is_reversed}, limit))
                << "filter " << number << " by " << static_cast<int>(by) << (is_reversed ? " reversed " : " ")
                << limit;
          }
    }
    EXPECT_GT(listed, 100U);
  }
}

TEST_F(entry_blocks, pages_continue_the_list_in_the_order_found) {
  summarise_all();
  journal_reader reader{j()};
  for (const auto& filter : many_filters()) {
    constexpr std::size_t a_page = 9'000, all = 100'000;
    std::vector<record_hash> listed, paged;
    ASSERT_TRUE(reader.each_document(filter, {}, all, [&](const document_row& row) {
      listed.push_back(row.entry);
      return true;
    }));
    for (;;) {
      const auto page = reader.documents(filter, a_page, paged.empty() ? record_hash{} : paged.back());
      ASSERT_TRUE(page);
      for (const auto& row : *page) paged.push_back(row.entry);
      if (page->size() < a_page) break;
    }
    ASSERT_EQ(listed, paged);
  }
}

TEST_F(entry_blocks, pages_continue_a_list_in_any_order_from_the_place_of_the_last_row) {
  for (const bool is_summarised : {false, true}) {
    if (is_summarised) summarise_all();
    journal_reader reader{j()};
    std::size_t number = 0;
    for (const auto& filter : many_filters())
      for (const auto by :
           {document_order::found, document_order::statements, document_order::bytes, document_order::defects,
            document_order::format, document_order::host, document_order::uri, document_order::date})
        for (const bool is_reversed : {false, true}) {
          if (++number % 61 != 0) continue;
          document_sorting sorting{by, is_reversed, {}};
          constexpr std::size_t a_page = 700, pages = 3;
          std::vector<record_hash> listed, paged;
          const auto keep = [](std::vector<record_hash>& in, document_row* last = nullptr) {
            return [&in, last](const document_row& row) {
              in.push_back(row.entry);
              if (last) *last = row;
              return true;
            };
          };
          ASSERT_TRUE(reader.each_document(filter, sorting, pages * a_page, keep(listed)));
          for (std::size_t page = 0; page < pages; ++page) {
            document_row last;
            const auto before = paged.size();
            ASSERT_TRUE(reader.each_document(filter, sorting, a_page, keep(paged, &last)));
            if (paged.size() == before) break;
            sorting.after = place_of(last, filter, by);
          }
          ASSERT_EQ(listed, paged) << static_cast<int>(by) << is_reversed << is_summarised;
        }
  }
}

TEST_F(entry_blocks, lists_by_defects_are_those_of_a_query_of_all_rows) {
  database::open(file(), database_access::read_write)
      .execute(
          "INSERT INTO defect_counts SELECT id, 4, 100 + id % 3, 1 + id % 5 FROM entries WHERE id % 11 = 0 "
          "UNION ALL SELECT id, 4, 110, 2 FROM entries WHERE id % 22 = 0");
  auto db = open();
  for (auto filter : many_filters())
    for (const std::uint64_t least : {0, 3})
      for (const bool is_reversed : {false, true})
        for (const std::size_t limit : {std::size_t{30}, std::size_t{19'000}}) {
          if (limit > 30 && (is_reversed || least > 0)) continue;
          filter.min_defects = least;
          const document_sorting by_defects{document_order::defects, is_reversed, {}};
          std::vector<record_hash> listed;
          ASSERT_TRUE(
              journal_reader{j()}.each_document(filter, by_defects, limit, [&](const document_row& row) {
                listed.push_back(row.entry);
                return true;
              }));
          ASSERT_EQ(listed, found_by_query(db, filter, by_defects, limit));
        }
}

TEST_F(entry_blocks, a_place_of_another_list_is_refused) {
  const document_sorting by_uri{document_order::uri, false, document_place{std::nullopt, {1, 2}}};
  const auto listed =
      journal_reader{j()}.each_document({}, by_uri, 1, [](const document_row&) { return true; });
  ASSERT_FALSE(listed);
  EXPECT_EQ(listed.error().code, errc::invalid_argument);
}

TEST_F(entry_blocks, lists_by_host_have_the_files_of_this_machine) {
  document_filter every_crawl;
  every_crawl.crawls = crawl_scope::all;
  // Once there are many files, and once few.
  for (const auto* sql : {"", "UPDATE seeds SET authority = 3 WHERE authority = 6 AND id > 300"}) {
    database::open(file(), database_access::read_write).execute(sql);
    auto db = open();
    const auto files = db.number(
        "SELECT count(*) FROM entries e JOIN seeds s ON s.id = e.seed WHERE s.authority = 6 AND e.status = "
        "10");
    ASSERT_GT(files, 0);
    for (const bool is_reversed : {false, true}) {
      const document_sorting by_host{document_order::host, is_reversed};
      std::int64_t listed = 0;
      for (const std::size_t limit : {std::size_t{10}, std::size_t{19'000}}) {
        const auto found = found_by_blocks(db, every_crawl, by_host, limit);
        ASSERT_TRUE(found);
        EXPECT_EQ(*found, found_by_query(db, every_crawl, by_host, limit));
        listed = std::ssize(*found);
      }
      EXPECT_EQ(listed, db.number("SELECT count(*) FROM entries WHERE status = 10"));
    }
  }
}

TEST_F(entry_blocks, are_stored_when_all_of_their_entries_rest) {
  {
    auto db = database::open(file(), database_access::read_write);
    db.execute("UPDATE entries SET status = 3, open = 1, clean = NULL WHERE id = 5000");
  }
  summarise_all();
  const auto numbers = [&] {
    std::vector<row_id> all;
    auto db = open();
    for (const auto& one : stored_blocks(db)) all.push_back(one.number);
    return all;
  };
  EXPECT_EQ(numbers(), (std::vector<row_id>{0, 2, 3}));
  database::open(file(), database_access::read_write)
      .execute("UPDATE entries SET status = 12, open = 0 WHERE id = 5000");
  summarise_all();
  EXPECT_EQ(numbers(), (std::vector<row_id>{0, 1, 2, 3}));
}

TEST_F(entry_blocks, that_differ_from_their_entries_are_damage) {
  summarise_all();
  const auto match = [&] {
    auto db = open();
    return blocks_match(db);
  };
  EXPECT_TRUE(match());
  for (const auto* sql :
       {"UPDATE entries SET format = 9 WHERE id = 4100",
        "UPDATE entries SET begun_ms = begun_ms WHERE id = 1; UPDATE entry_blocks "
        "SET least_ms = least_ms + 1 WHERE block = 2",
        "UPDATE entry_blocks SET by_uri = x'' WHERE block = 1",
        "UPDATE entry_blocks SET places = x'00' WHERE block = 3", "UPDATE seeds SET uri = 'zzz' WHERE id = 2",
        "UPDATE seeds SET authority = 4 WHERE id = 1"}) {
    auto db = database::open(file(), database_access::read_write);
    db.execute("SAVEPOINT one");
    db.execute(sql);
    EXPECT_FALSE(blocks_match(db)) << sql;
    db.execute("ROLLBACK TO one; RELEASE one");
  }
}

TEST_F(entry_blocks, that_are_wrong_are_removed_by_counting_and_made_again_later) {
  summarise_all();
  database::open(file(), database_access::read_write)
      .execute("UPDATE entry_blocks SET least_ms = 1 WHERE block = 2");
  ASSERT_TRUE(j().begin());
  ASSERT_TRUE(j().count_anew());
  ASSERT_TRUE(j().commit());
  {
    auto db = open();
    EXPECT_TRUE(stored_blocks(db).empty());
  }
  reopen();
  summarise_all();
  auto db = open();
  EXPECT_EQ(stored_blocks(db).size(), 4U);
  EXPECT_TRUE(blocks_match(db));
}

TEST_F(entry_blocks, a_journal_without_the_table_gets_it_when_it_is_opened_to_write) {
  journal_.reset();
  database::open(file(), database_access::read_write)
      .execute("DROP TABLE entry_blocks; DROP TABLE live_seeds");
  {
    auto db = open();
    EXPECT_FALSE(has_block_table(db));
    EXPECT_TRUE(blocks_match(db));
    EXPECT_FALSE(found_by_blocks(db, {}, {document_order::date, false}, 10));
  }
  reopen();
  auto db = open();
  EXPECT_TRUE(has_block_table(db));
  EXPECT_TRUE(j().has_begun_crawls().value());
}

}  // namespace
}  // namespace laundromat
