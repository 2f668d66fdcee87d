// Tests of rewriting segments of documents: what is kept, what a stop leaves, and what readers see meanwhile.
// SPDX-License-Identifier: Apache-2.0
#include "storage/compaction/segment_compactor.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <functional>
#include <map>

#include "core/base/digest.hpp"
#include "core/base/machine_fault.hpp"
#include "storage/journal/journal_places.hpp"
#include "storage/segments/segment_check.hpp"
#include "tests/app/small_disk.hpp"
#include "tests/read_file.hpp"
#include "tests/storage/crawl_fixture.hpp"
#include "tests/storage/store_files.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

constexpr std::uint64_t tiny_segment_bytes = 100;

/// Calls a function before each sync, and may fail it.
class watched_disk final : public disk_sync {
 public:
  result<void> file(int fd, const fs::path& path) const override {
    at_sync();
    return posix_sync().file(fd, path);
  }
  result<void> folder(int fd, const fs::path& path) const override {
    at_sync();
    return posix_sync().folder(fd, path);
  }
  result<void> file_system(int fd, const fs::path& path) const override {
    at_sync();
    return posix_sync().file_system(fd, path);
  }
  std::function<void()> at_sync = [] {};
};

class segment_compactor_test : public crawl_test {
 protected:
  void SetUp() override {
    crawl_test::SetUp();
    seed_ = add("http://example.org/a");
    store_.emplace(clean_store::at(root() / "clean").value());
    store_->use_segments(data(), open_journal_places(root()).value());
    open_publisher();
  }
  void open_publisher() {
    publisher_.emplace(clean_publisher::open(data(), *store_, j(), {tiny_segment_bytes}, disk_).value());
  }
  [[nodiscard]] fs::path root() const { return file().parent_path(); }
  [[nodiscard]] safe_folder data() const { return safe_folder::named(root()).value(); }
  [[nodiscard]] fs::path segment(segment_kind kind, std::uint32_t serial) const {
    return root() / segment_path(kind, serial);
  }

