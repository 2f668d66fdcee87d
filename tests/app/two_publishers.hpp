// Two hosts with sitemaps, as in the examples of Semantic Sitemaps: delegation to ~alice, a joined endpoint, and somebody who claims what is not his.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/terminal/exit_code.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/small_web.hpp"

namespace laundromat {

class two_publishers : public small_web {
 protected:
  two_publishers() {
    site_ = serve("web");
    other_ = serve("other");
    write_main();
    write_alice();
    write_mallory();
    write_other();
    std::ofstream{folder_.path() / "seeds.txt"} << site_->url("/index.xml") << '\n'
                                                << site_->url("/~mallory/sitemap.xml") << '\n'
                                                << other_->url("/sitemap.xml") << '\n';
  }

  std::unique_ptr<site_server> serve(const std::string& name) {
    std::filesystem::create_directories(folder_.path() / name);
    site_options options;
    options.root = folder_.path() / name;
    options.media_types = usual_media_types();
    return std::make_unique<site_server>(site_server::start(std::move(options)).value());
  }
  void write(const std::string& file, const std::string& text) {
    std::filesystem::create_directories((folder_.path() / file).parent_path());
    std::ofstream{folder_.path() / file} << text;
  }
  static std::string sitemap(const std::string& content) {
    return "<?xml version=\"1.0\"?>\n<urlset xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\" "
           "xmlns:sc=\"http://sw.deri.org/2007/07/sitemapextension/scschema.xsd\">\n" +
           content + "</urlset>\n";
  }
  static std::string element(const std::string& name, const std::string& text) {
    return "<" + name + ">" + text + "</" + name.substr(0, name.find(' ')) + ">\n";
  }
  static std::string page(const std::string& uri) { return element("url", element("loc", uri)); }
  static std::string says(const std::string& subject, const std::string& text) {
    return "<" + subject + "> <http://xmlns.com/foaf/0.1/name> \"" + text + "\" .\n";
  }
  static std::string knows(const std::string& subject, const std::string& object) {
    return "<" + subject + "> <http://xmlns.com/foaf/0.1/knows> <" + object + "> .\n";
  }

  void write_main() {
    write("web/robots.txt", "Sitemap: " + site_->url("/index.xml") + "\n");
    write("web/index.xml", "<sitemapindex xmlns=\"http://www.sitemaps.org/schemas/sitemap/0.9\">\n" +
                               element("sitemap", element("loc", site_->url("/sitemap.xml"))) +
                               element("sitemap", element("loc", site_->url("/~alice/sitemap.xml"))) +
                               "</sitemapindex>\n");
    write("web/sitemap.xml",
          sitemap(
              element("sc:authority", site_->url("/about.nt#us")) +
              element("sc:subSitemap", other_->url("/sitemap.xml")) +
              element("sc:dataset",
                      element("sc:datasetLabel", "Employee List") +
                          element("sc:linkedDataPrefix sc:slicing=\"subject\"", site_->url("/employees/")) +
                          element("sc:sampleURI", site_->url("/employees/ann")) +
                          element("sc:dataDumpLocation", site_->url("/dump.nt")) +
                          element("sc:sparqlEndpointLocation", other_->url("/sparql")) + more_of_dataset_)));
    write_dump("");
  }
  void write_dump(const std::string& more) {
    write("web/dump.nt", says(person("ann"), "Ann") + knows(person("ann"), person("bob")) +
                             says(person("bob"), "Bob") + says(person("carl"), "Carl") +
                             knows(person("carl"), person("dora")) +
                             says("http://elsewhere.example/x", "Nobody") +
                             says(site_->url("/~alice/foaf.nt#me"), "Alice in the dump") + more);
  }
  void write_alice() {
    write("web/~alice/sitemap.xml", sitemap(element("sc:authority", site_->url("/~alice/foaf.nt#me")) +
                                            page(site_->url("/~alice/foaf.nt"))));
    write("web/~alice/foaf.nt",
          says(site_->url("/~alice/foaf.nt#me"), "Alice") + says(person("ann"), "Ann by Alice"));
  }
  void write_mallory() {
    write("web/~mallory/sitemap.xml",
          sitemap(
              element("sc:authority", site_->url("/~mallory/#me")) +
              element("sc:subSitemap", site_->url("/sitemap.xml")) +
              element("sc:dataset", element("sc:datasetLabel", "Fraud") +
                                        element("sc:linkedDataPrefix", site_->url("/employees/")) +
                                        element("sc:sparqlEndpointLocation", site_->url("/~mallory/sparql")) +
                                        element("sc:dataDumpLocation", "http://127.0.0.1:1/fraud.nt"))));
  }
  void write_other() {
    write("other/robots.txt", "Sitemap: " + other_->url("/sitemap.xml") + "\n");
    write("other/sitemap.xml",
          sitemap((joins_ ? element("sc:parentSitemap", site_->url("/sitemap.xml")) : "") +
                  page(other_->url("/mirror.nt"))));
    write("other/mirror.nt", says(person("ann"), "Ann in the mirror"));
  }
  [[nodiscard]] std::string person(const std::string& name) const { return site_->url("/employees/" + name); }

  void crawl() {
    write_campaign("discovery: {follow: [page, dump, sitemap]}\n");
    child_program program{run("", "--once")};
    (void)program.exit_code();
    EXPECT_GE(tally_of(data())["entry parsed"], 3U) << program.output();
  }
  [[nodiscard]] answer asked(std::vector<std::string> command) const {
    command.insert(command.begin(), {"--data", data().string()});
    return ask(command);
  }
  [[nodiscard]] nlohmann::json fact(std::vector<std::string> command) const {
    command.emplace_back("--json");
    const auto printed = asked(command).out;
    return nlohmann::json::parse(printed.substr(0, printed.find('\n')));
  }

  std::unique_ptr<site_server> other_;
  std::string more_of_dataset_;
  bool joins_ = true;
};

}  // namespace laundromat
