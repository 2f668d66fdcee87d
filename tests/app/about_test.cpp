// Tests of the command about, on a small web with a described dataset.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "tests/app/ask.hpp"
#include "tests/app/small_web.hpp"

namespace laundromat {
namespace {

class about_command : public small_web {
 protected:
  /// Crawls a description of two datasets: one with a dump of two parts, one with an endpoint only.
  void crawl(bool has_second_part) {
    const auto web = folder_.path() / "web";
    std::filesystem::create_directories(web);
    std::ofstream{web / "void.ttl"}
        << "@prefix void: <http://rdfs.org/ns/void#> . @prefix dcterms: <http://purl.org/dc/terms/> .\n"
           "<#socks> a void:Dataset ; dcterms:title \"Socks\" ; void:uriSpace \"http://suds.example/sock/\" "
           ";\n"
           "  void:dataDump <a.nt> , <b.nt> .\n"
           "<#ask> a void:Dataset ; dcterms:title \"Ask\" ; void:uriSpace \"http://ask.example/\" ;\n"
           "  void:sparqlEndpoint <http://127.0.0.1/sparql> .\n";
    std::ofstream{web / "a.nt"} << "<http://suds.example/sock/1> <http://suds.example/p> \"1\" .\n"
                                   "<http://suds.example/sock/1> <http://suds.example/p> \"2\" .\n";
    if (has_second_part)
      std::ofstream{web / "b.nt"} << "<http://suds.example/sock/1> <http://suds.example/p> \"3\" .\n"
                                     "<http://suds.example/sock/11> <http://suds.example/p> \"4\" .\n";
    site_options options;
    options.root = web;
    options.media_types = usual_media_types();
    site_ = std::make_unique<site_server>(site_server::start(std::move(options)).value());
    std::ofstream{folder_.path() / "seeds.txt"} << site_->url("/void.ttl") << '\n';
    write_campaign("");
    EXPECT_TRUE(child_program(run("")).exit_code());
  }
  nlohmann::json about(const std::string& uri) {
    const auto got = ask({"--data", data().string(), "about", uri, "--json"});
    EXPECT_EQ(got.code, 0) << got.err;
    return nlohmann::json::parse(got.out);
  }
};

TEST_F(about_command, counts_the_statements_about_a_uri_in_all_dumps_of_its_dataset) {
  crawl(true);
  const auto found = about("http://suds.example/sock/1");
  EXPECT_EQ(found["label"], "Socks");
  EXPECT_EQ(found["statements"], 3);
  EXPECT_EQ(found["documents"].size(), 2U);
}

TEST_F(about_command, says_that_a_complete_dataset_has_no_information_M33) {
  crawl(true);
  const auto nothing = about("http://suds.example/sock/2");
  EXPECT_EQ(nothing["statements"], 0);
  EXPECT_EQ(nothing["answer"],
            "The publisher has not given information about http://suds.example/sock/2 in the dataset Socks");
}

TEST_F(about_command, concludes_nothing_from_a_dataset_of_which_a_dump_is_missing_M33) {
  crawl(false);
  EXPECT_EQ(about("http://suds.example/sock/2")["answer"],
            "nothing in 1 of 2 dumps; the others are not washed, so that nothing can be concluded");
}

TEST_F(about_command, finds_the_endpoint_of_a_uri_M31) {
  crawl(true);
  const auto found = about("http://ask.example/42");
  EXPECT_EQ(found["endpoints"][0], "http://127.0.0.1/sparql");
  EXPECT_EQ(ask({"--data", data().string(), "about", "http://nobody.example/"}).code, 4);
}

}  // namespace
}  // namespace laundromat
