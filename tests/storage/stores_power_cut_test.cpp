// Tests of power failures of the stores: after one at any time, the next run has the results of an uninterrupted run.
// SPDX-License-Identifier: Apache-2.0
#include "tests/storage/power_cut.hpp"

#include <gtest/gtest.h>

#include <deque>
#include <filesystem>
#include <random>

#include "storage/journal/journal_places.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/stores/body_check.hpp"
#include "storage/stores/clean_publisher.hpp"
#include "storage/stores/raw_store.hpp"
#include "tests/storage/journal_fixture.hpp"
#include "tests/storage/store_files.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

constexpr int documents = 3;

std::string uri_of(int i) {
  return "http://example.org/" + std::to_string(i);
}
/// The documents, and the results of washing them.
std::string body_of(int i) {
  return std::string(200 + 37 * static_cast<std::size_t>(i), static_cast<char>('a' + i)) + std::to_string(i);
}
/// The last one is too large for a segment.
std::string washed(const std::string& body) {
  return "clean " + body +
         (body.ends_with(std::to_string(documents - 1)) ? std::string(most_small_file_bytes, 'z') : "");
}

/// An engine without actors: uses stores and journal in the same order.
class small_laundry {
 public:
  small_laundry(const fs::path& root, const disk_sync& disk)
      : raw_(raw_store::at(root / "raw", disk).value()),
        clean_(clean_store::at(root / "clean", disk).value()),
        db_(journal::open(root / "journal.sqlite", journal_mode::read_write).value()),
        publisher_(clean_publisher::open(safe_folder::named(root).value(), clean_, db_, {}, disk).value()) {
    clean_.use_segments(safe_folder::named(root).value(), open_journal_places(root).value());
  }

  /// Recovers as after any stop.
  void recover(timestamp at) {
    (void)raw_.sweep_staged().value();
    (void)clean_.staged().sweep().value();
    (void)db_.recover(at).value();
    lost_ = check_bodies(db_, raw_, at).value().lost;
  }
  /// Crawls due seeds and washes waiting documents, `group` of them per COMMIT. `committed` is called after each.
  void run(timestamp at, std::size_t group, const std::function<void()>& committed) {
    enlist(at);
    for (auto waiting = db_.unfinished_roots({}, 100).value(); !waiting.empty();
         waiting = db_.unfinished_roots({}, 100).value())
      wash(waiting, group, at, committed);
    end_crawls(at);
    for (;;) {
      const auto due = db_.due_seeds(at, group).value();
      const auto retries = db_.due_downloads(at, group).value();
      if (due.empty() && retries.empty()) break;
      fetch(due, retries, at, committed);
      wash(db_.unfinished_roots({}, 100).value(), group, at, committed);
      end_crawls(at);
    }
  }
  [[nodiscard]] std::uint64_t lost() const { return lost_; }
  journal& db() { return db_; }
  clean_store& clean() { return clean_; }

