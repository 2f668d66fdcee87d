// Tests of selectors.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/markup/selector/selector.hpp"

#include <gtest/gtest.h>

#include "core/extraction/markup/html/html_extractor.hpp"
#include "tests/core/extraction/markup/record_log.hpp"

namespace laundromat {
namespace {

constexpr std::string_view page =
    "<div id=top class='a  b'><p class=x lang=en-US>1<b>2</b></p><p>3<b>4</b><b class=x>5</b></p>"
    "<a href='http://x/1' rel='tag me'>6</a><a href=/y>7</a><i></i></div>";

std::string found(const std::string& select) {
  const auto log = read_records(
      [&](record_sink& sink) {
        return make_html_extractor({{}, {list("v", select)}, {}, nullptr}, sink);
      },
      page);
  if (log.records.empty()) return "";
  const auto record = record_json::parse(log.records.front());
  if (!record.contains("v")) return "";
  std::string all;
  for (const auto& one : record["v"]) all += (all.empty() ? "" : "|") + one.get<std::string>();
  return all;
}

struct selector_case {
  const char *select, *result;
};

TEST(selector, finds_what_it_says_H02) {
  for (const auto& [select, result] : std::initializer_list<selector_case>{
           {"p", "12|345"},
           {"//p", "12|345"},
           {"p/b", "2|4|5"},
           {"div/b", ""},
           {"div//b", "2|4|5"},
           {"div b", "2|4|5"},
           {"div > p > b.x", "5"},
           {".a.b//b", "2|4|5"},
           {"#top/p", "12|345"},
           {"div#top.a/p.x", "12"},
           {"P.x", "12"},
           {".X", ""},
           {"a[href^=\"http\"]", "6"},
           {"a[@href]", "6|7"},
           {"a[href='/y']", "7"},
           {"a[href$=1], b.x", "5|6"},
           {"[rel~=tag]", "6"},
           {"[rel~=ta]", ""},
           {"[rel*=ta]", "6"},
           {"[lang|=en]", "12"},
           {"p:first-child", "12"},
           {"b:last-child", "2|5"},
           {"div/*:nth-child(2)", "345"},
           {"div/*:nth-child(2n+1)/@href", "http://x/1"},
           {"div/p[2]/b", "4|5"},
           {"b:not(.x)", "2|4"},
           {"b:not(.x):not(:first-child)", ""},
           {"a/@href", "http://x/1|/y"},
           {"div/@id", "top"},
           {"//@rel", "tag me"},
           {"p/b, a", "2|4|5|6|7"},
           {"/div/p", "12|345"},
           {"/p", ""},
           {".//b.x", "5"},
           {"p:only-child", ""},
       })
    EXPECT_EQ(found(select), result) << select;
}

TEST(selector, says_where_a_mistake_is_H02) {
  for (const auto& [select, result] : std::initializer_list<selector_case>{
           {"p..x", "column 3: the name of a class is missing"},
           {"p[a", "column 4: `]` is missing"},
           {"p:hover", "column 3: `:hover` is not known"},
           {"p:nth-child(x)", "column 13: write a number"},
           {"p/@href/b", "column 8: an attribute is the last step"},
           {"p/", "column 3: a step is missing"},
           {"p~b", "siblings"},
           {"[a=\"b", "the quote is not closed"},
           {"p)", "column 2: this is not understood"},
           {"|p", "column 1: a namespace is not asked for itself"},
           {"{http://x/}p", "write the prefix of the document"},
           {"*|", "column 3: the name of an element is missing"},
           {"p/text()", "the value of an element is its text"},
       }) {
    const auto made = markup::selector::parse(select, false);
    ASSERT_FALSE(made) << select;
    EXPECT_NE(made.error().detail.find(result), std::string::npos) << made.error().detail;
  }
}

}  // namespace
}  // namespace laundromat
