// Tests of what holds for every route: hosts, rates, methods, conditions, compression, and reading by pages of other sites.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>

#include "app/api/api_route.hpp"
#include "core/codec/compression/stream_codec.hpp"
#include "tests/app/api/filled_folder.hpp"
#include "tests/app/api/served_folder.hpp"

namespace laundromat::test {
namespace {

constexpr const char *long_list = "/api/v1/documents?all=true", *short_list = "/api/v1/pauses";

std::string gunzipped(std::string_view bytes) {
  const auto codec = make_gzip_codec();
  std::string out;
  std::array<char, 4'096> part{};
  if (!codec->begin(bytes)) return out;
  bytes.remove_prefix(codec->header_length(bytes).value_or(0));
  for (auto step = codec->decode(bytes, part, true);; step = codec->decode(bytes, part, true)) {
    out.append(part.data(), step.made);
    if (step.what == stream_codec::outcome::ended) return bytes.empty() ? out : out + "BEHIND THE END";
    if (step.what != stream_codec::outcome::more) return "BROKEN";
  }
}

nlohmann::json problem_in(const raw_response& got) {
  EXPECT_EQ(got.field("content-type"), "application/problem+json") << got.body;
  auto problem = nlohmann::json::parse(got.body, nullptr, false);
  EXPECT_EQ(problem.value("status", 0), got.status) << got.body;
  EXPECT_FALSE(problem.value("title", "").empty()) << got.body;
  return problem;
}

class request_rules : public testing::Test {
 protected:
  [[nodiscard]] std::string port() const { return std::to_string(served_.port()); }

