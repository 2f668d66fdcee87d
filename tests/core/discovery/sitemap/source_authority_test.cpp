// Tests whether a source is authoritative for a subject.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/sitemap/source_authority.hpp"

#include <gtest/gtest.h>

#include "core/discovery/sitemap/uri_space.hpp"

namespace laundromat {
namespace {

const std::string genid = "https://lodlaundromat.org/.well-known/genid/";

class source_authority_test : public ::testing::Test {
 protected:
  uri_spaces spaces_{
      {{.uri = "http://a.example/sitemap.xml",
        .sub_sitemaps = {"http://b.example/data/sitemap.xml"},
        .listed_by = {"http://a.example/index.xml"}},
       {.uri = "http://a.example/~alice/sitemap.xml", .listed_by = {"http://a.example/index.xml"}},
       {.uri = "http://b.example/data/sitemap.xml", .parent_sitemaps = {"http://a.example/sitemap.xml"}}}};
  std::size_t asked_ = 0;
  source_judge judge_{[this](std::string_view uri) {
                        ++asked_;
                        return std::string(spaces_.owner_of(uri));
                      },
                      genid, 2};

  source_authority judge(const std::string& source, const std::string& subject) {
    judge_.begin_document({{source}});
    return judge_.judge(subject);
  }
};

TEST_F(source_authority_test, what_resolving_a_uri_yields_is_authoritative_without_a_sitemap_M26) {
  judge_.begin_document({{"http://c.example/id/Eric", "http://www.c.example/data/Eric.rdf"}});
  EXPECT_EQ(judge_.judge("http://c.example/id/Eric"), source_authority::authoritative);
  EXPECT_EQ(judge_.judge("http://c.example/id/Eric#me"), source_authority::authoritative);
  EXPECT_EQ(judge_.judge("HTTP://C.example/id/%45ric#me"), source_authority::authoritative);
  EXPECT_EQ(judge_.judge("http://www.c.example/data/Eric.rdf"), source_authority::authoritative);
  EXPECT_EQ(judge_.judge("http://www.c.example/data/Erica.rdf"), source_authority::unknown);
  EXPECT_EQ(judge_.judge("http://d.example/id/Eric"), source_authority::other);
}

TEST_F(source_authority_test, dumps_are_authoritative_for_their_space_and_those_joined_with_it_M26) {
  EXPECT_EQ(judge("http://a.example/dump.nt", "http://a.example/id/1"), source_authority::authoritative);
  EXPECT_EQ(judge("http://b.example/data/dump.nt", "http://a.example/id/1"), source_authority::authoritative);
  EXPECT_EQ(judge("http://b.example/other/dump.nt", "http://a.example/id/1"), source_authority::other);
  EXPECT_EQ(judge("http://a.example/dump.nt", "http://a.example/~alice/#me"), source_authority::other);
  EXPECT_EQ(judge("http://a.example/~alice/dump.nt", "http://a.example/id/1"), source_authority::other);
  EXPECT_EQ(judge("http://a.example/dump.nt", "http://a.example/x/../~alice/#me"), source_authority::other);
  EXPECT_EQ(judge("http://a.example/dump.nt", "http://a.example/%7Ealice/#me"), source_authority::other);
  EXPECT_EQ(judge("http://a.example/dump.nt", "http://a.example/~alice2/#me"),
            source_authority::authoritative);
}

TEST_F(source_authority_test, one_of_several_sources_is_enough_and_without_a_host_nothing_is_known_M26) {
  judge_.begin_document({{"http://x.example/copy.nt"}, {"http://a.example/dump.nt"}});
  EXPECT_EQ(judge_.judge("http://a.example/id/1"), source_authority::authoritative);
  EXPECT_EQ(judge_.judge("urn:isbn:1"), source_authority::unknown);
  EXPECT_EQ(judge_.judge(genid + "1/2"), source_authority::authoritative);
  judge_.begin_document({});
  EXPECT_EQ(judge_.judge("http://a.example/id/1"), source_authority::other);
  EXPECT_EQ(judge_.judge("http://e.example/id/1"), source_authority::unknown);
}

TEST_F(source_authority_test, a_folder_is_looked_up_once_in_bounded_memory) {
  judge_.begin_document({{"http://a.example/dump.nt"}});
  asked_ = 0;
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(judge_.judge("http://a.example/id/" + std::to_string(i)), source_authority::authoritative);
  EXPECT_EQ(asked_, 1U);
  for (int i = 0; i < 100; ++i)
    EXPECT_EQ(judge_.judge("http://a.example/" + std::to_string(i) + "/x"), source_authority::authoritative);
  EXPECT_EQ(asked_, 101U);
}

}  // namespace
}  // namespace laundromat
