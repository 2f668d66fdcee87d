// Tests of the catalogue as Linked Data.
// SPDX-License-Identifier: Apache-2.0
#include "app/published/catalogue_feed.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <sstream>

#include "tests/app/api/served_folder.hpp"
#include "tests/app/fragments/washed_documents.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat::test {
namespace {

const std::string as_triples = "Accept: application/n-triples\r\n";
const std::string tree = "<https://w3id.org/tree#";

std::vector<std::string> lines_of(const raw_response& got) {
  EXPECT_EQ(got.status, 200) << got.body;
  std::istringstream in{got.body};
  std::vector<std::string> lines;
  for (std::string line; std::getline(in, line);) lines.push_back(line);
  return lines;
}

bool has(const std::vector<std::string>& lines, const std::string& part) {
  return std::ranges::any_of(lines, [&](const auto& line) { return line.find(part) != line.npos; });
}

}  // namespace

TEST(catalogue_feed, describes_the_whole_and_leads_to_the_feed_Q41) {
  const served_folder served{washed_documents::get().data()};
  const auto base = "<http://" + served.authority() + "/";
  const auto lines = lines_of(served.get("/.well-known/void", as_triples));
  EXPECT_TRUE(has(lines, "<http://www.w3.org/ns/dcat#Catalog>"));
  EXPECT_TRUE(has(lines, "<http://rdfs.org/ns/void#Dataset>"));
  EXPECT_TRUE(has(lines, tree + "view> " + base + "feed> ."));
  EXPECT_EQ(served.get("/.well-known/void").field("content-type"), "text/turtle;charset=utf-8");
  EXPECT_EQ(served.get("/.well-known/void?x=1").status, 400);
  EXPECT_EQ(served.send("POST", "/.well-known/void", "", "x").status, 405);
}

TEST(catalogue_feed, has_each_document_with_the_url_of_its_statements_Q42) {
  const auto& documents = washed_documents::get();
  const served_folder served{documents.data()};
  const auto lines = lines_of(served.get("/feed", as_triples));
  for (const auto* file : {"people.ttl", "graphs.trig", "terms.ttl", "long.nt"}) {
    const auto hash = documents.hash(file);
    EXPECT_TRUE(
        has(lines, tree + "member> <" + std::string{washed_documents::public_base} + "id/" + hash + "> ."))
        << file;
    const auto url = "http://" + served.authority() + "/id/" + hash + ".nq.gz";
    EXPECT_TRUE(has(lines, "<http://www.w3.org/ns/dcat#downloadURL> <" + url + "> .")) << file;
    EXPECT_EQ(served.get("/id/" + hash + ".nq.gz").status, 200);
  }
  EXPECT_FALSE(has(lines, tree + "node>")) << "there is one page";
  EXPECT_TRUE(lines_of(served.get("/feed?after=1000", as_triples)).size() < 5)
      << "nothing is behind the last one";
  for (const auto* query : {"?after=x", "?after=-1", "?before=1", "?after=1&after=2"})
    EXPECT_EQ(served.get(std::string{"/feed"} + query).status, 400) << query;
  EXPECT_EQ(served.get("/feed", "Accept: image/png\r\n").status, 406);
}

TEST(catalogue_feed, a_damaged_document_does_not_hide_the_others_Q43) {
  const auto& documents = washed_documents::get();
  const temporary_folder folder;
  const auto data = folder.path() / "data";
  std::filesystem::copy(documents.data(), data, std::filesystem::copy_options::recursive);
  for (const auto& file : std::filesystem::recursive_directory_iterator{data / "clean"})
    if (file.is_regular_file()) std::filesystem::resize_file(file.path(), 0);
  const served_folder served{data};
  const auto lines = lines_of(served.get("/feed", as_triples));
  for (const auto* file : {"people.ttl", "graphs.trig", "terms.ttl", "long.nt"})
    EXPECT_TRUE(has(lines, tree + "member> <" + std::string{washed_documents::public_base} + "id/" +
                               documents.hash(file) + "> ."))
        << file;
}

}  // namespace laundromat::test
