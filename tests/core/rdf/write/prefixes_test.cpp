// Which prefixes a document gets, and which IRIs are written with them.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/write/prefixes.hpp"

#include "core/rdf/model/well_known_prefixes.hpp"

#include <gtest/gtest.h>

#include <set>

#include <algorithm>

namespace laundromat {
namespace {

std::vector<prefix> find(const std::vector<std::string>& iris, std::size_t most = 50) {
  prefix_finder finder;
  for (const auto& one : iris) finder.look_at({{term_kind::iri, one, {}, {}}, {}, {}, {}});
  return finder.find(most);
}

TEST(prefixes, an_iri_is_cut_where_every_reader_takes_the_name_as_it_is) {
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

TEST(prefixes, well_known_ones_need_one_use_and_others_three) {
  const std::vector<prefix> expected{{"rdfs", "http://www.w3.org/2000/01/rdf-schema#"},
                                     {"soap", "http://e.example/soap#"}};
  EXPECT_EQ(find({"http://www.w3.org/2000/01/rdf-schema#label", "http://e.example/soap#a",
                  "http://e.example/soap#b", "http://e.example/soap#b", "http://e.example/towel#a",
                  "http://e.example/towel#a"}),
            expected);
}

TEST(prefixes, names_come_from_the_iri_and_never_clash) {
  std::vector<std::string> iris;
  for (const auto* space : {"http://foaf.example/", "http://a.example/ns/2024/", "http://b.example/soap/ns#",
                            "http://c.example/soap/ns#", "http://1.2.3.4/"})
    iris.insert(iris.end(), 3, std::string(space) + "x");
  std::vector<std::string> names;
  for (const auto& one : find(iris)) names.push_back(one.name);
  EXPECT_EQ(names, (std::vector<std::string>{"a", "foaf2", "ns", "soap", "soap2"}));
}

TEST(prefixes, the_most_frequent_are_kept) {
  std::vector<std::string> iris(5, "http://b.example/x");
  iris.insert(iris.end(), 3, "http://a.example/x");
  ASSERT_EQ(find(iris, 1).size(), 1u);
  EXPECT_EQ(find(iris, 1)[0].iri, "http://b.example/");
}

TEST(prefixes, what_is_written_is_cut_so_and_has_one_name) {
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
