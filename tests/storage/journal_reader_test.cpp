// Tests of the journal queries for the command line.
// SPDX-License-Identifier: Apache-2.0
#include "storage/journal/journal_reader.hpp"

#include <algorithm>
#include <map>

#include "storage/journal/host_wait.hpp"
#include "storage/journal/sqlite.hpp"
#include "storage/journal/steering_store.hpp"
#include "tests/storage/journal_fixture.hpp"

namespace laundromat {

class reading : public journal_test {
 protected:
  [[nodiscard]] journal_reader reader() { return journal_reader{j()}; }
  record_hash wash(const std::string& uri, const content_digest& clean) {
    const auto root = start(add(uri));
    file_body(root);
    leaf(root);
    guess(root);
    parse(root, clean);
    return root;
  }
};

TEST_F(reading, counts_by_kind_status_and_cause) {
  wash("http://example.org/a", sha256("a"));
  const auto b = start(add("http://example.org/b"));
  file_body(b);
  fail_it(b);
  const auto rows = reader().counts();
  ASSERT_TRUE(rows);
  const auto count = [&](record_kind kind, status s, errc cause) {
    for (const auto& r : *rows)
      if (r.kind == kind && r.current == s && r.cause == cause) return r.count;
    return std::uint64_t{0};
  };
  EXPECT_EQ(count(record_kind::seed, status::downloading, errc::ok), 2U);
  EXPECT_EQ(count(record_kind::entry, status::parsed, errc::ok), 1U);
  EXPECT_EQ(count(record_kind::entry, status::failed, errc::archive_damaged), 1U);
  EXPECT_EQ(count(record_kind::clean, status::cleaned, errc::ok), 1U);
}

TEST_F(reading, relative_seeds_are_counted_L18) {
  add("http://example.org/a");
  ASSERT_TRUE(j().begin());
  for (const std::string uri : {"a.nt", "b.nt"}) {
    new_seed s;
    s.request.uri = uri;
    s.hash = md5(uri);
    s.relative = true;
    ASSERT_TRUE(j().add_seed(s, noon));
  }
  ASSERT_TRUE(j().commit());
  EXPECT_EQ(reader().relative_seeds(), 2U);
}

TEST_F(reading, lists_documents_with_size_source_and_all_defects) {
  const auto a = wash("http://example.org/a", sha256("a"));
  wash("http://example.org/b", sha256("b"));
  const auto failed = start(add("http://other.org/c", 0, seconds{1}, "other.org:80"));
  file_body(failed);
  fail_it(failed);
  const auto rows = reader().documents({}, 10);
  ASSERT_TRUE(rows);
  ASSERT_EQ(rows->size(), 2U);
  EXPECT_EQ(rows->front().entry, a);
  EXPECT_EQ(rows->front().clean, sha256("a"));
  EXPECT_EQ(rows->front().statements, 7U);
  EXPECT_EQ(rows->front().bytes, 700U);
  EXPECT_EQ(rows->front().format, rdf_format::turtle);
  EXPECT_EQ(rows->front().uri, "http://example.org/a");
  EXPECT_EQ(rows->front().defects, 12U) << "the count, not the one row that is kept";
  EXPECT_EQ(reader().documents({}, 10, a)->size(), 1U);
  EXPECT_EQ(reader().documents({}, 1)->size(), 1U);
  document_filter filter;
  filter.current.reset();
  EXPECT_EQ(reader().documents(filter, 10)->size(), 3U);
  filter.authority = "other.org:80";
  EXPECT_EQ(reader().documents(filter, 10)->size(), 1U);
  filter = {};
  filter.format = rdf_format::json_ld;
  EXPECT_TRUE(reader().documents(filter, 10)->empty());
}

TEST_F(reading, a_record_is_found_by_a_prefix_of_its_hash) {
  const auto root = wash("http://example.org/a", sha256("clean"));
  for (std::size_t digits = 4; digits <= 32; ++digits) {
    const auto found = reader().find(root.hex().substr(0, digits));
    ASSERT_TRUE(found) << digits;
    EXPECT_EQ(found->kind, record_kind::entry);
    EXPECT_EQ(found->record, root);
  }
  EXPECT_EQ(reader().find(sha256("clean").hex())->clean, sha256("clean"));
  EXPECT_EQ(reader().find(md5("http://example.org/a").hex())->kind, record_kind::seed);
  EXPECT_EQ(reader().find("abc").error().code, errc::invalid_argument);
  EXPECT_EQ(reader().find("wxyz").error().code, errc::invalid_argument);
  EXPECT_EQ(reader().find(md5("nothing").hex()).error().code, errc::not_found);
}

TEST_F(reading, an_ambiguous_hash_lists_the_candidates) {
  const auto a = *record_hash::from_hex("abcd1000000000000000000000000000"),
             b = *record_hash::from_hex("abcd2000000000000000000000000000");
  ASSERT_TRUE(j().begin());
  for (const auto& hash : {a, b}) {
    new_seed s;
    s.request.uri = hash.hex();
    s.hash = hash;
    ASSERT_TRUE(j().add_seed(s, noon));
  }
  ASSERT_TRUE(j().commit());
  const auto found = reader().find("ABCD");
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, errc::invalid_argument);
  EXPECT_NE(found.error().detail.find(a.hex()), std::string::npos);
  EXPECT_NE(found.error().detail.find(b.hex()), std::string::npos);
  EXPECT_EQ(reader().find("abcd1")->record, a);
}

