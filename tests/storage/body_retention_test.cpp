// Tests of removing received bodies by age, size and number, and of rewriting the segments beside an engine.
// SPDX-License-Identifier: Apache-2.0
#include "storage/compaction/body_retention.hpp"

#include <gtest/gtest.h>

#include <fstream>
#include <set>

#include "core/records/body_path.hpp"
#include "net/response_head.hpp"
#include "storage/files/disk_sync.hpp"
#include "storage/warc/stored_body_check.hpp"
#include "tests/read_file.hpp"
#include "tests/storage/crawl_fixture.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

constexpr auto a_day = std::chrono::days{1};

/// Calls `at_sync` before and after each sync.
class observed_disk final : public disk_sync {
 public:
  result<void> file(int fd, const fs::path& path) const override {
    return observed(posix_sync().file(fd, path));
  }
  result<void> folder(int fd, const fs::path& path) const override {
    return observed(posix_sync().folder(fd, path));
  }
  result<void> file_system(int fd, const fs::path& path) const override {
    return observed(posix_sync().file_system(fd, path));
  }
  std::function<void()> at_sync = [] {};

 private:
  result<void> observed(result<void> done) const {
    at_sync();
    return done;
  }
};

std::string body_number(int i) {
  std::string body;
  for (int line = 0; line < 40; ++line)
    body += "<http://a.example/" + std::to_string(i * 7'919 + line * 104'729) + "> <p> <o> .\n";
  return body;
}

class body_retention_test : public crawl_test {
 protected:
  void SetUp() override {
    crawl_test::SetUp();
    open();
  }
  /// `segment_bytes` 0: bodies are files.
  void open(std::uint64_t segment_bytes = 0) {
    raw_.emplace(raw_store::at(raw_path(), disk_).value());
    if (segment_bytes > 0) {
      ASSERT_TRUE(raw_->write_segments(j().segments(segment_kind::raw).value(),
                                       {"laundry", "software: test\r\n", true, segment_bytes}));
    }
  }
  [[nodiscard]] fs::path raw_path() const { return file().parent_path() / "raw"; }

