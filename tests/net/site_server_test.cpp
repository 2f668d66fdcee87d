// Tests of the site server: what it serves, what it refuses, and its deliberate faults.
// SPDX-License-Identifier: Apache-2.0
#include "net/site_server.hpp"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <fstream>
#include <mutex>

#include "net/http_status.hpp"
#include "tests/net/fetch.hpp"

namespace laundromat::test {
namespace {

namespace fs = std::filesystem;

/// A folder that is removed with its content.
struct folder {
  folder() {
    std::string name = (fs::temp_directory_path() / "site_server_test.XXXXXX").string();
    EXPECT_NE(mkdtemp(name.data()), nullptr);
    path = name;
  }
  ~folder() {
    std::error_code ignored;
    fs::remove_all(path, ignored);
  }
  folder(const folder&) = delete;
  folder& operator=(const folder&) = delete;
  void add(const std::string& name, const std::string& bytes) const {
    fs::create_directories((path / name).parent_path());
    std::ofstream(path / name, std::ios::binary) << bytes;
  }
  fs::path path;
};

std::string header(const http_hop& hop, std::string_view name) {
  const auto at =
      std::find_if(hop.headers.begin(), hop.headers.end(), [&](const auto& h) { return h.name == name; });
  return at == hop.headers.end() ? "(absent)" : at->value;
}

class site : public testing::Test {
 protected:
  void start(std::vector<site_rule> rules = {}) {
    site_options options;
    options.root = files.path / "public";
    options.media_types = usual_media_types();
    options.media_types.emplace_back(".nt.gz", "application/n-triples+gzip");
    options.rules = std::move(rules);
    options.on_request = [this](std::string_view path, int status) {
      const std::lock_guard lock(mutex);
      log.emplace_back(std::string(path), status);
    };
    options.address = address;
    auto started = site_server::start(std::move(options));
    ASSERT_TRUE(started) << to_string(started.error());
    server.emplace(std::move(*started));
  }
  void SetUp() override {
    files.add("public/a.ttl", "<a> <b> <c> .\n");
    files.add("public/deep/dump.nt.gz", "packed");
    files.add("public/deep/index.html", "<p>index");
    files.add("public/empty.nt", "");
    files.add("public/odd name \xc3\xa4.nt", "odd");
    files.add("public/large.nq", std::string(300'000, 'x'));
    files.add("secret.txt", "secret");
    fs::create_symlink(files.path / "secret.txt", files.path / "public/link.txt");
  }

  folder files;
  std::string address = "127.0.0.1";
  std::mutex mutex;
  std::vector<std::pair<std::string, int>> log;
  std::optional<site_server> server;
};

}  // namespace

TEST_F(site, serves_files_with_media_types_of_the_longest_suffix) {
  start();
  const struct {
    std::string path, body, media_type;
  } cases[]{{"/a.ttl", "<a> <b> <c> .\n", "text/turtle"},
            {"/a.ttl?x=1", "<a> <b> <c> .\n", "text/turtle"},
            {"/deep/dump.nt.gz", "packed", "application/n-triples+gzip"},
            {"/deep", "<p>index", "text/html"},
            {"/deep/", "<p>index", "text/html"},
            {"/empty.nt", "", "application/n-triples"},
            {"/odd%20name%20%C3%A4.nt", "odd", "application/n-triples"},
            {"/large.nq", std::string(300'000, 'x'), "application/n-quads"}};
  for (const auto& c : cases) {
    const auto f = fetch(server->url(c.path));
    EXPECT_EQ(f.outcome.hop.error, errc::ok) << c.path << ' ' << f.outcome.hop.detail;
    EXPECT_EQ(f.outcome.hop.status, "200") << c.path;
    EXPECT_EQ(f.body, c.body) << c.path;
    EXPECT_EQ(header(f.outcome.hop, "Content-Type"), c.media_type) << c.path;
    EXPECT_TRUE(f.outcome.length_known) << c.path;
  }
}

TEST_F(site, listens_at_the_configured_address) {
  address = "127.0.0.2";
  start();
  EXPECT_TRUE(server->url("/a.ttl").starts_with("http://127.0.0.2:"));
  EXPECT_EQ(fetch(server->url("/a.ttl")).body, "<a> <b> <c> .\n");
  address = "203.0.113.1";
  site_options elsewhere;
  elsewhere.root = files.path;
  elsewhere.address = address;
  EXPECT_EQ(site_server::start(std::move(elsewhere)).error().code, errc::io_failed);
  address = "::1";
  start();
  EXPECT_TRUE(server->url("/").starts_with("http://[::1]:"));
}

TEST_F(site, files_outside_of_the_folder_are_not_served) {
  start();
  for (const std::string path :
       {"/../secret.txt", "/%2e%2e/secret.txt", "/deep/../../secret.txt", "/..%2fsecret.txt", "/link.txt",
        "//etc/passwd", "/%2fetc/passwd", "/a.ttl%00", "/nothing", "/", "/deep/dump.nt.gz/x", "/..",
        "/a.ttl/..%2f..%2fsecret.txt"}) {
    const auto f = fetch(server->url(path));
    EXPECT_EQ(f.outcome.hop.error, errc::ok) << path;
    EXPECT_EQ(f.outcome.hop.status, "404") << path;
    EXPECT_EQ(f.body, "") << path;
  }
}

TEST_F(site, a_rule_changes_the_answer_for_one_path) {
  start({{"/r", serve_redirect{"file:///etc/passwd", 301}},
         {"/s", serve_status{503, "busy"}},
         {"/s", serve_header{"Retry-After", "7"}},
         {"/a.ttl", serve_media_type{"text/plain"}},
         {"/a.ttl", serve_header{"Content-Encoding", "gzip"}},
         {"/empty.nt", serve_media_type{""}},
         {"/large.nq", serve_truncated{100'000}},
         {"/deep/dump.nt.gz", serve_truncated{0}}});
  auto f = fetch(server->url("/r"));
  EXPECT_EQ(f.outcome.hop.status, "301");
  EXPECT_EQ(header(f.outcome.hop, "Location"), "file:///etc/passwd");
  f = fetch(server->url("/s"));
  EXPECT_EQ(f.outcome.hop.status, "503");
  EXPECT_EQ(f.outcome.excerpt, "busy");
  EXPECT_EQ(header(f.outcome.hop, "Retry-After"), "7");
  f = fetch(server->url("/a.ttl"));
  EXPECT_EQ(header(f.outcome.hop, "Content-Type"), "text/plain");
  EXPECT_EQ(f.body, "<a> <b> <c> .\n");
  EXPECT_NE(f.outcome.hop.detail, "") << "the wrong header is noted (D15)";
  EXPECT_EQ(header(fetch(server->url("/empty.nt")).outcome.hop, "Content-Type"), "(absent)");
  f = fetch(server->url("/large.nq"));
  EXPECT_EQ(f.outcome.hop.error, errc::truncated_body);
  EXPECT_EQ(f.body.size(), 100'000U);
  EXPECT_EQ(fetch(server->url("/deep/dump.nt.gz")).outcome.hop.error, errc::truncated_body);
}

TEST_F(site, a_delay_delays_the_answer_and_not_the_stop) {
  start({{"/a.ttl", serve_delay{milliseconds{60'000}}}});
  transfer_limits limits;
  limits.first_byte = milliseconds{100};
  EXPECT_EQ(fetch(server->url("/a.ttl"), limits).outcome.hop.error, errc::http_timeout);
  const auto begun = std::chrono::steady_clock::now();
  server->stop();
  server->stop();
  EXPECT_LT(std::chrono::steady_clock::now() - begun, std::chrono::seconds(10));
}

TEST_F(site, conditional_requests_are_answered_with_304_R28) {
  start();
  transfer_loop loop(allow_all, fixed_clock);
  const auto first = fetch(loop, get(server->url("/a.ttl"))).outcome.hop;
  auto request = get(server->url("/a.ttl"));
  request.if_none_match = header(first, "ETag");
  EXPECT_EQ(fetch(loop, request).outcome.hop.status, "304");
  request.if_none_match = "\"other\"";
  EXPECT_EQ(fetch(loop, request).outcome.hop.status, "200");
  request.if_none_match.clear();
  request.if_modified_since = header(first, "Last-Modified");
  const auto again = fetch(loop, request);
  EXPECT_EQ(again.outcome.hop.status, "304");
  EXPECT_EQ(again.outcome.hop.wire_bytes, 0U);
}

TEST_F(site, a_range_is_answered_with_the_part) {
  files.add("public/a.nt", "0123456789");
  start({{"/gone.nt", serve_status{410, "no longer here"}}});
  transfer_loop first(allow_all, fixed_clock);
  const auto version = header(fetch(first, get(server->url("/a.nt"))).outcome.hop, "ETag");
  const auto part = [&](const std::string& path, const std::string& range, const std::string& if_range = "") {
    auto request = get(server->url(path));
    if (!if_range.empty()) request.headers.push_back("If-Range: " + if_range);
    request.range = "bytes=" + range;
    request.check_part = [](int, std::string_view) { return result<void>{}; };
    transfer_loop loop(allow_all, fixed_clock);
    const auto f = fetch(loop, std::move(request));
    return f.outcome.hop.status + ' ' + header(f.outcome.hop, "Content-Range") + ' ' +
           (f.body.empty() ? f.outcome.excerpt : f.body);
  };
  EXPECT_EQ(part("/a.nt", "2-4"), "206 bytes 2-4/10 234");
  EXPECT_EQ(part("/a.nt", "7-"), "206 bytes 7-9/10 789");
  EXPECT_EQ(part("/a.nt", "7-20"), "206 bytes 7-9/10 789");
  EXPECT_EQ(part("/a.nt", "-3"), "206 bytes 7-9/10 789");
  EXPECT_EQ(part("/a.nt", "2-4", version), "206 bytes 2-4/10 234");
  EXPECT_EQ(part("/a.nt", "2-4", "\"other\""), "200 (absent) 0123456789");
  EXPECT_EQ(part("/a.nt", "10-12"), "200 (absent) 0123456789") << "outside of the file";
  EXPECT_EQ(part("/a.nt", "0-1,4-5"), "200 (absent) 0123456789");
  EXPECT_EQ(part("/gone.nt", "0-1"), "410 (absent) no longer here");
}

TEST_F(site, reports_each_answer) {
  start();
  fetch(server->url("/a.ttl"));
  fetch(server->url("/nothing%20here"));
  server->stop();
  std::ranges::sort(log);  // two connections, answered by two threads
  EXPECT_EQ(log, (std::vector<std::pair<std::string, int>>{{"/a.ttl", 200}, {"/nothing here", 404}}));
}

TEST_F(site, a_port_in_use_and_a_missing_folder_are_errors) {
  start();
  site_options options;
  options.root = files.path;
  options.port = server->port();
  const auto taken = site_server::start(options);
  ASSERT_FALSE(taken);
  EXPECT_EQ(taken.error().code, errc::io_failed);
  options.root = files.path / "nowhere";
  const auto missing = site_server::start(options);
  ASSERT_FALSE(missing);
  EXPECT_EQ(missing.error().code, errc::not_found);
}

TEST_F(site, stops_at_once_after_its_start) {
  for (int i = 0; i < 20; ++i) start();
}

}  // namespace laundromat::test
