// Language tags that are well-formed, and others.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/values/language_tag.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

// Most are from RFC 5646 appendix A.
TEST(language_tag, accepts_tags_of_the_grammar) {
  for (const auto* tag : {"de",
                          "i-enochian",
                          "zh-Hant",
                          "sr-Cyrl",
                          "zh-cmn-Hans-CN",
                          "cmn-Hans-CN",
                          "zh-yue-HK",
                          "yue-HK",
                          "sr-Latn-RS",
                          "sl-rozaj",
                          "sl-rozaj-biske",
                          "de-CH-1901",
                          "hy-Latn-IT-arevela",
                          "es-419",
                          "de-CH-x-phonebk",
                          "az-Arab-x-AZE-derbend",
                          "x-whatever",
                          "qaa-Qaaa-QM-x-southern",
                          "de-Qaaa",
                          "en-US-u-islamcal",
                          "zh-CN-a-myext-x-private",
                          "en-a-myext-b-another",
                          "qqq-002",
                          "en-GB-oed",
                          "EN-gb-OED",
                          "sgn-BE-FR",
                          "zh-min-nan",
                          "cel-gaulish",
                          "abcd",
                          "abcdefgh",
                          "mul",
                          "x-a",
                          "zh-min",
                          "i-default",
                          "a-b-c"}) {
    const bool is_odd = std::string_view(tag) == "a-b-c";
    EXPECT_EQ(is_well_formed_language_tag(tag), !is_odd) << tag;
  }
}

TEST(language_tag, rejects_other_tags) {
  for (const auto* tag : {"",
                          "a",
                          "1",
                          "en-",
                          "-en",
                          "en--GB",
                          "zh-classical",
                          "abcdefghi",
                          "en-abcdefghi",
                          "de-419-DE",
                          "ar-a-aaa-b",
                          "a-DE",
                          "i-foo",
                          "en-x",
                          "x",
                          "x-",
                          "en_GB",
                          "en GB",
                          "en-u",
                          "de-Latn-Cyrl",
                          "english-us-a",
                          "12-en",
                          "fr\xC3\xA9",
                          "en-DE-FR",
                          "en-Latn-abc",
                          "be-x-"})
    EXPECT_FALSE(is_well_formed_language_tag(tag)) << tag;
}

TEST(language_tag, is_writable_if_turtle_allows_it) {
  for (const auto* tag : {"en", "en-GB", "zh-classical", "a", "abcdefghi", "en-1-2"})
    EXPECT_TRUE(is_writable_language_tag(tag)) << tag;
  for (const auto* tag : {"", "en_GB", "1", "en-", "-en", "en--a", "e1", "en GB", "fr\xC3\xA9", "en.", "@en"})
    EXPECT_FALSE(is_writable_language_tag(tag)) << tag;
}

}  // namespace
}  // namespace laundromat
