// The detected encoding and its evidence (L33-L35, D20-D23, R48, R49).
// SPDX-License-Identifier: Apache-2.0
#include "core/codec/text/encoding.hpp"

#include <gtest/gtest.h>

#include "core/codec/text/encoding_name.hpp"
#include "core/codec/text/text_census.hpp"
#include "core/codec/text/text_guess.hpp"

namespace laundromat {

using namespace std::string_view_literals;

namespace {

const std::string russian_koi8 =
    "\xEB\xCF\xC7\xC4\xC1 \xD7 \xD4\xCF\xD7\xC1\xD2\xC9\xDD\xC1\xC8 \xD3\xCF\xC7\xCC\xC1\xD3\xD8\xD1 "
    "\xCE\xC5\xD4, "
    "\xCE\xC1 \xCC\xC1\xC4 \xC9\xC8 \xC4\xC5\xCC\xCF \xCE\xC5 \xD0\xCF\xCA\xC4\xC5\xD4";

std::string wide(std::string_view ascii, std::size_t unit, bool is_little) {
  std::string out;
  for (const char c : ascii) {
    std::string one(unit, '\0');
    one[is_little ? 0 : unit - 1] = c;
    out += one;
  }
  return out;
}

struct encoding_case {
  const char* why;
  std::string sample;
  std::string http;
  std::string chosen, source;
};

const encoding_case cases[] = {
    {"nothing", "", "", "UTF-8", "validity"},
    {"plain ASCII", "<a> <b> <c> .", "", "UTF-8", "validity"},
    {"a UTF-8 mark", "\xEF\xBB\xBF<a> <b> \"\xC3\xA9\" .", "ISO-8859-1", "UTF-8", "bom"},
    {"a UTF-16 mark", "\xFF\xFE" + wide("<a>", 2, true), "UTF-8", "UTF-16LE", "bom"},
    {"a big-endian mark", "\xFE\xFF" + wide("<a>", 2, false), "", "UTF-16BE", "bom"},
    {"a UTF-32 mark", std::string("\xFF\xFE\0\0", 4) + wide("<a>", 4, true), "", "UTF-32LE", "bom"},
    {"UTF-16 without a mark", wide("<?xml version='1.0' encoding='UTF-16'?>", 2, true), "", "UTF-16LE",
     "validity"},
    {"UTF-16BE without a mark", wide("@prefix : <http://e.org/> .", 2, false), "utf-8", "UTF-16BE",
     "validity"},
    {"UTF-32 without a mark", wide("@prefix : <http://e.org/> .", 4, false), "", "UTF-32BE", "validity"},
    {"valid UTF-8 beats XML and HTTP", "<?xml version='1.0' encoding='ISO-8859-1'?><a>\xC3\xA9</a>",
     "windows-1252", "UTF-8", "validity"},
    {"XML before HTTP", "<?xml version=\"1.0\" encoding=\"iso8859-2\"?><a>\xE9 \xB1</a>", "latin1",
     "ISO-8859-2", "xml_declaration"},
    {"HTTP alone", "<a> <b> \"caf\xE9\" .", "ISO-8859-1", "ISO-8859-1", "http_charset"},
    {"HTTP in quotes", "<a> <b> \"caf\xE9\" .", "\"Windows-1252\"", "windows-1252", "http_charset"},
    {"ASCII so far, and declared", "<?xml version='1.0' encoding='ISO-8859-1'?><a/>", "", "ISO-8859-1",
     "xml_declaration"},
    {"HTML meta", "<!DOCTYPE html><html><head><meta charset=windows-1251><title>\xE4\xE0</title>", "",
     "windows-1251", "xml_declaration"},
    {"HTML meta of old",
     "<html><meta http-equiv='Content-Type' content='text/html; charset=ISO-8859-15'><p>\xA4 5</p>", "",
     "ISO-8859-15", "xml_declaration"},
    {"HTML meta that is commented out",
     "<html><!-- <meta charset=koi8-r> --><meta charset=windows-1250><!-- <p>\xE9</p>", "", "windows-1250",
     "xml_declaration"},
    {"a false UTF-16", "<?xml version='1.0' encoding='UTF-16'?><a/>", "", "UTF-8", "validity"},
    {"a false UTF-16, and HTTP", "<?xml version='1.0' encoding='UTF-16'?><a>\xE9</a>", "latin1", "ISO-8859-1",
     "http_charset"},
    {"a name that iconv does not support", "<?xml version='1.0' encoding='klingon'?><a/>", "", "UTF-8",
     "validity"},
    {"a name that means something to iconv", "<?xml version='1.0' encoding='ASCII//TRANSLIT'?><a/>", "",
     "UTF-8", "validity"},
    {"declared UTF-8, grossly invalid", "<?xml version='1.0' encoding='UTF-8'?><a>" + russian_koi8 + "</a>",
     "", "KOI8-R", "detector"},
    {"the detector", russian_koi8, "", "KOI8-R", "detector"},
};

}  // namespace

TEST(encoding, evidence_is_weighed_in_order) {
  for (const auto& c : cases) {
    const auto decision = detect_encoding(c.sample, true, c.http);
    EXPECT_EQ(decision.chosen, c.chosen) << c.why;
    EXPECT_EQ(decision.chosen_source, c.source) << c.why;
    EXPECT_EQ(decision.problem, errc::ok) << c.why;
  }
}

TEST(encoding, all_evidence_is_recorded_and_one_piece_is_chosen_L35) {
  for (const auto& c : cases) {
    const auto decision = detect_encoding(c.sample, true, c.http);
    ASSERT_EQ(decision.evidence.size(), 5u) << c.why;
    int chosen = 0;
    for (std::uint32_t i = 0; i < 5; ++i) {
      EXPECT_EQ(decision.evidence[i].rank, i + 1);
      chosen += decision.evidence[i].chosen;
      EXPECT_EQ(decision.evidence[i].chosen, decision.evidence[i].source == decision.chosen_source);
    }
    EXPECT_EQ(chosen, 1) << c.why;
  }
}

TEST(encoding, a_few_invalid_bytes_do_not_change_utf8) {
  std::string text;
  for (int i = 0; i < 50; ++i) text += "caf\xC3\xA9 ";
  EXPECT_EQ(detect_encoding(text + "\xE9 ", true, "").chosen, "UTF-8");
  EXPECT_EQ(detect_encoding(text + "\xE9 ", true, "utf8").chosen_source, "http_charset");
}

TEST(encoding, a_few_invalid_bytes_in_utf8_do_not_confirm_another_declaration_D22) {
  for (const std::string head : {"<!DOCTYPE html><html><meta charset=windows-1252>",
                                 "<?xml version='1.0' encoding='ISO-8859-1'?>", ""}) {
    std::string text = head;
    for (int i = 0; i < 5; ++i) text += "caf\xC3\xA9 ";
    const auto decision = detect_encoding(text + "\xE9 ", true, head.empty() ? "windows-1251" : "");
    EXPECT_EQ(decision.chosen, "UTF-8") << head;
    EXPECT_EQ(decision.chosen_source, "validity") << head;
    EXPECT_EQ(decision.evidence[head.empty() ? 3 : 2].note, "most sequences are valid UTF-8") << head;
  }
}

TEST(encoding, a_few_valid_sequences_do_not_make_latin_1_utf8) {
  const std::string text = "caf\xE9 caf\xE9 caf\xE9 \xC3\xA9 \xC3\xA9 ";
  EXPECT_EQ(detect_encoding(text, true, "ISO-8859-1").chosen, "ISO-8859-1");
  EXPECT_EQ(detect_encoding("caf\xC3\xA9 caf\xC3\xA9 \xE9 ", true, "ISO-8859-1").chosen, "ISO-8859-1");
}

TEST(encoding, one_byte_in_a_long_sample_is_not_enough_to_detect_an_encoding) {
  const auto text = std::string(200'000, 'a') + "\xE9" + std::string(200'000, 'a');
  EXPECT_EQ(detect_encoding(text, false, "").chosen, "UTF-8");
  EXPECT_EQ(detect_encoding(text, false, "ISO-8859-1").chosen, "ISO-8859-1");
  EXPECT_EQ(detect_encoding("caf\xE9 est ferm\xE9", true, "utf-8").chosen, "windows-1252");
}

TEST(encoding, text_before_the_first_zero_byte_is_not_utf16_D23) {
  using namespace std::literals;
  const auto wide = "5\0,\0006\0\n\0007\0,\0008\0\n\0"sv;
  EXPECT_EQ(detect_encoding(wide, true, {}).chosen, "UTF-16LE");
  EXPECT_EQ(detect_encoding("a,b\n1,2\n"s + std::string(wide), true, {}).chosen, "UTF-8");
  EXPECT_NE(detect_encoding("a,b\n1,2\n\xFF\xFE"s + std::string(wide), true, {}).chosen, "UTF-16LE");
}

TEST(encoding, a_character_cut_by_the_end_of_the_sample_is_not_invalid) {
  const std::string cut = "caf\xC3\xA9 \xE2\xA2";
  EXPECT_EQ(detect_encoding(cut, false, "ISO-8859-1").chosen, "UTF-8");
  EXPECT_EQ(detect_encoding(cut, true, "ISO-8859-1").chosen, "ISO-8859-1");
}

TEST(encoding, valid_utf8_is_never_recoded_R49) {
  for (std::uint32_t point = 0xA0; point < 0x3000; point += 7) {
    std::string text = "<a> <b> \"";
    if (point < 0x800) {
      text += static_cast<char>(0xC0 | (point >> 6));
    } else {
      text += static_cast<char>(0xE0 | (point >> 12));
      text += static_cast<char>(0x80 | ((point >> 6) & 0x3F));
    }
    text += static_cast<char>(0x80 | (point & 0x3F));
    for (const auto* http : {"", "ISO-8859-1", "windows-1251", "Shift_JIS"})
      ASSERT_EQ(detect_encoding(text + "\" .", true, http).chosen, "UTF-8") << point;
  }
}

TEST(encoding, binary_content_has_no_encoding_L35) {
  std::string noise;
  std::uint32_t state = 1;
  for (int i = 0; i < 5'000; ++i)
    noise += static_cast<char>((state = state * 1'664'525 + 1'013'904'223) >> 24);
  const auto decision = detect_encoding(noise, false, "UTF-8");
  EXPECT_EQ(decision.problem, errc::no_encoding);
  EXPECT_EQ(decision.chosen, "");
  EXPECT_EQ(decision.evidence.size(), 5u);
  for (const auto& evidence : decision.evidence) EXPECT_FALSE(evidence.chosen);
}

TEST(encoding, names_are_mapped_to_the_preferred_mime_name) {
  const std::pair<std::string_view, std::string_view> names[] = {{"utf8", "UTF-8"},
                                                                 {" UTF-8 ", "UTF-8"},
                                                                 {"ascii", "US-ASCII"},
                                                                 {"latin1", "ISO-8859-1"},
                                                                 {"ISO8859_15", "ISO-8859-15"},
                                                                 {"cp1252", "windows-1252"},
                                                                 {"WINDOWS-1251", "windows-1251"},
                                                                 {"x-sjis", "Shift_JIS"},
                                                                 {"EUC-KR", "EUC-KR"},
                                                                 {"big5", "Big5"},
                                                                 {"koi8-r", "KOI8-R"},
                                                                 {"gb18030", "GB18030"},
                                                                 {"ISO-2022-JP", "ISO-2022-JP"},
                                                                 {"macintosh", "macintosh"},
                                                                 {"unicode", "UTF-16"}};
  for (const auto& [given, canonical] : names) EXPECT_EQ(canonical_encoding_name(given), canonical) << given;
  for (const auto given :
       {""sv, " "sv, "binary"sv, "none"sv, "utf-8//IGNORE"sv, "a,b"sv, "\0utf-8"sv, "iso-8859-99"sv})
    EXPECT_EQ(canonical_encoding_name(given), "") << given;
  EXPECT_EQ(canonical_encoding_name(std::string(10'000, 'a')), "");
}

TEST(encoding, escapes_that_are_ascii_are_shown_to_the_detector) {
  const auto found_in = [](std::string_view text) { return ask_detector(text); };
  const auto ascii = found_in("a");
  EXPECT_EQ(found_in("<a:s> <a:p> \"o\" .\n~ { ~\n{"), ascii);
  EXPECT_EQ(found_in("\x1B$B$3$l$OF|K\\8l$NJ8>O$G$9!#\x1B(B\n"), "ISO-2022-JP");
  EXPECT_EQ(found_in("~{VPND~} a ~{VPND~}\n"), "HZ-GB-2312");
  EXPECT_NE(found_in(""), ascii);
}

/// Text without such a tag is not copied; comments and zero bytes may hide one.
TEST(encoding, a_declaration_in_html_is_found_wherever_its_tag_begins) {
  for (const auto* page :
       {"<html><meta charset=koi8-r>", "\n <HtMl x><META content='a; charset=koi8-r'>",
        "<!DocType HTML><meta charset=\"koi8-r\">", "<ht<!-- a -->ml><meta charset=koi8-r>",
        "<http://e.org/s> <!-- <htm --><html><meta charset=koi8-r>"})
    EXPECT_EQ(find_declared_encoding(page), "koi8-r") << page;
  EXPECT_EQ(find_declared_encoding(wide("<html><meta charset=koi8-r>", 2, true)), "koi8-r");
  for (const auto* page :
       {"<http><meta charset=koi8-r>", "<htm", "<", "", "<!-- <html> --><meta charset=koi8-r>"})
    EXPECT_EQ(find_declared_encoding(page), "") << page;
}

TEST(text_census, counts_a_byte_wherever_it_is) {
  for (std::size_t size = 1; size < 40; ++size)
    for (std::size_t at = 0; at < size; ++at)
      for (const char c : {'\0', '\x1F', '\n', '\x20', '\x7F', '\x80', '\x9F', '\xA0'}) {
        std::string text(size, 'a');
        text[at] = c;
        const auto found = take_census(text, true);
        EXPECT_EQ(found.zeros_at[at % 4], c == '\0' ? 1U : 0U);
        EXPECT_EQ(found.controls, c == '\0' || c == '\x1F' ? 1U : 0U);
        EXPECT_EQ(found.high_controls, c == '\x80' || c == '\x9F' ? 1U : 0U);
        EXPECT_EQ(found.invalid, c < 0 ? 1U : 0U) << size << ' ' << at;
      }
}

}  // namespace laundromat
