// Unpack and guess over ports in memory: one document from its bytes to its leaves and their format.
// SPDX-License-Identifier: Apache-2.0
#include "core/washing/stages.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "tests/core/washing/stages_fixture.hpp"

namespace laundromat {

namespace {

using testing::compress;
using testing::make_archive;

TEST_F(stages, plain_text_is_a_leaf_with_its_encoding_and_evidence) {
  const auto found = unpacked(one_triple);
  EXPECT_EQ(found.on, event::leaf_found);
  EXPECT_EQ(found.content, (view{"body", {}}));
  EXPECT_EQ(found.encoding, "UTF-8");
  EXPECT_EQ(
      std::count_if(found.encodings.begin(), found.encodings.end(), [](const auto& e) { return e.chosen; }),
      1);
}

TEST_F(stages, compression_is_a_layer_of_the_leaf) {
  const auto found = unpacked(compress(layer_kind::gzip, one_triple));
  EXPECT_EQ(found.on, event::leaf_found);
  EXPECT_EQ(to_string(found.content.chain), "gzip");
  EXPECT_EQ(scratch_.created, 0) << "a leaf is a view, not a copy";
}

TEST_F(stages, the_limits_of_the_campaign_apply_while_a_document_is_read) {
  std::string many;
  while (many.size() < (std::size_t{4} << 20)) many += one_triple;
  const auto found = unpacked(compress(layer_kind::gzip, many));
  ASSERT_EQ(found.on, event::leaf_found);
  ports_.limits.bytes = std::uint64_t{1} << 20;
  const auto washed = parse({0, {}, found.content, found.encoding, rdf_format::n_triples, ""}, ports_, {});
  ASSERT_TRUE(washed);
  EXPECT_EQ(washed->on, event::failed_for_good);
  EXPECT_EQ(washed->cause, errc::too_large_unpacked);
}

TEST_F(stages, the_members_of_a_zip_in_a_tar_gz_are_read) {
  const auto zip = make_archive("zip", {{"deep.nt", one_triple}, {"dir/", "", 'd'}});
  const auto root =
      unpacked(compress(layer_kind::gzip, make_archive("ustar", {{"a.nt", one_triple}, {"box.zip", zip}})));
  EXPECT_EQ(root.on, event::children_found);
  EXPECT_EQ(root.archive, layer_kind::tar_member);
  ASSERT_EQ(root.members.size(), 2U);
  EXPECT_EQ(root.members[1].path, "box.zip");
  EXPECT_EQ(unpacked(member_of(root, 0)).on, event::leaf_found);
  const auto box = unpacked(member_of(root, 1));
  EXPECT_EQ(box.on, event::children_found);
  EXPECT_EQ(box.archive, layer_kind::zip_member);
  ASSERT_EQ(box.members.size(), 2U);
  EXPECT_EQ(box.members[1].kind, member_kind::directory);
  EXPECT_EQ(box.members[1].skipped, errc::member_skipped);
  const auto deep = unpacked(member_of(box, 0));
  EXPECT_EQ(deep.on, event::leaf_found);
  EXPECT_EQ(to_string(deep.content.chain), "gzip/tar:1/zip:0");
  const auto washed = parse({0, {}, deep.content, deep.encoding, rdf_format::n_triples, ""}, ports_, {});
  ASSERT_TRUE(washed);
  EXPECT_EQ(clean_text(*washed), one_triple);
}

TEST_F(stages, an_xml_declaration_names_the_encoding_L33) {
  const auto found = unpacked("<?xml version=\"1.0\" encoding=\"ISO-8859-1\"?>\n<a>B\xE4r</a>\n");
  EXPECT_EQ(found.on, event::leaf_found);
  EXPECT_TRUE(found.encoding == "ISO-8859-1" || found.encoding == "windows-1252" ||
              found.encoding == "WINDOWS-1252")
      << found.encoding;
  EXPECT_TRUE(std::any_of(found.encodings.begin(), found.encodings.end(),
                          [](const auto& e) { return e.source == "xml_declaration" && e.chosen; }));
}

TEST_F(stages, the_charset_of_the_server_decides_for_documents_without_a_declaration) {
  const auto found = unpacked("# B\xE4r\n" + std::string{one_triple}, "iso-8859-1");
  EXPECT_EQ(found.on, event::leaf_found);
  const auto washed = parse({0, {}, found.content, found.encoding, rdf_format::turtle, ""}, ports_, {});
  ASSERT_TRUE(washed);
  EXPECT_EQ(clean_text(*washed), one_triple);
}

TEST_F(stages, binary_content_is_a_failure_of_the_document_and_not_of_the_engine) {
  std::string bytes(4'096, '\0');
  for (std::size_t i = 0; i < bytes.size(); ++i) bytes[i] = static_cast<char>((i * 7919U) >> 3U);
  const auto found = unpacked(bytes);
  EXPECT_EQ(found.on, event::failed_for_good);
  EXPECT_EQ(found.cause, errc::non_rdf_format);
  EXPECT_EQ(found.detail, "the bytes are not text: binary");
}

TEST_F(stages, a_picture_is_not_rdf_and_rdf_in_an_unknown_encoding_has_its_own_cause) {
  const std::string picture{"\x89PNG\r\n\x1A\n\0\0\0\rIHDR\0\0\0\1\0\0\0\1\x08\6\0\0\0\x1F\x15\xC4\x89", 33};
  raw_.files["body"] = picture;
  const auto found = unpack({0, {}, {"body", {}}, "", {}, "text/turtle", "http://example.org/a.ttl"}, ports_);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->on, event::failed_for_good);
  EXPECT_EQ(found->cause, errc::non_rdf_format);
  EXPECT_EQ(found->detail, "the bytes are not text: PNG");

  std::string odd;
  for (int i = 0; i < 100; ++i)
    odd += "<http://example.org/s> <http://example.org/p> \"\1\2\3\4\5\6\xFF\xFE\" .\n";
  EXPECT_EQ(unpacked(odd).cause, errc::no_encoding);
}

TEST_F(stages, an_empty_file_is_a_document_if_its_format_allows_that_and_else_an_empty_body) {
  struct {
    std::string media_type, name;
    rdf_format format;
  } const cases[] = {{"", "a.nt", rdf_format::n_triples},
                     {"", "http://example.org/a.TTL?b=c", rdf_format::turtle},
                     {"text/turtle", "a", rdf_format::turtle},
                     {"application/n-quads", "a", rdf_format::n_quads},
                     {"application/trig", "a", rdf_format::trig},
                     {"application/rdf+xml", "a", rdf_format::unknown},
                     {"application/ld+json", "a.jsonld", rdf_format::unknown},
                     {"text/html", "a", rdf_format::unknown},
                     {"", "a", rdf_format::unknown},
                     {"text/plain", "a.txt", rdf_format::unknown},
                     {"", "a.gz", rdf_format::unknown},
                     {"", "a.tgz", rdf_format::unknown},
                     {"", "http://example.org/a.nt.GZ?b.ttl", rdf_format::unknown},
                     {"text/turtle", "a.ttl.bz2", rdf_format::unknown}};
  raw_.files["body"] = "";
  for (const auto& c : cases) {
    SCOPED_TRACE(c.media_type + " " + c.name);
    const auto found = unpack({0, {}, {"body", {}}, "", {}, c.media_type, c.name}, ports_);
    ASSERT_TRUE(found);
    const auto cause = found->on == event::leaf_found ? found->fused.value().cause : found->cause;
    EXPECT_EQ(cause, c.format == rdf_format::unknown ? errc::empty_body : errc::ok);
    if (c.format == rdf_format::unknown) continue;
    EXPECT_EQ(found->fused->on, event::format_found);
    EXPECT_EQ(found->fused->format, c.format);
  }
  raw_.files["body"] = compress(layer_kind::gzip, "");
  const auto found = unpack({0, {}, {"body", {}}, "", {}, "", "a.nt.gz"}, ports_);
  ASSERT_TRUE(found);
  EXPECT_EQ(found->fused.value().on, event::format_found) << "a valid file without content";
}

TEST_F(stages, the_way_to_a_member_is_paid_for_by_the_listing_of_its_archive) {
  std::string text = one_triple;
  while (text.size() < 100'000) text += one_triple;
  const auto tar =
      make_archive("ustar", {{"a.nt", text}, {"b.nt", text}, {"c.nt.gz", compress(layer_kind::gzip, text)}});
  const auto root = unpacked(compress(layer_kind::gzip, tar));
  ASSERT_EQ(root.members.size(), 3U);
  scratch_.files.clear();  // as after a restart: members are looked for in the archive again
  unpack_budget left;
  left.entries = 0;
  left.bytes = text.size();
  const auto look = [&](std::size_t member, std::uint64_t bytes) {
    left.bytes = bytes;
    return unpack({0, {}, member_of(root, member), "", left}, ports_)->cause;
  };
  EXPECT_EQ(look(2, text.size()), errc::ok);
  EXPECT_EQ(look(2, text.size() / 2), errc::too_large_unpacked) << "its own layer is not";
  EXPECT_EQ(look(1, text.size() / 2), errc::ok);
}

TEST_F(stages, a_truncated_archive_is_a_failure_of_the_document) {
  auto bytes = make_archive("7zip", {{"a.nt", one_triple}});
  bytes.resize(bytes.size() / 2);
  const auto found = unpacked(bytes);
  EXPECT_EQ(found.on, event::failed_for_good);
  EXPECT_NE(found.cause, errc::ok);
}

TEST_F(stages, a_disk_failure_is_not_a_failure_of_the_document) {
  EXPECT_EQ(unpack({0, {}, {"no-such-body", {}}, "", {}}, ports_)->cause, errc::not_found);
  scratch_.most_files = 0;
  raw_.files["body"] = compress(layer_kind::gzip, make_archive("ustar", {{"a.nt", one_triple}}));
  const auto found = unpack({0, {}, {"body", {}}, "", {}}, ports_);
  ASSERT_FALSE(found);
  EXPECT_EQ(found.error().code, errc::no_space);
}

TEST_F(stages, the_content_determines_the_format_and_all_evidence_is_kept) {
  const auto found = guessed(one_triple, "a.nt", "text/plain");
  EXPECT_EQ(found.on, event::format_found);
  EXPECT_EQ(found.format, rdf_format::n_triples);
  EXPECT_TRUE(std::any_of(found.formats.begin(), found.formats.end(),
                          [](const auto& v) { return v.source == "content" && v.chosen; }));
}

TEST_F(stages, content_that_is_not_rdf_keeps_its_first_thousand_whole_characters_D11) {
  std::string text = "<!DOCTYPE html><html><body>";
  while (text.size() < 5'000) text += "\xC3\xBC";
  const auto found = guessed(text, "a.html", "text/html");
  EXPECT_EQ(found.on, event::not_rdf);
  EXPECT_EQ(found.cause, errc::non_rdf_format);
  const auto chars = std::count_if(found.head.begin(), found.head.end(),
                                   [](char c) { return (static_cast<unsigned char>(c) & 0xC0) != 0x80; });
  EXPECT_EQ(chars, 1'000);
  EXPECT_TRUE(text.starts_with(found.head));
  EXPECT_EQ(text[found.head.size()], '\xC3') << "the cut is between two characters";
}

TEST_F(stages, the_format_is_guessed_early_through_any_layers) {
  std::string many;
  while (many.size() < (std::size_t{2} << 20)) many += one_triple;
  std::string wide = "\xFF\xFE";
  for (const char c : many) wide += {c, '\0'};
  for (const auto& bytes : {many, wide, compress(layer_kind::gzip, many), compress(layer_kind::xz, wide),
                            compress(layer_kind::gzip, many).substr(0, 3'000)})
    EXPECT_EQ(guessed(bytes).format, rdf_format::n_triples);
}

TEST_F(stages, parsing_a_small_leaf_early_gives_the_same_result) {
  const parse_settings settings;
  const auto text = "@prefix a: <http://a.example/> .\n<o> a:p a:o, _:b ; a:q 7 .\na:s a:p ?? .\n" +
                    std::string(one_triple);
  raw_.files["body"] = compress(layer_kind::gzip, text);
  ports_.make_ledger = ports_.make_output;
  const auto found = unpack({0, {}, {"body", {}}, "", {}, "text/turtle", "a.ttl", "http://own.example/base"},
                            ports_, &settings);
  ASSERT_TRUE(found && found->fused && found->fused->fused);
  const auto& ahead = *found->fused->fused;
  const auto later = parse({0,
                            {},
                            found->content,
                            found->encoding,
                            found->fused->format,
                            "http://own.example/base",
                            "text/turtle"},
                           ports_, settings);
  ASSERT_TRUE(later);
  EXPECT_EQ(ahead.on, event::statements_stored);
  EXPECT_GT(ahead.clean.statements, 1U);
  EXPECT_EQ(ahead.clean.hash, later->clean.hash);
  EXPECT_EQ(ahead.ledger.digest, later->ledger.digest);
  EXPECT_EQ(shelf_.files.at(ahead.staged), shelf_.files.at(later->staged));
}

TEST_F(stages, large_leaves_and_other_content_are_not_parsed_early) {
  const parse_settings settings;
  std::string many;
  while (many.size() <= most_fused_bytes) many += one_triple;
  for (const auto& bytes :
       {many, compress(layer_kind::gzip, many), std::string("<html><body>no</body></html>")}) {
    raw_.files["body"] = bytes;
    const auto found = unpack({0, {}, {"body", {}}, "", {}}, ports_, &settings);
    ASSERT_TRUE(found && found->fused);
    EXPECT_FALSE(found->fused->fused);
  }
  EXPECT_EQ(shelf_.begun, 0);
}

TEST_F(stages, a_sample_with_too_little_text_is_not_guessed_early) {
  // Each shift of the character set is three bytes, and no text.
  std::string shifts = one_triple;
  while (shifts.size() < (std::size_t{2} << 20)) shifts += "\x1B$B\x1B(B";
  const auto found = unpacked(shifts + one_triple, "ISO-2022-JP");
  ASSERT_EQ(found.encoding, "ISO-2022-JP");
  EXPECT_FALSE(found.fused);
  EXPECT_EQ(guess({0, {}, found.content, found.encoding, "", "a"}, ports_)->format, rdf_format::n_triples);
}

TEST_F(stages, cancelling_returns_every_document_unfinished) {
  raw_.files["body"] = one_triple;
  raw_.files["archive"] = compress(layer_kind::gzip, make_archive("ustar", {{"a.nt", one_triple}}));
  cancelled_ = true;
  const auto unpacking = unpack({0, {}, {"archive", {}}, "", {}}, ports_);
  ASSERT_FALSE(unpacking);
  EXPECT_EQ(unpacking.error().code, errc::cancelled);
  const auto guessing = guess({0, {}, {"body", {}}, "UTF-8", "", "a"}, ports_);
  ASSERT_FALSE(guessing);
  EXPECT_EQ(guessing.error().code, errc::cancelled);
  const auto parsing = parse({0, {}, {"body", {}}, "UTF-8", rdf_format::n_triples, ""}, ports_, {});
  ASSERT_FALSE(parsing);
  EXPECT_EQ(parsing.error().code, errc::cancelled);
  EXPECT_TRUE(shelf_.files.empty());
  EXPECT_TRUE(scratch_.files.empty());
}

}  // namespace
}  // namespace laundromat