 private:
  void in_group(const std::vector<change>& all, const std::function<void()>& committed) {
    ASSERT_TRUE(db_.begin());
    ASSERT_TRUE(publisher_.save_ends());
    for (const auto& c : all) {
      const auto done = db_.apply(c);
      ASSERT_TRUE(done) << to_string(done.error());
    }
    ASSERT_TRUE(db_.commit());
    publisher_.commit();
    committed();
  }
  void enlist(timestamp at) {
    ASSERT_TRUE(db_.begin());
    for (int i = 0; i < documents; ++i) {
      new_seed s;
      s.request = {uri_of(i), std::chrono::hours{24}, 0};
      s.hash = md5(uri_of(i));
      s.authority = "example.org:80";
      ASSERT_TRUE(db_.add_seed(s, at));
    }
    ASSERT_TRUE(db_.commit());
  }
  void fetch(const std::vector<seed_record>& due, const std::vector<entry_record>& retries, timestamp at,
             const std::function<void()>& committed) {
    std::vector<change> begun, stored;
    std::vector<std::string> bodies;
    std::vector<std::pair<record_hash, std::string>> downloads;
    for (const auto& seed : due) {
      auto c = seed_change(seed.hash, event::came_due, at);
      c.fact = download_fact{download_hash(seed.hash, at)};
      begun.push_back(c);
      downloads.emplace_back(download_hash(seed.hash, at), seed.uri);
    }
    for (const auto& entry : retries) downloads.emplace_back(entry.hash, entry.uri);
    if (!begun.empty()) in_group(begun, committed);
    for (const auto& [download, uri] : downloads) {
      const auto text = body_of(std::stoi(uri.substr(uri.rfind('/') + 1)));
      fetch_outcome f;
      f.on = event::body_stored;
      f.raw_path = "_org/org.example/" + download.hex().substr(0, 2) + "/body+" + download.hex();
      auto file = raw_.stage(f.raw_path).value();
      ASSERT_TRUE(file->write(text.substr(0, 50)) && file->write(text.substr(50)) && file->commit());
      content_meter meter;
      meter.update(text);
      f.wire = meter.finish();
      auto c = entry_change(download, event::body_stored, at);
      bodies.push_back(f.raw_path);
      c.fact = f;
      stored.push_back(c);
    }
    ASSERT_TRUE(raw_.make_durable(bodies));
    in_group(stored, committed);
  }
  void wash(const std::vector<entry_record>& waiting, std::size_t group, timestamp at,
            const std::function<void()>& committed) {
    for (std::size_t from = 0; from < waiting.size(); from += group) {
      std::vector<change> all;
      std::vector<placed_publication> files;
      std::deque<segment_place> places;
      for (auto i = from; i < std::min(waiting.size(), from + group); ++i) {
        const auto& entry = waiting[i];
        parse_outcome p;
        p.on = event::statements_stored;
        const auto text = washed(content(raw_.open(entry.content.raw_path)));
        p.clean.hash = sha256(text);
        p.clean.statements = 1;
        auto out = clean_.stage().value();
        ASSERT_TRUE(out->write(text));
        const auto name = out->finish("index").value();
        files.push_back({{name, p.clean.hash}, text.size(), &places.emplace_back()});
        unpack_outcome leaf;
        leaf.on = event::leaf_found;
        guess_outcome format;
        format.on = event::format_found;
        const auto step = [&](event on, auto fact) {
          auto c = entry_change(entry.hash, on, at);
          c.fact = std::move(fact);
          all.push_back(std::move(c));
        };
        if (entry.current == status::filed) {
          step(event::claimed, std::monostate{});
          step(event::leaf_found, leaf);
          step(event::claimed, std::monostate{});
          step(event::format_found, format);
        }
        step(event::claimed, std::monostate{});
        step(event::statements_stored, p);
      }
      ASSERT_TRUE(publisher_.publish(files));
      auto place = places.begin();
      for (auto& c : all)
        if (auto* parsed = std::get_if<parse_outcome>(&c.fact)) parsed->clean.place = *place++;
      in_group(all, committed);
    }
  }
  void end_crawls(timestamp at) {
    const auto ended = db_.seeds_crawling().value();
    for (const auto& seed : ended) in_group({seed_change(seed.hash, event::crawl_ended, at)}, [] {});
  }

  raw_store raw_;
  clean_store clean_;
  journal db_;
  clean_publisher publisher_;
  std::uint64_t lost_ = 0;
};

/// Checks the final state: each seed was crawled, its newest download is parsed, and its document exists once and is intact.
void expect_as_uninterrupted(small_laundry& laundry, const fs::path& root) {
  std::size_t files = 0;
  for (const auto& item : fs::recursive_directory_iterator{root / "clean"})
    files += item.path().filename() == document_file_name;
  EXPECT_EQ(files, 1U) << "of the large document, and not twice";
  std::uint64_t in_segment = 0;
  for (int i = 0; i + 1 < documents; ++i) in_segment += washed(body_of(i)).size();
  EXPECT_EQ(fs::file_size(root / segment_path(segment_kind::clean, 1)), in_segment) << "nothing twice";
  journal_reader reader{laundry.db()};
  for (int i = 0; i < documents; ++i) {
    const auto seed = laundry.db().seed(md5(uri_of(i)));
    ASSERT_TRUE(seed) << "seed " << i << " is lost";
    EXPECT_EQ(seed->current, status::added);
    EXPECT_EQ(seed->crawls, 1U);
    const auto newest = reader.downloads(seed->hash, 1).value();
    ASSERT_EQ(newest.size(), 1U);
    EXPECT_EQ(newest[0].current, status::parsed) << newest[0].detail;
    const auto expected = washed(body_of(i));
    EXPECT_EQ(newest[0].clean, sha256(expected)) << "document " << i << " was made of something else";
    EXPECT_TRUE(content(laundry.clean().open(newest[0].clean)) == expected);
  }
}

