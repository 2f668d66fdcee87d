// Tests of single changes: statuses, facts, counters, and rollback.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/journal_reader.hpp"
#include "tests/storage/journal_fixture.hpp"

namespace laundromat {

using apply_to_journal = journal_test;

TEST_F(apply_to_journal, a_seed_is_added_once_L08) {
  const auto hash = add("http://example.org/a");
  ASSERT_TRUE(j().begin());
  new_seed again;
  again.request = {"http://EXAMPLE.org/a", seconds{1}, 5};
  again.hash = hash;
  EXPECT_EQ(j().add_seed(again, noon), false);
  ASSERT_TRUE(j().commit());
  const auto seed = j().seed(hash);
  ASSERT_TRUE(seed);
  EXPECT_EQ(seed->uri, "http://example.org/a");
  EXPECT_EQ(seed->current, status::added);
  EXPECT_EQ(seed->interval, seconds{86'400});
  EXPECT_EQ(seed->added, noon);
  EXPECT_EQ(seed->processed, timestamp{});
}

TEST_F(apply_to_journal, came_due_creates_the_root_entry_with_its_first_attempt_L20) {
  const auto seed = add("http://example.org/a");
  const auto download = start(seed);
  EXPECT_EQ(j().seed(seed)->current, status::downloading);
  const auto entry = j().entry(download);
  ASSERT_TRUE(entry);
  EXPECT_EQ(entry->current, status::downloading);
  EXPECT_EQ(entry->parent, seed);
  EXPECT_EQ(entry->root, download);
  EXPECT_EQ(entry->seed, seed);
  EXPECT_EQ(entry->uri, "http://example.org/a");
  EXPECT_EQ(entry->attempt, 1U);
  EXPECT_EQ(entry->begun, noon);
}

TEST_F(apply_to_journal, a_relative_seed_is_never_downloaded_L18) {
  new_seed s;
  s.request.uri = "data/x.nt";
  s.hash = md5("data/x.nt");
  s.relative = true;
  ASSERT_TRUE(j().begin());
  ASSERT_TRUE(j().add_seed(s, noon));
  auto c = seed_change(s.hash, event::came_due);
  c.fact = download_fact{md5("d")};
  const auto done = j().apply(c);
  ASSERT_FALSE(done);
  EXPECT_EQ(done.error().code, errc::relative_uri);
  auto refused = seed_change(s.hash, event::refused);
  refused.cause = errc::relative_uri;
  EXPECT_TRUE(j().apply(refused));
  ASSERT_TRUE(j().commit());
  EXPECT_EQ(j().seed(s.hash)->current, status::refused);
  EXPECT_EQ(j().seed(s.hash)->cause, errc::relative_uri);
}

TEST_F(apply_to_journal, a_document_passes_all_statuses_from_seed_to_clean_L42) {
  const auto seed = add("http://example.org/a");
  const auto root = start(seed);
  EXPECT_EQ(file_body(root).current, status::filed);
  auto entry = *j().entry(root);
  EXPECT_EQ(entry.content.raw_path, "_org/org.example/x+1");
  EXPECT_EQ(entry.base_uri, "http://example.org/final");
  EXPECT_EQ(entry.size_bytes, 42U);
  EXPECT_EQ(entry.ended, noon + seconds{1}) << "L22: BEGIN-END of the download";
  EXPECT_EQ(leaf(root).current, status::unarchived);
  EXPECT_EQ(j().entry(root)->encoding, "UTF-8");
  EXPECT_EQ(guess(root).current, status::guessed);
  EXPECT_EQ(j().entry(root)->format, rdf_format::turtle);
  const auto done = parse(root, sha256("clean"));
  EXPECT_EQ(done.current, status::parsed);
  EXPECT_TRUE(done.tree_is_finished);
  EXPECT_EQ(j().entry(root)->clean, sha256("clean"));
  EXPECT_EQ(j().seeds_crawling()->size(), 1U);
  EXPECT_EQ(now(seed_change(seed, event::crawl_ended, noon + seconds{9})).current, status::added);
  EXPECT_EQ(j().seed(seed)->processed, noon + seconds{9});
  EXPECT_EQ(j().seed(seed)->crawls, 1U);
}

TEST_F(apply_to_journal, an_illegal_event_is_rolled_back_alone) {
  const auto a = add("http://example.org/a"), b = add("http://example.org/b");
  ASSERT_TRUE(j().begin());
  auto first = seed_change(a, event::came_due), second = seed_change(b, event::came_due);
  first.fact = download_fact{download_hash(a, noon)};
  second.fact = download_fact{download_hash(a, noon)};  // the same hash: the row cannot be written
  EXPECT_TRUE(j().apply(first));
  EXPECT_EQ(j().apply(seed_change(a, event::refused)).error().code, errc::illegal_transition);
  EXPECT_EQ(j().apply(entry_change(md5("nobody"), event::claimed)).error().code, errc::not_found);
  EXPECT_EQ(j().apply(second).error().code, errc::journal_failed);
  second.fact = download_fact{download_hash(b, noon)};
  EXPECT_TRUE(j().apply(second)) << "the seed must still be in `added`: its half-written change is undone";
  ASSERT_TRUE(j().commit());
  EXPECT_EQ(current(download_hash(a, noon)), status::downloading);
  EXPECT_EQ(current(download_hash(b, noon)), status::downloading);
}

TEST_F(apply_to_journal, a_listing_that_the_tables_refuse_costs_its_archive_only) {
  const auto a = start(add("http://example.org/a")), b = start(add("http://example.org/b"));
  file_body(a);
  file_body(b);
  claim(b);
  ASSERT_TRUE(j().begin());
  EXPECT_TRUE(j().apply(entry_change(a, event::claimed)));
  auto c = entry_change(b, event::children_found);
  unpack_outcome u;
  u.archive = layer_kind::tar_member;
  u.members = {member(0, "x"), member(0, "y")};
  c.fact = u;
  EXPECT_FALSE(j().apply(c));
  ASSERT_TRUE(j().commit()) << "the rest of the group is stored";
  EXPECT_EQ(current(a), status::unarchiving);
  EXPECT_EQ(current(b), status::unarchiving);
  EXPECT_EQ(j().entry(member_hash(b, "x", 0, false)).error().code, errc::not_found);
}

TEST_F(apply_to_journal, evidence_that_looks_alike_is_kept_apart) {
  const auto found = [&](int number, evidence one) {
    const auto root = start(add("http://example.org/" + std::to_string(number)));
    file_body(root);
    claim(root);
    auto c = entry_change(root, event::leaf_found);
    unpack_outcome u;
    u.encodings = {std::move(one)};
    c.fact = u;
    now(c);
    return journal_reader{j()}.evidence_of(root).value().at(0);
  };
  const auto one = found(1, {evidence_kind::encoding, "a", "b", 1, true, "12:x"});
  const auto two = found(2, {evidence_kind::encoding, "a", "b", 11, true, "2:x"});
  const auto three = found(3, {evidence_kind::encoding, "a", "b", 1, false, "12:x"});
  EXPECT_EQ(one.note, "12:x");
  EXPECT_EQ(two.rank, 11U);
  EXPECT_EQ(two.note, "2:x");
  EXPECT_FALSE(three.chosen);
}

TEST_F(apply_to_journal, a_fact_must_belong_to_its_event) {
  const auto root = start(add("http://example.org/a"));
  ASSERT_TRUE(j().begin());
  EXPECT_EQ(j().apply(entry_change(root, event::body_stored)).error().code, errc::invalid_argument);
  auto c = entry_change(root, event::body_stored);
  c.fact = guess_outcome{};
  EXPECT_EQ(j().apply(c).error().code, errc::invalid_argument);
  ASSERT_TRUE(j().commit());
  EXPECT_EQ(current(root), status::downloading);
}

TEST_F(apply_to_journal, members_enter_filed_with_chain_and_uri_in_the_same_transaction_L30) {
  const auto root = start(add("http://example.org/a"));
  file_body(root);
  const auto done =
      children(root, {member(0, "d", member_kind::directory), member(1, "d/x y.nt"), member(2, "z.nt")});
  EXPECT_EQ(done.current, status::depleted);
  EXPECT_FALSE(done.tree_is_finished);
  const auto child = j().entry(member_hash(root, "d/x y.nt", 1, false));
  ASSERT_TRUE(child);
  EXPECT_EQ(child->current, status::filed);
  EXPECT_EQ(child->parent, root);
  EXPECT_EQ(child->root, root);
  EXPECT_EQ(child->path, "d/x y.nt");
  EXPECT_EQ(child->uri, "http://example.org/a!/d/x%20y.nt");
  EXPECT_EQ(child->base_uri, "http://example.org/final!/d/x%20y.nt")
      << "relative references follow the redirect";
  EXPECT_EQ(child->content.raw_path, "_org/org.example/x+1");
  EXPECT_EQ(child->content.chain, (decode_chain{{layer_kind::gzip, 0}, {layer_kind::tar_member, 1}}));
  EXPECT_EQ(j().budget_spent(root)->bytes, 100U);
  EXPECT_EQ(j().budget_spent(root)->entries, 3U);
}

TEST_F(apply_to_journal, members_of_a_local_archive_have_bases_that_do_not_name_its_place) {
  const auto root = start(add("file:///home/fred/a.zip"));
  auto stored = entry_change(root, event::body_stored, noon + seconds{2});
  fetch_outcome body;
  body.raw_path = "x";
  body.final_uri = "file:///home/fred/a.zip";
  stored.fact = body;
  now(stored);
  children(root, {member(0, "d/b.tar"), member(1, "c.nt")});
  const auto inner = member_hash(root, "d/b.tar", 0, false);
  EXPECT_EQ(j().entry(inner)->uri, "file:///home/fred/a.zip!/d/b.tar");
  EXPECT_EQ(j().entry(inner)->base_uri, "thismessage:/d/b.tar");
  EXPECT_EQ(j().entry(member_hash(root, "c.nt", 1, false))->base_uri, "thismessage:/c.nt");
  children(inner, {member(0, "e.nt")});
  EXPECT_EQ(j().entry(member_hash(inner, "e.nt", 0, false))->base_uri, "thismessage:/d/b.tar!/e.nt");
}

TEST_F(apply_to_journal, where_the_links_of_an_answer_say_that_metadata_are_is_kept_X05) {
  const auto root = start(add("http://example.org/t.csv"));
  auto stored = entry_change(root, event::body_stored, noon + seconds{2});
  fetch_outcome body;
  body.raw_path = "x";
  http_hop hop;
  hop.uri = body.final_uri = "http://example.org/t.csv";
  hop.headers = {{"link", "<a.json>; rel=describedby; type=\"application/csvm+json\""},
                 {"Link", "<b.html>; rel=describedby; type=\"text/html\", <c.json#x>; rel=\"describedby\""}};
  body.hops = {hop};
  stored.fact = body;
  now(stored);
  EXPECT_EQ(j().entry(root)->described_by, "http://example.org/c.json\nhttp://example.org/a.json");
  children(root, {member(0, "in.csv")});
  EXPECT_EQ(j().entry(member_hash(root, "in.csv", 0, false))->described_by, "");
}

TEST_F(apply_to_journal, stream_damage_is_kept_until_a_parser_reports_it) {
  const auto root = start(add("http://example.org/a"));
  auto fetched = entry_change(root, event::body_stored, noon + seconds{2});
  fetch_outcome body;
  body.raw_path = "x";
  body.damage = {{errc::truncated_stream, 77, "Content-Encoding: gzip: ends within a stream"},
                 {errc::archive_damaged, 12, "two\nlines"}};
  fetched.fact = body;
  now(fetched);
  const auto known = j().entry(root)->damage;
  ASSERT_EQ(known.size(), 2U);
  EXPECT_EQ(known[0], body.damage[0]);
  EXPECT_EQ(known[1].message, "two lines");
  auto whole = member(0, "whole.nt"), torn = member(1, "torn.nt");
  torn.damage = {{errc::archive_damaged, 512, "bad CRC"}};
  children(root, {whole, torn});
  const auto leaf_of_archive = member_hash(root, "torn.nt", 1, false);
  EXPECT_TRUE(j().entry(member_hash(root, "whole.nt", 0, false))->damage.empty());
  EXPECT_EQ(j().entry(leaf_of_archive)->damage, torn.damage);
  journal_reader reader{j()};
  EXPECT_EQ(reader.damaged_streams()->front().count, 2U);
  leaf(leaf_of_archive);
  guess(leaf_of_archive);
  auto claim = entry_change(leaf_of_archive, event::claimed);
  now(claim);
  auto done = entry_change(leaf_of_archive, event::statements_stored);
  parse_outcome parsed;
  parsed.clean.hash = sha256("clean");
  parsed.defects = {{errc::archive_damaged, 512, 0, 0, 0, "bad CRC"}};
  parsed.defect_counts = {{errc::archive_damaged, 1}};
  done.fact = parsed;
  now(done);
  const auto counts = *reader.defect_counts(leaf_of_archive);
  ASSERT_EQ(counts.size(), 1U);
  EXPECT_EQ(counts[0].found_by, stage::parse);
  EXPECT_EQ(reader.defects(leaf_of_archive, 10)->size(), 1U);
}

TEST_F(apply_to_journal, members_with_equal_paths_are_distinct_L32) {
  const auto root = start(add("http://example.org/a"));
  file_body(root);
  // The path of the last one equals the name given to the repeated "x".
  children(root, {member(0, "x"), member(1, "x"), member(2, "x 1"), member(3, "x")});
  EXPECT_EQ(j().open_children(root, std::nullopt, 10)->size(), 4U);
  EXPECT_TRUE(j().entry(member_hash(root, "x", 0, false)));
  EXPECT_TRUE(j().entry(member_hash(root, "x", 1, true)));
  EXPECT_TRUE(j().entry(member_hash(root, "x", 3, true)));
}

TEST_F(apply_to_journal, the_counter_of_a_subtree_reaches_zero_with_its_last_entry) {
  const auto seed = add("http://example.org/a");
  const auto root = start(seed);
  file_body(root);
  children(root, {member(0, "inner.tar"), member(1, "b.nt")});
  const auto inner = member_hash(root, "inner.tar", 0, false), b = member_hash(root, "b.nt", 1, false);
  children(inner, {member(0, "c.nt")});
  const auto c = member_hash(inner, "c.nt", 0, false);
  EXPECT_EQ(j().open_children(root, std::nullopt, 10)->size(), 2U);
  EXPECT_EQ(j().open_children(root, 0, 10)->size(), 1U);
  EXPECT_FALSE(fail_it(c).tree_is_finished);
  EXPECT_EQ(j().open_children(root, std::nullopt, 10)->size(), 1U) << "inner rests with all that it holds";
  ASSERT_TRUE(j().begin());
  EXPECT_EQ(j().apply(seed_change(seed, event::crawl_ended)).error().code, errc::illegal_transition);
  ASSERT_TRUE(j().commit());
  EXPECT_EQ(j().unfinished_roots({}, 10)->size(), 1U);
  EXPECT_TRUE(fail_it(b).tree_is_finished);
  EXPECT_TRUE(j().unfinished_roots({}, 10)->empty());
  EXPECT_EQ(j().seeds_crawling()->size(), 1U);
}

TEST_F(apply_to_journal, an_empty_archive_ends_its_tree) {
  const auto root = start(add("http://example.org/a"));
  file_body(root);
  EXPECT_TRUE(children(root, {member(0, "d", member_kind::directory)}).tree_is_finished);
}

TEST_F(apply_to_journal, a_retry_waits_until_its_time_and_opens_a_new_attempt_T04) {
  const auto root = start(add("http://example.org/a"));
  auto c = entry_change(root, event::retry_later, noon + seconds{1});
  fetch_outcome f;
  f.cause = errc::http_timeout;
  f.not_before = noon + seconds{60};
  c.fact = f;
  EXPECT_EQ(now(c).attempt, 2U);
  EXPECT_EQ(j().entry(root)->cause, errc::http_timeout);
  EXPECT_TRUE(j().due_downloads(noon + seconds{59}, 10)->empty());
  EXPECT_EQ(j().due_downloads(noon + seconds{60}, 10)->size(), 1U);
  EXPECT_TRUE(j().due_downloads(noon + seconds{60}, 10, {"example.org:80"})->empty());
  EXPECT_EQ(j().next_due(noon), noon + seconds{60});
  ASSERT_TRUE(j().begin());
  EXPECT_EQ(j().begin_attempt(root, stage::parse, noon).error().code, errc::illegal_transition);
  EXPECT_TRUE(j().begin_attempt(root, stage::fetch, noon + seconds{60}));
  EXPECT_EQ(j().begin_attempt(root, stage::fetch, noon).error().code, errc::illegal_transition);
  ASSERT_TRUE(j().commit());
  EXPECT_TRUE(j().due_downloads(noon + seconds{99}, 10)->empty()) << "a worker holds it";
}

TEST_F(apply_to_journal, the_same_bytes_from_two_sources_are_one_clean_document_L41) {
  const auto a = start(add("http://example.org/a")), b = start(add("http://example.org/b"));
  for (const auto& root : {a, b}) {
    file_body(root);
    leaf(root);
    guess(root);
    parse(root, sha256("clean"));
  }
  EXPECT_EQ(j().entry(a)->clean, j().entry(b)->clean);
}

TEST_F(apply_to_journal, a_lost_worker_counts_as_a_crash_and_the_third_one_is_poison) {
  const auto root = start(add("http://example.org/a"));
  file_body(root);
  for (std::uint32_t crash = 1; crash <= 2; ++crash) {
    claim(root);
    const auto done = now(entry_change(root, event::worker_crashed));
    EXPECT_EQ(done.current, status::filed);
    EXPECT_EQ(done.crashes, crash);
    EXPECT_EQ(done.attempt, crash + 1);
  }
  claim(root);
  auto c = entry_change(root, event::attempts_exhausted);
  c.cause = errc::poison;
  const auto done = now(c);
  EXPECT_EQ(done.current, status::failed);
  EXPECT_EQ(done.crashes, 3U);
  EXPECT_TRUE(done.tree_is_finished);
}

}  // namespace laundromat
