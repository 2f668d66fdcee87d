// Two readers of others accept the records of this program. LAUNDROMAT_NODE names a folder in which npm has installed warcio and node-warc.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <fstream>

#include "core/codec/warc/stream_record.hpp"
#include "core/codec/warc/write_exchange.hpp"
#include "tests/core/codec/support.hpp"
#include "tests/places.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

warc_exchange exchange_of(std::string_view body, std::uint64_t serial) {
  warc_exchange e;
  e.uri = "http://a.example/documents/1.ttl";
  e.address = "192.0.2.1";
  e.begun = from_ms(1'700'000'000'123);
  e.request_head = "GET /documents/1.ttl HTTP/1.1\r\nHost: a.example\r\n\r\n";
  e.response_head = "HTTP/1.1 200 OK\r\nContent-Type: text/turtle\r\n\r\n";
  e.body = body;
  e.serial = serial;
  return e;
}

/// Every kind of record: deflated, stored, streamed, a revisit of each profile, and a request without an answer.
std::string all_records() {
  warc_record_writer writer;
  std::string file;
  const auto text = testing::some_text(100),
             packed = testing::compress(layer_kind::gzip, testing::some_text(2'000));
  warc_record info;
  info.type = warc_record_type::warcinfo;
  info.date = from_ms(1'700'000'000'123);
  info.filename = "s.warc.gz";
  info.content_type = "application/warc-fields";
  const auto about = warcinfo_text("laundromat", "laundromat", "tests");
  info.body = about;
  EXPECT_TRUE(writer.append(info, file));
  const auto first = append_exchange(writer, exchange_of(text, 1), file);
  EXPECT_TRUE(first);
  auto stored = exchange_of(packed, 2);
  stored.is_compressed = true;
  EXPECT_TRUE(append_exchange(writer, stored, file));
  auto again = exchange_of(text, 3);
  again.original = warc_original{first->id, again.uri, again.begun};
  EXPECT_TRUE(append_exchange(writer, again, file));
  auto unchanged = exchange_of("", 4);
  unchanged.response_head = "HTTP/1.1 304 Not Modified\r\n\r\n";
  EXPECT_TRUE(append_exchange(writer, unchanged, file));
  EXPECT_TRUE(append_failure(writer, exchange_of("", 5), "http_timeout", "no answer", file));
  warc_record large;
  large.date = from_ms(1'700'000'000'123);
  large.target_uri = "file:///large.nt";
  large.content_type = "application/n-triples";
  auto stream = warc_stream_record::begin(large).value();
  std::string rest;
  stream.add(testing::some_text(3'000), rest);
  const auto end = stream.finish("");
  return file + end.front + rest + end.rest;
}

/// Runs a script of this folder with all records in a file; skips the test where its reader is not installed. Returns what it printed.
std::string read_by(const std::string& script) {
  const temporary_folder folder;
  const auto file = folder.path() / "all.warc.gz";
  std::ofstream(file, std::ios::binary) << all_records();
  const auto command = "cd '" + std::string(std::getenv("LAUNDROMAT_NODE")) + "' && node '" +
                       source_path("tests/core/codec/") + script + "' '" + file.string() + "' 2>&1";
  auto* const pipe = ::popen(command.c_str(), "r");
  if (pipe == nullptr) return "no shell";
  std::string words;
  std::array<char, 4096> part;
  while (const auto n = std::fread(part.data(), 1, part.size(), pipe)) words.append(part.data(), n);
  const auto code = ::pclose(pipe);
  EXPECT_TRUE(code == 0 || words.starts_with("skipped")) << words;
  return words;
}

#define LAUNDROMAT_NEEDS_NODE()        \
  if (!std::getenv("LAUNDROMAT_NODE")) \
  GTEST_SKIP() << "set LAUNDROMAT_NODE to a folder in which `npm install warcio node-warc` was run"

TEST(foreign_reader, npm_warcio_accepts_every_record_and_agrees_with_the_digests) {
  LAUNDROMAT_NEEDS_NODE();
  const auto words = read_by("warcio.mjs");
  if (words.starts_with("skipped")) GTEST_SKIP() << words;
  EXPECT_TRUE(words.ends_with(", 0 wrong\n")) << words;
}

TEST(foreign_reader, npm_node_warc_finds_every_record_with_its_fields_and_heads) {
  LAUNDROMAT_NEEDS_NODE();
  const auto words = read_by("node_warc.mjs");
  if (words.starts_with("skipped")) GTEST_SKIP() << words;
  EXPECT_TRUE(words.ends_with(", 0 wrong\n")) << words;
}

}  // namespace
}  // namespace laundromat
