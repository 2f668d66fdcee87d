// Web archives that are damaged below their records, hostile, nested, or written by this program.
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/warc/list_records.hpp"

#include <gtest/gtest.h>

#include "core/base/named_digest.hpp"
#include "core/codec/archive/unpack.hpp"
#include "core/codec/open_view.hpp"
#include "core/codec/warc/chunk_decoder.hpp"
#include "core/codec/warc/write_record.hpp"
#include "tests/core/codec/support.hpp"

namespace laundromat {
namespace {

using namespace laundromat::testing;

std::string record(std::string_view type, std::string_view address, std::string_view block) {
  return "WARC/1.1\r\nWARC-Type: " + std::string(type) + "\r\nWARC-Target-URI: " + std::string(address) +
         "\r\nWARC-Record-ID: <urn:uuid:1>\r\nContent-Type: text/turtle\r\nContent-Length: " +
         std::to_string(block.size()) + "\r\n\r\n" + std::string(block) + "\r\n\r\n";
}

std::string packed(std::string_view type, std::string_view address, std::string_view block) {
  return compress(layer_kind::gzip, record(type, address, block));
}

class record_listing : public ::testing::Test {
 protected:
  result<inspection> look(std::string bytes) {
    raw.files["body"] = std::move(bytes);
    warnings = {};
    return inspect({"body", {}}, raw, scratch, budget, warnings);
  }
  std::string read(const inspection& found, std::size_t member) {
    auto chain = found.content.chain;
    chain.push_back({*found.archive, found.members.at(member).ordinal});
    auto source = open_view({"body", chain}, raw, scratch, budget, warnings);
    return source ? drain(**source).value() : std::string(to_string(source.error().code));
  }

