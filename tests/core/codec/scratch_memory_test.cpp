// Small scratch files are kept in memory; what is kept on the way is what would be decoded later.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/scratch_memory.hpp"

#include <gtest/gtest.h>

#include "core/codec/archive/unpack.hpp"
#include "core/codec/open_view.hpp"
#include "tests/core/codec/support.hpp"

namespace laundromat {
namespace {

using namespace laundromat::testing;

class scratch_in_memory : public ::testing::Test {
 protected:
  void write(const std::string& key, std::string_view bytes) {
    auto file = scratch.create(key);
    ASSERT_TRUE(file && (*file)->write(bytes.substr(0, bytes.size() / 2)) &&
                (*file)->write(bytes.substr(bytes.size() / 2)) && (*file)->commit());
  }
  std::string read(const std::string& key) {
    auto source = scratch.open(key);
    return source ? drain(**source).value() : std::string(to_string(source.error().code));
  }

  memory_scratch below;
  scratch_memory scratch{below, 100'000};
};

TEST_F(scratch_in_memory, keeps_small_files_and_passes_large_ones_on) {
  write("small", "abc");
  write("large", std::string(scratch_memory::most_file_bytes + 1, 'x'));
  EXPECT_EQ(read("small"), "abc");
  EXPECT_EQ(read("large").size(), scratch_memory::most_file_bytes + 1);
  EXPECT_EQ(below.files.size(), 1U);
  EXPECT_EQ(scratch.kept_bytes(), 3U);
}

TEST_F(scratch_in_memory, passes_small_files_on_when_its_memory_is_used_up) {
  write("a", std::string(60'000, 'a'));
  write("b", std::string(60'000, 'b'));
  EXPECT_EQ(below.files.size(), 1U);
  EXPECT_FALSE(scratch.has_memory_for(60'000));
  scratch.remove("a");
  EXPECT_TRUE(scratch.has_memory_for(60'000));
  EXPECT_EQ(read("a"), "not_found");
  EXPECT_EQ(read("b").size(), 60'000U);
  scratch.remove("b");
  EXPECT_TRUE(below.files.empty());
}

TEST_F(scratch_in_memory, two_files_written_at_once_do_not_take_the_same_room) {
  auto first = scratch.create("a"), second = scratch.create("b");
  ASSERT_TRUE(first && second);
  ASSERT_TRUE((*first)->write(std::string(60'000, 'a')) && (*second)->write(std::string(60'000, 'b')));
  ASSERT_TRUE((*first)->commit() && (*second)->commit());
  EXPECT_LE(scratch.kept_bytes(), 100'000U);
  EXPECT_EQ(read("b").size(), 60'000U);
}

TEST_F(scratch_in_memory, a_file_without_commit_is_not_kept) {
  { ASSERT_TRUE(scratch.create("a").value()->write("abc")); }
  EXPECT_EQ(read("a"), "not_found");
}

/// The documents of an archive, with the number of times that the archive was opened.
std::pair<std::vector<std::string>, int> documents_of(const std::string& archive, scratch_port& scratch) {
  memory_raw raw;
  raw.files["body"] = archive;
  warning_log warnings;
  const auto found = inspect({"body", {}}, raw, scratch, {}, warnings);
  std::vector<std::string> documents;
  if (!found || !found->archive) return {{"no archive"}, raw.opened};
  for (const auto& member : found->members) {
    if (member.kind != member_kind::file || member.skipped != errc::ok) continue;
    auto content = found->content;
    content.chain.push_back({*found->archive, member.ordinal});
    auto source = open_view(content, raw, scratch, {}, warnings);
    const auto bytes = source ? drain(**source) : tl::unexpected(source.error());
    documents.push_back(bytes ? *bytes : std::string(to_string(bytes.error().code)));
    release_view(content, scratch);
  }
  for (const auto& one : warnings.rows()) documents.push_back(one.message);
  return {documents, raw.opened};
}

std::string record(std::string_view address, std::string_view block, std::string_view media_type) {
  return "WARC/1.1\r\nWARC-Type: response\r\nWARC-Target-URI: " + std::string(address) +
         "\r\nWARC-Record-ID: <urn:uuid:1>\r\nContent-Type: " + std::string(media_type) +
         "\r\nContent-Length: " + std::to_string(block.size()) + "\r\n\r\n" + std::string(block) + "\r\n\r\n";
}

TEST_F(scratch_in_memory, small_records_of_a_web_archive_are_decoded_once) {
  constexpr std::string_view http = "application/http; msgtype=response";
  std::string archive;
  for (const std::string_view block :
       {"HTTP/1.1 200 OK\r\n\r\nplain",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n",
        "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nnot framed", "HTTP/1.1 200 OK\r\n\r\n"})
    archive += compress(layer_kind::gzip, record("http://a.example/1", block, http));
  const auto [documents, opened] = documents_of(archive, scratch);
  EXPECT_EQ(documents[1], "abc");
  EXPECT_EQ(opened, 1);
  EXPECT_EQ(scratch.kept_bytes(), 0U);
  EXPECT_EQ(documents, documents_of(archive, below).first);
}

TEST_F(scratch_in_memory, a_record_whose_decoding_warns_is_decoded_again) {
  const auto archive =
      record("http://a.example/1", "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\nzz\r\n",
             "application/http");
  const auto [documents, opened] = documents_of(archive, scratch);
  EXPECT_EQ(opened, 2);
  EXPECT_EQ(documents, documents_of(archive, below).first);
}

TEST_F(scratch_in_memory, small_members_of_a_tar_are_read_once) {
  for (const auto* format : {"ustar", "pax", "gnutar"}) {
    const auto archive = make_archive(
        format,
        {{"a", "first"}, {std::string(90, 'b'), some_text(3)}, {"large", some_text(2'000)}, {"c", ""}});
    const auto [documents, opened] = documents_of(archive, scratch);
    EXPECT_EQ(documents[0], "first");
    EXPECT_EQ(opened, 2) << "the archive, and the large member";
    EXPECT_EQ(documents, documents_of(archive, below).first);
  }
}

TEST_F(scratch_in_memory, a_cut_tar_is_reported_alike_D17) {
  const auto archive =
      make_archive("ustar", {{"a", some_text(10)}, {"b", some_text(10)}, {"c", some_text(10)}});
  for (std::size_t length = 512; length < archive.size(); length += 100) {
    memory_scratch plain;
    const auto cut = archive.substr(0, length);
    EXPECT_EQ(documents_of(cut, scratch).first, documents_of(cut, plain).first) << length;
  }
}

}  // namespace
}  // namespace laundromat