  /// One crawl of the seed with this document, its ledger and a delta.
  void crawl_with(const std::string& text) {
    const auto download = begin_crawl(seed_);
    file_body(download), leaf(download), guess(download), claim(download);
    auto c = entry_change(download, event::statements_stored, noon);
    auto found = washed_text(*store_, text);
    found.ledger = {sha256("ledger of " + text), staged_text(*store_, "ledger of " + text)};
    found.delta = {last_, staged_text(*store_, "delta to " + text)};
    std::vector<placed_publication> group;
    add_publications(group, found);
    ASSERT_TRUE(publisher_->publish(group));
    ASSERT_TRUE(j().begin());
    c.fact = found;
    ASSERT_TRUE(j().apply(c));
    ASSERT_TRUE(publisher_->save_ends());
    ASSERT_TRUE(j().commit());
    publisher_->commit();
    end_crawl(seed_);
    deltas_[text] = last_;
    last_ = found.clean.hash;
  }
  /// Removes documents of the eight crawls before the newest ones.
  void remove_old(std::uint32_t versions) {
    for (bool is_done = false; !is_done;) {
      ASSERT_TRUE(j().begin());
      const auto gone = j().supersede(seed_, versions, noon);
      ASSERT_TRUE(gone && j().commit());
      is_done = gone->empty();
      for (const auto& clean : *gone)
        std::erase_if(deltas_, [&](const auto& one) { return sha256(one.first) == clean; });
    }
  }
  static std::string text_of(int i) { return "document " + std::to_string(1'000 + i) + " with some text"; }
  void crawl_many(int count) {
    for (int i = 0; i < count; ++i) crawl_with(text_of(i));
  }
  /// The documents of the journal, their ledgers and their deltas, can be read.
  void expect_all(const clean_store& store) const {
    for (const auto& [text, previous] : deltas_) {
      EXPECT_EQ(content(store.open(sha256(text))), text);
      EXPECT_EQ(content(store.open_ledger(sha256(text), sha256("ledger of " + text))), "ledger of " + text);
      EXPECT_EQ(content(store.open_delta(sha256(text), previous)), "delta to " + text);
    }
  }
  std::vector<compacted_segment> compact(compaction_rule rule = {}) {
    segment_compactor compactor{data(), j(), &*publisher_, rule};
    compactor.begin();
    for (result<bool> more = true; more && *more;) more = compactor.step();
    return compactor.segments();
  }
  void expect_no_strangers() {
    for (const auto kind : {segment_kind::clean, segment_kind::ledger, segment_kind::delta}) {
      const auto found = check_segments(data(), kind, j().segments(kind).value()).value();
      EXPECT_TRUE(found.problems.empty());
      EXPECT_EQ(found.unknown, std::vector<fs::path>{});
    }
  }

  record_hash seed_;
  content_digest last_ = sha256("none");
  std::map<std::string, content_digest> deltas_;
  watched_disk disk_;
  std::optional<clean_store> store_;
  std::optional<clean_publisher> publisher_;
};

std::uint64_t rewritten(const std::vector<compacted_segment>& all, segment_kind kind) {
  return static_cast<std::uint64_t>(
      std::ranges::count_if(all, [&](const auto& one) { return one.use.kind == kind && one.is_rewritten; }));
}

}  // namespace

TEST(segment_use, a_segment_is_rewritten_when_less_than_the_share_lives) {
  const segment_use half{segment_kind::clean, {1, 100}, 50, 5}, less{segment_kind::clean, {1, 100}, 49, 5};
  EXPECT_FALSE(is_worth_rewriting(half, {}, false));
  EXPECT_TRUE(is_worth_rewriting(less, {}, false));
  EXPECT_FALSE(is_worth_rewriting(less, {}, true));
  EXPECT_TRUE(is_worth_rewriting(less, {50, true}, true));
  EXPECT_TRUE(is_worth_rewriting(half, {100}, false));
  EXPECT_FALSE(is_worth_rewriting({segment_kind::clean, {1, 100}, 100, 5}, {100}, false));
  EXPECT_TRUE(is_worth_rewriting({segment_kind::clean, {1, 100}, 100, 5}, {compaction_rule::every}, false));
  EXPECT_FALSE(is_worth_rewriting({segment_kind::clean, {1, 0}, 0, 0}, {100, true}, false));
}

TEST_F(segment_compactor_test, what_is_dead_is_dropped_and_what_lives_is_found) {
  for (int i = 0; i < 20; ++i) crawl_with(text_of(i)), remove_old(2);
  const auto before = files_below(root() / "clean/segments");
  const auto all = compact();
  EXPECT_GT(before, 3U);
  EXPECT_GE(rewritten(all, segment_kind::clean), before - 2);
  EXPECT_GT(rewritten(all, segment_kind::ledger), 0U);
  EXPECT_EQ(rewritten(all, segment_kind::delta), 0U) << "deltas outlive documents";
  for (const auto& one : all) {
    EXPECT_EQ(fs::exists(root() / one.file), !one.is_rewritten) << one.file;
    EXPECT_FALSE(one.fault);
  }
  EXPECT_EQ(deltas_.size(), 2U);
  expect_all(*store_);
  expect_no_strangers();
  for (const auto& one : compact()) EXPECT_FALSE(one.is_chosen) << "nothing is left to do";
  crawl_with("after");
  expect_all(*store_);
}

TEST_F(segment_compactor_test, the_last_segment_is_rewritten_only_when_nothing_else_appends) {
  crawl_many(2);
  remove_old(1);
  EXPECT_EQ(rewritten(compact({100, false}), segment_kind::clean), 0U);
  EXPECT_EQ(rewritten(compact({100, true}), segment_kind::clean), 1U);
  EXPECT_EQ(j().segments(segment_kind::clean).value().back().serial, 2U);
  expect_all(*store_);
  expect_no_strangers();
}

TEST_F(segment_compactor_test, when_nothing_lives_the_number_of_the_segment_is_not_used_again) {
  crawl_many(1);
  crawl_with("");  // a removed document needs a newer crawl
  ASSERT_TRUE(j().begin());
  ASSERT_TRUE(j().supersede(seed_, 0, noon) && j().commit());
  const auto all = compact({100, true});
  EXPECT_EQ(rewritten(all, segment_kind::clean), 1U);
  EXPECT_EQ(j().segments(segment_kind::clean).value(), (std::vector<segment_end>{{2, 0}}));
  expect_no_strangers();
  open_publisher();
  deltas_.clear();
  crawl_with("again");
  EXPECT_EQ(reader().clean(sha256("again"))->place.serial, 2U);
  expect_all(*store_);
}

TEST_F(segment_compactor_test, after_a_stop_at_any_point_every_document_is_where_the_journal_says) {
  crawl_many(20);
  remove_old(6);
  temporary_folder copies;
  int count = 0;
  const auto keep_copy = [&] {
    fs::copy(root(), copies.path() / std::to_string(count++), fs::copy_options::recursive);
  };
  disk_.at_sync = keep_copy;
  segment_compactor compactor{data(), j(), &*publisher_, {100, true}};
  compactor.begin();
  for (result<bool> more = true; more && *more;) {
    more = compactor.step();
    keep_copy();
  }
  disk_.at_sync = [] {};
  EXPECT_GT(count, 10);
  for (int i = 0; i < count; ++i) {
    const auto root_then = copies.path() / std::to_string(i);
    auto db = journal::open(root_then / "journal.sqlite", journal_mode::read_write).value();
    auto store = clean_store::at(root_then / "clean").value();
    const auto data_then = safe_folder::named(root_then).value();
    auto publisher = clean_publisher::open(data_then, store, db, {tiny_segment_bytes}).value();
    store.use_segments(data_then, open_journal_places(root_then).value());
    expect_all(store);
    for (const auto kind : {segment_kind::clean, segment_kind::ledger, segment_kind::delta})
      EXPECT_EQ(check_segments(data_then, kind, db.segments(kind).value())->unknown, std::vector<fs::path>{});
  }
}

TEST_F(segment_compactor_test, a_range_that_was_found_has_the_same_bytes_afterwards_S02) {
  crawl_many(10);
  remove_old(1);
  const auto found = store_->find_document(last_).value();
  const auto old = reader().clean(last_)->place;
  EXPECT_EQ(found.offset_bytes, old.offset_bytes);
  EXPECT_EQ(found.length_bytes, old.length_bytes);
  (void)compact({100, true});
  ASSERT_FALSE(fs::exists(segment(segment_kind::clean, old.serial)));
  EXPECT_EQ(content(make_range_source(found)), text_of(9));
}

TEST_F(segment_compactor_test, a_reader_that_finds_a_segment_gone_asks_the_journal_again) {
  crawl_many(10);
  remove_old(1);
  /// Answers the old place first.
  class stale_places final : public document_places {
   public:
    explicit stale_places(std::shared_ptr<document_places> below, segment_place old)
        : below_(std::move(below)), old_(old) {}
    result<std::optional<segment_place>> place_of(segment_kind kind, const content_digest& clean,
                                                  const content_digest& other) override {
      return asked++ == 0 ? result<std::optional<segment_place>>{old_} : below_->place_of(kind, clean, other);
    }
    int asked = 0;

   private:
    std::shared_ptr<document_places> below_;
    segment_place old_;
  };
  const auto old = reader().clean(last_)->place;
  (void)compact({100, true});
  ASSERT_FALSE(fs::exists(segment(segment_kind::clean, old.serial)));
  const auto places = std::make_shared<stale_places>(open_journal_places(root()).value(), old);
  auto store = clean_store::at(root() / "clean").value();
  store.use_segments(data(), places);
  EXPECT_EQ(content(store.open(last_)), text_of(9));
  EXPECT_EQ(places->asked, 2);
  places->asked = 0;
  EXPECT_EQ(content(make_range_source(store.find_document(last_).value())), text_of(9));
  EXPECT_EQ(places->asked, 2);
  fs::remove(segment(segment_kind::clean, reader().clean(last_)->place.serial));
  EXPECT_EQ(store.open(last_).error().code, errc::not_found) << "a lost segment is an error";
}

TEST_F(segment_compactor_test, a_segment_that_lost_bytes_is_left_as_it_is) {
  crawl_many(20);
  remove_old(10);
  const auto ends = j().segments(segment_kind::clean).value();
  for (const auto& end : ends) fs::resize_file(segment(segment_kind::clean, end.serial), 1);
  std::size_t faults = 0;
  for (const auto& one : compact({100, true})) {
    if (one.use.kind != segment_kind::clean || !one.is_chosen) continue;
    EXPECT_EQ(one.is_rewritten, one.use.live_files == 0);
    EXPECT_EQ(one.fault.has_value(), one.use.live_files > 0);
    EXPECT_EQ(fs::exists(root() / one.file), one.use.live_files > 0);
    faults += one.fault.has_value();
  }
  EXPECT_GT(faults, 0U);
}

namespace {

/// The same on a disk of 6 MiB.
class full_disk_test : public segment_compactor_test {
 protected:
  void SetUp() override {
    mounted_.emplace(folder_.path(), 6);
    if (!mounted_->is_there()) GTEST_SKIP() << "mounting needs privileges";
    segment_compactor_test::SetUp();
  }
  void fill() {
    std::ofstream filler{root() / "filler", std::ios::binary};
    const std::string page(4'096, 'x');
    while (filler << page << std::flush) continue;
  }
  /// Appends a document of 200,000 bytes and commits it.
  bool store(const record_hash& entry, const std::string& text) {
    auto found = washed_text(*store_, text);
    std::vector<placed_publication> group;
    add_publications(group, found);
    auto c = entry_change(entry, event::statements_stored, noon);
    const auto done = [&] {
      if (!publisher_->publish(group) || !j().begin()) return false;
      c.fact = found;
      return j().apply(c) && publisher_->save_ends() && j().commit();
    }();
    if (!done) j().roll_back();
    done ? publisher_->commit() : publisher_->roll_back();
    return done;
  }

  std::optional<laundromat::small_disk> mounted_;
};

}  // namespace

TEST_F(full_disk_test, in_the_middle_of_a_segment_loses_nothing_that_was_committed) {
  std::vector<record_hash> entries;
  for (int i = 0; i < 40; ++i) {
    entries.push_back(begin_crawl(add("http://example.org/" + std::to_string(i))));
    file_body(entries.back()), leaf(entries.back()), guess(entries.back()), claim(entries.back());
  }
  publisher_.emplace(clean_publisher::open(data(), *store_, j(), {700'000}, disk_).value());
  const auto text = [](std::size_t i) { return std::to_string(1'000 + i) + std::string(200'000, 'x'); };
  std::size_t stored = 0;
  while (stored < entries.size() && store(entries[stored], text(stored))) ++stored;
  ASSERT_GT(stored, 3U);
  ASSERT_LT(stored, entries.size()) << "the disk is too large";
  const auto expect_stored = [&] {
    for (std::size_t i = 0; i < stored; ++i) EXPECT_EQ(content(store_->open(sha256(text(i)))), text(i));
  };
  expect_stored();
  publisher_.emplace(clean_publisher::open(data(), *store_, j(), {700'000}, disk_).value());
  expect_stored();
  expect_no_strangers();
  ASSERT_TRUE(mounted_->grow_to(64));
  for (; stored < entries.size(); ++stored) ASSERT_TRUE(store(entries[stored], text(stored)));
  expect_stored();
}

TEST_F(full_disk_test, while_a_segment_is_rewritten_costs_only_time) {
  crawl_many(20);
  remove_old(6);
  fill();
  segment_compactor compactor{data(), j(), &*publisher_, {100}};
  compactor.begin();
  result<bool> more = true;
  while (more && *more) more = compactor.step();
  ASSERT_FALSE(more) << "there was room";
  EXPECT_TRUE(is_machine_fault(more.error().code)) << to_string(more.error());
  expect_all(*store_);
  fs::remove(root() / "filler");
  for (more = true; more && *more;) more = compactor.step();
  ASSERT_TRUE(more) << to_string(more.error());
  EXPECT_GT(rewritten(compactor.segments(), segment_kind::clean), 0U);
  expect_all(*store_);
  expect_no_strangers();
}

}  // namespace laundromat
