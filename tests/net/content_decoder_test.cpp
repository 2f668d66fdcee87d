// Tests of Content-Encoding: correct, wrong, stacked, damaged, and with a high ratio.
// SPDX-License-Identifier: Apache-2.0
#include "net/content_decoder.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "core/codec/compression/gzip.hpp"
#include "tests/net/gzip_text.hpp"

namespace laundromat::test {
namespace {

struct decoded {
  errc error = errc::ok;
  std::string bytes;
  std::vector<std::string> notes;
  std::vector<stream_warning> damage;
  std::uint64_t wire_bytes = 0, decoded_bytes = 0;
};

decoded decode(const std::vector<std::string>& encodings, std::string_view wire, std::size_t chunk = 1 << 20,
               decode_limits limits = {}) {
  decoded d;
  auto decoder = content_decoder::make(encodings, limits);
  if (!decoder) return {decoder.error().code, {}, {}, {}, 0, 0};
  const auto out = [&](std::string_view bytes) -> result<void> {
    EXPECT_FALSE(bytes.empty());
    if (d.bytes.size() < 100'000'000) d.bytes.append(bytes);
    return {};
  };
  for (std::size_t at = 0; at < wire.size() && d.error == errc::ok; at += chunk) {
    if (auto done = decoder->write(wire.substr(at, chunk), out); !done) d.error = done.error().code;
  }
  if (d.error == errc::ok) {
    if (auto done = decoder->finish(out); !done) d.error = done.error().code;
  }
  d.notes = decoder->notes();
  d.damage = decoder->damage();
  d.wire_bytes = decoder->wire_bytes();
  d.decoded_bytes = decoder->decoded_bytes();
  return d;
}

std::string sample() {
  std::string text;
  for (int i = 0; i < 5'000; ++i)
    text += "<http://example.org/" + std::to_string(i * 7919) + "> <p> \"o\" .\n";
  return text;
}

}  // namespace

TEST(content_decoder, gives_the_same_bytes_for_every_cut_of_the_wire) {
  const auto text = sample();
  const struct {
    std::vector<std::string> encodings;
    std::string wire;
  } cases[]{{{}, text},
            {{"identity"}, text},
            {{"gzip"}, gzipped(text)},
            {{"x-gzip", "identity"}, gzipped(text)},
            {{"deflate"}, deflated(text)},
            {{"gzip", "gzip"}, gzipped(gzipped(text))},
            {{"gzip", "deflate"}, deflated(gzipped(text))}};
  for (const auto& c : cases) {
    for (const std::size_t chunk : {1, 2, 3, 7, 4096, 1 << 20}) {
      const auto d = decode(c.encodings, c.wire, chunk);
      EXPECT_EQ(d.error, errc::ok) << chunk;
      EXPECT_TRUE(d.bytes == text) << chunk << ' ' << c.encodings.size();
      EXPECT_TRUE(d.notes.empty()) << d.notes.front();
      EXPECT_EQ(d.wire_bytes, c.wire.size());
      EXPECT_EQ(d.decoded_bytes, text.size());
    }
  }
}

TEST(content_decoder, reads_all_members_of_a_gzip_stream_rfc1952_2_2) {
  const auto wire = gzipped("first ") + gzipped("") + gzipped("second");
  for (const std::size_t chunk : {1, 5, 1 << 20})
    EXPECT_EQ(decode({"gzip"}, wire, chunk).bytes, "first second") << chunk;
}

TEST(content_decoder, ignores_bytes_after_the_stream_with_a_note) {
  for (const std::string tail : {"x", "\n", "garbage after the end"}) {
    for (const std::size_t chunk : {1, 1 << 20}) {
      const auto d = decode({"gzip"}, gzipped("text") + tail, chunk);
      EXPECT_EQ(d.error, errc::ok);
      EXPECT_EQ(d.bytes, "text");
      EXPECT_EQ(d.notes.size(), 1U);
    }
  }
}

TEST(content_decoder, keeps_bytes_whose_label_is_wrong_and_notes_it_D15) {
  for (const std::string body : {"<a> <b> <c> .", "<", "PK\x03\x04", "\x1f\x8b\x07x"}) {
    for (const std::size_t chunk : {1, 1 << 20}) {
      const auto d = decode({"gzip"}, body, chunk);
      EXPECT_EQ(d.error, errc::ok) << body;
      EXPECT_EQ(d.bytes, body);
      EXPECT_EQ(d.notes.size(), 1U);
    }
  }
  EXPECT_EQ(decode({"utf-8"}, "text").bytes, "text");
  EXPECT_EQ(decode({"utf-8"}, "text").notes.size(), 1U);
  EXPECT_EQ(decode({"zstd"}, "(\xb5/\xfd").notes.size(), 1U);
  const auto once = decode({"gzip", "gzip"}, gzipped("text"));
  EXPECT_EQ(once.bytes, "text") << "two encodings named, one applied";
  EXPECT_EQ(once.notes.size(), 1U);
}

TEST(content_decoder, decodes_only_what_is_declared) {
  const auto file = gzipped("text");
  EXPECT_EQ(decode({}, file).bytes, file);
  EXPECT_EQ(decode({"gzip"}, gzipped(file)).bytes, file);
}

TEST(content_decoder, an_empty_body_with_a_label_is_empty) {
  EXPECT_EQ(decode({"gzip"}, "").error, errc::ok);
  EXPECT_EQ(decode({"gzip"}, "").notes.size(), 0U);
}

TEST(content_decoder, a_stream_that_ends_early_is_reported_and_its_bytes_are_kept_R24) {
  const auto text = sample();
  const auto wire = gzipped(text);
  for (const std::size_t cut : {1, 2, 3, 12}) {
    const auto d = decode({"gzip"}, std::string_view(wire).substr(0, cut));
    EXPECT_EQ(d.error, errc::truncated_stream) << cut;
  }
  for (const std::size_t cut : {wire.size() / 2, wire.size() - 8, wire.size() - 1})
    for (const std::size_t chunk : {1, 1 << 20}) {
      const auto d = decode({"gzip"}, std::string_view(wire).substr(0, cut), chunk);
      EXPECT_EQ(d.error, errc::ok) << cut;
      EXPECT_GT(d.bytes.size(), text.size() / 3);
      EXPECT_TRUE(text.starts_with(d.bytes));
      ASSERT_EQ(d.damage.size(), 1U);
      EXPECT_EQ(d.damage[0].code, errc::truncated_stream);
      EXPECT_EQ(d.damage[0].offset_bytes, cut);
      EXPECT_EQ(d.notes.size(), 1U);
    }
}

TEST(content_decoder, damage_is_treated_as_in_a_file) {
  const auto text = sample();
  auto checksum = gzipped(text), broken = gzipped(text);
  checksum[checksum.size() - 6] ^= 1;
  for (std::size_t i = broken.size() / 2; i < broken.size() / 2 + 64; ++i) broken[i] = '\xff';
  const auto whole = gzipped(text);
  for (const auto& wire : {whole, whole + whole, whole + "garbage", whole + std::string(512, '\0'), checksum,
                           checksum + whole, broken, broken + whole, whole.substr(0, whole.size() / 3),
                           whole.substr(0, whole.size() - 1), whole + whole.substr(0, 2)}) {
    warning_log of_file;
    const auto file = make_gzip_source(make_memory_source(wire), of_file);
    const auto in_file = read_all(*file, 100'000'000);
    ASSERT_TRUE(in_file);
    for (const std::size_t chunk : {1, 4'096, 1 << 20}) {
      const auto d = decode({"gzip"}, wire, chunk);
      EXPECT_EQ(d.error, errc::ok);
      EXPECT_TRUE(d.bytes == *in_file) << wire.size() << " in chunks of " << chunk;
      ASSERT_EQ(d.damage.size(), of_file.rows().size());
      for (std::size_t i = 0; i < d.damage.size(); ++i) {
        EXPECT_EQ(d.damage[i].code, of_file.rows()[i].code);
        EXPECT_EQ(d.damage[i].offset_bytes, of_file.rows()[i].offset_bytes);
      }
    }
  }
  auto zlib = deflated(text);
  zlib.back() ^= 1;
  const auto d = decode({"deflate"}, zlib);
  EXPECT_TRUE(d.bytes == text);
  ASSERT_EQ(d.damage.size(), 1U);
  EXPECT_EQ(d.damage[0].code, errc::archive_damaged);
}

TEST(content_decoder, refuses_more_than_two_stacked_encodings_R21) {
  const auto two = gzipped(gzipped("text"));
  EXPECT_EQ(decode({"gzip", "identity", "gzip"}, two).error, errc::ok);
  EXPECT_EQ(decode({"gzip", "gzip", "gzip"}, gzipped(two)).error, errc::content_encoding);
}

TEST(content_decoder, refuses_encodings_that_it_did_not_ask_for_and_cannot_decode_R20) {
  for (const std::string name : {"br", "compress", "x-compress", "exi", "aes128gcm", "dcz"}) {
    EXPECT_EQ(decode({name}, "x").error, errc::content_encoding) << name;
  }
}

TEST(content_decoder, stops_a_bomb_at_the_ratio_R20) {
  const auto bomb = gzip_bomb(std::uint64_t{256} << 20);
  ASSERT_GT((std::uint64_t{256} << 20) / bomb.size(), 250U);
  const auto d = decode({"gzip"}, bomb, 65'536);
  EXPECT_EQ(d.error, errc::ratio_exceeded);
  EXPECT_LE(d.decoded_bytes, d.wire_bytes * 200 + (1 << 20));
}

TEST(content_decoder, stops_a_double_bomb_within_bounded_memory_R20) {
  const auto d = decode({"gzip", "gzip"}, gzipped(gzip_bomb(std::uint64_t{256} << 20)), 1'024);
  EXPECT_EQ(d.error, errc::ratio_exceeded);
  EXPECT_LE(d.decoded_bytes, 2U << 20);
}

TEST(content_decoder, allows_any_ratio_below_the_free_bytes) {
  EXPECT_EQ(decode({"gzip"}, gzip_bomb(1 << 20)).error, errc::ok);
}

TEST(content_decoder, stops_at_the_decoded_limit_R19) {
  decode_limits limits;
  limits.decoded_bytes = 1'000;
  EXPECT_EQ(decode({"gzip"}, gzipped(std::string(1'000, 'x')), 1 << 20, limits).error, errc::ok);
  EXPECT_EQ(decode({"gzip"}, gzipped(std::string(1'001, 'x')), 1 << 20, limits).error, errc::body_too_large);
  EXPECT_EQ(decode({}, std::string(1'001, 'x'), 1 << 20, limits).error, errc::body_too_large);
}

}  // namespace laundromat::test
