// Common to the tests of the journal: short functions for changes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <filesystem>
#include <string>

#include "storage/journal/journal.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {

inline constexpr timestamp noon = from_ms(1'700'000'000'000);

inline change entry_change(const record_hash& hash, event on, timestamp at = noon) {
  change c;
  c.kind = record_kind::entry;
  c.hash = hash;
  c.on = on;
  c.at = at;
  return c;
}

inline change seed_change(const record_hash& hash, event on, timestamp at = noon) {
  auto c = entry_change(hash, on, at);
  c.kind = record_kind::seed;
  return c;
}

inline archive_member member(std::uint64_t ordinal, std::string path, member_kind kind = member_kind::file) {
  archive_member m;
  m.ordinal = ordinal;
  m.path = std::move(path);
  m.kind = kind;
  m.size_bytes = 10;
  if (kind != member_kind::file) m.skipped = errc::member_skipped;
  return m;
}

/// A journal in a temporary folder.
class journal_test : public testing::Test {
 protected:
  void SetUp() override { reopen(); }

  void reopen() {
    journal_.reset();
    auto opened = journal::open(file(), journal_mode::read_write);
    ASSERT_TRUE(opened) << to_string(opened.error());
    journal_.emplace(std::move(*opened));
  }
  [[nodiscard]] std::filesystem::path file() const { return folder_.path() / "journal.sqlite"; }
  [[nodiscard]] journal& j() { return *journal_; }

  /// Applies one change in its own group.
  committed now(const change& c) {
    applied_.push_back(c);
    EXPECT_TRUE(j().begin());
    auto done = j().apply(c);
    EXPECT_TRUE(done) << (done ? "" : to_string(done.error()));
    EXPECT_TRUE(j().commit());
    return done.value_or(committed{});
  }

  record_hash add(const std::string& uri, std::int32_t priority = 0, seconds interval = seconds{86'400},
                  const std::string& authority = "example.org:80") {
    new_seed s;
    s.request = {uri, interval, priority};
    s.hash = md5(uri);
    s.authority = authority;
    EXPECT_TRUE(j().begin());
    auto added = j().add_seed(s, noon);
    EXPECT_TRUE(added && *added);
    EXPECT_TRUE(j().commit());
    return s.hash;
  }

  record_hash start(const record_hash& seed, timestamp at = noon) {
    auto c = seed_change(seed, event::came_due, at);
    const auto download = download_hash(seed, at);
    c.fact = download_fact{download};
    now(c);
    return download;
  }

  std::string final_uri = "http://example.org/final";  ///< of the next bodies
  std::string hop_uri = "http://example.org/";         ///< that the next requests ask for

  committed file_body(const record_hash& download) {
    auto c = entry_change(download, event::body_stored, noon + seconds{2});
    fetch_outcome f;
    f.raw_path = "_org/org.example/x+1";
    f.final_uri = final_uri;
    f.media_type = "text/turtle";
    f.charset = "utf-8";
    f.wire = {newline_style::lf, 42, 40, 3, sha256("body")};
    f.begun = noon;
    f.ended = noon + seconds{1};
    http_hop hop;
    hop.uri = hop_uri;
    hop.status = "200";
    hop.version_major = hop.version_minor = 1;
    hop.headers = {{"Content-Type", "text/turtle"}, {"ETag", "\"a:b\""}};
    hop.begun = noon;
    hop.walltime = std::chrono::microseconds{1234};
    hop.wire_bytes = 42;
    hop.address = "192.0.2.1";
    f.hops = {hop};
    c.fact = f;
    return now(c);
  }

  committed claim(const record_hash& entry) { return now(entry_change(entry, event::claimed)); }

  committed leaf(const record_hash& entry) {
    claim(entry);
    auto c = entry_change(entry, event::leaf_found);
    unpack_outcome u;
    u.encoding = "UTF-8";
    u.encodings = {{evidence_kind::encoding, "bom", "UTF-8", 1, true, ""}};
    c.fact = u;
    return now(c);
  }

  committed children(const record_hash& entry, std::vector<archive_member> members) {
    claim(entry);
    auto c = entry_change(entry, event::children_found);
    unpack_outcome u;
    u.archive = layer_kind::tar_member;
    u.content.chain = {{layer_kind::gzip, 0}};
    u.members = std::move(members);
    u.spent_bytes = 100;
    c.fact = u;
    return now(c);
  }

  committed guess(const record_hash& entry, rdf_format format = rdf_format::turtle) {
    claim(entry);
    auto c = entry_change(entry, event::format_found);
    guess_outcome g;
    g.format = format;
    g.formats = {{evidence_kind::format, "content", "turtle", 1, true, "3 statements"}};
    c.fact = g;
    return now(c);
  }

  committed parse(const record_hash& entry, const content_digest& clean, const content_digest& ledger = {}) {
    claim(entry);
    auto c = entry_change(entry, event::statements_stored);
    parse_outcome p;
    p.clean.hash = clean;
    p.clean.statements = 7;
    p.clean.quads = 1;
    p.clean.content = {newline_style::lf, 700, 690, 7, clean};
    p.clean.compressed_bytes = 99;
    p.clean.written = noon;
    p.read = 9;
    p.duplicates = 2;
    p.decoded = {newline_style::crlf, 42, 40, 3, sha256("decoded")};
    p.defects = {{errc::bad_iri, 5, 3, 2, 1, "a space in an IRI", treatment::repair, "\xFF x", "%20"}};
    p.spans = {30, 2, 10};
    p.ledger.digest = ledger;
    p.defect_counts = {{errc::bad_iri, 12}};
    c.fact = p;
    return now(c);
  }

  committed fail_it(const record_hash& entry) {
    claim(entry);
    auto c = entry_change(entry, event::failed_for_good);
    c.cause = errc::archive_damaged;
    c.detail = "broken";
    return now(c);
  }

  /// A crawl of `http://example.org/{number}` that was stored, unpacked and guessed.
  record_hash guessed_crawl(int number) {
    const auto root = start(add("http://example.org/" + std::to_string(number)));
    file_body(root);
    leaf(root);
    guess(root);
    return root;
  }

  /// As `guessed_crawl`, and parsed.
  void parsed_crawl(int number) {
    parse(guessed_crawl(number), sha256("clean " + std::to_string(number)), sha256("ledger"));
  }

  [[nodiscard]] status current(const record_hash& entry) {
    auto e = j().entry(entry);
    return e ? e->current : status::none;
  }

  temporary_folder folder_;
  std::vector<change> applied_;  ///< by `now`
  std::optional<journal> journal_;
};

}  // namespace laundromat