TEST_F(reading, the_history_lists_every_transition_in_order) {
  const auto root = wash("http://example.org/a", sha256("clean"));
  const auto rows = reader().history({record_kind::entry, root, {}});
  ASSERT_TRUE(rows);
  std::vector<event> events;
  for (const auto& r : *rows) events.push_back(r.change.on);
  EXPECT_EQ(events,
            (std::vector{event::download_begun, event::body_stored, event::claimed, event::leaf_found,
                         event::claimed, event::format_found, event::claimed, event::statements_stored}));
  EXPECT_EQ(reader().history({record_kind::seed, md5("http://example.org/a"), {}})->size(), 2U);
  const auto clean = reader().history({record_kind::clean, {}, sha256("clean")});
  ASSERT_EQ(clean->size(), 1U);
  EXPECT_EQ(clean->front().change.on, event::written);
  EXPECT_EQ(clean->front().change.to, status::cleaned);
  EXPECT_EQ(reader().history({record_kind::entry, md5("x"), {}}).error().code, errc::not_found);
}

TEST_F(reading, an_attempt_that_ended_before_its_request_has_time_cause_and_detail_T04) {
  const auto root = start(add("http://example.org/a"));
  for (int minute = 1; minute <= 3; ++minute) {
    auto c = entry_change(root, minute < 3 ? event::retry_later : event::failed_for_good,
                          noon + seconds{60 * minute});
    fetch_outcome f;
    f.on = c.on;
    f.cause = errc::host_not_found;
    f.detail = "try " + std::to_string(minute);
    f.begun = f.ended = c.at;
    c.fact = f;
    now(c);
  }
  const auto rows = reader().attempts(root);
  ASSERT_TRUE(rows);
  ASSERT_EQ(rows->size(), 3U);
  for (std::size_t i = 0; i < 3; ++i) {
    const auto& row = (*rows)[i];
    EXPECT_EQ(row.of, stage::fetch);
    EXPECT_EQ(row.attempt, i + 1);
    EXPECT_EQ(row.begun, i == 0 ? noon : noon + seconds{60 * static_cast<int>(i + 1)});
    EXPECT_EQ(row.ended, noon + seconds{60 * static_cast<int>(i + 1)});
    EXPECT_EQ(row.code, errc::host_not_found);
    EXPECT_EQ(row.description, "try " + std::to_string(i + 1));
  }
  EXPECT_EQ(j().entry(root)->current, status::failed);
}

TEST_F(reading, a_delayed_download_has_no_attempt) {
  const auto root = start(add("http://example.org/a"));
  for (int i = 1; i <= 3; ++i) {
    auto c = entry_change(root, event::put_off, noon + seconds{i});
    fetch_outcome f;
    f.on = c.on;
    f.cause = errc::asked_to_wait;
    f.detail = "http_status 503, Retry-After: 60 s";
    f.not_before = noon + seconds{60 * i};
    c.fact = f;
    EXPECT_EQ(now(c).attempt, 1U);
    EXPECT_EQ(j().entry(root)->not_before, noon + seconds{60 * i});
    EXPECT_TRUE(reader().attempts(root)->empty());
  }
  EXPECT_EQ(j().due_downloads(noon + seconds{180}, 10)->size(), 1U);
  EXPECT_EQ(reader().history({record_kind::entry, root, {}})->size(), 4U) << "the history has it all";
  ASSERT_TRUE(j().begin());
  EXPECT_TRUE(j().begin_attempt(root, stage::fetch, noon + seconds{180}));
  ASSERT_TRUE(j().commit());
  EXPECT_EQ(reader().attempts(root)->size(), 1U);
}