/// Simulates a power failure before and after each sync and after each COMMIT, and continues from the result. Returns the number of failures.
std::size_t cut_everywhere(std::size_t group, std::uint32_t seed) {
  std::mt19937 dice{seed};
  const temporary_folder folder, copies;
  const auto root = folder.path() / "laundry";
  fs::create_directories(root / "raw");
  fs::create_directories(root / "clean");
  forgetful_disk disk{root};
  std::size_t cuts = 0;
  const auto cut = [&] {
    const auto copy = copies.path() / std::to_string(cuts++);
    disk.leave_behind(copy, dice);
    // SQLite makes its own files durable with each COMMIT.
    for (const auto* name : {"journal.sqlite", "journal.sqlite-wal"}) {
      fs::remove(copy / name);
      if (fs::exists(root / name)) fs::copy_file(root / name, copy / name);
    }
    fs::remove(copy / "journal.sqlite-shm");
  };
  {
    small_laundry laundry{root, disk};
    disk.at_sync = cut;
    laundry.run(noon, group, cut);
    disk.at_sync = [] {};
    expect_as_uninterrupted(laundry, root);
  }
  for (std::size_t i = 0; i < cuts; ++i) {
    SCOPED_TRACE("cut " + std::to_string(i) + " of " + std::to_string(cuts) + ", seed " +
                 std::to_string(seed));
    const auto copy = copies.path() / std::to_string(i);
    small_laundry next{copy, posix_sync()};
    next.recover(noon + seconds{100});
    EXPECT_EQ(next.lost(), 0U) << "what a COMMIT names was durable before";
    next.run(noon + seconds{200}, 2, [] {});
    expect_as_uninterrupted(next, copy);
  }
  return cuts;
}

}  // namespace

TEST(power_cut, between_single_documents_loses_nothing) {
  EXPECT_GT(cut_everywhere(1, std::random_device{}()), 20U);
}

TEST(power_cut, between_groups_of_documents_loses_nothing) {
  EXPECT_GT(cut_everywhere(2, std::random_device{}()), 6U);
}

TEST(power_cut, of_unsynced_bodies_is_detected_and_they_are_fetched_again) {
  std::mt19937 dice{std::random_device{}()};
  const temporary_folder folder;
  const auto root = folder.path() / "laundry", copy = folder.path() / "copy";
  fs::create_directories(root / "raw");
  fs::create_directories(root / "clean");
  const forgetful_disk disk{root};
  {
    // Like a version that did not sync bodies: the disk receives no sync.
    small_laundry laundry{root, posix_sync()};
    std::size_t commits = 0;
    laundry.run(noon, documents, [&] {
      if (++commits != 2) return;  // the bodies are committed, and nothing is washed
      disk.leave_behind(copy, dice);
      for (const auto* name : {"journal.sqlite", "journal.sqlite-wal"}) {
        fs::remove(copy / name);
        fs::copy_file(root / name, copy / name);
      }
      fs::remove(copy / "journal.sqlite-shm");
      fs::remove_all(copy / "raw" / "_org");  // at least their folder is lost
    });
  }
  small_laundry next{copy, posix_sync()};
  next.recover(noon + seconds{100});
  EXPECT_EQ(next.lost(), static_cast<std::uint64_t>(documents));
  next.run(noon + seconds{200}, 2, [] {});
  expect_as_uninterrupted(next, copy);
}

}  // namespace laundromat
