// Tests of the command about, on a small web with a described dataset.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "core/base/exit_codes.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/small_web.hpp"

namespace laundromat {
namespace {

class about_command : public small_web {
 protected:
  /// Crawls a description of three datasets: one of its own site with a dump of two parts, one of another site with one of these dumps, and one with
  /// an endpoint only.
  void crawl(bool has_second_part) {
    const auto web = folder_.path() / "web";
    std::filesystem::create_directories(web);
    site_options options;
    options.root = web;
    options.media_types = usual_media_types();
    site_ = std::make_unique<site_server>(site_server::start(std::move(options)).value());
    std::ofstream{web / "void.ttl"}
        << "@prefix void: <http://rdfs.org/ns/void#> . @prefix dcterms: <http://purl.org/dc/terms/> .\n"
           "<#socks> a void:Dataset ; dcterms:title \"Socks\" ; void:uriSpace \""
        << sock("") << "\" ;\n  void:dataDump <a.nt> , <b.nt> .\n"
        << "<#copy> a void:Dataset ; dcterms:title \"Copy\" ; void:uriSpace \"http://suds.example/\" ; "
           "void:dataDump <a.nt> .\n"
           "<#ask> a void:Dataset ; dcterms:title \"Ask\" ; void:uriSpace \"http://ask.example/\" ;\n"
           "  void:sparqlEndpoint <http://127.0.0.1/sparql> .\n";
    const auto about = [&](const std::string& name, const char* value) {
      return "<" + sock(name) + "> <http://suds.example/p> \"" + value + "\" .\n";
    };
    std::ofstream{web / "a.nt"} << about("1", "1") << about("1", "2");
    if (has_second_part) std::ofstream{web / "b.nt"} << about("1", "3") << about("11", "4");
    std::ofstream{folder_.path() / "seeds.txt"} << site_->url("/void.ttl") << '\n';
    write_campaign("");
    EXPECT_EQ(child_program(run("")).exit_code(), has_second_part ? exit_ok : exit_some_failed);
  }
  std::string sock(const std::string& name) { return site_->url("/sock/" + name); }
  nlohmann::json about(const std::string& uri) {
    const auto got = ask({"--data", data().string(), "about", uri, "--json"});
    EXPECT_EQ(got.code, 0) << got.err;
    return nlohmann::json::parse(got.out);
  }
};

TEST_F(about_command, counts_the_statements_about_a_uri_in_all_dumps_of_its_dataset) {
  crawl(true);
  const auto found = about(sock("1"));
  EXPECT_EQ(found["label"], "Socks");
  EXPECT_EQ(found["statements"], 3);
  EXPECT_EQ(found["documents"].size(), 2U);
}

TEST_F(about_command, says_that_a_complete_dataset_has_no_statement_and_who_judges_that_M33) {
  crawl(true);
  const auto nothing = about(sock("2"));
  EXPECT_EQ(nothing["statements"], 0);
  EXPECT_EQ(nothing["answer"],
            "nothing in 2 washed dumps; what follows from that says: laundromat closed-world " + sock("2"));
  EXPECT_EQ(nothing["announced_by"], site_->url("/void.ttl"));
  EXPECT_EQ(nothing["speaks_for_publisher"], true);
}

TEST_F(about_command, lets_nobody_speak_for_the_publisher_of_another_site_R217) {
  crawl(true);
  const auto nothing = about("http://suds.example/sock/2");
  EXPECT_EQ(nothing["label"], "Copy");
  EXPECT_EQ(nothing["speaks_for_publisher"], false);
  EXPECT_EQ(
      nothing["answer"],
      "nothing in 1 washed dump; the publisher of the URI has not said that this is all, so that nothing "
      "can be concluded");
  const auto shown = ask({"--data", data().string(), "about", "http://suds.example/sock/2"});
  EXPECT_NE(shown.out.find("which does not speak for the publisher of the URI"), std::string::npos)
      << shown.out;
}

TEST_F(about_command, concludes_nothing_from_a_dataset_of_which_a_dump_is_missing_M33) {
  crawl(false);
  EXPECT_EQ(about(sock("2"))["answer"],
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
