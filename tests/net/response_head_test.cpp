// Tests of reading response heads.
// SPDX-License-Identifier: Apache-2.0
#include "net/response_head.hpp"

#include <gtest/gtest.h>

namespace laundromat::test {
namespace {

struct parsed {
  http_hop hop;
  head_facts facts;
  bool complete = false;
};

parsed parse(const std::vector<std::string>& lines, head_limits limits = {}) {
  parsed p;
  response_head head(limits);
  for (const auto& line : lines) EXPECT_TRUE(head.take_line(line, p.hop)) << line;
  p.facts = head.facts();
  p.complete = head.is_complete();
  return p;
}

}  // namespace

TEST(response_head, reads_status_lines_as_servers_send_them_D09) {
  const struct {
    std::string line, status;
    std::uint32_t major, minor;
  } cases[]{{"HTTP/1.1 200 OK\r\n", "200", 1, 1},
            {"HTTP/1.0 404\r\n", "404", 1, 0},
            {"HTTP/2 304 \r\n", "304", 2, 0},
            {"HTTP 200 OK\n", "200", 0, 0},
            {"HTTP/1.1 OK\r\n", "OK", 1, 1},
            {"HTTP/1.1 Not Found\r\n", "Not Found", 1, 1},
            {"HTTP/1.1 2000 Many\r\n", "2000 Many", 1, 1},
            {"HTTP/1.1  200  OK\r\n", "200", 1, 1},
            {"HTTP/1.1\r\n", "", 1, 1},
            {"HTTP/1.1 a\x01"
             "b\r\n",
             "a b", 1, 1},
            {"HTTP/x.y 200\r\n", "200", 0, 0}};
  for (const auto& c : cases) {
    const auto p = parse({c.line});
    EXPECT_EQ(p.hop.status, c.status) << c.line;
    EXPECT_EQ(p.hop.version_major, c.major) << c.line;
    EXPECT_EQ(p.hop.version_minor, c.minor) << c.line;
  }
}

TEST(response_head, keeps_headers_in_order_and_repeated) {
  const auto p = parse({"HTTP/1.1 200 OK\r\n", "B: 1\r\n", "a:2 \r\n", "B:\t3\r\n", "\r\n"});
  ASSERT_EQ(p.hop.headers.size(), 3U);
  EXPECT_EQ(p.hop.headers[0].name, "B");
  EXPECT_EQ(p.hop.headers[1].name, "a");
  EXPECT_EQ(p.hop.headers[1].value, "2");
  EXPECT_EQ(p.hop.headers[2].value, "3");
  EXPECT_TRUE(p.complete);
}

TEST(response_head, an_informational_answer_leaves_nothing_behind_rfc9110_15_2) {
  const auto p = parse({"HTTP/1.1 103 Early Hints\r\n", "Link: x\r\n", "Content-Length: 9\r\n", "\r\n",
                        "HTTP/1.1 200 OK\r\n", "A: 1\r\n", "\r\n"});
  EXPECT_EQ(p.hop.status, "200");
  EXPECT_EQ(p.hop.headers.size(), 1U);
  EXPECT_TRUE(p.facts.content_lengths.empty());
  EXPECT_TRUE(p.complete);
}

TEST(response_head, a_status_line_within_a_head_removes_no_length_rfc9112_6_3) {
  for (const auto* line : {"HTTP/1.1 200 a:b\r\n", "HTTP/1.1 204 OK\r\n", "HTTP 100 a:b\r\n"}) {
    const auto p =
        parse({"HTTP/1.1 200 OK\r\n", "Content-Length: 9\r\n", line, "Content-Length: 3\r\n", "\r\n"});
    EXPECT_EQ(p.hop.status, "200") << line;
    EXPECT_EQ(p.facts.content_lengths, (std::vector<std::string>{"9", "3"})) << line;
    EXPECT_EQ(p.facts.dropped_headers, 1U) << line;
    EXPECT_TRUE(p.complete) << line;
  }
}

TEST(response_head, ignores_trailers) {
  const auto p = parse({"HTTP/1.1 200 OK\r\n", "\r\n", "X-Checksum: 1\r\n"});
  EXPECT_EQ(p.hop.headers.size(), 0U);
}

TEST(response_head, joins_obsolete_folding_with_a_space) {
  const auto p = parse({"HTTP/1.1 200 OK\r\n", "Link: <a>,\r\n", "  <b>\r\n", "\t<c>\r\n", "\r\n"});
  ASSERT_EQ(p.hop.headers.size(), 1U);
  EXPECT_EQ(p.hop.headers[0].value, "<a>, <b> <c>");
}

TEST(response_head, a_list_of_names_may_be_folded_before_one_that_ends_a_body) {
  const auto p = parse({"HTTP/1.1 200 OK", "Access-Control-Expose-Headers: ETag,", " Content-Length", ""});
  ASSERT_EQ(p.hop.headers.size(), 1U);
  EXPECT_EQ(p.hop.headers[0].value, "ETag, Content-Length");
  EXPECT_TRUE(p.complete);
}

TEST(response_head, drops_names_that_are_no_tokens_and_counts_them_R22) {
  const auto p = parse({"HTTP/1.1 200 OK\r\n", "No colon\r\n", "Sp ace: 1\r\n", ": 1\r\n", "B\xc3\xa4: 1\r\n",
                        "Name : 1\r\n", "Good: 1\r\n", "\r\n"});
  ASSERT_EQ(p.hop.headers.size(), 1U);
  EXPECT_EQ(p.facts.dropped_headers, 5U);
}

TEST(response_head, stores_no_control_characters_R22) {
  const auto p = parse({"HTTP/1.1 200 OK\r\n", std::string("A: x\r\0y\x7fz\x1b[0m\r\n", 14), "\r\n"});
  EXPECT_EQ(p.hop.headers.at(0).value, "x  y z [0m");
}

TEST(response_head, stores_at_most_200_headers_and_64_kib_but_sees_all_facts_R22) {
  std::vector<std::string> lines{"HTTP/1.1 200 OK\r\n"};
  for (int i = 0; i < 250; ++i) lines.push_back("A: 1\r\n");
  lines.push_back("Content-Length: 7\r\n");
  auto p = parse(lines);
  EXPECT_EQ(p.hop.headers.size(), 200U);
  EXPECT_EQ(p.facts.dropped_headers, 51U);
  EXPECT_EQ(p.facts.content_lengths, std::vector<std::string>{"7"});

  lines = {"HTTP/1.1 200 OK\r\n", "A: " + std::string(65'000, 'x'), "B: " + std::string(600, 'x'), "C: 1"};
  p = parse(lines);
  ASSERT_EQ(p.hop.headers.size(), 2U);
  EXPECT_EQ(p.hop.headers[1].name, "C");
}

TEST(response_head, keeps_the_location_apart_from_other_limits_and_reports_when_it_is_too_long) {
  std::vector<std::string> lines{"HTTP/1.1 301 Moved", "A: " + std::string(65'000, 'x')};
  for (int i = 0; i < 250; ++i) lines.push_back("B: 1");
  lines.push_back("LOCATION: /" + std::string(65'535, 'y'));
  lines.push_back("Location: /second");
  auto p = parse(lines);
  EXPECT_EQ(p.hop.headers.back().value.size(), 65'536U);
  EXPECT_EQ(p.facts.long_location_bytes, 0U);
  p = parse({"HTTP/1.1 301 Moved", "Location: /" + std::string(65'536, 'y'), "Location: /second"});
  EXPECT_EQ(p.facts.long_location_bytes, 65'537U);
}

TEST(response_head, refuses_a_flood_R22) {
  http_hop hop;
  response_head head;
  for (int i = 0; i < 4'000; ++i) ASSERT_TRUE(head.take_line("A: 1", hop));
  EXPECT_EQ(head.take_line("A: 1", hop).error().code, errc::head_too_large);
  response_head wide;
  EXPECT_EQ(wide.take_line("A: " + std::string(300'000, 'x'), hop).error().code, errc::head_too_large);
}

TEST(response_head, reads_the_framing_facts_of_all_fields_and_folded_lines) {
  auto p = parse({"HTTP/1.1 200 OK", "Content-Length: 12,", " 12", "Transfer-Encoding: gzip, Chunked",
                  "content-length: 13"});
  EXPECT_EQ(p.facts.content_lengths, (std::vector<std::string>{"12, 12", "13"}));
  EXPECT_EQ(p.facts.transfer_encodings, std::vector<std::string>{"gzip, Chunked"});
  p = parse({"HTTP/1.1 200 OK", "Content-Encoding: GZip , identity", "content-encoding: x-gzip"});
  EXPECT_EQ(p.facts.encodings, (std::vector<std::string>{"gzip", "identity", "x-gzip"}));
}

}  // namespace laundromat::test
