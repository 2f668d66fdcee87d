// Tests that a crawl takes one way to a dataset, with a site that announces a dump and documents.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/terminal/exit_code.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/small_web.hpp"

namespace laundromat {
namespace {

class dataset_ways : public small_web {
 protected:
  dataset_ways() {
    std::filesystem::create_directories(web_ / "id");
    site_options options;
    options.root = web_;
    options.media_types = usual_media_types();
    site_ = std::make_unique<site_server>(site_server::start(std::move(options)).value());
    for (const auto* name : {"id/1.nt", "id/2.nt", "about.nt"}) write(name, name);
    std::ofstream{web_ / "sitemap.xml"}
        << R"(<?xml version="1.0"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:sc="http://sw.deri.org/2007/07/sitemapextension/scschema.xsd">
  <sc:dataset>
    <sc:datasetLabel>Socks</sc:datasetLabel>
    <sc:linkedDataPrefix sc:slicing="subject">)"
        << site_->url("/id/") << "</sc:linkedDataPrefix>\n<sc:sampleURI>" << site_->url("/id/1.nt")
        << "</sc:sampleURI>\n<sc:dataDumpLocation>" << site_->url("/all.nt")
        << "</sc:dataDumpLocation>\n</sc:dataset>\n<url><loc>" << site_->url("/id/2.nt")
        << "</loc></url>\n<url><loc>" << site_->url("/about.nt") << "</loc></url>\n</urlset>\n";
    std::ofstream{folder_.path() / "seeds.txt"} << site_->url("/sitemap.xml") << '\n';
  }
  void write(const std::string& name, const std::string& value) {
    std::ofstream{web_ / name} << "<http://a.example/s> <http://a.example/p> \"" << value << "\" .\n";
  }
  void crawl(const std::string& ways, int expected) {
    write_campaign("discovery: {follow: [page, dump, sample]" + ways + "}\n");
    child_program crawl{run("", "--once")};
    EXPECT_EQ(crawl.exit_code(), expected) << crawl.output();
  }
  [[nodiscard]] std::string print(std::vector<std::string> command) const {
    command.insert(command.begin(), {"--data", data().string()});
    const auto printed = ask(command);
    EXPECT_EQ(printed.code, exit_ok) << printed.err;
    return printed.out;
  }
  [[nodiscard]] std::string way() const {
    return nlohmann::json::parse(print({"datasets", "--json"}))["way"];
  }

