// Defects of literals in the three profiles, as rows.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/literal_check.hpp"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "core/rdf/model/term_check.hpp"
#include "core/rdf/values/datatype.hpp"

namespace laundromat {
namespace {

/// The literal as Turtle would write it with the prefixes xsd: and rdf:, `x:` for http://example.org/.
struct literal_row {
  std::string_view value, datatype, language;
  std::vector<errc> rules;
  std::string_view strict, standard, max_recall;  ///< datatype or @tag afterwards, or `skipped`
};

std::string expanded(std::string_view name) {
  const auto local = std::string(name.substr(std::min(name.find(':') + 1, name.size())));
  if (name.starts_with("xsd:")) return std::string(xsd_namespace) + local;
  if (name.starts_with("rdf:")) return std::string(rdf_namespace) + local;
  return name.empty() ? "" : "http://example.org/" + local;
}

std::string outcome(term_checker& checker, const literal_row& row) {
  const auto datatype = expanded(row.datatype);
  term_view literal{term_kind::literal, row.value, datatype, row.language};
  if (!checker.check_literal(literal)) return "skipped";
  EXPECT_EQ(literal.value, row.value);
  if (!literal.language.empty()) {
    EXPECT_TRUE(literal.datatype.empty());
    return "@" + std::string(literal.language);
  }
  return literal.datatype.empty() ? "" : std::string(row.datatype);
}

using enum errc;

const std::vector<literal_row>& literal_rows() {
  // Subtags of eight characters each, behind `x`.
  static const auto long_tag = [](std::size_t subtags, std::string_view end) {
    std::string tag = "x";
    for (std::size_t i = 0; i < subtags; ++i) tag += "-abcdefgh";
    return tag.append(end);
  };
  static const std::string longest_tag = long_tag(28, "-a"), longer_tag = long_tag(28, "-ab");
  static const std::string longest_tag_shown = "@" + longest_tag, longer_tag_shown = "@" + longer_tag;
  static const std::vector<literal_row> all = {
      {"a", "", "", {}, "", "", ""},
      {"a", "", "en", {}, "@en", "@en", "@en"},
      {"a", "", "de-1996", {}, "@de-1996", "@de-1996", "@de-1996"},
      {"1", "xsd:integer", "", {}, "xsd:integer", "xsd:integer", "xsd:integer"},
      {"a", "xsd:string", "", {}, "", "", ""},
      {"<b>", "rdf:HTML", "", {}, "rdf:HTML", "rdf:HTML", "rdf:HTML"},
      {"a:b", "xsd:QName", "", {}, "xsd:QName", "xsd:QName", "xsd:QName"},
      // D24
      {"a\x01", "", "", {odd_character}, "", "", ""},
      {"\xEF\xBF\xBE", "", "en", {odd_character}, "@en", "@en", "@en"},
      {"a\x01\x62\x02\x63\x03", "", "", {odd_character, odd_character, odd_character}, "", "", ""},
      {"\xEF\xBF\xBD", "", "", {}, "", "", ""},
      // D59, D60, D61
      {"T00:00", "xsd:time", "", {ill_typed_literal}, "xsd:time", "xsd:time", "xsd:time"},
      {"2013-04-25T118:09:00Z",
       "xsd:dateTime",
       "",
       {ill_typed_literal},
       "xsd:dateTime",
       "xsd:dateTime",
       "xsd:dateTime"},
      {"400.000", "xsd:integer", "", {ill_typed_literal}, "xsd:integer", "xsd:integer", "xsd:integer"},
      {"01", "xsd:integer", "", {non_canonical_literal}, "xsd:integer", "xsd:integer", "xsd:integer"},
      {"3 euro", "x:euro", "", {unknown_datatype}, "x:euro", "x:euro", "x:euro"},
      {"1", "xsd:Integer", "", {unknown_datatype}, "xsd:Integer", "xsd:Integer", "xsd:Integer"},
      // D62, D63
      {"a", "rdf:langString", "", {missing_language_tag}, "skipped", "", ""},
      {"a", "rdf:langString", "en", {}, "@en", "@en", "@en"},
      {"a", "xsd:string", "en", {tag_and_datatype}, "skipped", "@en", "@en"},
      {"1", "x:y", "en-GB", {tag_and_datatype, upper_case_language_tag}, "skipped", "@en-gb", "@en-gb"},
      // D64
      {"<b>", "rdf:XMLLiteral", "", {bad_xml_literal}, "skipped", "rdf:XMLLiteral", "rdf:XMLLiteral"},
      {"<b/>", "rdf:XMLLiteral", "", {}, "rdf:XMLLiteral", "rdf:XMLLiteral", "rdf:XMLLiteral"},
      // D65, D66
      {"a", "", "en_us", {bad_language_tag}, "skipped", "@en-us", "@en-us"},
      {"a", "", " en ", {bad_language_tag}, "skipped", "@en", "@en"},
      {"a", "", "EN_US", {bad_language_tag}, "skipped", "@en-us", "@en-us"},
      {"a", "", "en-", {bad_language_tag}, "skipped", "@en", "@en"},
      {"a", "", "en--ltr", {}, "@en--ltr", "@en--ltr", "@en--ltr"},
      {"a", "rdf:dirLangString", "en--ltr", {}, "@en--ltr", "@en--ltr", "@en--ltr"},
      {"a", "rdf:dirLangString", "", {missing_language_tag}, "skipped", "", ""},
      {"a", "", "en--LTR", {bad_language_tag}, "skipped", "@en--ltr", "@en--ltr"},
      {"a", "", "AR--rtl", {upper_case_language_tag}, "@ar--rtl", "@ar--rtl", "@ar--rtl"},
      {"a", "", "en--up", {bad_language_tag}, "skipped", "@en", "@en"},
      {"a", "", "en--", {bad_language_tag}, "skipped", "@en", "@en"},
      {"a", "", "e1--ltr", {bad_language_tag}, "skipped", "", ""},
      {"a", "", "--ltr", {bad_language_tag}, "skipped", "", ""},
      {"a", "", "en us", {bad_language_tag}, "skipped", "", ""},
      {"a", "", "fran\xC3\xA7\x61is", {bad_language_tag}, "skipped", "", ""},
      {"a", "", "123", {bad_language_tag}, "skipped", "", ""},
      {"a", "", "_", {bad_language_tag}, "skipped", "", ""},
      {"a",
       "",
       "zh_classical",
       {bad_language_tag, ill_formed_language_tag},
       "skipped",
       "@zh-classical",
       "@zh-classical"},
      {"a", "", "zh-classical", {ill_formed_language_tag}, "skipped", "@zh-classical", "@zh-classical"},
      {"a", "", longest_tag, {}, longest_tag_shown, longest_tag_shown, longest_tag_shown},
      {"a", "", longer_tag, {long_language_tag}, "skipped", longer_tag_shown, longer_tag_shown},
      {"a", "", "i-navajo", {}, "@i-navajo", "@i-navajo", "@i-navajo"},
      {"a", "", "EN", {upper_case_language_tag}, "@en", "@en", "@en"},
      {"a", "", "zh-Hant-TW", {upper_case_language_tag}, "@zh-hant-tw", "@zh-hant-tw", "@zh-hant-tw"},
      {"a",
       "",
       "ENGLISHES",
       {ill_formed_language_tag, upper_case_language_tag},
       "skipped",
       "@englishes",
       "@englishes"},
  };
  return all;
}

TEST(literal_check, follows_the_profile) {
  for (const auto& row : literal_rows()) {
    const auto expect = [&](wash_profile profile, std::string_view becomes) {
      term_checker checker(profile);
      const auto name =
          std::string(row.value) + "^^" + std::string(row.datatype) + "@" + std::string(row.language);
      EXPECT_EQ(outcome(checker, row), becomes) << name << ", " << to_string(profile);
      std::vector<errc> rules;
      bool is_skipped = false;
      for (const auto& fault : checker.faults()) {
        rules.push_back(fault.rule);
        is_skipped = is_skipped || fault.done == treatment::skip;
        EXPECT_LE(fault.done, treatment_of(fault.rule, wash_profile::strict) == treatment::skip
                                  ? treatment::skip
                                  : treatment_of(fault.rule, profile));
      }
      EXPECT_EQ(is_skipped, becomes == "skipped") << name;
      if (is_skipped)
        EXPECT_EQ(rules.front(), row.rules.front()) << name;
      else
        EXPECT_EQ(rules, row.rules) << name << ", " << to_string(profile);
    };
    expect(wash_profile::strict, row.strict);
    expect(wash_profile::standard, row.standard);
    expect(wash_profile::max_recall, row.max_recall);
  }
}

TEST(literal_check, counts_very_many_odd_characters) {
  std::string value;
  for (int i = 0; i < 1'500; ++i) value += "a\x01";
  term_view literal{term_kind::literal, value, {}, {}};
  term_checker checker(wash_profile::standard);
  EXPECT_TRUE(checker.check_literal(literal));
  ASSERT_EQ(checker.faults().size(), 1'000U);
  const auto& last = checker.faults().back();
  EXPECT_EQ(last.offset + last.length, value.size());
  EXPECT_EQ(last.message, "U+0001 at byte 1999 of the value, and 500 more");
}

}  // namespace
}  // namespace laundromat
