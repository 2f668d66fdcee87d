// The vocabularies of types and the IRIs of properties in microdata.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfa/microdata/item_vocabulary.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace laundromat::rdfa {
namespace {

TEST(item_vocabulary, is_that_of_the_registry_or_a_prefix_of_the_type) {
  EXPECT_EQ(vocabulary_of("http://schema.org/Person", {}), "http://schema.org/");
  EXPECT_EQ(vocabulary_of("https://schema.org/docs/Person", {}), "https://schema.org/");
  EXPECT_EQ(vocabulary_of("http://microformats.org/profile/hcard#x", {}),
            "http://microformats.org/profile/hcard");
  EXPECT_EQ(vocabulary_of("http://a.example/v/T", {}), "http://a.example/v/");
  EXPECT_EQ(vocabulary_of("http://a.example/v/T#x", {}), "http://a.example/v/T#");
  EXPECT_EQ(vocabulary_of("http://a.example", {}), "http://a.example");
  EXPECT_EQ(vocabulary_of("urn:x", {}), "urn:x");
  EXPECT_EQ(vocabulary_of("", {}), "");
  const property_alias more[] = {{"http://a.example/v/", "p", "http://b.example/q"}};
  EXPECT_EQ(vocabulary_of("http://a.example/v/w/T", more), "http://a.example/v/");
}

TEST(item_vocabulary, a_property_is_an_iri_or_a_name_behind_the_vocabulary) {
  EXPECT_EQ(property_iri("http://schema.org/", "name"), "http://schema.org/name");
  EXPECT_EQ(property_iri("http://a.example/T#", "name"), "http://a.example/T#name");
  EXPECT_EQ(property_iri("http://a.example/T", "name"), "http://a.example/T#name");
  EXPECT_EQ(property_iri("http://schema.org/", "http://a.example/p"), "http://a.example/p");
  EXPECT_EQ(escape_property_name("a\"b#c d%\xC3\xA9"), "a%22b%23c%20d%\xC3\xA9");
}

TEST(item_vocabulary, the_registry_adds_properties_to_a_property_whatever_its_spelling) {
  const property_alias more[] = {{"http://a.example/T", "p", "http://b.example/q"}};
  const auto expand = [&](std::string_view vocabulary, std::string_view name) {
    std::vector<std::string_view> found;
    expand_property(vocabulary, property_iri(vocabulary, name), more,
                    [&](std::string_view also) { found.push_back(also); });
    return found;
  };
  const std::vector<std::string_view> type{"http://www.w3.org/1999/02/22-rdf-syntax-ns#type"},
      also{"http://b.example/q"};
  EXPECT_EQ(expand("http://schema.org/", "additionalType"), type);
  EXPECT_EQ(expand("http://schema.org/", "http://schema.org/additionalType"), type);
  EXPECT_EQ(expand("http://a.example/T", "p"), also);
  EXPECT_EQ(expand("http://a.example/T", "http://a.example/T#p"), also);
  EXPECT_TRUE(expand("http://schema.org/", "type").empty());
  EXPECT_TRUE(expand("http://other.example/", "additionalType").empty());
}

}  // namespace
}  // namespace laundromat::rdfa