  served_folder served_{filled_folder::get().data()};
};

TEST_F(request_rules, a_name_that_is_not_this_server_is_misdirected_A08) {
  for (const auto& host : {std::string{"evil.example"}, "evil.example:" + port(), std::string{"127.0.0.1"},
                           std::string{"127.0.0.1:1"}, "127.0.0.1.evil.example:" + port(),
                           "localhost.:" + port() + "0", "user@127.0.0.1:" + port(), "0x7f000001:" + port()})
    for (const auto* path :
         {"/api/v1/status", "/api/v1/openapi.json", "/metrics", "/api/v1/events", "/"}) {
      const auto got = served_.get(path, "Host: " + host + "\r\n");
      EXPECT_EQ(got.status, 421) << host << ' ' << path << got.body;
      (void)problem_in(got);
    }
  for (const auto& host :
       {"localhost:" + port(), "127.0.0.1:" + port(), "LOCALHOST:" + port(), "[::1]:" + port()})
    EXPECT_EQ(served_.get("/api/v1/status", "Host: " + host + "\r\n").status, 200) << host;
  EXPECT_EQ(served_.get("/healthz", "Host: evil.example\r\n").status, 200) << "a probe may have any";
  auto guard = served_folder::open_guard();
  guard.names.public_base = "https://lod.example/data/";
  const served_folder published{filled_folder::get().data(), guard};
  EXPECT_EQ(published.get("/api/v1/status", "Host: lod.example\r\n").status, 200);
  EXPECT_EQ(published.get("/api/v1/status", "Host: data.lod.example\r\n").status, 421);
}

TEST_F(request_rules, an_address_that_asks_too_often_waits_and_others_do_not_A09) {
  auto guard = served_folder::open_guard();
  guard.rate.requests_per_second = 0.01;
  guard.rate.burst = 3;
  const served_folder slow{filled_folder::get().data(), guard};
  for (int i = 0; i < 3; ++i) EXPECT_EQ(slow.get("/api/v1/pauses").status, 200);
  for (const auto* path : {"/api/v1/pauses", "/api/v1/openapi.json", "/metrics", "/nothing"}) {
    const auto refused = slow.get(path);
    EXPECT_EQ(refused.status, 429) << path;
    EXPECT_GE(std::stoi(refused.field("retry-after")), 1);
    EXPECT_LE(std::stoi(refused.field("retry-after")), 100);
    (void)problem_in(refused);
  }
  EXPECT_EQ(slow.get("/healthz").status, 200);
  raw_client other{slow.port(), "127.0.0.2"};
  EXPECT_EQ(other.ask("GET /api/v1/pauses HTTP/1.1\r\nHost: " + slow.authority() + "\r\n\r\n").status, 200);
}

TEST_F(request_rules, a_wrong_token_costs_ten_requests_A09) {
  auto guard = served_folder::open_guard();
  guard.rate.requests_per_second = 0.01;
  guard.rate.burst = 12;
  const served_folder slow{filled_folder::get().data(), guard};
  const auto guess = [&] {
    return slow.send("POST", "/api/v1/pause", "Authorization: Bearer aaaaaaaaaaaaaaaa\r\n").status;
  };
  EXPECT_EQ(guess(), 401);
  EXPECT_EQ(guess(), 401);
  EXPECT_EQ(guess(), 429);
}

TEST_F(request_rules, each_path_tells_its_methods_A10) {
  for (const auto& route : command_routes()) {
    auto path = std::string{route.path};
    while (path.find('{') != path.npos)
      path.replace(path.find('{'), path.find('}') - path.find('{') + 1, "abcd");
    const auto options = served_.send("OPTIONS", path);
    EXPECT_EQ(options.status, 204) << path;
    const auto allowed = options.field("allow");
    EXPECT_NE(allowed.find(route.method), allowed.npos) << path << ' ' << allowed;
    EXPECT_NE(allowed.find("OPTIONS"), allowed.npos) << path << ' ' << allowed;
    EXPECT_EQ(allowed.find("GET") == allowed.npos, allowed.find("HEAD") == allowed.npos)
        << path << ' ' << allowed;
    EXPECT_EQ(options.field("access-control-allow-origin"), "*");
    EXPECT_EQ(options.field("access-control-allow-methods").find("POST"), std::string::npos);
    EXPECT_EQ(options.field("access-control-allow-headers").find("Authorization"), std::string::npos);
    for (const auto* method : {"PUT", "DELETE", "PATCH", "GET", "POST", "HEAD"}) {
      if (allowed.find(method) != allowed.npos) continue;
      const auto refused = served_.send(method, path);
      EXPECT_EQ(refused.status, 405) << method << ' ' << path;
      EXPECT_EQ(refused.field("allow"), allowed) << method << ' ' << path;
      if (method != std::string_view{"HEAD"}) (void)problem_in(refused);
    }
  }
  for (const auto* path : {"/metrics", "/healthz", "/readyz", "/api/v1/events", "/api/v1/openapi.json"}) {
    const auto refused = served_.send("POST", path);
    EXPECT_EQ(refused.status, 405) << path;
    EXPECT_EQ(refused.field("allow"), "GET, HEAD, OPTIONS") << path;
    EXPECT_EQ(served_.send("OPTIONS", path).status, 204) << path;
  }
  EXPECT_EQ(served_.send("OPTIONS", "*").status, 204);
}

TEST_F(request_rules, head_has_the_fields_of_get_A10) {
  for (const auto* path :
       {long_list, short_list, "/api/v1/status", "/api/v1/openapi.json", "/metrics", "/healthz", "/readyz",
        "/api/v1/records/0000", "/api/v1/documents?limit=x", "/nothing"})
    for (const auto* fields : {"", "Accept-Encoding: gzip\r\n"}) {
      auto whole = served_.get(path, fields), head = served_.send("HEAD", path, fields);
      EXPECT_EQ(head.status, whole.status) << path;
      EXPECT_TRUE(head.body.empty());
      const bool is_measured = path == std::string_view{"/metrics"} || path == std::string_view{"/healthz"} ||
                               path == std::string_view{"/readyz"};
      for (const auto* name : {"date", "content-length", "etag"})
        if (is_measured || name == std::string_view{"date"}) {
          whole.fields.erase(name);
          head.fields.erase(name);
        }
      EXPECT_EQ(head.fields, whole.fields) << path;
    }
}

TEST_F(request_rules, a_client_that_has_the_answer_does_not_get_it_again_A11) {
  const copy_of_filled_folder copy;
  const served_folder served{copy.data()};
  for (const auto* path : {long_list, "/api/v1/status", "/api/v1/openapi.json", short_list}) {
    const auto first = served.get(path);
    const auto etag = first.field("etag");
    ASSERT_FALSE(etag.empty()) << path;
    EXPECT_EQ(served.get(path).field("etag"), etag) << path;
    for (const auto& known : {etag, std::string{"*"}, "\"other\", " + etag}) {
      const auto again = served.get(path, "If-None-Match: " + known + "\r\n");
      EXPECT_EQ(again.status, 304) << path << ' ' << known;
      EXPECT_TRUE(again.body.empty());
      EXPECT_EQ(again.field("etag"), etag);
      EXPECT_EQ(again.field("vary"), "Accept-Encoding");
    }
    EXPECT_EQ(served.get(path, "If-None-Match: \"other\"\r\n").status, 200);
    EXPECT_EQ(served.get(path, "If-None-Match: " + etag + "\r\nAccept-Encoding: gzip\r\n").status, 304);
    EXPECT_EQ(served.get(path, "If-Match: \"other\"\r\n").status, 412);
  }
  const auto before = served.get(short_list).field("etag");
  ASSERT_EQ(ask_about(copy.data(), {"pause"}).code, 0);
  const auto changed = served.get(short_list, "If-None-Match: " + before + "\r\n");
  EXPECT_EQ(changed.status, 200);
  EXPECT_NE(changed.field("etag"), before);
}

TEST_F(request_rules, gzip_is_the_same_text_A11) {
  for (const auto* path :
       {long_list, "/api/v1/openapi.json", "/api/v1/defect-rules", "/api/v1/hosts", "/api/v1/status"}) {
    const auto bare = served_.get(path), packed = served_.get(path, "Accept-Encoding: br, gzip\r\n");
    EXPECT_EQ(bare.field("content-encoding"), "") << path;
    EXPECT_EQ(bare.field("vary"), "Accept-Encoding");
    EXPECT_EQ(packed.field("vary"), "Accept-Encoding");
    if (bare.body.size() < 1'024) {
      EXPECT_EQ(packed.body, bare.body) << path;
      continue;
    }
    EXPECT_EQ(packed.field("content-encoding"), "gzip") << path;
    EXPECT_LT(packed.body.size(), bare.body.size() / 2) << path;
    EXPECT_EQ(gunzipped(packed.body), bare.body) << path;
    for (const auto* refused : {"gzip;q=0", "identity", "br", "gzip;q=0.5, identity", "*;q=0, identity"})
      EXPECT_EQ(served_.get(path, "Accept-Encoding: " + std::string{refused} + "\r\n").body, bare.body)
          << refused;
  }
}

TEST_F(request_rules, pages_of_other_sites_may_read_and_have_no_credentials_A12) {
  for (const auto* path :
       {long_list, "/api/v1/openapi.json", "/api/v1/records/0000", "/api/v1/documents?limit=x"}) {
    const auto got = served_.get(path, "Origin: http://elsewhere.example\r\n");
    EXPECT_EQ(got.field("access-control-allow-origin"), "*") << path;
    EXPECT_NE(got.field("access-control-expose-headers").find("ETag"), std::string::npos) << path;
    EXPECT_EQ(got.field("access-control-allow-credentials"), "") << path;
    EXPECT_EQ(got.field("set-cookie"), "") << path;
  }
  EXPECT_EQ(served_.get("/api/v1/pauses", "Sec-Fetch-Site: cross-site\r\n").status, 200);
}

TEST_F(request_rules, tricks_with_paths_find_nothing_A12) {
  for (const auto* path : {"/api/v1/../v1/status", "/api/v1/%2e%2e/v1/status", "/api//v1/status",
                           "/api/v1/status/", "/api/v1/Status", "/api/v1/status;x=1", "/api/v1/status%00",
                           "/api/v1/status%2f", "/api/v1/reports/..%2f..%2fetc%2fpasswd",
                           "/api/v1/providers/..%2F..%2Fetc/receipts", "/api/v1/hosts/%2e%2e%2f",
                           "//api/v1/status", "/api", "/api/", "/metrics/", "/healthz/x", "/%6detrics"}) {
    const auto got = served_.get(path);
    EXPECT_TRUE(got.status == 404 || got.status == 400) << path << ' ' << got.status;
    EXPECT_EQ(got.body.find("root:"), std::string::npos);
  }
}

}  // namespace
}  // namespace laundromat::test
