// Tests of backups while segments are rewritten and documents are removed.
// SPDX-License-Identifier: Apache-2.0
#include "storage/backup/backup_data.hpp"

#include <gtest/gtest.h>

#include "storage/compaction/segment_compactor.hpp"
#include "storage/journal/journal_places.hpp"
#include "storage/journal/journal_presence.hpp"
#include "tests/read_file.hpp"
#include "tests/storage/crawl_fixture.hpp"
#include "tests/storage/store_files.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

class backup_data_test : public crawl_test {
 protected:
  void SetUp() override {
    journal_.emplace(open_journal_of(safe_folder::named(root()).value()).value());
    seed_ = add("http://example.org/a");
    store_.emplace(clean_store::at(root() / "clean").value());
    store_->use_segments(data(), open_journal_places(root()).value());
    publisher_.emplace(clean_publisher::open(data(), *store_, j(), {100}).value());
  }
  [[nodiscard]] fs::path root() const { return folder_.path() / "data"; }
  [[nodiscard]] fs::path copy() const { return folder_.path() / "copy"; }
  [[nodiscard]] safe_folder data() const { return safe_folder::named(root()).value(); }

  void crawl_with(const std::string& text, std::uint64_t plain_bytes) {
    const auto download = begin_crawl(seed_);
    file_body(download), leaf(download), guess(download), claim(download);
    auto c = entry_change(download, event::statements_stored, noon);
    auto found = washed_text(*store_, text);
    found.clean.content.bytes = plain_bytes;
    std::vector<placed_publication> group;
    add_publications(group, found);
    ASSERT_TRUE(publisher_->publish(group));
    ASSERT_TRUE(j().begin());
    c.fact = found;
    ASSERT_TRUE(j().apply(c) && publisher_->save_ends() && j().commit());
    publisher_->commit();
    end_crawl(seed_);
  }
  void remove_old() {
    ASSERT_TRUE(j().begin());
    const auto gone = j().supersede(seed_, 1, noon);
    ASSERT_TRUE(gone && j().commit());
    for (const auto& clean : *gone) ASSERT_TRUE(store_->remove(clean));
  }
  void compact() {
    segment_compactor compactor{data(), j(), &*publisher_, {100, true}};
    compactor.begin();
    for (result<bool> more = true; more && *more;) more = compactor.step();
  }

  record_hash seed_;
  std::optional<clean_store> store_;
  std::optional<clean_publisher> publisher_;
};

}  // namespace

TEST_F(backup_data_test, files_that_are_removed_meanwhile_are_not_missed) {
  std::string last;
  for (int i = 0; i < 9; ++i)
    crawl_with(last = "document " + std::to_string(i) + " of some fifty characters in its text",
               i % 2 == 0 ? 50 : most_small_document_bytes + 1);
  int states = 0;
  backup_steps steps;
  steps.took_snapshot = [&] {
    if (states++ > 0) return;
    remove_old();
    compact();
  };
  const auto done = backup_data(root(), copy(), steps);
  ASSERT_TRUE(done) << to_string(done.error());
  EXPECT_EQ(states, 2);
  EXPECT_TRUE(done->missing.empty());
  auto db = open_journal_to_read(copy()).value();
  EXPECT_TRUE(db.find_damage()->empty());
  EXPECT_EQ(db.identity()->id, j().identity()->id);
  auto store = clean_store::at(copy() / "clean").value();
  store.use_segments(safe_folder::named(copy()).value(), open_journal_places(copy()).value());
  EXPECT_EQ(content(store.open(sha256(last))), last);
  EXPECT_EQ(files_below(copy() / "clean"), 1U) << "nothing that only the first state had";
}

TEST_F(backup_data_test, the_port_of_the_served_folder_is_kept) {
  crawl_with("first", 50);
  std::ofstream{root() / "serve.port"} << "4242\n";
  ASSERT_TRUE(backup_data(root(), copy(), {}));
  std::string port;
  std::ifstream{copy() / "serve.port"} >> port;
  EXPECT_EQ(port, "4242");
}

TEST_F(backup_data_test, what_is_appended_meanwhile_is_cut_from_the_copy) {
  crawl_with("first", 50);
  backup_steps steps;
  int files = 0;
  steps.linked = [&] {
    if (++files > 1) return;
    std::ofstream{root() / "clean/segments/000001.nq.gz", std::ios::app} << "half a docu";
  };
  ASSERT_TRUE(backup_data(root(), copy(), steps));
  EXPECT_EQ(read_file(copy() / "clean/segments/000001.nq.gz"), "first");
  EXPECT_EQ(read_file(root() / "clean/segments/000001.nq.gz"), "firsthalf a docu");
}

TEST_F(backup_data_test, neither_folder_changes_the_other) {
  crawl_with("first", 50);
  ASSERT_TRUE(backup_data(root(), copy()));
  EXPECT_EQ(fs::hard_link_count(copy() / "clean/segments/000001.nq.gz"), 2U);
  crawl_with("second", 50);
  EXPECT_EQ(read_file(copy() / "clean/segments/000001.nq.gz"), "first");
  EXPECT_EQ(reader().clean(sha256("second"))->place.serial, 2U);
  auto db = open_journal_of(safe_folder::named(copy()).value()).value();
  auto store = clean_store::at(copy() / "clean").value();
  auto publisher = clean_publisher::open(safe_folder::named(copy()).value(), store, db, {100}).value();
  EXPECT_EQ(publisher.appender(segment_kind::clean).append("third")->serial, 2U);
}

}  // namespace laundromat
