// Which declared prefixes are kept.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/declared_prefixes.hpp"

#include <gtest/gtest.h>

namespace laundromat {
namespace {

std::string kept(const std::vector<prefix>& declared) {
  declared_prefixes all;
  for (const auto& one : declared) all.add(one.name, one.iri);
  return all.lines();
}

TEST(declared_prefixes, each_name_and_each_iri_is_kept_once_and_the_first_counts) {
  EXPECT_EQ(kept({{"sock", "http://sock.example/"},
                  {"sock", "http://other.example/"},
                  {"s", "http://sock.example/"},
                  {"", "http://sock.example/kinds#"},
                  {"GO", "http://purl.obolibrary.org/obo/GO_"},
                  {"a.b-c", "urn:x:"},
                  {"\xC3\xA9t\xC3\xA9", "http://sock.example/\xC3\xA9/"}}),
            ": http://sock.example/kinds#\nGO: http://purl.obolibrary.org/obo/GO_\na.b-c: urn:x:\n"
            "sock: http://sock.example/\n\xC3\xA9t\xC3\xA9: http://sock.example/\xC3\xA9/\n");
}

TEST(declared_prefixes, a_usual_name_of_a_well_known_iri_is_left_out_but_reserves_its_name) {
  EXPECT_EQ(kept({{"foaf", "http://xmlns.com/foaf/0.1/"}, {"f", "http://xmlns.com/foaf/0.1/"}}), "");
  EXPECT_EQ(kept({{"dc", "http://purl.org/dc/terms/"}, {"dct", "http://purl.org/dc/terms/"}}),
            "dc: http://purl.org/dc/terms/\n");
}

TEST(declared_prefixes, prefixes_that_turtle_cannot_write_are_left_out) {
  for (const auto* name : {"_", "_a", "a.", ".a", "-a", "1a", "a:b", "a b", "a\nb", "\xFF"})
    EXPECT_EQ(kept({{name, "http://sock.example/"}}), "") << name;
  for (const auto* iri : {"", "/sock", "sock.example/", "1:a", "http://a b/", "http://a/<",
                          "http://a/\\u0020", "http://a/\xFF", "http://a/\n", "#a:b"})
    EXPECT_EQ(kept({{"a", iri}}), "") << iri;
}

TEST(declared_prefixes, there_are_limits_of_number_and_bytes) {
  declared_prefixes many, long_ones;
  for (int i = 0; i < 1'000; ++i) {
    const auto number = std::to_string(i);
    many.add("p" + number, "http://sock.example/" + number + "/");
    long_ones.add("p" + number, "http://sock.example/" + number + std::string(1'000, 'x'));
  }
  EXPECT_EQ(read_declared_prefixes(many.lines()).size(), declared_prefixes::most);
  EXPECT_EQ(read_declared_prefixes(long_ones.lines()).size(), 16u);
  EXPECT_LE(long_ones.lines().size(), declared_prefixes::most_bytes + 3 * 16);
}

TEST(declared_prefixes, written_text_is_read_back_and_invalid_lines_are_left_out) {
  const std::vector<prefix> two{{"", "http://sock.example/"}, {"a", "urn:x:"}};
  EXPECT_EQ(read_declared_prefixes(kept(two)), two);
  EXPECT_EQ(read_declared_prefixes("a: urn:x:"), (std::vector<prefix>{{"a", "urn:x:"}}));
  EXPECT_EQ(read_declared_prefixes("a: urn:x:\nb: urn:x:\na: urn:y:\nnone\n\nc: d\n"),
            (std::vector<prefix>{{"a", "urn:x:"}}));
  EXPECT_TRUE(read_declared_prefixes("").empty());
}

}  // namespace
}  // namespace laundromat
