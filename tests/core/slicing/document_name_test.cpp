// Tests of document names: what file systems do to names does not matter.
// SPDX-License-Identifier: Apache-2.0
#include "core/slicing/document_name.hpp"

#include <gtest/gtest.h>

#include <set>

#include "core/web/uri_characters.hpp"

namespace laundromat {
namespace {

const std::string hostile[] = {"http://e.example/../../etc/passwd",
                               "http://e.example/a/./b//c",
                               "http://e.example/a\\b",
                               "http://e.example/A",
                               "http://e.example/a",
                               "HTTP://e.example/a",
                               "http://e.example/%41",
                               "http://e.example/%2F",
                               "http://e.example/%2f",
                               "http://e.example/e\xCC\x81",
                               "http://e.example/\xC3\xA9",
                               "http://e.example/a:b|c*d?e<f>\"g",
                               "http://e.example/\\u0000",
                               "http://e.example/a~b",
                               "http://e.example/a.",
                               "http://e.example/a.nt",
                               "urn:con",
                               "..",
                               "-rf",
                               "x: y"};

TEST(document_name, is_decodable_and_the_name_of_no_path_M21) {
  for (const auto& uri : hostile) {
    const auto name = document_name(uri, false);
    EXPECT_TRUE(name.ends_with(".nt"));
    EXPECT_EQ(percent_decode(name.substr(0, name.size() - 3)), uri);
    EXPECT_EQ(name.find_first_not_of("abcdefghijklmnopqrstuvwxyz0123456789-_.%ABCDEF"), name.npos) << name;
    EXPECT_NE(name.front(), '.');
  }
}

TEST(document_name, differs_from_every_other_one_on_a_disk_that_ignores_case_M21) {
  std::set<std::string> names;
  for (const auto& uri : hostile) names.insert(lower_case(document_name(uri, false)));
  EXPECT_EQ(names.size(), std::size(hostile));
}

TEST(document_name, is_bounded_by_a_digest_M21) {
  std::set<std::string> names;
  for (std::size_t length = 0; length < 300; ++length)
    for (const std::string letter : {"a", "A", "\xC3\xA9"}) {
      std::string uri = "http://e.example/";
      for (std::size_t i = 0; i < length; ++i) uri += letter;
      const auto name = document_name(uri, true);
      EXPECT_LE(name.size(), document_name_bytes);
      EXPECT_TRUE(name.ends_with(".nq"));
      names.insert(lower_case(name));
      const auto cut = name.find('~');
      if (cut == name.npos)
        EXPECT_EQ(percent_decode(name.substr(0, name.size() - 3)), uri);
      else
        EXPECT_TRUE(uri.starts_with(percent_decode(name.substr(0, cut))))
            << "no octet is cut in two: " << name;
    }
  EXPECT_EQ(names.size(), 3 * 300U - 2) << "only the names without a letter are equal";
  EXPECT_EQ(document_name("http://e.example/" + std::string(100, 'x'), false),
            "http%3A%2F%2Fe.example%2Fxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx~" +
                document_name("http://e.example/" + std::string(100, 'x'), false).substr(65));
}

}  // namespace
}  // namespace laundromat
