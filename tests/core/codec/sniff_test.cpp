// Formats are detected by magic bytes, and text is not mistaken for them (D19).
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/sniff.hpp"

#include <gtest/gtest.h>

#include "tests/core/codec/support.hpp"

namespace laundromat {

using namespace laundromat::testing;
using namespace std::string_view_literals;

TEST(sniff, each_compression_is_detected_by_its_first_bytes) {
  for (const auto kind :
       {layer_kind::gzip, layer_kind::bzip2, layer_kind::xz, layer_kind::zstd, layer_kind::lz4})
    for (const std::size_t lines : {0, 1, 1'000})
      EXPECT_EQ(sniff(compress(kind, some_text(lines))).kind, kind) << to_string(kind) << ' ' << lines;
}

TEST(sniff, each_archive_is_detected_by_its_first_bytes) {
  const std::vector<made_member> members = {{"a.nt", some_text(3)}, {"b/c.ttl", some_text(3)}};
  for (const auto* format : {"ustar", "pax", "gnutar", "v7tar"})
    EXPECT_EQ(sniff(make_archive(format, members)).kind, layer_kind::tar_member) << format;
  EXPECT_EQ(sniff(make_archive("zip", members)).kind, layer_kind::zip_member);
  EXPECT_EQ(sniff(make_archive("zip", {})).kind, layer_kind::zip_member) << "an empty one";
  EXPECT_EQ(sniff(make_archive("7zip", members)).kind, layer_kind::sevenzip_member);
}

TEST(sniff, a_tar_header_with_a_wrong_checksum_is_not_tar) {
  auto bytes = make_archive("ustar", {{"a.nt", some_text(3)}});
  bytes[0] ^= 1;
  EXPECT_EQ(sniff(bytes), sniffed{});
}

TEST(sniff, unsupported_archives_are_named_R37) {
  const std::pair<std::string_view, std::string_view> cases[] = {
      {"Rar!\x1A\x07\0"sv, "rar"},    {"Rar!\x1A\x07\x01\0"sv, "rar"}, {"MSCF\0\0\0\0 "sv, "cab"},
      {"!<arch>\ndebian"sv, "ar"},    {"xar!\0\x1C\0\x01"sv, "xar"},   {"\xED\xAB\xEE\xDB\3"sv, "rpm"},
      {"\x1F\x9D\x90"sv, "compress"}, {"LZIP\x01"sv, "lzip"}};
  for (const auto& [head, name] : cases) EXPECT_EQ(sniff(head), (sniffed{std::nullopt, name})) << name;
  EXPECT_EQ(sniff(make_archive("newc", {{"a", "b"}})).unsupported, "cpio");
  auto iso = std::string(40'000, '\0');
  iso.replace(32'769, 5, "CD001");
  EXPECT_EQ(sniff(iso).unsupported, "iso9660");
}

TEST(sniff, the_dictionary_of_an_xz_stream_is_read_R41) {
  EXPECT_EQ(xz_dictionary_bytes(compress(layer_kind::xz, some_text(10))), std::uint64_t{8} << 20) << "xz -6";
  auto bytes = compress(layer_kind::xz, some_text(10));
  bytes[16] = 40;
  EXPECT_EQ(xz_dictionary_bytes(bytes), 0xFFFF'FFFFu);
  bytes[16] = 37;
  EXPECT_EQ(xz_dictionary_bytes(bytes), std::uint64_t{1536} << 20);
  for (std::size_t length = 0; length < 17; ++length)
    EXPECT_EQ(xz_dictionary_bytes(bytes.substr(0, length)), 0u);
}

TEST(sniff, text_is_a_leaf) {
  for (const auto text :
       {""sv, "P"sv, "PK"sv, "PK is a label"sv, "BZh9 is a label of bzip2 files"sv, "070707 <a> <b> <c> ."sv,
        "@prefix : <#> ."sv, "7z is a format"sv, "a -lh5- b, and more text than a header has"sv, "\x1f\x8b"sv,
        "\x1f\x8b\x08\xff"sv, "\xEF\xBB\xBF<?xml version='1.0'?>"sv})
    EXPECT_EQ(sniff(text), sniffed{}) << text;
  EXPECT_EQ(sniff(some_text(100)), sniffed{});
  EXPECT_EQ(sniff(std::string(10'240, '\0')), sniffed{}) << "the end of a tar is not a tar";
}

}  // namespace laundromat
