// Tests of the real fetcher: conditional requests, and bodies that are continued after a cut, on a server that lies in many ways.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/compression/gzip.hpp"
#include "tests/actors/cutting_server.hpp"
#include "tests/actors/fetcher_fixture.hpp"

namespace laundromat {

namespace {

constexpr std::string_view one_statement = "<a:a> <a:b> <a:c> .\n";
constexpr const char* old_time = "Sat, 28 Nov 2020 12:00:00 GMT";

}  // namespace

/// In both layouts of the raw store.
class fetcher_revisit : public fetcher_test, public ::testing::WithParamInterface<bool> {
 protected:
  fetcher_revisit() {
    if (!GetParam()) return;
    EXPECT_TRUE(raw_.write_segments({}, {"laundry", "software: test\r\n"}));
  }
  [[nodiscard]] std::string body(const std::string& raw_path) {
    auto source = raw_.open(raw_path);
    return source ? read_all(**source, 1 << 24).value_or("unreadable") : to_string(source.error());
  }
  [[nodiscard]] fetch_outcome fetch_known(const std::string& uri, kept_crawl kept) {
    auto asked = job(uri);
    asked.kept = std::move(kept);
    auto answer = ask<fetch_outcome>(asked);
    EXPECT_TRUE(answer) << to_string(answer.error());
    return answer.value_or(fetch_outcome{});
  }
  [[nodiscard]] static kept_crawl known(const std::string& uri, std::string_view body_before = "before") {
    return {md5("download"), uri, "W/\"a b\"", old_time, sha256(body_before), "text/turtle", ""};
  }
  /// Fetches from a server that cuts, and compares what is stored.
  fetch_outcome fetch_cut(cutting_server& site) {
    const raw_server server{[&](const std::string& request) { return site.answer(request); }};
    auto found = fetch(server.url("/dump.nt"));
    requests_ = server.requests();
    if (found.on != event::body_stored) return found;
    EXPECT_TRUE(body(found.raw_path) == site.body) << "it is corrupt";
    EXPECT_EQ(found.wire.digest, sha256(site.body));
    EXPECT_EQ(found.wire.bytes, site.body.size());
    EXPECT_EQ(found.media_type, "text/turtle");
    return found;
  }
  /// The records of all segments.
  [[nodiscard]] std::string all_records() {
    std::string all;
    for (std::uint32_t serial = 1; !raw_.segments().file_name(serial).empty(); ++serial) {
      warning_log warnings;
      const auto text = make_gzip_source(
          make_memory_source(read_file(folder_.path() / "raw" / raw_.segments().file_name(serial))),
          warnings);
      all += read_all(*text, 1 << 26).value_or("");
    }
    return all;
  }
  [[nodiscard]] static std::size_t count(std::string_view text, std::string_view part) {
    std::size_t n = 0;
    for (auto at = text.find(part); at != std::string_view::npos; at = text.find(part, at + 1)) ++n;
    return n;
  }

