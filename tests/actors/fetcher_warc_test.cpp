// Tests of the real fetcher with WARC segments: which records a download leaves, and what is read from them.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/compression/gzip.hpp"
#include "tests/actors/fetcher_fixture.hpp"

namespace laundromat {

namespace {

constexpr std::string_view turtle = "<a:a> <a:b> <a:c> .\n";

}  // namespace

class fetcher_warc_test : public fetcher_test {
 protected:
  fetcher_warc_test() { EXPECT_TRUE(raw_.write_segments({}, {"laundry", "software: test\r\n"})); }
  [[nodiscard]] std::string body(const std::string& raw_path) {
    auto source = raw_.open(raw_path);
    return source ? read_all(**source, 1 << 24).value_or("unreadable") : to_string(source.error());
  }
  /// All records of a segment.
  [[nodiscard]] std::string records(std::uint32_t serial = 1) {
    warning_log warnings;
    const auto text = make_gzip_source(
        make_memory_source(read_file(folder_.path() / "raw" / raw_.segments().file_name(serial))), warnings);
    auto all = read_all(*text, 1 << 24);
    EXPECT_TRUE(warnings.rows().empty());
    return all.value_or("");
  }
  [[nodiscard]] std::size_t count(std::string_view part) {
    const auto text = records();
    std::size_t n = 0;
    for (auto at = text.find(part); at != std::string::npos; at = text.find(part, at + 1)) ++n;
    return n;
  }
};

TEST_F(fetcher_warc_test, a_download_is_a_request_and_a_response_with_their_heads) {
  const auto reply = http("200 OK", "Content-Type: text/turtle; charset=utf-8\r\n", std::string(turtle));
  const raw_server server{reply};
  const auto found = fetch(server.url("/bob.ttl"));
  EXPECT_EQ(found.on, event::body_stored) << found.detail;
  ASSERT_TRUE(warc_place_of(found.raw_path)) << found.raw_path;
  EXPECT_EQ(body(found.raw_path), turtle);
  EXPECT_EQ(found.wire.digest, sha256(turtle));
  EXPECT_EQ(found.media_type, "text/turtle");
  EXPECT_TRUE(found.chain.empty());
  const auto all = records();
  EXPECT_NE(all.find("\r\n\r\n" + reply.bytes + "\r\n\r\n"), all.npos);
  EXPECT_NE(all.find("\r\n\r\n" + server.requests().at(0) + "\r\n\r\n"), all.npos);
  EXPECT_NE(all.find("WARC-Target-URI: " + server.url("/bob.ttl") + "\r\n"), all.npos);
  EXPECT_NE(all.find("WARC-IP-Address: 127.0.0.1\r\n"), all.npos);
}

TEST_F(fetcher_warc_test, an_encoded_body_is_kept_as_received_and_its_encoding_is_a_layer_of_the_view) {
  const auto packed = test::gzipped(turtle);
  const raw_server server{http("200 OK", "Content-Encoding: gzip\r\n", packed)};
  const auto found = fetch(server.url("/bob.ttl"));
  EXPECT_EQ(found.on, event::body_stored) << found.detail;
  EXPECT_EQ(body(found.raw_path), packed);
  EXPECT_EQ(found.wire.digest, sha256(packed));
  EXPECT_EQ(found.chain, (decode_chain{{layer_kind::gzip, 0}}));
}

TEST_F(fetcher_warc_test, damage_of_an_encoding_is_left_to_the_view) {
  auto packed = test::gzipped(std::string(100'000, 'x'));
  packed.resize(packed.size() - 9);
  const raw_server server{http("200 OK", "Content-Encoding: gzip\r\n", packed)};
  const auto found = fetch(server.url("/bob.ttl"));
  EXPECT_EQ(found.on, event::body_stored) << found.detail;
  EXPECT_TRUE(found.damage.empty());
  EXPECT_EQ(body(found.raw_path), packed);
}

TEST_F(fetcher_warc_test, every_hop_has_its_records) {
  const raw_server server{redirecting};
  const auto found = fetch(server.url("/to/to/c.ttl"));
  EXPECT_EQ(found.on, event::body_stored);
  EXPECT_EQ(body(found.raw_path), turtle);
  EXPECT_EQ(count("WARC-Type: response\r\n"), 3U);
  EXPECT_EQ(count("WARC-Type: request\r\n"), 3U);
}

TEST_F(fetcher_warc_test, error_pages_are_kept_too) {
  const raw_server server{http("404 Not Found", "", "not here")};
  EXPECT_EQ(fetch(server.url("/x")).on, event::failed_for_good);
  EXPECT_EQ(count("\r\n\r\nnot here\r\n\r\n"), 1U);
}

TEST_F(fetcher_warc_test, a_cut_body_says_why) {
  const raw_server server{{"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf", ending::close}};
  EXPECT_EQ(fetch(server.url("/x")).on, event::retry_later);
  EXPECT_EQ(count("WARC-Truncated: disconnect\r\n"), 1U);
}

TEST_F(fetcher_warc_test, a_request_without_an_answer_is_a_metadata_record) {
  const raw_server server{{"", ending::close}};
  EXPECT_EQ(fetch(server.url("/x")).on, event::retry_later);
  EXPECT_EQ(count("WARC-Type: metadata\r\n"), 1U);
  EXPECT_EQ(count("WARC-Type: request\r\n"), 1U);
}

TEST_F(fetcher_warc_test, a_repeated_body_is_a_revisit_with_a_path_of_its_own) {
  const std::string large(2'000, 'x');
  const raw_server server{http("200 OK", "", large)};
  const auto first = fetch(server.url("/a")), again = fetch(server.url("/b"));
  EXPECT_NE(first.raw_path, again.raw_path);
  EXPECT_EQ(body(again.raw_path), large);
  EXPECT_EQ(again.wire.digest, sha256(large));
  EXPECT_EQ(count("WARC-Type: revisit\r\n"), 1U);
}

TEST_F(fetcher_warc_test, an_empty_body_is_a_record) {
  const raw_server server{http("200 OK", "", "")};
  const auto found = fetch(server.url("/empty.nt"));
  EXPECT_EQ(found.on, event::body_stored);
  EXPECT_EQ(body(found.raw_path), "");
}

TEST_F(fetcher_warc_test, a_large_body_has_a_segment_of_its_own) {
  for (const auto bytes : {most_small_body_bytes + 1, std::size_t{5'000'000}}) {
    std::string large;
    while (large.size() < bytes) large += "<a:a> <a:b> \"" + std::to_string(large.size()) + "\" .\n";
    const raw_server server{http("200 OK", "", large)};
    const auto found = fetch(server.url("/large.nt"));
    EXPECT_EQ(found.on, event::body_stored);
    const auto place = warc_place_of(found.raw_path);
    ASSERT_TRUE(place) << found.raw_path;
    EXPECT_EQ(body(found.raw_path), large);
    EXPECT_EQ(found.wire.digest, sha256(large));
    const auto all = records(place->serial);
    EXPECT_TRUE(all.starts_with("WARC/1.1\r\nWARC-Type: warcinfo\r\n"));
    EXPECT_NE(all.find("WARC-Payload-Digest: sha256:" + found.wire.digest.hex()), all.npos);
    EXPECT_NE(all.find("\r\n\r\n" + server.requests().at(0) + "\r\n\r\n"), all.npos);
  }
}

TEST_F(fetcher_warc_test, a_large_body_that_ended_early_says_so) {
  const raw_server server{
      {"HTTP/1.1 200 OK\r\nContent-Length: 5000000\r\n\r\n" + std::string(2'000'000, 'x'), ending::close}};
  EXPECT_EQ(fetch(server.url("/x")).on, event::retry_later);
  EXPECT_EQ(count("WARC-Truncated: disconnect\r\n"), 1U);
}

TEST_F(fetcher_warc_test, a_local_file_is_a_resource) {
  const auto path = folder_.path() / "local.ttl";
  std::ofstream(path) << turtle;
  env_->settings.files.roots = {folder_.path()};
  const auto found = fetch("file://" + path.string());
  EXPECT_EQ(found.on, event::body_stored) << found.detail;
  EXPECT_EQ(body(found.raw_path), turtle);
  EXPECT_EQ(count("WARC-Type: resource\r\n"), 1U);
}

TEST_F(fetcher_warc_test, robots_txt_has_its_records) {
  const raw_server server{http("200 OK", "", "User-agent: *\nDisallow: /x\n")};
  const auto found = ask<robots_outcome>(robots_job{server.url("/robots.txt")});
  ASSERT_TRUE(found);
  EXPECT_EQ(found->body, "User-agent: *\nDisallow: /x\n");
  EXPECT_EQ(count("WARC-Type: response\r\n"), 1U);
  EXPECT_EQ(count("\r\n\r\nUser-agent: *\nDisallow: /x\n\r\n\r\n"), 1U);
}

}  // namespace laundromat
