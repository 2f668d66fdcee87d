// One rule for all codecs, in a file and within an archive: read text is kept, and damage is reported.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <functional>
#include <map>

#include "core/codec/archive/unpack.hpp"
#include "core/codec/compression/stream_decoder.hpp"
#include "core/codec/damage_rule.hpp"
#include "core/codec/open_view.hpp"
#include "tests/core/codec/made_streams.hpp"
#include "tests/core/codec/support.hpp"

namespace laundromat {

using namespace laundromat::testing;

namespace {

constexpr layer_kind all_codecs[] = {layer_kind::gzip, layer_kind::bzip2, layer_kind::xz, layer_kind::zstd,
                                     layer_kind::lz4};

/// Longer than a few blocks of any codec; shorter than one block.
const std::string& long_text() {
  static const auto text = some_text(9'000, 4);
  return text;
}
const std::string& short_text() {
  static const auto text = some_text(200, 5);
  return text;
}
/// The long text as a stream, made once.
const std::string& long_stream(layer_kind kind) {
  static std::map<layer_kind, std::string> made;
  auto& stream = made[kind];
  if (stream.empty()) stream = made_stream(kind, long_text());
  return stream;
}

/// What is done to a stream, and the expected result.
struct damage_case {
  std::string_view name;
  std::function<std::string(layer_kind)> make;
  errc defect = errc::ok;
  /// The text that must at least be read, from the start.
  std::function<std::string(layer_kind)> kept = {};
  bool is_failure = false;  ///< nothing can be read: the defect is the cause
  bool may_read_more = false;
};

std::string cut_to(const std::string& stream, double part) {
  return stream.substr(0, static_cast<std::size_t>(static_cast<double>(stream.size()) * part));
}

/// The text in the first part of a stream, without the block in which the part ends.
std::string kept_of(layer_kind kind, const std::string& text, double part) {
  const auto read = static_cast<std::size_t>(static_cast<double>(text.size()) * std::max(part - 0.04, 0.0));
  return text.substr(0, read - std::min(read, unit_bytes(kind)));
}

bool reads_on_behind_checksum(layer_kind kind) {
  return kind != layer_kind::bzip2 && kind != layer_kind::xz;
}

std::vector<damage_case> cases() {
  const auto whole = [](layer_kind) { return long_text(); };
  const auto nothing = [](layer_kind) { return std::string(); };
  std::vector<damage_case> all{
      {"whole", [](layer_kind k) { return long_stream(k); }, errc::ok, whole},
      {"an empty text", [](layer_kind k) { return made_stream(k, ""); }, errc::ok, nothing},
      {"several streams",
       [](layer_kind k) { return long_stream(k) + made_stream(k, "") + made_stream(k, short_text()); },
       errc::ok, [](layer_kind) { return long_text() + short_text(); }},
      {"a comment after the stream", [](layer_kind k) { return long_stream(k) + "<!-- 12 ms -->"; },
       errc::trailing_garbage, whole},
      {"a line break after the stream", [](layer_kind k) { return long_stream(k) + "\n"; },
       errc::trailing_garbage, whole},
      {"garbage after a short text", [](layer_kind k) { return made_stream(k, short_text()) + "garbage"; },
       errc::trailing_garbage, [](layer_kind) { return short_text(); }},
      {"zero bytes after the stream", [](layer_kind k) { return long_stream(k) + std::string(510, '\0'); },
       errc::trailing_garbage, whole},
      {"cut in a second stream",
       [](layer_kind k) { return long_stream(k) + cut_to(made_stream(k, short_text()), 0.5); },
       errc::truncated_stream, whole, false, true},
      {"cut in a second magic number",
       [](layer_kind k) { return long_stream(k) + made_stream(k, short_text()).substr(0, 2); },
       errc::truncated_stream, whole},
      {"the last byte is missing",
       [](layer_kind k) {
         auto stream = long_stream(k);
         stream.pop_back();
         return stream;
       },
       errc::truncated_stream, [](layer_kind k) { return kept_of(k, long_text(), 1.0); }, false, true},
      {"cut within the header", [](layer_kind k) { return long_stream(k).substr(0, 12); },
       errc::truncated_stream, nothing, true},
      {"a wrong checksum", [](layer_kind k) { return with_wrong_checksum(k, short_text()); },
       errc::archive_damaged, [](layer_kind) { return short_text(); }},
      {"a wrong checksum, and a stream",
       [](layer_kind k) { return with_wrong_checksum(k, short_text()) + long_stream(k); },
       errc::archive_damaged,
       [](layer_kind k) { return short_text() + (reads_on_behind_checksum(k) ? long_text() : ""); }},
      {"a wrong checksum in a second stream",
       [](layer_kind k) { return long_stream(k) + with_wrong_checksum(k, short_text()); },
       errc::archive_damaged, [](layer_kind) { return long_text() + short_text(); }},
  };
  for (const double part : {0.25, 0.5, 0.75, 0.95})
    all.push_back({"cut", [part](layer_kind k) { return cut_to(long_stream(k), part); },
                   errc::truncated_stream, [part](layer_kind k) { return kept_of(k, long_text(), part); },
                   false, true});
  return all;
}

struct reading {
  result<std::string> text;
  warning_log warnings;
};

reading read_stream(layer_kind kind, const std::string& bytes, std::size_t longest_chunk) {
  warning_log warnings;
  auto source = make_stream_source(make_codec(kind), make_chopped_source(bytes, 7, longest_chunk), warnings);
  auto text = drain(*source, longest_chunk + 11);
  return {std::move(text), std::move(warnings)};
}

/// As the engine does: first inspected, then opened.
reading read_view(const std::string& body, const decode_chain& chain) {
  memory_raw raw;
  memory_scratch scratch;
  raw.files["body"] = body;
  warning_log seen, warnings;
  const auto found = inspect({"body", chain}, raw, scratch, {}, seen);
  if (!found) return {tl::unexpected(found.error()), {}};
  auto source = open_view(found->content, raw, scratch, {}, warnings);
  if (!source) return {tl::unexpected(source.error()), {}};
  auto text = drain(**source);
  return {std::move(text), std::move(warnings)};
}

void expect(const damage_case& c, layer_kind kind, const reading& got) {
  if (c.is_failure) {
    ASSERT_FALSE(got.text);
    EXPECT_EQ(got.text.error().code, c.defect);
    return;
  }
  ASSERT_TRUE(got.text) << to_string(got.text.error());
  const auto kept = c.kept(kind);
  EXPECT_TRUE(c.may_read_more ? got.text->starts_with(kept) : *got.text == kept)
      << got.text->size() << " bytes instead of " << kept.size();
  if (c.defect == errc::ok) {
    EXPECT_TRUE(got.warnings.rows().empty()) << got.warnings.rows().front().message;
    return;
  }
  ASSERT_FALSE(got.warnings.rows().empty());
  EXPECT_EQ(got.warnings.rows().front().code, c.defect) << got.warnings.rows().front().message;
  EXPECT_TRUE(is_stream_damage(c.defect));
}

}  // namespace

class damaged_streams : public ::testing::TestWithParam<layer_kind> {};

TEST_P(damaged_streams, read_text_is_kept_and_damage_is_reported) {
  for (const auto& c : cases())
    for (const std::size_t chunk : {97, 1'000'000}) {
      SCOPED_TRACE(std::string(c.name) + ", chunks of " + std::to_string(chunk));
      expect(c, GetParam(), read_stream(GetParam(), c.make(GetParam()), chunk));
    }
}

TEST(damaged_bzip2, a_block_with_a_wrong_checksum_gives_no_text_and_earlier_blocks_give_all) {
  const auto& whole = long_stream(layer_kind::bzip2);
  for (std::size_t at = whole.size() / 8; at < whole.size() - 20; at += whole.size() / 8)
    for (const std::size_t chunk : {97, 1'000'000}) {
      SCOPED_TRACE(at);
      auto stream = whole;
      stream[at] = static_cast<char>(stream[at] ^ 0x10);
      const auto got = read_stream(layer_kind::bzip2, stream, chunk);
      const auto text = got.text.value_or("");
      EXPECT_TRUE(long_text().starts_with(text)) << "nothing is invented";
      EXPECT_GE(text.size(), kept_of(layer_kind::bzip2, long_text(),
                                     static_cast<double>(at) / static_cast<double>(whole.size()))
                                 .size());
      const auto code = got.text ? got.warnings.rows().at(0).code : got.text.error().code;
      EXPECT_EQ(code, errc::archive_damaged);
    }
}

TEST(damaged_bzip2, a_stream_whose_only_block_is_wrong_is_a_failure) {
  auto stream = made_stream(layer_kind::bzip2, short_text());
  stream[11] = static_cast<char>(stream[11] ^ 1);  // its checksum, after two magic numbers
  const auto got = read_stream(layer_kind::bzip2, stream, 1'000);
  ASSERT_FALSE(got.text);
  EXPECT_EQ(got.text.error().code, errc::archive_damaged);
}

TEST(damaged_bzip2, runs_of_one_byte_are_read_back) {
  const std::string text = std::string(3'000'000, 'x') + "abc" + std::string(70'000, 'y');
  const auto got = read_stream(layer_kind::bzip2, made_stream(layer_kind::bzip2, text), 1'000'000);
  ASSERT_TRUE(got.text);
  EXPECT_TRUE(*got.text == text);
}

TEST_P(damaged_streams, a_file_and_an_archive_member_give_the_same_damage) {
  for (const auto& c : cases()) {
    const auto stream = c.make(GetParam());
    SCOPED_TRACE(c.name);
    {
      SCOPED_TRACE("file");
      expect(c, GetParam(), read_view(stream, {}));
    }
    const struct {
      const char* format;
      layer_kind kind;
      const char* options;
    } archives[] = {{"ustar", layer_kind::tar_member, ""},
                    {"zip", layer_kind::zip_member, "zip:compression=store"},
                    {"7zip", layer_kind::sevenzip_member, "7zip:compression=store"}};
    for (const auto& archive : archives) {
      SCOPED_TRACE(archive.format);
      const auto body =
          make_archive(archive.format, {{"a.nt", "x"}, {"b.nt.packed", stream}}, archive.options);
      expect(c, GetParam(), read_view(body, {{archive.kind, 1}}));
    }
  }
}

TEST_P(damaged_streams, a_flipped_byte_costs_at_most_the_text_after_it) {
  const auto& text = long_text();
  const auto& stream = long_stream(GetParam());
  for (std::size_t at = 64; at < stream.size() - 64; at += stream.size() / 23) {
    auto broken = stream;
    broken[at] ^= 0x20;
    const auto got = read_stream(GetParam(), broken, 4'096);
    SCOPED_TRACE(at);
    if (!got.text) {
      EXPECT_EQ(got.text.error().code, errc::archive_damaged);
      EXPECT_LT(at, unit_bytes(GetParam()));
      continue;
    }
    EXPECT_TRUE(!got.warnings.rows().empty() || *got.text == text);
    const auto before =
        kept_of(GetParam(), text, static_cast<double>(at) / static_cast<double>(stream.size()));
    EXPECT_TRUE(got.text->starts_with(before)) << got.text->size() << " bytes, not " << before.size();
  }
}

TEST_P(damaged_streams, an_empty_stream_is_a_failure) {
  const auto got = read_stream(GetParam(), "", 10);
  ASSERT_FALSE(got.text);
  EXPECT_EQ(got.text.error().code, errc::truncated_stream);
}

TEST_P(damaged_streams, positions_are_those_of_the_compressed_bytes) {
  const auto stream = long_stream(GetParam());
  const auto got = read_stream(GetParam(), stream + "garbage", 5'000);
  ASSERT_EQ(got.warnings.rows().size(), 1U);
  EXPECT_EQ(got.warnings.rows()[0].offset_bytes, stream.size());
}

INSTANTIATE_TEST_SUITE_P(each, damaged_streams, ::testing::ValuesIn(all_codecs),
                         [](const auto& kind) { return std::string(to_string(kind.param)); });

TEST(stream_damage_of_xz, padding_between_streams_is_not_garbage_xz_2_2) {
  const auto a = made_stream(layer_kind::xz, short_text()), b = made_stream(layer_kind::xz, "b");
  for (const std::size_t chunk : {1, 3, 100'000}) {
    const auto got =
        read_stream(layer_kind::xz, a + std::string(512, '\0') + b + std::string(4, '\0'), chunk);
    ASSERT_TRUE(got.text);
    EXPECT_EQ(*got.text, short_text() + "b");
    EXPECT_TRUE(got.warnings.rows().empty());
  }
}

TEST(stream_damage_of_lz4, legacy_frames_are_read_and_followed_by_others) {
  const auto text = some_text(20'000, 9);
  const auto bytes =
      made_legacy_lz4(text) + made_stream(layer_kind::lz4, short_text()) + made_legacy_lz4("end");
  for (const std::size_t chunk : {1'000, 1'000'000}) {
    const auto got = read_stream(layer_kind::lz4, bytes, chunk);
    ASSERT_TRUE(got.text) << to_string(got.text.error());
    EXPECT_TRUE(*got.text == text + short_text() + "end");
    EXPECT_TRUE(got.warnings.rows().empty());
  }
  const auto cut = read_stream(layer_kind::lz4, bytes.substr(0, bytes.size() - 3), 1'000);
  ASSERT_TRUE(cut.text);
  EXPECT_TRUE(*cut.text == text + short_text());
  EXPECT_EQ(cut.warnings.count(errc::truncated_stream), 1U);
}

TEST(member_damage, a_flipped_byte_in_a_zip_member_keeps_what_was_inflated_before_it) {
  const auto text = short_text();
  auto body = make_archive("zip", {{"a.nt", text}});
  const auto data = body.find("a.nt") + 4;
  body[data + (body.rfind("PK\x01\x02") - data) * 3 / 4] ^= 0x20;
  const auto got = read_view(body, {{layer_kind::zip_member, 0}});
  ASSERT_TRUE(got.text) << to_string(got.text.error());
  EXPECT_TRUE(got.text->starts_with(text.substr(0, text.size() / 3)));
  EXPECT_EQ(got.warnings.count(errc::archive_damaged), 1U);
}

TEST(member_damage, a_wrong_checksum_of_a_member_keeps_its_text) {
  const struct {
    const char* format;
    layer_kind kind;
    const char* options;
  } archives[] = {{"zip", layer_kind::zip_member, "zip:compression=store"},
                  {"zip", layer_kind::zip_member, ""},
                  {"7zip", layer_kind::sevenzip_member, "7zip:compression=store"}};
  for (const auto& archive : archives) {
    SCOPED_TRACE(archive.format + std::string(archive.options));
    const auto text = short_text();
    auto body = make_archive(archive.format, {{"a.nt", text}}, archive.options);
    if (std::string(archive.options).empty()) {
      body[body.rfind("PK\x01\x02") + 16] ^= 1;  // the CRC in the central directory
    } else {
      body[body.find(text) + 20] ^= 1;
    }
    const auto got = read_view(body, {{archive.kind, 0}});
    ASSERT_TRUE(got.text) << to_string(got.text.error());
    EXPECT_EQ(got.text->size(), text.size());
    if (archive.kind != layer_kind::sevenzip_member) {
      EXPECT_EQ(got.warnings.count(errc::archive_damaged), 1U);
      continue;
    }
    // Read once, when the archive is listed.
    memory_raw raw;
    memory_scratch scratch;
    raw.files["body"] = body;
    warning_log warnings;
    const auto listed = inspect({"body", {}}, raw, scratch, {}, warnings);
    ASSERT_TRUE(listed && listed->members.size() == 1);
    EXPECT_EQ(warnings.count(errc::archive_damaged), 1U);
    ASSERT_EQ(listed->members[0].damage.size(), 1U);
    EXPECT_EQ(listed->members[0].damage[0].code, errc::archive_damaged);
  }
}

}  // namespace laundromat
