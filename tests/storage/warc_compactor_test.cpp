// Tests of rewriting WARC segments: which records live, and what an index finds afterwards.
// SPDX-License-Identifier: Apache-2.0
#include "storage/compaction/warc_compactor.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>

#include "core/codec/compression/gzip.hpp"
#include "core/codec/warc/capture_role.hpp"
#include "core/codec/warc/index_record.hpp"
#include "core/codec/warc/member_scan.hpp"
#include "tests/read_file.hpp"
#include "tests/storage/crawl_fixture.hpp"

namespace laundromat {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view turtle_head = "HTTP/1.1 200 OK\r\nContent-Type: text/turtle\r\n\r\n";

class warc_compactor_test : public crawl_test {
 protected:
  void SetUp() override {
    crawl_test::SetUp();
    open();
  }
  void open(std::uint64_t segment_bytes = 4'000) {
    store_ = warc_store::open(raw(), j().segments(segment_kind::raw).value(),
                              {"laundry", "software: test\r\nrobots: obey\r\n", true, segment_bytes})
                 .value();
  }
  [[nodiscard]] fs::path raw_path() const { return file().parent_path() / "raw"; }
  [[nodiscard]] safe_folder raw() const { return safe_folder::make(raw_path()).value(); }

  warc_capture request(const std::string& uri, std::string_view head, std::string_view body,
                       std::string_view truncated = {}) {
    warc_exchange e;
    e.uri = uri;
    e.address = "192.0.2.1";
    e.begun = noon;
    e.request_head = "GET / HTTP/1.1\r\n\r\n";
    e.response_head = head;
    e.body = body;
    e.truncated = truncated;
    e.payload_digest = sha256(body);
    return store_->append(e).value();
  }
  void commit() {
    const auto ends = store_->make_durable().value();
    ASSERT_TRUE(j().begin());
    for (const auto& end : ends) ASSERT_TRUE(j().save_segment(segment_kind::raw, end));
    ASSERT_TRUE(j().commit());
    store_->committed();
  }
  /// A download whose body is this one.
  record_hash name(const std::string& raw_path) {
    const auto download = begin_crawl(add("http://a.example/" + std::to_string(++names_)));
    auto c = entry_change(download, event::body_stored, noon);
    fetch_outcome found;
    found.on = event::body_stored;
    found.raw_path = raw_path;
    c.fact = found;
    now(c);
    return download;
  }
  /// Requests a document, and names its body.
  record_hash fetch(const std::string& uri, std::string_view body) {
    return name(request(uri, turtle_head, body).path());
  }
  std::string body_of(const record_hash& download) {
    const auto place = warc_place_of(j().entry(download)->content.raw_path);
    auto source = place ? store_->open(*place) : fail(errc::not_found, "no place");
    return source ? read_all(**source, 1 << 24).value() : to_string(source.error());
  }
  std::vector<compacted_segment> compact(compaction_rule rule = {}) {
    open();
    const auto folder = raw();
    auto found = warc_compactor{folder, j(), store_.get(), rule}.run(noon);
    EXPECT_TRUE(found) << to_string(found.error());
    open();
    EXPECT_EQ(store_->short_segments(), 0U);
    return found.value_or(std::vector<compacted_segment>{});
  }
  /// `TYPE URI` of all records of all segments in their order, which are read completely.
  std::vector<std::string> records() {
    std::map<std::uint32_t, fs::path> files;
    for (const auto& item : fs::directory_iterator{raw_path()})
      files[warc_serial_in(item.path().filename().string())] = item.path();
    std::vector<std::string> out;
    for (const auto& [serial, path] : files) {
      member_scan scan{open_file_source(path).value()};
      for (auto one = scan.next().value(); one; one = scan.next().value()) {
        const auto role = read_capture_role(one->front).value();
        const auto from = one->front.find("WARC-Target-URI: ");
        out.emplace_back(name_of(role.type));
        if (role.type == warc_record_type::warcinfo)
          EXPECT_NE(one->front.find("WARC-Filename: " + path.filename().string()), std::string::npos);
        else
          out.back() += ' ' + one->front.substr(from + 17, one->front.find('\r', from) - from - 17);
      }
    }
    return out;
  }

  std::shared_ptr<warc_store> store_;
  int names_ = 0;
};

std::string body_number(int i) {
  std::string body;
  for (int line = 0; line < 40; ++line)
    body += "<http://a.example/" + std::to_string(i * 7'919 + line * 104'729) + "> <p> <o> .\n";
  return body;
}

}  // namespace

