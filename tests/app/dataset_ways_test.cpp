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

TEST_F(dataset_ways, all_are_taken_where_the_campaign_says_so_R197) {
  write("all.nt", "all");
  crawl(", ways: all", exit_ok);
  EXPECT_EQ(tally_of(data())["entry parsed"], 4U);
  EXPECT_EQ(way(), "");
}

}  // namespace
}  // namespace laundromat
