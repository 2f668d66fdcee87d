// Tests of the version of RDF that a media type announces.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/rdf_version.hpp"

#include <gtest/gtest.h>

#include <utility>

namespace laundromat {

namespace {

TEST(rdf_version, is_read_from_media_types) {
  struct row {
    const char *media_type, *type, *version;
  };
  constexpr row rows[] = {
      {"text/turtle", "text/turtle", ""},
      {"text/turtle;version=1.2", "text/turtle", "1.2"},
      {" text/turtle ; charset=utf-8; VERSION = \"1.2-basic\" ; q=1", "text/turtle", "1.2-basic"},
      {"text/turtle;version=' 1.2 '", "text/turtle", "1.2"},
      {"text/turtle;version=", "text/turtle", ""},
      {"text/turtle;version", "text/turtle", ""},
      {"text/turtle;version=1.1;version=1.2", "text/turtle", "1.1"},
      {"text/turtle;conversion=1.2", "text/turtle", ""},
      {";version=1.2", "", "1.2"},
      {"", "", ""},
  };
  for (const auto& [media_type, type, version] : rows) {
    EXPECT_EQ(without_parameters(media_type), type) << media_type;
    EXPECT_EQ(version_of(media_type), version) << media_type;
  }
}

TEST(rdf_version, is_not_read_from_the_value_of_another_parameter) {
  EXPECT_EQ(version_of(R"(text/turtle; profile="a; version=1.1"; version=1.2)"), "1.2");
  EXPECT_EQ(version_of(R"(text/turtle; profile="a\"; version=1.1")"), "");
  EXPECT_EQ(version_of("text/turtle, text/n3; version=1.1"), "") << "the first media type of a list";
}

TEST(rdf_version, has_the_features_of_its_label) {
  constexpr std::pair<const char*, version_features> known[] = {
      {"1.0", {false, false}}, {"1.1", {false, false}}, {"1.2-basic", {true, false}}, {"1.2", {true, true}}};
  for (const auto& [label, expected] : known) {
    EXPECT_TRUE(is_known_version(label)) << label;
    EXPECT_EQ(features_of(label).directions, expected.directions) << label;
    EXPECT_EQ(features_of(label).triple_terms, expected.triple_terms) << label;
  }
  for (const auto* label : {"", "1", "1.2 ", "1.2-full", "2.0"}) {
    EXPECT_FALSE(is_known_version(label)) << label;
    EXPECT_TRUE(features_of(label).triple_terms && features_of(label).directions) << label;
  }
}

}  // namespace

}  // namespace laundromat
