// The prefixes that a document gets, and the IRIs that are written with them.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/write/output_prefixes.hpp"

#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/model/well_known_prefixes.hpp"

#include <gtest/gtest.h>

#include <set>

#include <algorithm>

namespace laundromat {
namespace {

std::vector<prefix> find(const std::vector<std::string>& iris, const std::vector<prefix>& declared = {}) {
  prefix_finder finder{declared};
  for (const auto& one : iris) finder.examine({{term_kind::iri, one, {}, {}}, {}, {}, {}});
  return finder.find();
}

TEST(prefixes, an_iri_is_split_where_the_local_name_needs_no_escape) {
  const auto local = [](std::string_view iri) {
    const auto parts = split_namespace(iri);
    return parts ? std::string(parts->local) : std::string("none");
  };
  EXPECT_EQ(local("http://e.example/a#b"), "b");
  EXPECT_EQ(local("http://e.example/a/1-b_"), "1-b_");
  for (const auto* iri :
       {"http://e.example/", "http://e.example/a.b", "http://e.example/-a", "http://e.example/\xC3\xA9",
        "http://e.example/a b/c", "urn:a", "/a/b", "//e.example/b", "", "a/b:c/d", "1:/b"})
    EXPECT_EQ(local(iri), "none") << iri;
}

TEST(prefixes, one_use_of_a_well_known_prefix_is_enough_and_none_is_invented) {
  std::vector<std::string> iris(9, "https://lodlaundromat.org/.well-known/genid/00/a");
  iris.insert(iris.end(), 9, "http://e.example/soap#a");
  iris.emplace_back("http://www.w3.org/2004/02/skos/core#Concept");
  iris.emplace_back("http://www.w3.org/2000/01/rdf-schema#label");
  iris.emplace_back("http://www.w3.org/2002/07/owl#");
  iris.emplace_back("http://xmlns.com/foaf/0.1/a.b");
  const std::vector<prefix> expected{{"rdfs", "http://www.w3.org/2000/01/rdf-schema#"},
                                     {"skos", "http://www.w3.org/2004/02/skos/core#"}};
  EXPECT_EQ(find(iris), expected);
  std::ranges::reverse(iris);
  EXPECT_EQ(find(iris), expected);
}

TEST(prefixes, declared_prefixes_take_precedence_over_well_known_ones) {
  const std::string terms = "http://purl.org/dc/terms/", elements = "http://purl.org/dc/elements/1.1/",
                    socks = "http://sock.example/";
  const std::vector<prefix> declared{{"dc", terms}, {"sock", socks}, {"unused", "http://e.example/"}};
  EXPECT_EQ(find({terms + "title", socks + "1"}, declared),
            (std::vector<prefix>{{"dc", terms}, {"sock", socks}}));
  // A name never has two IRIs, and an IRI never two names.
  EXPECT_EQ(find({terms + "title", elements + "title"}, declared), (std::vector<prefix>{{"dc", terms}}));
  EXPECT_EQ(find({elements + "title"}, declared), (std::vector<prefix>{{"dc", elements}}));
}

TEST(prefixes, an_iri_is_split_after_the_longest_declared_one) {
  prefix_names names;
  for (const auto* iri : {"http://a.example/", "http://a.example/GO_", "http://a.example/GO_1/",
                          "http://b.example/", "urn:x:", "http://a.example/GO_12"})
    names.emplace(iri, iri);
  const auto cut = [&](std::string_view iri) {
    std::string_view local;
    const auto* found = find_prefix(names, iri, local);
    return found == nullptr ? std::string("none") : found->second + "|" + std::string(local);
  };
  EXPECT_EQ(cut("http://a.example/GO_7"), "http://a.example/GO_|7");
  EXPECT_EQ(cut("http://a.example/GO_12"), "http://a.example/GO_|12");
  EXPECT_EQ(cut("http://a.example/GO_123"), "http://a.example/GO_12|3");
  EXPECT_EQ(cut("http://a.example/GA"), "http://a.example/|GA");
  EXPECT_EQ(cut("http://a.example/GO_1/x"), "http://a.example/GO_1/|x");
  EXPECT_EQ(cut("urn:x:y"), "urn:x:|y");
  for (const auto* iri : {"http://a.example/", "http://a.example/x/y", "http://a.example/-x",
                          "http://c.example/x", "urn:x:a.b", "", "a", "zzz:"})
    EXPECT_EQ(cut(iri), "none") << iri;
}

TEST(prefixes, datatypes_count_and_language_tags_do_not) {
  const std::string integer = "http://www.w3.org/2001/XMLSchema#integer";
  prefix_finder finder;
  finder.examine(
      {{}, {}, {term_kind::literal, "1", "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString", "en"}, {}});
  EXPECT_TRUE(finder.find().empty());
  finder.examine({{}, {}, {term_kind::literal, "one", integer, {}}, {}});
  EXPECT_EQ(finder.find(), (std::vector<prefix>{{"xsd", "http://www.w3.org/2001/XMLSchema#"}}));
}

TEST(prefixes, terms_with_a_short_form_need_no_prefix) {
  prefix_finder finder;
  finder.examine({{term_kind::iri, "http://e.example/a", {}, {}},
                  {term_kind::iri, iris::rdf_type, {}, {}},
                  {term_kind::iri, iris::rdf_nil, {}, {}},
                  {}});
  finder.examine({{}, {}, {term_kind::literal, "7", "http://www.w3.org/2001/XMLSchema#integer", {}}, {}});
  EXPECT_TRUE(finder.find().empty());
  finder.examine({{term_kind::iri, iris::rdf_nil, {}, {}}, {}, {}, {}});
  EXPECT_EQ(finder.find().size(), 1u);
}

TEST(prefixes, there_are_about_sixty) {
  EXPECT_GE(std::ranges::count(well_known_prefixes(), true, &well_known_prefix::is_written), 50);
  for (const auto* name : {"rdf", "rdfs", "owl", "xsd", "foaf", "dc", "dcterms", "skos", "schema", "void",
                           "dcat", "prov", "geo"})
    EXPECT_NE(well_known_namespace(name), "") << name;
}

TEST(prefixes, well_known_prefixes_for_output_are_splittable_and_unique) {
  std::set<std::string_view> seen;
  for (const auto& one : well_known_prefixes()) {
    if (!one.is_written) continue;
    const auto iri = std::string(one.iri) + "x";
    const auto parts = split_namespace(iri);
    ASSERT_TRUE(parts) << one.iri;
    EXPECT_EQ(parts->space, one.iri);
    EXPECT_TRUE(seen.insert(one.iri).second) << one.name;
  }
}

}  // namespace
}  // namespace laundromat
