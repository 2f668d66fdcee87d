// The encoding of text without a declaration: UTF-8 if valid, a confirmed detection, else windows-1252.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/codec/text/encoding.hpp"
#include "core/codec/text/recode.hpp"
#include "tests/core/codec/support.hpp"

namespace laundromat {
namespace {

using testing::from_utf8;

/// N-Triples with each line of `text` as a label, `times` times.
std::string labels(std::string_view text, int times = 1) {
  std::string out;
  for (int i = 0; i < times; ++i)
    for (std::size_t at = 0; at < text.size();) {
      const auto end = std::min(text.find('\n', at), text.size());
      out += "<http://example.org/thing/" + std::to_string(i) +
             "> <http://www.w3.org/2000/01/rdf-schema#label> \"";
      out.append(text.substr(at, end - at)).append("\" .\n");
      at = end + 1;
    }
  return out;
}

constexpr std::string_view french =
    "La commune est située dans le département de la Côte-d'Or\n"
    "Après la Révolution française, l'église a été vendue à des propriétaires privés\n"
    "Musée de la préhistoire, où sont exposées des pièces très anciennes\n";
constexpr std::string_view german = "Schloß Schönbrunn\nÜber die Brücke führt die Straße nach Süden\n";
constexpr std::string_view names = "José\nÆrø\nGöteborg\nÅse\nPiñón\n";
constexpr std::string_view smart =
    "It’s “quoted” – and isn’t that nice…\nThe price is 10 € — or £8, ±5 %\n100 µm × 20 °C ™\n";
constexpr std::string_view czech =
    "Příliš žluťoučký kůň úpěl ďábelské ódy\nHlavní město České republiky leží na řece Vltavě\n"
    "Národní muzeum má sbírky přírodovědné, historické a uměleckohistorické\n"
    "Žižkov je čtvrť na východ od středu města, proslulá svými hospodami\n"
    "Ústav pro jazyk český vydává slovníky a příručky současné češtiny\n";
constexpr std::string_view greek =
    "Η Αθήνα είναι η πρωτεύουσα της Ελλάδας\nΤο Εθνικό Αρχαιολογικό Μουσείο\nΒιβλιοθήκη της Θεσσαλονίκης\n";
constexpr std::string_view russian =
    "Москва — столица России\nГосударственная публичная библиотека\nПроизведения русских писателей\n";
constexpr std::string_view ukrainian =
    "Київ є столицею України\nНаціональна бібліотека імені Вернадського\nЇхні твори видані українською\n";
constexpr std::string_view japanese =
    "東京都は日本の首都である\n国立国会図書館の資料一覧表\nこれはテストの文章です。能力を試す\n";
constexpr std::string_view chinese = "北京是中华人民共和国的首都\n国家图书馆的藏书目录\n这是一个测试文件\n";
constexpr std::string_view taiwanese =
    "臺北市是中華民國的首都\n國家圖書館的館藏目錄\n這是一個測試檔案，功能許多\n";

struct unlabelled_case {
  const char* why;
  std::string sample;
  std::string chosen;
};

std::vector<unlabelled_case> unlabelled_cases() {
  const auto in = [](std::string_view text, const char* encoding, int times = 1) {
    return from_utf8(labels(text, times), encoding);
  };
  const auto utf8 = labels(french, 4);
  return {
      {"one letter of Latin-1", "<a:b> <a:c> \"caf\xE9\" .\n", "windows-1252"},
      {"two letters", "<a:b> <a:c> \"\xC5se G\xF6teborg\" .\n", "windows-1252"},
      {"a few names of many languages", in(names, "ISO-8859-1"), "windows-1252"},
      {"short German", in(german, "ISO-8859-1"), "windows-1252"},
      {"French", in(french, "ISO-8859-1"), "windows-1252"},
      {"long French", in(french, "ISO-8859-1", 100), "windows-1252"},
      {"long German", in(german, "windows-1252", 100), "windows-1252"},
      {"quotes and signs", in(smart, "windows-1252"), "windows-1252"},
      {"many quotes and signs", in(smart, "windows-1252", 100), "windows-1252"},
      {"a Czech word", in("Dvořák", "windows-1250"), "windows-1252"},
      {"Czech", in(czech, "windows-1250", 3), "windows-1250"},
      {"Czech of ISO", in(czech, "ISO-8859-2", 3), "ISO-8859-2"},
      {"Greek", in(greek, "ISO-8859-7"), "ISO-8859-7"},
      {"Russian of Windows", in(russian, "windows-1251"), "windows-1251"},
      {"Russian", in("Государственная публичная библиотека\nПроизведения русских писателей", "KOI8-R"),
       "KOI8-R"},
      {"Ukrainian", in(ukrainian, "KOI8-U"), "KOI8-U"},
      {"Japanese of Microsoft", in(japanese, "Windows-31J"), "Shift_JIS"},
      {"Japanese of Unix", in(japanese, "EUC-JP"), "EUC-JP"},
      {"Chinese", in(chinese, "GB18030"), "GB18030"},
      {"Chinese of Taiwan", in(taiwanese, "BIG5"), "Big5"},
      {"UTF-16", in(french, "UTF-16LE"), "UTF-16LE"},
      {"the other UTF-16", in(russian, "UTF-16BE"), "UTF-16BE"},
      {"UTF-16 with a mark", "\xFF\xFE" + in(japanese, "UTF-16LE"), "UTF-16LE"},
      {"UTF-8 and one letter of Latin-1", utf8 + "# \xE9\n", "UTF-8"},
      {"UTF-8 and two broken sequences", utf8 + "# \xE2\x82 \xC3\n", "UTF-8"},
      {"UTF-8 and three bytes of windows-1252", utf8 + "# \x93 \x94 \x92\n", "UTF-8"},
      {"a letter of UTF-8 for each broken one", "\"\xC3\xA9\", \"\xC3\xB6\", \"\xE9\", \"\xF6\"", "UTF-8"},
      {"UTF-8 with more surrogates than letters", "\"\xED\xA0\xBD\xED\xB8\x80 \xC3\xA9\"", "UTF-8"},
      {"nothing but surrogates", "\"\xED\xA0\xBD\xED\xB8\x80\"", "UTF-8"},
      {"UTF-8 with surrogates", "\"\xC3\xA9\", \"\xC3\xB6\", \"\xED\xA0\xBD\xED\xB8\x80\"", "UTF-8"},
      {"UTF-8 with zeros of Java and lead bytes too long",
       "\"\xC3\xA9\xC3\xA9\" \xC0\x80 \xF8\x88\x80\x80\x80", "UTF-8"},
      {"UTF-8 written twice", labels("CafÃ© de la Gare, dÃ©jÃ\u00a0 vu"), "UTF-8"},
      {"one such letter in Latin-1", in("CafÃ©, café, été, école", "ISO-8859-1"), "windows-1252"},
  };
}

}  // namespace

TEST(unlabelled_text, is_utf8_or_a_confirmed_encoding_or_windows_1252) {
  for (const auto& c : unlabelled_cases()) {
    const auto decision = detect_encoding(c.sample, true, "");
    EXPECT_EQ(decision.chosen, c.chosen) << c.why;
    EXPECT_EQ(decision.problem, errc::ok) << c.why;
  }
}

TEST(unlabelled_text, ignores_an_impossible_declaration) {
  const auto read_as = [](std::string_view bytes, std::string_view charset) {
    return detect_encoding(bytes, true, charset).chosen;
  };
  EXPECT_EQ(read_as("caf\xE9", "utf-8"), "windows-1252");
  EXPECT_EQ(read_as("caf\xE9", "us-ascii"), "windows-1252");
  EXPECT_EQ(read_as("caf\xE9", "utf-16"), "windows-1252");
  EXPECT_EQ(read_as("caf\xC3\xA9, \xE9, \xE8", "utf-8"), "UTF-8");
  EXPECT_EQ(read_as(from_utf8(labels(russian), "windows-1251"), "utf-8"), "windows-1251");
  EXPECT_EQ(read_as("it\x92s", "iso-8859-1"), "windows-1252");
  EXPECT_EQ(read_as("it\xB4s", "iso-8859-1"), "ISO-8859-1");
  EXPECT_EQ(read_as("\"a\\n\" ~ caf\xE9", "JOHAB"), "windows-1252");
}

TEST(unlabelled_text, keeps_ascii_characters) {
  const std::string ascii = "<http://example.org/~a> \"a\\\\b\\u00E9\" | # $ @ ` { } [ ] ^ .";
  for (const auto* name : {"Shift_JIS", "x-sjis", "Windows-31J", "EUC-JP", "EUC-KR", "UHC", "GB2312", "GBK",
                           "GB18030", "Big5", "KOI8-R", "IBM866", "TIS-620", "macintosh", "ISO-2022-JP"}) {
    warning_log warnings;
    const auto text = make_utf8_source(make_memory_source(ascii), name, warnings);
    ASSERT_TRUE(text) << name;
    EXPECT_EQ(*testing::drain(**text), ascii) << name;
    EXPECT_EQ(detect_encoding(ascii, true, name).problem, errc::ok) << name;
  }
}

}  // namespace laundromat