  memory_raw raw;
  memory_scratch scratch;
  unpack_budget budget;
  warning_log warnings;
};

TEST_F(record_listing, finds_the_next_gzip_member_behind_a_damaged_one_D17) {
  const auto large = some_text(2'000);
  auto middle = packed("resource", "http://a.example/b", large);
  middle[middle.size() / 2] = static_cast<char>(middle[middle.size() / 2] ^ 0x55);
  const auto found = look(packed("resource", "http://a.example/a", "a") + middle +
                          packed("resource", "http://a.example/c", "c"));
  ASSERT_TRUE(found) << to_string(found.error());
  ASSERT_EQ(found->members.size(), 3U);
  EXPECT_FALSE(found->members[1].damage.empty());
  EXPECT_EQ(read(*found, 0), "a");
  EXPECT_TRUE(large.starts_with(read(*found, 1).substr(0, 100)));
  EXPECT_EQ(read(*found, 2), "c");
  EXPECT_EQ(scratch.created, 0) << "records are read in place";
}

TEST_F(record_listing, finds_the_next_gzip_member_behind_one_that_cannot_be_read_at_all_D17) {
  auto middle = packed("resource", "http://a.example/b", "b");
  middle[10] = '\xff';
  const auto found = look(packed("resource", "http://a.example/a", "a") + middle +
                          packed("resource", "http://a.example/c", "c"));
  ASSERT_TRUE(found) << to_string(found.error());
  ASSERT_EQ(found->members.size(), 2U);
  EXPECT_EQ(read(*found, 1), "c");
  EXPECT_EQ(warnings.counts().size(), 2U) << "the damage, and that there is no digest";
}

TEST_F(record_listing, a_cut_gzip_member_keeps_the_text_before_the_cut_D16) {
  const auto large = some_text(2'000);
  auto last = packed("resource", "http://a.example/b", large);
  const auto found = look(packed("resource", "http://a.example/a", "a") + last.substr(0, last.size() / 2));
  ASSERT_TRUE(found) << to_string(found.error());
  ASSERT_EQ(found->members.size(), 2U);
  ASSERT_EQ(found->members[1].damage.size(), 2U);
  EXPECT_EQ(found->members[1].damage[0].code, errc::warc_record_truncated);
  EXPECT_EQ(found->members[1].damage[1].code, errc::truncated_stream);
  const auto kept = read(*found, 1);
  EXPECT_GT(kept.size(), large.size() / 4);
  EXPECT_TRUE(large.starts_with(kept));
}

TEST_F(record_listing, records_in_archives_within_archives_are_found_again_D18) {
  const auto inner =
      packed("resource", "http://a.example/a", some_text(30)) + packed("resource", "http://a.example/b", "b");
  const auto found = look(make_archive("zip", {{"crawl.warc.gz", inner}}));
  ASSERT_TRUE(found);
  decode_chain chain{{*found->archive, 0}};
  const auto crawl = inspect({"body", chain}, raw, scratch, budget, warnings);
  ASSERT_TRUE(crawl) << to_string(crawl.error());
  ASSERT_EQ(crawl->archive, layer_kind::warc_member);
  EXPECT_EQ(read(*crawl, 1), "b");
  scratch.files.clear();
  EXPECT_EQ(read(*crawl, 0), some_text(30)) << "after a restart scratch is empty";
}

TEST_F(record_listing, a_bomb_in_a_record_costs_its_archive_R33) {
  budget.ratio = 50;
  const auto zeros = std::string(std::size_t{18} << 20, '\0');
  const auto found = look(packed("resource", "http://a.example/a", zeros));
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, errc::ratio_exceeded);
}

TEST_F(record_listing, limits_documents_and_lists_only_the_first_other_records_R39) {
  std::string many;
  for (std::size_t i = 0; i < most_other_records + 10; ++i)
    many += "WARC/1.0\r\nContent-Length: 0\r\n\r\n\r\n\r\n";
  many += record("resource", "http://a.example/a", "a");
  const auto found = look(many);
  ASSERT_TRUE(found) << to_string(found.error());
  ASSERT_EQ(found->members.size(), most_other_records + 1);
  EXPECT_EQ(read(*found, most_other_records), "a");
  budget.entries = 2;
  EXPECT_TRUE(look(record("resource", "a:a", "a") + record("resource", "a:b", "b")));
  const auto three =
      record("resource", "a:a", "a") + record("resource", "a:b", "b") + record("resource", "a:c", "c");
  EXPECT_EQ(look(three).error().code, errc::too_many_entries);
}

TEST_F(record_listing, gives_up_a_file_that_is_made_of_wrong_candidates) {
  std::string text = record("resource", "a:a", "a") + "no record\n";
  for (int i = 0; i < 20'000; ++i) text += "WARC/1.0\n";
  const auto found = look(text);
  ASSERT_TRUE(found) << to_string(found.error());
  EXPECT_EQ(found->members.size(), 1U);
  EXPECT_EQ(found->members[0].damage.front().code, errc::warc_length_wrong);
}

TEST_F(record_listing, reads_what_this_program_writes) {
  const std::string head = "HTTP/1.1 200 OK\r\nContent-Type: text/turtle\r\n\r\n";
  const auto large = some_text(20'000);
  std::string file;
  warc_record_writer writer;
  for (const auto& [address, body] : {std::pair{"http://a.example/small", std::string("<a> <b> <c> .\n")},
                                      std::pair{"http://a.example/large", large}}) {
    warc_record written;
    written.type = warc_record_type::response;
    written.date = from_ms(1'700'000'000'123);
    written.target_uri = address;
    written.content_type = "application/http; msgtype=response";
    written.head = head;
    written.body = body;
    ASSERT_TRUE(writer.append(written, file));
  }
  const auto found = look(file);
  ASSERT_TRUE(found) << to_string(found.error());
  ASSERT_EQ(found->members.size(), 2U);
  EXPECT_EQ(found->members[0].base_iri, "http://a.example/small");
  EXPECT_EQ(found->members[0].media_type, "text/turtle");
  EXPECT_EQ(found->members[0].modified, from_ms(1'700'000'000'123));
  EXPECT_EQ(read(*found, 0), "<a> <b> <c> .\n");
  EXPECT_EQ(read(*found, 1), large);
  EXPECT_TRUE(warnings.counts().empty());
  EXPECT_EQ(to_string(found->content.chain), "");
}

TEST(chunk_decoder, does_not_depend_on_how_the_bytes_arrive) {
  const std::string_view bodies[] = {"5\r\nhello\r\n6;a=b\r\n world\r\n0\r\n\r\n",
                                     "no chunks\r\nat all",
                                     "5",
                                     "5\r\nhello\r\nnonsense\r\n",
                                     "5\r\nhel",
                                     "",
                                     "\r\n5\r\nhello\r\n0\r\n\r\n"};
  for (const auto body : bodies) {
    std::string whole;
    for (std::size_t step = body.size() + 1; step > 0; --step) {
      chunk_decoder decoder;
      std::string out;
      for (std::size_t at = 0; at < body.size(); at += step) {
        auto part = body.substr(at, step);
        while (!part.empty()) out += decoder.next(part);
      }
      out += decoder.finish();
      if (step == body.size() + 1) whole = out;
      EXPECT_EQ(out, whole) << body << " in steps of " << step;
    }
  }
}

TEST(stated_digest, reads_every_form_of_a_value) {
  for (const auto* text :
       {"sha1:2jmj7l5rSw0yVb/vlWAYkK/YBwk=", "sha1:3I42H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ",
        "SHA-1:3i42h3s6nnfq2msvx7xzkyayscx5qbyj", "sha1:da39a3ee5e6b4b0d3255bfef95601890afd80709",
        "md5:d41d8cd98f00b204e9800998ecf8427e", "",
        "sha256:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855", "blake2:00"})
    EXPECT_TRUE(stated_digest(text).agrees()) << text;
  for (const auto* text :
       {"sha1:", "sha1:1112H3S6NNFQ2MSVX7XZKYAYSCX5QBYJ", "md5:d41d8cd98f00b204e9800998ecf8427f"})
    EXPECT_FALSE(stated_digest(text).agrees()) << text;
}

}  // namespace
}  // namespace laundromat
