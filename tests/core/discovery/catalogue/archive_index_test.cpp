// Tests of indexes of web archives.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/catalogue/archive_index.hpp"

#include "core/codec/warc/index_record.hpp"
#include "core/codec/warc/record_head.hpp"
#include "tests/core/codec/made_exchange.hpp"
#include "tests/core/discovery/describe_announcements.hpp"

namespace laundromat {
namespace {

archived_record read(cdx_reader& reader, std::string_view line) {
  const auto record = reader.read(line);
  EXPECT_TRUE(record && *record) << line;
  return record && *record ? **record : archived_record{};
}

archived_record expected_record() {
  archived_record one;
  one.uri = "http://example.org/a";
  one.date = parse_capture_date("20240502102030");
  one.media_type = "text/turtle";
  one.status = 200;
  one.digest = "B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A";
  one.file = "crawl/x.warc.gz";
  one.offset = 151;
  one.length_bytes = 1656;
  return one;
}

TEST(cdx_reader, reads_the_usual_forms_of_a_line) {
  cdx_reader reader;
  const auto expected = expected_record();
  EXPECT_EQ(read(reader,
                 "org,example)/a 20240502102030 http://example.org/a text/turtle 200 "
                 "B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A - - 1656 151 crawl/x.warc.gz\r\n"),
            expected);
  EXPECT_EQ(read(reader,
                 "org,example)/a 20240502102030 {\"url\": \"http://example.org/a\", \"mime\": "
                 "\"text/plain\", \"mime-detected\": \"text/turtle\", \"status\": \"200\", \"digest\": "
                 "\"B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A\", \"length\": \"1656\", \"offset\": \"151\", "
                 "\"filename\": \"crawl/x.warc.gz\", \"languages\": \"eng\"}"),
            expected);
  EXPECT_EQ(read(reader,
                 "{\"urlkey\": \"org,example)/a\", \"timestamp\": \"20240502102030\", \"url\": "
                 "\"http://example.org/a\", \"mime\": \"text/turtle\", \"status\": 200, \"digest\": "
                 "\"sha1:B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A\", \"length\": 1656, \"offset\": 151, "
                 "\"filename\": \"crawl/x.warc.gz\"}"),
            expected);
  auto without_length = expected;
  without_length.length_bytes = 0;
  EXPECT_EQ(read(reader,
                 "org,example)/a 20240502102030 http://example.org/a text/turtle 200 "
                 "B2LTWWPUOYAH7UIPQ7ZUPQ4VMBSVC36A - 151 crawl/x.warc.gz"),
            without_length);
}

TEST(cdx_reader, follows_a_legend) {
  cdx_reader reader;
  EXPECT_FALSE(*reader.read(" CDX g V S a b s"));
  const auto record = read(reader, "x.warc.gz 5 6 http://e/ 2024 404");
  EXPECT_EQ(record.offset, 5U);
  EXPECT_EQ(record.length_bytes, 6U);
  EXPECT_EQ(record.status, 404);
  EXPECT_FALSE(*reader.read("\tCDX\tV\tg\ta"));
  EXPECT_EQ(read(reader, "7\ta file.warc\thttp://e/x").file, "a file.warc");
  EXPECT_FALSE(reader.read("5 http://e/"));
}

TEST(cdx_reader, passes_over_lines_without_records_and_refuses_others) {
  cdx_reader reader;
  for (const auto* line : {"", "\n", "  ", "!OpenWayback-CDXJ 1.0"}) EXPECT_FALSE(*reader.read(line)) << line;
  for (const auto* line :
       {"text", "a b {\"url\": 5}", "a b {broken", "{}", "[]", "a b c {\"url\": \"http://e/\"}",
        "k 2024 {\"url\": \"relative\", \"offset\": 1, \"filename\": \"x\"}",
        "k 2024 http://e/ text/html 200 - - - - - x.warc.gz", "k 2024 http://e/ text/html 200 - - - 1 2 -"})
    EXPECT_EQ(reader.read(line).error().code, errc::announcement_syntax) << line;
}

TEST(archived_record, has_a_uri_from_which_its_part_is_read) {
  auto record = expected_record();
  const auto uri = uri_of(record, "https://data.example/base/");
  EXPECT_EQ(uri, "https://data.example/base/crawl/x.warc.gz#bytes=151-1806&uri=" + record.uri +
                     "&digest=" + record.digest);
  EXPECT_EQ(part_of(uri),
            (byte_part{"https://data.example/base/crawl/x.warc.gz", 151, 1656, record.uri, record.digest}));
  EXPECT_EQ(range_of(*part_of(uri)), "bytes=151-1806");
  record.length_bytes = 0;
  record.digest.clear();
  record.uri = "http://e/?a=b&digest=x#%20y";
  EXPECT_EQ(uri_of(record, "https://data.example/"),
            "https://data.example/crawl/x.warc.gz#bytes=151-&uri=http://e/?a%3Db%26digest%3Dx%23%2520y");
  EXPECT_EQ(part_of(uri_of(record, "https://data.example/")),
            (byte_part{"https://data.example/crawl/x.warc.gz", 151, 0, record.uri, ""}));
  EXPECT_EQ(part_of("http://e/x#bytes=5-6"), (byte_part{"http://e/x", 5, 2}));
  EXPECT_EQ(part_of("http://e/x#bytes=5-6&&other=1&uri"), (byte_part{"http://e/x", 5, 2}));
  EXPECT_EQ(range_of(*part_of(uri_of(record, "https://data.example/")), 100), "bytes=151-250");
  for (const auto* other : {"http://e/x", "http://e/x#bytes=", "http://e/x#bytes=5", "http://e/x#bytes=5-4",
                            "http://e/x#bytes=a-b", "http://e/x#bytes=0-18446744073709551615"})
    EXPECT_FALSE(part_of(other)) << other;
  EXPECT_EQ(range_of({"x", UINT64_MAX, 0}), "bytes=18446744073709551615-18446744073709551615");
}

TEST(check_part, wants_the_requested_part) {
  const byte_part part{"x", 151, 1656};
  EXPECT_TRUE(check_part(206, "bytes 151-1806/100000", part));
  EXPECT_TRUE(check_part(206, "Bytes 151-1000/*", part));
  for (const auto* range : {"", "bytes */100", "bytes 0-1655/100000", "bytes 151-1807/100000",
                            "bytes 151-150/9", "items 151-1806/100000", "bytes 151-1806", "bytes x-y/z"})
    EXPECT_EQ(check_part(206, range, part).error().code, errc::part_mismatch) << range;
  EXPECT_EQ(check_part(200, "", part).error().code, errc::part_mismatch);
  EXPECT_EQ(check_part(416, "bytes */5", part).error().code, errc::part_mismatch);
}

/// A record of our own, as our own index describes it.
TEST(check_record, compares_the_record_with_its_index) {
  warc_record_writer writer;
  std::string file;
  ASSERT_TRUE(append_exchange(writer, made_exchange("http://example.org/a", "<s> <p> <o> .\n"), file));
  member_scan scan{make_memory_source(file)};
  std::optional<archived_record> response;
  cdx_reader reader;
  while (const auto member = scan.next()) {
    if (!*member) break;
    if (const auto line = index_line(**member, "x.warc.gz"))
      if (const auto record = reader.read(*line); record && *record && !response) response = **record;
  }
  ASSERT_TRUE(response);
  const auto bytes = make_memory_source(file.substr(response->offset, response->length_bytes));
  const auto part = part_of(uri_of(*response, "https://data.example/"));
  ASSERT_TRUE(part);
  EXPECT_EQ(part->record_uri, "http://example.org/a");
  EXPECT_TRUE(check_record(*bytes, *part)) << check_record(*bytes, *part).error().detail;
  auto wrong = *part;
  wrong.record_uri = "http://example.org/b";
  EXPECT_EQ(check_record(*bytes, wrong).error().code, errc::part_mismatch);
  wrong = *part;
  wrong.digest = "AAAA";
  EXPECT_EQ(check_record(*bytes, wrong).error().code, errc::part_mismatch);
  wrong = *part;
  wrong.record_uri = "HTTP://www.example.org/a";
  EXPECT_TRUE(check_record(*bytes, wrong));
  const auto two = file.substr(response->offset, response->length_bytes) +
                   file.substr(response->offset, response->length_bytes);
  const auto more = make_memory_source(two);
  EXPECT_EQ(check_record(*more, *part).error().code, errc::part_mismatch) << "another record behind it";
  wrong = *part;
  wrong.length_bytes = 0;
  EXPECT_TRUE(check_record(*more, wrong)) << "nobody knows where it ends";
  EXPECT_TRUE(check_record(*bytes, byte_part{"x"})) << "a part of a list of the operator states nothing";
  for (const auto* text : {"", "text", "WARC/1.1\r\nno end"}) {
    const auto other = make_memory_source(text);
    EXPECT_EQ(check_record(*other, *part).error().code, errc::part_mismatch) << text;
  }
}

TEST(archive_index, is_a_list_of_records_with_content) {
  const std::string text =
      " CDX N b a m s k r M S V g\n"
      "e)/1 20240502102030 http://e.org/1 text/turtle 200 A - - 10 0 x.warc.gz\n"
      "e)/2 20240502102030 http://e.org/2 warc/revisit 200 A - - 10 10 x.warc.gz\n"
      "e)/3 20240502102030 http://e.org/3 text/html 404 A - - 10 20 x.warc.gz\n"
      "broken\n"
      "e)/4 20240502102030 http://e.org/4 - - A - - - 30 ../y.warc.gz";
  const auto source = make_memory_source(text);
  const auto found = read_archive_index(*source, "http://archive.example/files/index.cdx");
  ASSERT_TRUE(found);
  EXPECT_EQ(
      testing::describe(*found),
      "archived http://archive.example/files/x.warc.gz#bytes=0-9&uri=http://e.org/1&digest=A | text/turtle | "
      "by cdx | context http://e.org/1 | modified 2024-05-02T10:20:30.000Z | bytes 10 | line 2\narchived "
      "http://archive.example/y.warc.gz#bytes=30-&uri=http://e.org/4&digest=A | by cdx | context "
      "http://e.org/4 | modified 2024-05-02T10:20:30.000Z | line 6\ndefect announcement_syntax line 5: a "
      "line with another number of fields than its legend: \"broken\"; it is not used\n");
  const auto long_line = make_memory_source(std::string(300'000, 'x') + "\n" + text);
  EXPECT_EQ(read_archive_index(*long_line, "http://archive.example/")->uris.size(), 2U);
}

}  // namespace
}  // namespace laundromat
