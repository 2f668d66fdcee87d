// Tests of paths of published things.
// SPDX-License-Identifier: Apache-2.0
#include "app/published/published_path.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace laundromat {
namespace {

const std::string entry(32, 'a'), clean(64, 'b');

std::optional<published_thing> thing_at(const std::string& path, const std::string& base = "/lod/") {
  const auto found = read_published_path(path, base);
  return found ? std::optional{found->thing} : std::nullopt;
}

TEST(published_path, names_a_thing_with_the_path_of_the_base_and_without_S01) {
  for (const std::string base : {"/", "/lod/"}) {
    EXPECT_EQ(thing_at(base + "id/" + clean), published_thing::document);
    EXPECT_EQ(thing_at(base + "id/" + entry + ".nq.gz"), published_thing::document);
    EXPECT_EQ(thing_at(base + "id/" + clean + "/metadata.ttl"), published_thing::metadata);
    EXPECT_EQ(thing_at(base + "id/" + entry + "/ledger"), published_thing::ledger);
    EXPECT_EQ(thing_at(base + "id/" + entry + "/warning/bad_iri"), published_thing::part);
    EXPECT_EQ(thing_at(base + "resource/" + entry), published_thing::resource);
    EXPECT_EQ(thing_at(base + entry), published_thing::download);
    EXPECT_EQ(thing_at(base + "catalogue/data/bb/" + clean + "/data.nq.gz"), published_thing::file);
    EXPECT_EQ(thing_at(base + "graph/meta"), published_thing::graph);
  }
  EXPECT_EQ(read_published_path("/id/" + clean + "/metadata.jsonld", "/")->extension, "jsonld");
  EXPECT_EQ(read_published_path("/lod/id/" + entry + "/a/b", "/lod/")->below_base, "id/" + entry + "/a/b");
}

TEST(published_path, that_is_hostile_or_unknown_is_nobodys_S09) {
  for (const auto& path : std::vector<std::string>{std::string{},
                                                   std::string{"/"},
                                                   std::string{"*"},
                                                   "/id/",
                                                   "/id/" + entry + "/",
                                                   "/id/" + entry + "a",
                                                   "/id/" + std::string(32, 'A'),
                                                   "/id/../id/" + entry,
                                                   "/id/%61" + entry.substr(1),
                                                   "//id/" + entry,
                                                   "/id/" + entry + ".",
                                                   "/id/" + entry + "..",
                                                   "/other/id/" + entry,
                                                   "/" + clean,
                                                   "/resource/" + clean,
                                                   "/resource/" + entry + "/x",
                                                   "/catalogue/data/aa/" + clean + "/data.nq.gz",
                                                   "/catalogue/data/bb/" + clean + "/../x",
                                                   "/catalogue/data/b",
                                                   "/graph/meta/",
                                                   "/" + entry + ".nq",
                                                   "/id/" + std::string(1 << 20, 'a'),
                                                   "/id\\" + entry,
                                                   "/id/" + entry + std::string{"\0.nq", 4}}) {
    const auto found = thing_at(path);
    EXPECT_TRUE(!found || path.find("..") != path.npos || path.find('\0') != path.npos)
        << path.substr(0, 100);
  }
  EXPECT_FALSE(thing_at("/catalogue/data/bb/" + clean + "/../x"));
}

TEST(published_path, has_the_path_of_a_base) {
  EXPECT_EQ(path_of_base(""), "/");
  EXPECT_EQ(path_of_base("https://example.org"), "/");
  EXPECT_EQ(path_of_base("https://example.org/lod"), "/lod/");
  EXPECT_EQ(path_of_base("https://example.org/a/b/"), "/a/b/");
  EXPECT_EQ(path_of_base("https://example.org/a/?b"), "/a/");
}

}  // namespace
}  // namespace laundromat