  std::string store(const std::string& uri, const std::string& body) {
    if (!raw_->writes_segments()) {
      const auto path = "_example/" + md5(uri).hex() + '+' + std::to_string(++files_);
      auto staged = raw_->stage(path).value();
      EXPECT_TRUE(staged->write(body));
      EXPECT_TRUE(staged->commit());
      return path;
    }
    warc_exchange e;
    e.uri = uri;
    e.begun = noon;
    e.request_head = "GET / HTTP/1.1\r\n\r\n";
    e.response_head = "HTTP/1.1 200 OK\r\nContent-Type: text/turtle\r\nETag: \"1\"\r\n\r\n";
    e.body = body;
    e.payload_digest = sha256(body);
    const auto capture = raw_->segments().append(e).value();
    commit_segments();
    return capture.path();
  }
  void commit_segments() {
    const auto ends = raw_->segments().make_durable().value();
    ASSERT_TRUE(j().begin());
    for (const auto& end : ends) ASSERT_TRUE(j().save_segment(segment_kind::raw, end));
    ASSERT_TRUE(j().commit());
    raw_->segments().committed();
  }
  /// A download with this body, whose crawl goes on.
  record_hash fetch(const record_hash& seed, const std::string& uri, const std::string& body) {
    const auto download = begin_crawl(seed);
    auto c = entry_change(download, event::body_stored, noon + seconds{3'600 * crawls_ + 2});
    fetch_outcome found;
    found.on = event::body_stored;
    found.raw_path = store(uri, body);
    found.wire = {newline_style::lf, body.size(), body.size(), 40, sha256(body)};
    found.ended = c.at;
    http_hop hop;
    hop.uri = uri;
    hop.status = "200";
    found.hops = {hop};
    c.fact = found;
    now(c);
    raw_->segments().let_go(found.raw_path);
    return download;
  }
  /// A whole crawl of a document that is this body.
  record_hash crawl_body(const record_hash& seed, const std::string& uri, const std::string& body) {
    const auto download = fetch(seed, uri, body);
    wash(download, body);
    end_crawl(seed);
    return download;
  }
  retention_sums retain(const retention_rules& rules, timestamp at = noon + std::chrono::days{100}) {
    body_retention retention{j(), *raw_, fields};
    retention.begin(rules, at);
    for (result<bool> more = true; retention.has_work();) {
      more = retention.step(at);
      EXPECT_TRUE(more) << to_string(more.error());
      if (!more || !*more) break;
      after_step_();
    }
    return retention.sums();
  }
  static std::vector<http_header> fields(std::string_view head) { return read_stored_head(head).headers; }
  [[nodiscard]] std::string path_of(const record_hash& download) {
    return j().entry(download)->content.raw_path;
  }
  /// Empty for a body that was removed.
  std::string body_of(const record_hash& download) {
    auto source = raw_->open(path_of(download));
    return source ? read_all(**source, 1 << 24).value() : "";
  }
  [[nodiscard]] std::size_t files() const {
    std::size_t count = 0;
    for (const auto& one : fs::recursive_directory_iterator{raw_path()})
      count += one.is_regular_file() ? 1 : 0;
    return count;
  }
  stored_bodies_check verify() {
    const auto data = safe_folder::named(file().parent_path()).value();
    return check_stored_bodies(j(), data, 1, {}).value();
  }

  observed_disk disk_;
  std::optional<raw_store> raw_;
  std::function<void()> after_step_ = [] {};
  int files_ = 0;
};

class retention_of_layouts : public body_retention_test, public testing::WithParamInterface<std::uint64_t> {
 protected:
  void SetUp() override {
    crawl_test::SetUp();
    open(GetParam());
  }
};

}  // namespace

INSTANTIATE_TEST_SUITE_P(layouts, retention_of_layouts, testing::Values(0, 100'000));

TEST_P(retention_of_layouts, old_bodies_are_removed_and_the_entry_says_when_R204) {
  const auto seed = add("http://a.example/");
  const auto download = crawl_body(seed, "http://a.example/", body_number(1));
  EXPECT_EQ(retain({std::chrono::days{200}, 0, 0}).bodies, 0U);
  EXPECT_EQ(body_of(download), body_number(1));
  const auto at = noon + std::chrono::days{100};
  EXPECT_EQ(retain({a_day, 0, 0}, at).bodies, 1U);
  EXPECT_EQ(path_of(download), removed_body_path(at));
  const auto gone = raw_->open(path_of(download));
  ASSERT_FALSE(gone);
  EXPECT_EQ(gone.error().code, errc::not_found);
  EXPECT_EQ(gone.error().detail, "the body was removed by retention at " + to_iso8601(at));
  EXPECT_TRUE(verify().problems.empty());
  if (GetParam() == 0) {
    EXPECT_EQ(files(), 0U);
  }
}

TEST_P(retention_of_layouts, the_fields_of_the_answer_stay_R204) {
  const auto seed = add("http://a.example/");
  const auto download = crawl_body(seed, "http://a.example/", body_number(1));
  (void)retain({a_day, 0, 0});
  const auto hops = reader().hops(download).value();
  ASSERT_EQ(hops.size(), 1U);
  if (GetParam() > 0) {
    ASSERT_EQ(hops[0].headers.size(), 2U);
    EXPECT_EQ(hops[0].headers[1].name, "ETag");
    EXPECT_EQ(hops[0].headers[1].value, "\"1\"");
  }
}

TEST_P(retention_of_layouts, a_body_that_waits_to_be_washed_stays_R204) {
  const auto download = fetch(add("http://a.example/"), "http://a.example/", body_number(1));
  EXPECT_EQ(retain({a_day, 1, 1}).bodies, 0U);
  EXPECT_EQ(body_of(download), body_number(1));
}

TEST_P(retention_of_layouts, the_newest_bodies_of_a_seed_stay_R204) {
  const auto seed = add("http://a.example/");
  std::vector<record_hash> downloads;
  for (int i = 0; i < 4; ++i) downloads.push_back(crawl_body(seed, "http://a.example/", body_number(i)));
  const auto other = crawl_body(add("http://b.example/"), "http://b.example/", body_number(9));
  EXPECT_EQ(retain({{}, 0, 2}).bodies, 2U);
  EXPECT_EQ(body_of(downloads[0]) + body_of(downloads[1]), "");
  EXPECT_EQ(body_of(downloads[2]), body_number(2));
  EXPECT_EQ(body_of(downloads[3]), body_number(3));
  EXPECT_EQ(body_of(other), body_number(9));
}

TEST_P(retention_of_layouts, the_body_of_the_present_document_outlasts_newer_ones_without_a_document_R204) {
  const auto seed = add("http://a.example/");
  const auto present = crawl_body(seed, "http://a.example/", body_number(1));
  for (int i = 2; i < 4; ++i) {
    const auto failed = fetch(seed, "http://a.example/", body_number(i));
    leaf(failed), claim(failed);
    auto c = entry_change(failed, event::not_rdf);
    c.cause = errc::non_rdf_format;
    c.fact = guess_outcome{};
    now(c);
    end_crawl(seed);
  }
  EXPECT_EQ(retain({{}, 0, 1}).bodies, 1U);
  EXPECT_EQ(body_of(present), body_number(1));
}

TEST_P(retention_of_layouts, the_oldest_go_until_the_others_fit_R204) {
  std::vector<record_hash> downloads;
  std::uint64_t sizes = 0;
  for (int i = 0; i < 6; ++i) {
    const auto uri = "http://a.example/" + std::to_string(i);
    downloads.push_back(crawl_body(add(uri), uri, body_number(i)));
  }
  for (int i = 3; i < 6; ++i) {
    const auto place = warc_place_of(path_of(downloads[static_cast<std::size_t>(i)]));
    sizes += place ? place->length_bytes : body_number(i).size();
  }
  EXPECT_EQ(retain({{}, sizes, 0}).bodies, 3U);
  for (int i = 0; i < 6; ++i)
    EXPECT_EQ(body_of(downloads[static_cast<std::size_t>(i)]), i < 3 ? "" : body_number(i)) << i;
}

TEST_P(retention_of_layouts, without_its_body_a_crawl_leaves_nothing_to_compare_with_R205) {
  const auto seed = add("http://a.example/");
  (void)crawl_body(seed, "http://a.example/", body_number(1));
  EXPECT_TRUE(j().kept_of(seed)->is_there());
  const auto before = has_standing(seed).is;
  (void)retain({a_day, 0, 0});
  EXPECT_FALSE(j().kept_of(seed)->is_there());
  EXPECT_EQ(has_standing(seed).is, before);
  EXPECT_EQ(list(status::parsed).size(), 1U) << "the document stays the present";
}

TEST_F(body_retention_test, equal_bytes_go_with_their_last_name_R204) {
  open(100'000);
  const auto seed = add("http://a.example/");
  const auto first = crawl_body(seed, "http://a.example/", body_number(1));
  const auto second = crawl_body(seed, "http://a.example/", body_number(1));
  ASSERT_EQ(warc_place_of(path_of(first)), warc_place_of(path_of(second)));
  EXPECT_EQ(retain({{}, 0, 1}), (retention_sums{1, 0, 0})) << "the other still has the bytes";
  EXPECT_EQ(body_of(second), body_number(1));
}

TEST_F(body_retention_test, a_segment_of_which_little_is_left_is_rewritten_R206) {
  open(2'000);
  std::vector<record_hash> downloads;
  for (int i = 0; i < 12; ++i) {
    const auto uri = "http://a.example/" + std::to_string(i % 4 == 0 ? i : 1);
    downloads.push_back(
        crawl_body(uri.ends_with("/1") && i > 1 ? md5("http://a.example/1") : add(uri), uri, body_number(i)));
  }
  const auto before = files();
  ASSERT_GT(before, 3U);
  const auto sums = retain({{}, 0, 1});
  EXPECT_EQ(sums.bodies, 8U);
  EXPECT_GT(sums.segments, 1U);
  EXPECT_LT(files(), before);
  for (const int i : {0, 4, 8, 11})
    EXPECT_EQ(body_of(downloads[static_cast<std::size_t>(i)]), body_number(i)) << i;
  const auto found = verify();
  EXPECT_EQ(found.bodies, 4U);
  EXPECT_TRUE(found.problems.empty());
  EXPECT_EQ(retain({{}, 0, 1}), retention_sums{}) << "a second pass finds nothing";
}

TEST_F(body_retention_test, a_segment_that_a_capture_holds_or_a_washer_reads_stays_R206) {
  open(2'000);
  const auto seed = add("http://a.example/");
  (void)crawl_body(seed, "http://a.example/", body_number(1));
  const auto waiting = fetch(add("http://b.example/"), "http://b.example/", body_number(2));
  const auto held = store("http://c.example/", body_number(3));  // no COMMIT names it yet
  for (int i = 4; i < 8; ++i) (void)store("http://d.example/", body_number(i));
  const auto sums = retain({a_day, 0, 0});
  EXPECT_EQ(sums.bodies, 1U);
  EXPECT_EQ(body_of(waiting), body_number(2));
  EXPECT_EQ(read_all(**raw_->open(held), 1 << 20).value(), body_number(3));
}

TEST_F(body_retention_test, no_capture_refers_to_a_segment_that_is_being_rewritten_R206) {
  open(1'500);
  const auto first = store("http://a.example/", body_number(1));
  raw_->segments().let_go(first);
  for (int i = 2; i < 5; ++i) raw_->segments().let_go(store("http://b.example/", body_number(i)));
  const auto serial = warc_place_of(first)->serial;
  ASSERT_TRUE(raw_->segments().retire(serial));
  const auto again = store("http://a.example/", body_number(1));
  EXPECT_NE(warc_place_of(again)->serial, serial);
  raw_->segments().reinstate(serial);
}

TEST_F(body_retention_test, a_large_body_goes_with_its_segment_which_is_not_read_R206) {
  open(100'000);
  warc_exchange e;
  e.uri = "http://a.example/large";
  e.begun = noon;
  e.request_head = "GET /large HTTP/1.1\r\n\r\n";
  e.response_head = "HTTP/1.1 200 OK\r\n\r\n";
  auto large = raw_->segments().begin_large(e).value();
  std::string part;
  for (unsigned i = 0, n = 1; part.size() < 9'000'000; ++i, n = n * 1'664'525 + 1'013'904'223)
    part.push_back(static_cast<char>(n >> 24));
  ASSERT_TRUE(large->write(part));
  const auto capture = large->finish("").value();
  commit_segments();
  ASSERT_TRUE(is_large_record(capture.record));
  const auto seed = add("http://a.example/large");
  const auto download = begin_crawl(seed);
  auto c = entry_change(download, event::body_stored, noon);
  fetch_outcome found;
  found.on = event::body_stored;
  found.raw_path = capture.path();
  found.wire = {newline_style::lf, part.size(), 0, 0, sha256(part)};
  c.fact = found;
  now(c);
  raw_->segments().let_go(capture);
  wash(download, "large");
  end_crawl(seed);
  EXPECT_EQ(retain({a_day, 0, 0}).segments, 1U);
  EXPECT_EQ(files(), 0U);
}

/// Copies the data folder after each step and at each sync; in each copy another run ends what was begun.
TEST_P(retention_of_layouts, after_a_stop_at_any_point_every_body_is_there_or_said_to_be_removed_R206) {
  if (GetParam() > 0) open(4'000);
  std::vector<record_hash> downloads;
  const auto seed = add("http://a.example/");
  for (int i = 0; i < 9; ++i) {
    const auto uri = "http://b.example/" + std::to_string(i);
    downloads.push_back(i % 3 == 0 ? crawl_body(add(uri), uri, body_number(i))
                                   : crawl_body(seed, "http://a.example/", body_number(i)));
  }
  temporary_folder copies;
  int count = 0;
  const auto keep_copy = [&] {
    fs::copy(file().parent_path(), copies.path() / std::to_string(count++), fs::copy_options::recursive);
  };
  after_step_ = disk_.at_sync = keep_copy;
  const auto at = noon + std::chrono::days{100};
  (void)retain({{}, 0, 1}, at);
  keep_copy();
  after_step_ = disk_.at_sync = [] {};
  EXPECT_GT(count, 2);
  for (int n = 0; n < count; ++n) {
    const auto root = copies.path() / std::to_string(n);
    auto db = journal::open(root / "journal.sqlite", journal_mode::read_write).value();
    auto raw = raw_store::at(root / "raw").value();
    if (GetParam() > 0) {
      ASSERT_TRUE(raw.write_segments(db.segments(segment_kind::raw).value(), {"laundry", "", true, 4'000}));
    }
    EXPECT_EQ(raw.segments().short_segments(), 0U);
    body_retention retention{db, raw, fields};
    retention.begin({{}, 0, 1}, at);
    while (retention.has_work()) ASSERT_TRUE(retention.step(at));
    std::set<std::string> named;
    for (int i = 0; i < 9; ++i) {
      const auto path = db.entry(downloads[static_cast<std::size_t>(i)])->content.raw_path;
      const bool stays = i % 3 == 0 || i == 8;
      EXPECT_EQ(path == removed_body_path(at), !stays) << n << ": " << path;
      auto source = raw.open(path);
      ASSERT_EQ(source.has_value(), stays) << n;
      if (stays) {
        EXPECT_EQ(read_all(**source, 1 << 20).value(), body_number(i));
      }
      if (stays) named.insert(path);
    }
    std::size_t found = 0;
    for (const auto& one : fs::recursive_directory_iterator{root / "raw"})
      found += one.is_regular_file() ? 1 : 0;
    if (GetParam() == 0) {
      EXPECT_EQ(found, named.size()) << "no file is left that nothing names";
    }
    if (GetParam() > 0) {
      EXPECT_LE(found, 3U) << "of some five segments";
    }
  }
}

}  // namespace laundromat