TEST(capture_role, an_answer_is_a_document_by_its_status_and_its_uri) {
  EXPECT_TRUE(is_document_answer("http://a.example/x", turtle_head));
  EXPECT_TRUE(is_document_answer("http://a.example/x/robots.txt", "HTTP/1.1 206 Partial\r\n\r\n"));
  EXPECT_FALSE(is_document_answer("http://a.example/robots.txt", turtle_head));
  for (const auto* head : {"HTTP/1.1 301 Moved\r\n\r\n", "HTTP/1.1 404 Not Found\r\n\r\n", "", "HTTP/1.1"})
    EXPECT_FALSE(is_document_answer("http://a.example/x", head)) << head;
}

TEST_F(warc_compactor_test, bodies_that_no_download_names_go_with_their_requests) {
  std::vector<record_hash> kept;
  for (int i = 0; i < 12; ++i) {
    const auto uri = "http://a.example/" + std::to_string(i);
    if (i % 4 == 0)
      kept.push_back(fetch(uri, body_number(i)));
    else
      (void)request(uri, turtle_head, body_number(i));
  }
  commit();
  const auto before = j().segments(segment_kind::raw).value();
  ASSERT_GT(before.size(), 1U);
  const auto all = compact();
  ASSERT_EQ(all.size(), before.size());
  for (const auto& one : all) {
    EXPECT_TRUE(one.is_chosen && one.is_rewritten) << one.file << " of which lives " << one.use.live_bytes;
    EXPECT_FALSE(fs::exists(raw_path().parent_path() / one.file));
  }
  for (int i = 0; i < 3; ++i) EXPECT_EQ(body_of(kept[i]), body_number(4 * i));
  std::vector<std::string> bodies;
  for (const auto& one : records())
    if (one.starts_with("re")) bodies.push_back(one);
  EXPECT_EQ(bodies, (std::vector<std::string>{"response http://a.example/0", "request http://a.example/0",
                                              "response http://a.example/4", "request http://a.example/4",
                                              "response http://a.example/8", "request http://a.example/8"}));
  EXPECT_EQ(records().front(), "warcinfo");
  for (const auto& one : compact()) EXPECT_FALSE(one.is_chosen);
}