TEST_F(reading, a_download_of_a_paused_seed_is_not_due_when_its_time_has_come_R218) {
  const auto seed = add("http://example.org/a");
  auto c = entry_change(start(seed), event::put_off, noon + seconds{1});
  fetch_outcome f;
  f.on = c.on;
  f.cause = errc::paused;
  f.not_before = noon + seconds{60};
  c.fact = f;
  (void)now(c);
  EXPECT_EQ(reader().pending(noon + seconds{90})->next, noon + seconds{90});
  const auto rule = make_rule(steering_kind::pause_seed, seed.hex(), "", noon).value();
  ASSERT_TRUE(steering_store{j()}.add(rule));
  const auto left = reader().pending(noon + seconds{90}).value();
  EXPECT_EQ(left.waiting, 1U);
  EXPECT_FALSE(left.next) << "only `resume` makes it due";
}

TEST_F(reading, hosts_with_pauses_are_listed_with_cause_detail_and_time) {
  const auto in = [](int s) { return noon + seconds{s}; };
  const std::string asked = "http_status 503, Retry-After: 3600 s",
                    dead = "5 failures in a row, the last one tls_failed";
  ASSERT_TRUE(j().begin());
  ASSERT_TRUE(j().save_host({"busy:80", in(3'600), {}, 0, noon, errc::asked_to_wait, asked, ""}));
  ASSERT_TRUE(j().save_host({"dead:80", in(1), in(1'800), 5, noon, errc::ok, dead, ""}));
  ASSERT_TRUE(j().save_host({"usual:80", in(1), {}, 0, noon, errc::ok, "", ""}));
  ASSERT_TRUE(j().save_host({"over:80", in(-1), in(-1), 5, noon, errc::asked_to_wait, asked, ""}));
  ASSERT_TRUE(
      j().save_robots({"expired:80", noon, in(300), "tls_failed: certificate expired on 2015-04-12", ""}));
  ASSERT_TRUE(j().save_robots({"broken:80", noon, in(200), "503", ""}));
  for (const auto* fine : {"200", "404", "too_many_redirects"})
    ASSERT_TRUE(j().save_robots({fine, noon, in(86'400), fine, ""}));
  ASSERT_TRUE(j().commit());
  const auto found = reader().waiting_hosts(noon);
  ASSERT_TRUE(found);
  EXPECT_EQ(*found,
            (std::vector<waiting_host>{{"busy:80", errc::asked_to_wait, asked, in(3'600)},
                                       {"dead:80", errc::host_suspended, dead, in(1'800)},
                                       {"expired:80", errc::robots_unreachable,
                                        "tls_failed: certificate expired on 2015-04-12", in(300)},
                                       {"broken:80", errc::robots_unreachable, "http_status 503", in(200)}}));
  EXPECT_TRUE(reader().waiting_hosts(in(86'400))->empty());
}

TEST_F(reading, a_host_waits_for_the_later_of_its_pause_and_its_robots_txt_R222) {
  const auto in = [](int s) { return noon + seconds{s}; };
  const std::string asked = "http_status 503, Retry-After: 60 s";
  ASSERT_TRUE(j().begin());
  for (const auto& [name, robots_until] : {std::pair{"host:80", 30}, {"same:80", 60}, {"robots:80", 300}}) {
    ASSERT_TRUE(j().save_host({name, in(60), {}, 0, noon, errc::asked_to_wait, asked, ""}));
    ASSERT_TRUE(j().save_robots({name, noon, in(robots_until), "503", ""}));
  }
  stored_robots forgiven{"old:80", noon, in(3'600), "503", ""};
  forgiven.failing_since = noon - std::chrono::days{30};
  ASSERT_TRUE(j().save_robots(forgiven));
  ASSERT_TRUE(j().commit());
  const std::vector<waiting_host> expected{
      {"robots:80", errc::robots_unreachable, "http_status 503", in(300)},
      {"host:80", errc::asked_to_wait, asked, in(60)},
      {"same:80", errc::asked_to_wait, asked, in(60)}};
  EXPECT_EQ(*reader().waiting_hosts(noon), expected);
  for (const auto& one : expected)
    EXPECT_EQ(wait_of(**j().host(one.authority), **j().robots(one.authority), noon), one);
  EXPECT_FALSE(wait_of({}, forgiven, noon)) << "after a month a missing file";
}

TEST_F(reading, failures_of_http_are_counted_by_their_status) {
  const char* statuses[] = {"404", "404", "500", "Gone fishing", "4044"};
  for (std::size_t i = 0; i < 5; ++i) {
    const auto root = start(add("http://example.org/" + std::to_string(i)));
    auto c = entry_change(root, event::failed_for_good);
    c.cause = errc::http_status;
    c.detail = statuses[i];
    now(c);
  }
  auto c = entry_change(start(add("http://example.org/tls")), event::failed_for_good);
  c.cause = errc::tls_failed;
  c.detail = "404";
  now(c);
  std::map<std::string, std::uint64_t> counted;
  const auto counts = reader().counts().value();
  for (const auto& row : counts)
    if (row.current == status::failed)
      counted[std::string{to_string(row.cause)} + ' ' + row.http_status] += row.count;
  EXPECT_EQ(counted,
            (std::map<std::string, std::uint64_t>{
                {"http_status 404", 2}, {"http_status 500", 1}, {"http_status ", 2}, {"tls_failed ", 1}}));
}

TEST_F(reading, all_attempts_are_kept_with_code_and_description_T04) {
  const auto root = start(add("http://example.org/a"));
  auto c = entry_change(root, event::retry_later, noon + seconds{1});
  c.cause = errc::http_timeout;
  c.detail = "nothing for 60 s";
  now(c);
  ASSERT_TRUE(j().begin());
  ASSERT_TRUE(j().begin_attempt(root, stage::fetch, noon + seconds{9}));
  ASSERT_TRUE(j().commit());
  file_body(root);
  claim(root);
  const auto rows = reader().attempts(root);
  ASSERT_TRUE(rows);
  ASSERT_EQ(rows->size(), 3U);
  EXPECT_EQ((*rows)[0].of, stage::fetch);
  EXPECT_EQ((*rows)[0].begun, noon);
  EXPECT_EQ((*rows)[0].ended, noon + seconds{1});
  EXPECT_EQ((*rows)[0].code, errc::http_timeout);
  EXPECT_EQ((*rows)[0].description, "nothing for 60 s");
  EXPECT_EQ((*rows)[1].attempt, 2U);
  EXPECT_EQ((*rows)[1].code, errc::ok);
  EXPECT_EQ((*rows)[1].description, "body_stored");
  EXPECT_EQ((*rows)[2].of, stage::unpack);
  EXPECT_EQ((*rows)[2].ended, std::nullopt);
}

TEST_F(reading, hops_contents_and_evidence_are_read_as_written_L23_L24) {
  const auto root = wash("http://example.org/a", sha256("clean"));
  const auto hops = reader().hops(root);
  ASSERT_TRUE(hops);
  ASSERT_EQ(hops->size(), 1U);
  EXPECT_EQ(hops->front().uri, "http://example.org/");
  EXPECT_EQ(hops->front().status, "200");
  EXPECT_EQ(hops->front().walltime.count(), 1234);
  ASSERT_EQ(hops->front().headers.size(), 2U);
  EXPECT_EQ(hops->front().headers[1].name, "ETag");
  EXPECT_EQ(hops->front().headers[1].value, "\"a:b\"");
  const auto contents = reader().contents({record_kind::entry, root, {}});
  ASSERT_EQ(contents->size(), 2U);
  EXPECT_EQ((*contents)[0].taken, content_row::place::wire);
  EXPECT_EQ((*contents)[0].meta, (content_meta{newline_style::lf, 42, 40, 3, sha256("body")}));
  EXPECT_EQ((*contents)[1].taken, content_row::place::decoded);
  EXPECT_EQ(reader().contents({record_kind::clean, {}, sha256("clean")})->front().meta.bytes, 700U);
  const auto evidence = reader().evidence_of(root);
  ASSERT_EQ(evidence->size(), 2U);
  EXPECT_EQ((*evidence)[0].source, "bom");
  EXPECT_TRUE((*evidence)[1].chosen);
}

TEST_F(reading, a_line_break_in_a_header_makes_no_second_header) {
  const auto root = start(add("http://example.org/a"));
  auto c = entry_change(root, event::failed_for_good);
  fetch_outcome f;
  f.hops.resize(1);
  f.hops[0].headers = {{"X", "a\r\nSet-Cookie: b"}, {"Empty", ""}};
  c.fact = f;
  now(c);
  const auto hops = reader().hops(root);
  ASSERT_EQ(hops->front().headers.size(), 2U);
  EXPECT_EQ(hops->front().headers[0].value, "a  Set-Cookie: b");
  EXPECT_EQ(hops->front().headers[1].value, "");
}

TEST_F(reading, clean_links_work_in_both_directions_L41) {
  const auto a = wash("http://example.org/a", sha256("clean")),
             b = wash("http://example.org/b", sha256("clean"));
  const auto sources = reader().sources(sha256("clean"));
  ASSERT_TRUE(sources);
  ASSERT_EQ(sources->size(), 2U);
  EXPECT_EQ((*sources)[0].entry, a);
  EXPECT_EQ((*sources)[1].entry, b);
  EXPECT_EQ((*sources)[0].read, 9U);
  EXPECT_EQ((*sources)[0].duplicates, 2U);
  EXPECT_EQ(j().entry(b)->clean, sha256("clean"));
  EXPECT_EQ(reader().clean(sha256("clean"))->statements, 7U);
  EXPECT_EQ(reader().clean(sha256("clean"))->content.digest, sha256("clean"));
  EXPECT_EQ(*reader().all_clean(), std::vector{sha256("clean")});
  EXPECT_EQ(reader().downloads(md5("http://example.org/a"), 10)->front().hash, a);
}

TEST_F(reading, defects_have_position_and_count) {
  const auto root = wash("http://example.org/a", sha256("clean"));
  const auto rows = reader().defects(root, 10);
  ASSERT_EQ(rows->size(), 1U);
  EXPECT_EQ(rows->front().found_by, stage::parse);
  EXPECT_EQ(rows->front().found,
            (defect{errc::bad_iri, 5, 3, 2, 1, "a space in an IRI", treatment::repair, "\xFF x", "%20"}));
  EXPECT_EQ(reader().spans(root).value(), (span_sums{30, 2, 10}));
  ASSERT_EQ(reader().defect_counts(root)->size(), 1U);
  EXPECT_EQ(reader().defect_counts(root)->front().counted, (defect_count{errc::bad_iri, 12}));
}

TEST_F(reading, a_ledger_replaces_the_rows_but_not_the_counts) {
  const auto root = start(add("http://example.org/a"));
  file_body(root);
  leaf(root);
  guess(root);
  EXPECT_TRUE(reader().ledger(root)->is_null());
  parse(root, sha256("clean"), sha256("ledger"));
  EXPECT_EQ(reader().ledger(root).value(), sha256("ledger"));
  EXPECT_TRUE(reader().defects(root, 10)->empty());
  EXPECT_EQ(reader().defect_counts(root)->front().counted, (defect_count{errc::bad_iri, 12}));
}

TEST_F(reading, an_archive_shows_its_complete_listing_and_its_children_L29) {
  const auto root = start(add("http://example.org/a"));
  file_body(root);
  children(root,
           {member(0, "d", member_kind::directory), member(1, std::string{"\xff\0x", 3}), member(2, "b")});
  const auto members = reader().members(root, std::nullopt, 10);
  ASSERT_EQ(members->size(), 3U);
  EXPECT_EQ((*members)[0].kind, member_kind::directory);
  EXPECT_EQ((*members)[0].skipped, errc::member_skipped);
  EXPECT_EQ((*members)[1].path, (std::string{"\xff\0x", 3}));
  EXPECT_EQ(reader().members(root, 1, 10)->size(), 1U);
  const auto found = reader().children(root, std::nullopt, 10);
  ASSERT_EQ(found->size(), 2U);
  EXPECT_EQ((*found)[0].path, (std::string{"\xff\0x", 3}));
}

TEST_F(reading, a_document_that_is_not_rdf_keeps_its_first_characters) {
  const auto root = start(add("http://example.org/a"));
  file_body(root);
  leaf(root);
  claim(root);
  auto c = entry_change(root, event::not_rdf);
  guess_outcome g;
  g.head = "%PDF-1.4";
  c.fact = g;
  EXPECT_TRUE(now(c).tree_is_finished);
  EXPECT_EQ(reader().head(root), "%PDF-1.4");
  EXPECT_EQ(j().entry(root)->cause, errc::non_rdf_format);
}

TEST_F(reading, the_last_body_of_a_seed_is_that_of_its_newest_download_with_a_body) {
  const auto seed = add("http://example.org/a");
  EXPECT_EQ(*reader().last_body(seed), std::nullopt);
  const auto root = start(seed);
  file_body(root);
  fail_it(root);
  now(seed_change(seed, event::crawl_ended));
  const auto again = start(seed, noon + seconds{99});
  now(entry_change(again, event::not_modified));
  const auto body = reader().last_body(seed);
  ASSERT_TRUE(body && *body);
  EXPECT_EQ((*body)->download.hash, root);
  EXPECT_EQ((*body)->wire.digest, sha256("body"));
  EXPECT_EQ((*body)->last_hop.headers.size(), 2U);
}

TEST_F(reading, a_seed_has_its_uri_its_times_its_interval_and_its_downloads_L10) {
  const auto seed = add("http://example.org/a", 3, seconds{50});
  const auto first = start(seed, noon + seconds{1});
  file_body(first);
  fail_it(first);
  now(seed_change(seed, event::crawl_ended, noon + seconds{9}));
  const auto second = start(seed, noon + seconds{99});
  const auto found = j().seed(seed);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->uri, "http://example.org/a");
  EXPECT_FALSE(found->relative);
  EXPECT_EQ(found->added, noon);
  EXPECT_EQ(found->processed, noon + seconds{9});
  EXPECT_EQ(found->interval, seconds{50});
  EXPECT_EQ(found->priority, 3);
  const auto downloads = reader().downloads(seed, 10);
  ASSERT_EQ(downloads->size(), 2U);
  EXPECT_EQ((*downloads)[0].hash, second);
  EXPECT_EQ((*downloads)[1].hash, first);
}

/// Of 21,000 seeds, crawled in the opposite order, every tenth is of the first host, and the last 500 documents are of the second one, too.
constexpr const char* two_hosts = R"sql(
PRAGMA foreign_keys = OFF;
INSERT INTO authorities (id, name) VALUES (1, 'often.example:80'), (2, 'late.example:80'), (3, 'other.example:80');
INSERT INTO cleans (id, hash, statements, quads, newline, bytes, chars, lines, compressed_bytes, written_ms, identity_kind, segment,
    segment_offset) VALUES (1, zeroblob(32), 1, 0, 1, 9, 9, 1, 9, 0, 1, 0, 0);
INSERT INTO seeds (id, hash, uri, authority, relative, status, added_ms, interval_s, priority, crawls, present, document)
  WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 21000)
  SELECT i, randomblob(16), 'u', CASE WHEN i <= 500 THEN 2 WHEN i % 10 = 0 THEN 1 ELSE 3 END, 0, 1, 1, 1, 0, 1, 21001 - i, 21001 - i FROM n;
INSERT INTO entries (id, hash, seed, status, attempt, open, begun_ms, clean)
  SELECT document, randomblob(16), id, 10, 1, 0, 1, 1 FROM seeds;
)sql";

TEST_F(reading, a_page_of_a_host_is_the_beginning_of_its_whole_list) {
  database::open(file(), database_access::read_write).execute(two_hosts);
  const auto list = [&](const std::string& host, std::size_t limit) {
    document_filter filter;
    filter.authority = host;
    std::vector<record_hash> all;
    EXPECT_TRUE(reader().each_document(filter, {}, limit, [&](const document_row& row) {
      all.push_back(row.entry);
      return true;
    }));
    return all;
  };
  for (const std::string host : {"often.example", "often.example:80", "late.example"}) {
    const auto whole = list(host, 1'000'000), page = list(host, 100);
    ASSERT_GE(whole.size(), 500U);
    EXPECT_EQ(page, std::vector(whole.begin(), whole.begin() + 100)) << host;
  }
}

TEST_F(reading, works_on_a_journal_opened_to_read) {
  const auto root = wash("http://example.org/a", sha256("clean"));
  auto other = journal::open(file(), journal_mode::read_only);
  ASSERT_TRUE(other);
  EXPECT_EQ(journal_reader{*other}.history({record_kind::entry, root, {}})->size(), 8U);
  EXPECT_EQ(journal_reader{*other}.find(root.hex())->record, root);
}

}  // namespace laundromat