  std::filesystem::path web_ = folder_.path() / "web";
};

TEST_F(dataset_ways, a_dump_spares_the_documents_R197) {
  write("all.nt", "all");
  crawl("", exit_ok);
  const auto seeds = print({"ls", "--seeds", "--json"});
  EXPECT_NE(seeds.find("/all.nt"), seeds.npos) << seeds;
  EXPECT_NE(seeds.find("/about.nt"), seeds.npos) << seeds;
  EXPECT_EQ(seeds.find("/id/"), seeds.npos) << seeds;
  EXPECT_EQ(tally_of(data())["entry parsed"], 2U);
  EXPECT_EQ(way(), "dump");
  const auto shown = print({"show", site_->url("/sitemap.xml")});
  EXPECT_NE(shown.find("The dump is used"), shown.npos) << shown;
}

TEST_F(dataset_ways, what_was_fetched_is_not_predicted_again_R216) {
  write("all.nt", "all");
  crawl("", exit_ok);
  const auto plan = nlohmann::json::parse(print({"plan", "Socks", "--json"}));
  const auto& dump = plan["ways"][0];
  EXPECT_EQ(dump["way"], "dump");
  EXPECT_EQ(dump["requests"]["value"], 0);
  EXPECT_EQ(dump["bytes"]["value"], 0);
  EXPECT_EQ(dump["here"]["files"], 1);
  EXPECT_EQ(dump["here"]["bytes"], std::filesystem::file_size(web_ / "all.nt"));
  EXPECT_NE(print({"plan", "Socks"}).find("All of it is here already"), std::string::npos);
}

TEST_F(dataset_ways, a_dump_that_gave_nothing_is_no_possible_way_R216) {
  crawl("", exit_some_failed);
  const auto plan = nlohmann::json::parse(print({"plan", "Socks", "--json"}));
  EXPECT_EQ(plan["ways"][0]["refusal"], site_->url("/all.nt") + " gave nothing, http_status 404");
  EXPECT_EQ(plan["ways"][plan["chosen"].get<std::size_t>()]["way"], "linked-data");
}

TEST_F(dataset_ways, a_file_without_rdf_is_no_dump_and_an_endpoint_is_harvested_R216) {
  std::ofstream{web_ / "catalogue.ttl"}
      << "@prefix dcat: <http://www.w3.org/ns/dcat#> . @prefix dct: <http://purl.org/dc/terms/> .\n"
         "@prefix void: <http://rdfs.org/ns/void#> .\n"
         "<#a> a dcat:Dataset ; dct:title \"Two formats\" ; dcat:distribution\n"
         "  [ dcat:downloadURL <about.nt> ; dcat:mediaType \"application/n-triples\" ] ,\n"
         "  [ dcat:downloadURL <about.csv> ; dcat:mediaType \"text/csv\" ] .\n"
         "<#b> a void:Dataset ; dct:title \"Ask\" ; void:sparqlEndpoint <http://127.0.0.1:1/sparql> .\n";
  std::ofstream{folder_.path() / "seeds.txt"} << site_->url("/catalogue.ttl") << '\n';
  crawl("", exit_ok);
  const auto two = nlohmann::json::parse(print({"datasets", "Two formats", "--json"}));
  EXPECT_EQ(two["dataset"]["dumps"], nlohmann::json::array({site_->url("/about.nt")}));
  EXPECT_EQ(two["dataset"]["other_files"], nlohmann::json::array({site_->url("/about.csv")}));
  EXPECT_EQ(two["difference"], "");
  EXPECT_NE(print({"datasets", "Two formats"}).find("other file  not followed"), std::string::npos);
  const auto hint = "laundromat harvest http://127.0.0.1:1/sparql --campaign FILE --state FILE -o DIR";
  EXPECT_EQ(nlohmann::json::parse(print({"datasets", "Ask", "--json"}))["harvest"], hint);
  EXPECT_NE(print({"datasets", "Ask"}).find(hint), std::string::npos);
  EXPECT_NE(print({"plan", "Ask"}).find(hint), std::string::npos);
  EXPECT_NE(print({"datasets"}).find("only with an endpoint, which a crawl does not query: 1 dataset"),
            std::string::npos);
}

TEST_F(dataset_ways, the_documents_are_fetched_when_the_dump_is_missing_R198) {
  crawl("", exit_some_failed);
  EXPECT_EQ(tally_of(data())["entry parsed"], 3U);
  EXPECT_EQ(way(), "linked-data");
  const auto printed = print({"datasets", "Socks"});
  EXPECT_NE(printed.find("/all.nt was requested and gave nothing, http_status 404"), printed.npos) << printed;
}

TEST_F(dataset_ways, samples_are_followed_where_they_are_the_way_and_pages_are_followed_R198) {
  write_campaign("");
  child_program crawl{run("", "--once")};
  EXPECT_EQ(crawl.exit_code(), exit_some_failed) << crawl.output();
  EXPECT_EQ(tally_of(data())["entry parsed"], 3U) << "the sample, the page beside it, and another page";
}

TEST_F(dataset_ways, where_links_are_not_followed_only_samples_are_requested_and_it_says_so_R224) {
  std::ofstream{web_ / "void.ttl"}
      << "@prefix void: <http://rdfs.org/ns/void#> . @prefix dct: <http://purl.org/dc/terms/> .\n"
         "<#d> a void:Dataset ; dct:title \"Hundred\" ; void:triples 100 ; void:dataDump <all.nt> ;\n"
         "  void:exampleResource <id/1.nt> ; void:uriSpace \""
      << site_->url("/id/") << "\" .\n";
  std::ofstream{folder_.path() / "seeds.txt"} << site_->url("/void.ttl") << '\n';
  write_campaign("");
  child_program crawl{run("", "--once")};
  EXPECT_EQ(crawl.exit_code(), exit_some_failed) << crawl.output();
  const auto fact = nlohmann::json::parse(print({"datasets", "Hundred", "--json"}));
  EXPECT_EQ(fact["way"], "linked-data");
  const auto why = fact["why"].get<std::string>();
  EXPECT_TRUE(
      why.starts_with("Of Linked Data below " + site_->url("/id/") + " only 1 sample URI is requested"))
      << why;
  EXPECT_NE(why.find("add `linked` to discovery.follow"), why.npos) << why;
  EXPECT_EQ(why.find("is used for the whole dataset"), why.npos) << why;
  EXPECT_EQ(fact["difference"], "0 of 1 dump fetched; 100 statements announced, 1 in the samples");
}

TEST_F(dataset_ways, all_are_taken_where_the_campaign_says_so_R197) {
  write("all.nt", "all");
  crawl(", ways: all", exit_ok);
  EXPECT_EQ(tally_of(data())["entry parsed"], 4U);
  EXPECT_EQ(way(), "");
}

}  // namespace
}  // namespace laundromat