TEST_F(warc_compactor_test, what_is_no_document_always_lives) {
  open(100'000);
  (void)request("http://a.example/robots.txt", turtle_head, "User-agent: *\n");
  (void)request("http://a.example/old", "HTTP/1.1 301 Moved\r\nLocation: /new\r\n\r\n", "");
  (void)request("http://a.example/new", turtle_head, body_number(1));
  (void)request("http://a.example/gone", "HTTP/1.1 404 Not Found\r\n\r\n", "no");
  (void)request("http://a.example/same", "HTTP/1.1 304 Not Modified\r\n\r\n", "");
  (void)request("http://a.example/cut", turtle_head, "<a> <b>", "length");
  warc_exchange failed;
  failed.uri = "http://a.example/down";
  failed.begun = noon;
  failed.request_head = "GET /down HTTP/1.1\r\n\r\n";
  ASSERT_TRUE(store_->append_failure(failed, "http_timeout", "no first byte"));
  ASSERT_TRUE(store_->append_resource("file:///lost", noon, body_number(2)));
  commit();
  (void)compact({100});
  EXPECT_EQ(
      records(),
      (std::vector<std::string>{
          "warcinfo", "response http://a.example/robots.txt", "request http://a.example/robots.txt",
          "response http://a.example/old", "request http://a.example/old", "response http://a.example/gone",
          "request http://a.example/gone", "revisit http://a.example/same", "request http://a.example/same",
          "response http://a.example/cut", "request http://a.example/cut", "metadata http://a.example/down",
          "request http://a.example/down"}));
}

TEST_F(warc_compactor_test, the_original_of_a_revisit_lives_while_the_revisit_does) {
  const auto original = request("http://a.example/lost", turtle_head, body_number(1));
  const auto revisit = request("http://b.example/", turtle_head, body_number(1));
  const auto forgotten = request("http://c.example/", turtle_head, body_number(1));
  (void)request("http://a.example/dead", turtle_head, body_number(2));
  ASSERT_EQ(revisit.payload, original.record);
  ASSERT_EQ(forgotten.payload, original.record);
  const auto download = name(revisit.path());
  commit();
  (void)compact({100});
  EXPECT_EQ(body_of(download), body_number(1));
  EXPECT_EQ(records(), (std::vector<std::string>{"warcinfo", "response http://a.example/lost",
                                                 "request http://a.example/lost", "revisit http://b.example/",
                                                 "request http://b.example/"}));
  const auto path = j().entry(download)->content.raw_path;
  EXPECT_EQ(warc_place_of(path)->serial, 2U);
  EXPECT_EQ(warc_capture_of(path)->serial, 2U);
  EXPECT_EQ(read_all(**store_->open(*warc_place_of(path)), 1 << 20).value(), body_number(1));
}

TEST_F(warc_compactor_test, a_revisit_in_another_segment_follows_its_original) {
  open(1'500);
  const auto original = request("http://a.example/", turtle_head, body_number(1));
  for (int i = 10; i < 14; ++i) (void)request("http://a.example/dead", turtle_head, body_number(i));
  const auto revisit = request("http://a.example/", turtle_head, body_number(1));
  ASSERT_NE(original.record.serial, revisit.record.serial);
  const auto first = name(original.path()), second = name(revisit.path());
  commit();
  (void)compact({100});
  EXPECT_EQ(body_of(first), body_number(1));
  EXPECT_EQ(body_of(second), body_number(1));
  EXPECT_EQ(warc_place_of(j().entry(second)->content.raw_path),
            warc_place_of(j().entry(first)->content.raw_path));
  EXPECT_EQ(j().entry(second)->content.raw_path.find('@') != std::string::npos, true);
}

TEST_F(warc_compactor_test, errors_and_documents_with_the_same_bytes_do_not_share_a_record) {
  const auto document = request("http://a.example/", turtle_head, body_number(1));
  const auto error = request("http://b.example/", "HTTP/1.1 404 Not Found\r\n\r\n", body_number(1));
  const auto again = request("http://c.example/", "HTTP/1.1 404 Not Found\r\n\r\n", body_number(1));
  EXPECT_EQ(error.payload, error.record);
  EXPECT_EQ(again.payload, error.record);
  EXPECT_NE(document.record, error.record);
}

TEST_F(warc_compactor_test, a_large_body_goes_with_its_segment) {
  const std::string part(1'000'000, 'x');
  warc_exchange e;
  e.uri = "http://a.example/large";
  e.begun = noon;
  e.request_head = "GET /large HTTP/1.1\r\n\r\n";
  e.response_head = turtle_head;
  std::vector<segment_place> places;
  for (int i = 0; i < 2; ++i) {
    auto large = store_->begin_large(e).value();
    for (int n = 0; n < 6; ++n) ASSERT_TRUE(large->write(part));
    places.push_back(large->finish("").value().record);
  }
  const auto kept = name(warc_path(places[0]));
  commit();
  const auto all = compact();
  ASSERT_EQ(all.size(), 2U);
  EXPECT_FALSE(all[0].is_chosen);
  EXPECT_TRUE(all[1].is_rewritten);
  EXPECT_EQ(body_of(kept).size(), 6'000'000U);
  EXPECT_EQ(j().segments(segment_kind::raw)->back(), (segment_end{2, 0})) << "its number is not used again";
  EXPECT_EQ(request("http://a.example/next", turtle_head, "x").record.serial, 3U);
}

TEST_F(warc_compactor_test, a_stop_before_the_commit_leaves_the_old_segment) {
  const auto kept = fetch("http://a.example/kept", body_number(1));
  for (int i = 2; i < 8; ++i) (void)request("http://a.example/dead", turtle_head, body_number(i));
  commit();
  const auto before = records();
  open();
  ASSERT_TRUE(store_->begin_copies("laundry", "software: test\r\n", noon));
  ASSERT_TRUE(store_->append_copy("half a record"));
  ASSERT_TRUE(store_->make_durable());
  open();
  EXPECT_EQ(records(), before);
  EXPECT_EQ(body_of(kept), body_number(1));
}

TEST_F(warc_compactor_test, a_damaged_segment_is_left_as_it_is) {
  (void)fetch("http://a.example/kept", body_number(1));
  (void)request("http://a.example/dead", turtle_head, body_number(2));
  commit();
  const auto path = raw_path() / store_->file_name(1);
  auto bytes = read_file(path);
  bytes[bytes.size() / 2] ^= 1;
  std::ofstream{path, std::ios::binary} << bytes;
  const auto all = compact({100});
  ASSERT_EQ(all.size(), 1U);
  EXPECT_TRUE(all[0].fault && !all[0].is_rewritten);
  EXPECT_EQ(read_file(path), bytes);
}

TEST_F(warc_compactor_test, without_a_store_nothing_is_changed) {
  (void)request("http://a.example/dead", turtle_head, body_number(2));
  commit();
  const auto before = records();
  const auto folder = raw();
  const auto all = warc_compactor{folder, j(), nullptr}.run(noon).value();
  EXPECT_TRUE(all[0].is_chosen && !all[0].is_rewritten);
  EXPECT_EQ(all[0].use.live_bytes, 0U);
  EXPECT_EQ(records(), before);
}

}  // namespace laundromat
