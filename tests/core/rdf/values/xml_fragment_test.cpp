// Texts of rdf:XMLLiteral.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/values/xml_fragment.hpp"

#include <gtest/gtest.h>

#include <string>

namespace laundromat {
namespace {

std::string repeat(const std::string& text, int times) {
  std::string all;
  for (int i = 0; i < times; ++i) all += text;
  return all;
}

TEST(xml_fragment, accepts_content_of_an_element) {
  for (const std::string& text :
       {std::string(), std::string("plain"), std::string("<a/>"),
        std::string("<a></a >text<b c='1' d=\"&lt;'\"/>"),
        std::string("<x:a xmlns:x='http://x/'>&amp;&#10;&#xA;&#x10FFFF;</x:a>"), std::string("<!-- - -->"),
        std::string("<![CDATA[<&]]>"), std::string("<?p i?>"), std::string("<?p?>"), std::string("<a\n/>"),
        std::string("]]"), std::string("> \" '"), std::string("<\xC3\xA9/>"),
        repeat("<a>", 100) + repeat("</a>", 100)})
    EXPECT_TRUE(is_xml_fragment(text)) << text;
}

TEST(xml_fragment, rejects_other_text) {
  for (const std::string text : {"<a>",
                                 "</a>",
                                 "<a></b>",
                                 "<a><b></a></b>",
                                 "<a",
                                 "<a b>",
                                 "<a b=c>",
                                 "<a b='1'c='2'/>",
                                 "<a b='1' b='2'/>",
                                 "<a b='<'/>",
                                 "&",
                                 "&nbsp;",
                                 "&amp",
                                 "&#0;",
                                 "&#xD800;",
                                 "&#x110000;",
                                 "&#;",
                                 "&#xFFFFFFFFFF;",
                                 "<!-- -- -->",
                                 "<!-- ",
                                 "<![CDATA[",
                                 "]]>",
                                 "<?xml version='1.0'?>",
                                 "<?p",
                                 "<!DOCTYPE a>",
                                 "< a/>",
                                 "<1/>",
                                 "<a/",
                                 "<",
                                 "<a b='&x;'/>",
                                 "<br>",
                                 "1 < 2",
                                 "<a b='",
                                 "<a b=",
                                 "<a b",
                                 "<?pi+?>"})
    EXPECT_FALSE(is_xml_fragment(text)) << text;
  EXPECT_FALSE(is_xml_fragment(repeat("<a>", 100) + repeat("</a>", 99)));
}

}  // namespace
}  // namespace laundromat
