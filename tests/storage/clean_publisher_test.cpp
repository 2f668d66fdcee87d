// Tests of publishing groups of small and large files together with the journal.
// SPDX-License-Identifier: Apache-2.0
#include "storage/stores/clean_publisher.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/base/digest.hpp"
#include "core/codec/compression/block_gzip.hpp"
#include "storage/journal/journal_places.hpp"
#include "tests/read_file.hpp"
#include "tests/storage/crawl_fixture.hpp"
#include "tests/storage/store_files.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

class clean_publisher_test : public crawl_test {
 protected:
  void SetUp() override {
    crawl_test::SetUp();
    store_.emplace(clean_store::at(root() / "clean").value());
    store_->use_segments(data(), open_journal_places(root()).value());
    open();
  }
  void open() { publisher_.emplace(clean_publisher::open(data(), *store_, j(), {1'000}).value()); }
  [[nodiscard]] fs::path root() const { return file().parent_path(); }
  [[nodiscard]] safe_folder data() const { return safe_folder::named(root()).value(); }
  [[nodiscard]] fs::path segment(segment_kind kind, std::uint32_t serial = 1) const {
    return root() / segment_path(kind, serial);
  }

  /// An entry that waits to be parsed.
  record_hash entry(const std::string& uri) {
    const auto download = begin_crawl(add(uri));
    file_body(download);
    leaf(download);
    guess(download);
    claim(download);
    return download;
  }
  parse_outcome washed(const std::string& text) { return washed_text(*store_, text); }
  result<void> publish(parse_outcome& found) {
    std::vector<placed_publication> group;
    add_publications(group, found);
    return publisher_->publish(group);
  }
  /// Publishes and commits the result of an entry.
  void store(const record_hash& entry, parse_outcome found) {
    ASSERT_TRUE(publish(found));
    ASSERT_TRUE(j().begin());
    auto c = entry_change(entry, event::statements_stored, noon);
    c.fact = found;
    ASSERT_TRUE(j().apply(c));
    ASSERT_TRUE(publisher_->save_ends());
    ASSERT_TRUE(j().commit());
    publisher_->commit();
  }

  std::optional<clean_store> store_;
  std::optional<clean_publisher> publisher_;
};

}  // namespace

TEST_F(clean_publisher_test, small_files_go_to_segments_and_leave_no_file_of_their_own) {
  auto found = washed("document");
  found.ledger = {sha256("ledger"), staged_text(*store_, "ledger")};
  found.delta = {sha256("older"), staged_text(*store_, "delta")};
  store(entry("http://example.org/a"), found);
  EXPECT_EQ(content(store_->open(found.clean.hash)), "document");
  EXPECT_EQ(content(store_->open_ledger(found.clean.hash, found.ledger.digest)), "ledger");
  EXPECT_EQ(content(store_->open_delta(found.clean.hash, found.delta.previous)), "delta");
  EXPECT_EQ(files_below(root() / "clean"), 1U);
  EXPECT_EQ(read_file(segment(segment_kind::clean)) + read_file(segment(segment_kind::ledger)) +
                read_file(segment(segment_kind::delta)),
            "documentledgerdelta");
  EXPECT_EQ(reader().clean(found.clean.hash)->place, (segment_place{1, 0, 8}));
  EXPECT_EQ(reader().clean(found.clean.hash)->compressed_bytes, 8U) << "the length of what is stored";
}

TEST_F(clean_publisher_test, large_files_have_files_of_their_own) {
  const std::string text(most_small_file_bytes + 1, 'x');
  auto found = washed(text);
  found.ledger = {sha256("ledger"), staged_text(*store_, "ledger")};
  store(entry("http://example.org/a"), found);
  EXPECT_TRUE(reader().clean(found.clean.hash)->place.is_null());
  EXPECT_EQ(fs::file_size(store_->path_of(found.clean.hash)), text.size());
  EXPECT_EQ(content(store_->open_ledger(found.clean.hash, found.ledger.digest)), "ledger");
  EXPECT_FALSE(fs::exists(segment(segment_kind::clean)));
}

TEST_F(clean_publisher_test, a_small_file_of_a_large_document_has_a_file_of_its_own) {
  auto found = washed("much of the same, well compressed");
  found.clean.content.bytes = most_small_document_bytes + 1;
  store(entry("http://example.org/a"), found);
  EXPECT_TRUE(reader().clean(found.clean.hash)->place.is_null());
  EXPECT_TRUE(fs::exists(store_->path_of(found.clean.hash)));
}

TEST_F(clean_publisher_test, the_same_document_is_stored_once) {
  auto one = washed("document"), other = washed("document");
  std::vector<placed_publication> group{{{one.staged, one.clean.hash}, 8, &one.clean.place},
                                        {{other.staged, other.clean.hash}, 8, &other.clean.place}};
  ASSERT_TRUE(publisher_->publish(group));
  EXPECT_EQ(one.clean.place, other.clean.place);
  publisher_->roll_back();
  store(entry("http://example.org/a"), one);
  store(entry("http://example.org/b"), other);
  EXPECT_EQ(read_file(segment(segment_kind::clean)), "document");
}

TEST_F(clean_publisher_test, a_group_that_was_rolled_back_is_published_again) {
  const auto waiting = entry("http://example.org/a");
  auto small = washed("document"), large = washed(std::string(most_small_file_bytes + 1, 'x'));
  for (int round = 0; round < 2; ++round) {
    ASSERT_TRUE(publish(small));
    ASSERT_TRUE(publish(large)) << "a large file is published already in the second round";
    publisher_->roll_back();
  }
  store(waiting, small);
  EXPECT_EQ(content(store_->open(small.clean.hash)), "document");
}

TEST_F(clean_publisher_test, a_stop_before_the_commit_leaves_nothing_in_segments) {
  store(entry("http://example.org/a"), washed("document"));
  auto lost = washed("never committed");
  ASSERT_TRUE(publish(lost));
  EXPECT_EQ(read_file(segment(segment_kind::clean)), "documentnever committed");
  open();
  EXPECT_EQ(read_file(segment(segment_kind::clean)), "document");
  store(entry("http://example.org/b"), washed("next"));
  EXPECT_EQ(content(store_->open(sha256("next"))), "next");
}

TEST_F(clean_publisher_test, removed_documents_are_not_found_and_are_stored_anew_when_they_come_back) {
  const auto seed = add("http://example.org/a");
  const auto crawl_with = [&](const std::string& text) {
    const auto download = begin_crawl(seed);
    file_body(download);
    leaf(download);
    guess(download);
    claim(download);
    auto found = washed(text);
    found.ledger = {sha256("ledger of " + text), staged_text(*store_, "ledger of " + text)};
    store(download, found);
    end_crawl(seed);
  };
  crawl_with("one");
  crawl_with("two");
  ASSERT_TRUE(j().begin());
  EXPECT_EQ(j().supersede(seed, 1, noon).value(), std::vector{sha256("one")});
  ASSERT_TRUE(j().commit());
  EXPECT_EQ(store_->open(sha256("one")).error().code, errc::not_found);
  EXPECT_EQ(store_->open_ledger(sha256("one"), sha256("ledger of one")).error().code, errc::not_found);
  EXPECT_EQ(content(store_->open(sha256("two"))), "two");
  crawl_with("one");
  EXPECT_EQ(content(store_->open(sha256("one"))), "one");
  EXPECT_EQ(content(store_->open_ledger(sha256("one"), sha256("ledger of one"))), "ledger of one");
  EXPECT_EQ(read_file(segment(segment_kind::clean)), "onetwoone");
}

TEST_F(clean_publisher_test, a_damaged_document_is_written_again_and_an_undamaged_one_is_kept) {
  const auto packed = [](std::string_view text, std::size_t block_bytes) {
    string_sink out;
    block_gzip_sink sink{out, nullptr, block_bytes};
    EXPECT_TRUE(sink.write(text) && sink.finish());
    return out.text;
  };
  const std::string text = "<a:s> <a:p> <a:o> .\n<a:s> <a:p> <a:q> .\n";
  const auto found = [&](std::size_t block_bytes) {
    auto one = washed(packed(text, block_bytes));
    one.clean.hash = sha256(text);
    return one;
  };
  store(entry("http://example.org/a"), found(1));
  const auto first = reader().clean(sha256(text))->place;
  store(entry("http://example.org/b"), found(1'000));
  EXPECT_EQ(reader().clean(sha256(text))->place, first) << "other bytes, the same document";
  auto bytes = read_file(segment(segment_kind::clean));
  bytes[20] = static_cast<char>(bytes[20] ^ 1);
  std::ofstream{segment(segment_kind::clean), std::ios::binary} << bytes;
  store(entry("http://example.org/c"), found(1));
  EXPECT_NE(reader().clean(sha256(text))->place, first);
  EXPECT_EQ(content(store_->open(sha256(text))), packed(text, 1));
}

TEST_F(clean_publisher_test, a_group_may_fill_several_segments) {
  std::vector<parse_outcome> all;
  std::vector<placed_publication> group;
  for (int i = 0; i < 6; ++i) all.push_back(washed(std::string(600, static_cast<char>('a' + i))));
  for (auto& one : all) group.push_back({{one.staged, one.clean.hash}, 600, &one.clean.place});
  std::vector<record_hash> entries;
  for (int i = 0; i < 6; ++i) entries.push_back(entry("http://example.org/" + std::to_string(i)));
  ASSERT_TRUE(publisher_->publish(group));
  ASSERT_TRUE(j().begin());
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto c = entry_change(entries[i], event::statements_stored, noon);
    c.fact = all[i];
    ASSERT_TRUE(j().apply(c));
  }
  ASSERT_TRUE(publisher_->save_ends() && j().commit());
  publisher_->commit();
  EXPECT_EQ(j().segments(segment_kind::clean).value(),
            (std::vector<segment_end>{{1, 1'200}, {2, 1'200}, {3, 1'200}}));
  open();
  for (const auto& one : all) EXPECT_EQ(content(store_->open(one.clean.hash)).size(), 600U);
}

TEST_F(clean_publisher_test, segments_rotate_in_the_middle_of_a_group) {
  for (int i = 0; i < 5; ++i)
    store(entry("http://example.org/" + std::to_string(i)),
          washed(std::string(600, static_cast<char>('a' + i))));
  EXPECT_EQ(j().segments(segment_kind::clean).value(),
            (std::vector<segment_end>{{1, 1'200}, {2, 1'200}, {3, 600}}));
  for (int i = 0; i < 5; ++i)
    EXPECT_EQ(content(store_->open(sha256(std::string(600, static_cast<char>('a' + i))))).size(), 600U);
}

}  // namespace laundromat