  std::vector<std::string> requests_;
};

INSTANTIATE_TEST_SUITE_P(layouts, fetcher_revisit, ::testing::Bool(),
                         [](const auto& layout) { return layout.param ? "warc" : "files"; });

TEST_P(fetcher_revisit, what_is_known_is_asked_for_on_condition_and_a_304_is_unchanged_R28) {
  const raw_server server{http("304 Not Modified", "ETag: W/\"a b\"\r\n", "")};
  const auto found = fetch_known(server.url("/a.ttl"), known(server.url("/a.ttl")));
  EXPECT_EQ(found.on, event::not_modified) << found.detail;
  EXPECT_EQ(found.cause, errc::not_modified);
  EXPECT_EQ(found.compared_with, md5("download"));
  ASSERT_EQ(found.hops.size(), 1U);
  EXPECT_EQ(found.hops[0].wire_bytes, 0U);
  EXPECT_EQ(header_in(server.requests().at(0), "If-None-Match"), "W/\"a b\"");
  EXPECT_EQ(header_in(server.requests().at(0), "If-Modified-Since"), old_time);
  if (!GetParam()) return;
  const auto all = all_records();
  EXPECT_EQ(count(all, "WARC-Type: revisit\r\n"), 1U);
  EXPECT_EQ(count(all, "WARC-Profile: http://netpreserve.org/warc/1.1/revisit/server-not-modified\r\n"), 1U);
}

TEST_P(fetcher_revisit, validators_are_sent_only_to_the_uri_that_gave_them_R180) {
  const raw_server server{[](const std::string& request) {
    if (path_of(request) == "/a") return http("302 Found", "Location: /b\r\n", "");
    if (path_of(request) == "/b") return http("304 Not Modified", "", "");
    return http("200 OK", "Content-Type: text/turtle\r\n", std::string{one_statement});
  }};
  EXPECT_EQ(fetch_known(server.url("/a"), known(server.url("/b"))).on, event::not_modified);
  EXPECT_EQ(fetch_known(server.url("/c"), known(server.url("/b"))).on, event::body_stored)
      << "the redirect leads elsewhere now";
  const auto requests = server.requests();
  ASSERT_EQ(requests.size(), 3U);
  EXPECT_EQ(header_in(requests[0], "If-None-Match"), "");
  EXPECT_EQ(header_in(requests[1], "If-None-Match"), "W/\"a b\"");
  EXPECT_EQ(header_in(requests[2], "If-None-Match"), "");
  EXPECT_EQ(header_in(requests[2], "If-Modified-Since"), "");
}

TEST_P(fetcher_revisit, a_304_to_a_request_without_a_condition_is_a_bad_answer) {
  const raw_server server{http("304 Not Modified", "", "")};
  const auto found = fetch(server.url("/a.ttl"));
  EXPECT_EQ(found.on, event::retry_later);
  EXPECT_EQ(found.cause, errc::bad_response);
}

TEST_P(fetcher_revisit, the_same_bytes_are_unchanged_if_they_are_declared_as_the_same_R181) {
  const std::string text{one_statement};
  const raw_server server{[&](const std::string& request) {
    const auto type = path_of(request) == "/other" ? "text/plain" : "text/turtle";
    return http("200 OK", std::string{"Content-Type: "} + type + "\r\n", text);
  }};
  const auto same = fetch_known(server.url("/a"), known(server.url("/a"), text));
  EXPECT_EQ(same.on, event::not_modified);
  EXPECT_EQ(same.detail, "the same bytes as before");
  EXPECT_EQ(same.compared_with, md5("download"));
  EXPECT_EQ(fetch_known(server.url("/a"), known(server.url("/a"), "other bytes")).on, event::body_stored);
  EXPECT_EQ(fetch_known(server.url("/a"), known(server.url("/b"), text)).on, event::body_stored)
      << "relative references are resolved against another base";
  EXPECT_EQ(fetch_known(server.url("/other"), known(server.url("/other"), text)).on, event::body_stored)
      << "it may be read as another format";
  auto encoded = known(server.url("/a"), text);
  encoded.charset = "latin1";
  EXPECT_EQ(fetch_known(server.url("/a"), encoded).on, event::body_stored);
}

TEST_P(fetcher_revisit, a_body_that_is_cut_twenty_times_is_whole_R29) {
  cutting_server site;
  site.cuts = 20;
  const auto found = fetch_cut(site);
  EXPECT_EQ(found.on, event::body_stored) << to_string(found.cause) << ' ' << found.detail;
  ASSERT_EQ(found.hops.size(), 21U);
  EXPECT_EQ(found.hops[0].error, errc::truncated_body);
  EXPECT_EQ(found.hops[20].status, "206");
  std::uint64_t received = 0;
  for (const auto& hop : found.hops) received += hop.wire_bytes;
  EXPECT_EQ(received, site.body.size()) << "no byte came twice";
  EXPECT_EQ(header_in(requests_[1], "If-Range"), "\"v1\"");
  EXPECT_EQ(header_in(requests_[1], "Accept-Encoding"), "identity");
  EXPECT_EQ(header_in(requests_[1], "Range"), "bytes=" + std::to_string(found.hops[0].wire_bytes) + "-");
  if (!GetParam()) return;
  const auto all = all_records();
  EXPECT_EQ(count(all, "WARC-Type: response\r\n"), 1U) << "one record has the whole body";
  EXPECT_EQ(count(all, "WARC-Truncated"), 0U);
  EXPECT_EQ(count(all, "received-part: bytes "), 20U);
  EXPECT_EQ(count(all, "WARC-Type: request\r\n"), 21U);
}

TEST_P(fetcher_revisit, a_small_body_of_unknown_length_is_continued_too) {
  cutting_server site;
  site.body = random_text(700'000, 2);
  site.is_chunked = true;
  site.cuts = 1;
  site.random.seed(0);
  site.etag = "";
  site.last_modified = old_time;
  const auto found = fetch_cut(site);
  EXPECT_EQ(found.on, event::retry_later) << "less than the least part has come";
  site.body = random_text(2'000'000, 2);
  site.cuts = 2;
  const auto large = fetch_cut(site);
  EXPECT_EQ(large.on, event::body_stored) << to_string(large.cause) << ' ' << large.detail;
  EXPECT_EQ(large.hops.size(), 3U);
  EXPECT_EQ(header_in(requests_[1], "If-Range"), old_time);
}

TEST_P(fetcher_revisit, a_server_that_lies_about_a_part_is_asked_for_the_whole_R186) {
  using mangle = decltype(cutting_server::mangle);
  const std::pair<const char*, mangle> lies[] = {
      {"it begins earlier", [](auto& first, auto&, auto&, auto&) { first -= 10; }},
      {"it begins later", [](auto& first, auto&, auto&, auto& part) { first += 10, part.erase(0, 10); }},
      {"the whole body is called a part",
       [](auto& first, auto&, auto& total, auto& part) { part.resize(total, 'x'), first = 0; }},
      {"the body has another length", [](auto&, auto&, auto& total, auto&) { total += 10; }},
      {"it is shorter than it says", [](auto&, auto&, auto&, auto& part) { part.resize(part.size() - 10); }},
      {"it is longer than it says", [](auto&, auto& last, auto&, auto&) { last -= 10; }},
  };
  for (const auto& [name, lie] : lies) {
    cutting_server site;
    site.cuts = 1;
    site.mangled_part = 0;
    site.mangle = lie;
    const auto found = fetch_cut(site);
    EXPECT_EQ(found.on, event::body_stored) << name << ": " << to_string(found.cause) << ' ' << found.detail;
    ASSERT_EQ(found.hops.size(), 3U) << name;
    EXPECT_EQ(found.hops[1].error, errc::part_mismatch) << name;
    EXPECT_EQ(header_in(requests_[2], "Range"), "") << name;
  }
}

TEST_P(fetcher_revisit, a_body_that_changes_meanwhile_begins_anew_R186) {
  for (const bool tells : {true, false}) {
    cutting_server site;
    site.cuts = 3;
    site.before = [&](int request) {
      if (request != 2) return;
      site.body = random_text(2'500'000, 9);
      if (tells) site.etag = "\"v2\"";
    };
    const auto found = fetch_cut(site);
    EXPECT_EQ(found.on, event::body_stored) << to_string(found.cause) << ' ' << found.detail;
    EXPECT_EQ(found.hops[2].error, tells ? errc::truncated_body : errc::part_mismatch);
    EXPECT_EQ(found.hops[2].status, tells ? "200" : "206");
    if (!GetParam()) continue;
    EXPECT_EQ(count(all_records(), "WARC-Truncated: disconnect\r\n"), tells ? 1U : 2U);
  }
}

TEST_P(fetcher_revisit, without_a_strong_validator_a_cut_body_is_tried_again_later) {
  for (const auto* etag : {"W/\"v1\"", ""}) {
    cutting_server site;
    site.etag = etag;
    site.cuts = 1;
    const auto found = fetch_cut(site);
    EXPECT_EQ(found.on, event::retry_later) << etag;
    EXPECT_EQ(found.cause, errc::truncated_body);
    EXPECT_EQ(site.requests, 1);
  }
}

TEST_P(fetcher_revisit, an_encoded_body_is_not_continued) {
  const auto packed = test::gzipped(random_text(300'000, 3));
  const raw_server server{[&](const std::string&) {
    return raw_reply{"HTTP/1.1 200 OK\r\nETag: \"v1\"\r\nContent-Encoding: gzip\r\nContent-Length: " +
                         std::to_string(packed.size()) + "\r\n\r\n" + packed.substr(0, 200'000),
                     ending::close};
  }};
  EXPECT_EQ(fetch(server.url("/a")).on, event::retry_later);
  EXPECT_EQ(server.requests().size(), 1U);
}

TEST_P(fetcher_revisit, a_body_is_continued_as_often_as_the_campaign_says) {
  env_->settings.network.resumes = 3;
  cutting_server site;
  site.cuts = 5;
  const auto found = fetch_cut(site);
  EXPECT_EQ(found.on, event::retry_later);
  EXPECT_EQ(found.cause, errc::truncated_body);
  EXPECT_EQ(site.requests, 4);
  if (!GetParam()) return;
  EXPECT_EQ(count(all_records(), "WARC-Truncated: disconnect\r\n"), 1U);
}

TEST_P(fetcher_revisit, an_error_in_place_of_the_rest_ends_the_try) {
  cutting_server site;
  site.cuts = 1;
  const raw_server server{[&](const std::string& request) {
    return site.requests == 1 ? http("503 Service Unavailable", "Retry-After: 7\r\n", "busy")
                              : site.answer(request);
  }};
  const auto found = fetch(server.url("/dump.nt"));
  EXPECT_EQ(found.on, event::retry_later);
  EXPECT_EQ(found.cause, errc::http_status);
  if (!GetParam()) return;
  EXPECT_EQ(count(all_records(), "WARC-Truncated: disconnect\r\n"), 1U) << "what came is kept";
}

TEST_P(fetcher_revisit, each_part_asks_for_a_permit_R187) {
  cutting_server site;
  site.cuts = 4;
  (void)fetch_cut(site);
  const std::lock_guard lock{seen_.mutex};
  EXPECT_EQ(seen_.permit_requests.size(), 4U) << "the permit of the first request came with the job";
}

}  // namespace laundromat
