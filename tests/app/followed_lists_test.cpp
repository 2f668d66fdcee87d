// Tests that a list that has not changed is read again when more is followed, and what is said of URIs that are not followed.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/terminal/exit_code.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/small_web.hpp"

namespace laundromat {
namespace {

class followed_lists : public small_web {
 protected:
  followed_lists() {
    std::filesystem::create_directories(web_);
    site_options options;
    options.root = web_;
    options.media_types = usual_media_types();
    options.rules.push_back({"/inside.nt", serve_redirect{"/private/secret.nt"}});
    site_ = std::make_unique<site_server>(site_server::start(std::move(options)).value());
    std::ofstream list{web_ / "sitemap.xml"};
    list << R"(<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">)";
    for (const auto* name : {"1.nt", "2.nt", "inside.nt"}) {
      std::ofstream{web_ / name} << "<http://a.example/s> <http://a.example/p> \"" << name << "\" .\n";
      list << "<url><loc>" << site_->url(std::string{"/"} + name) << "</loc></url>";
    }
    list << "</urlset>\n";
    std::filesystem::create_directories(web_ / "private");
    std::ofstream{web_ / "private" / "secret.nt"}
        << "<http://a.example/s> <http://a.example/p> \"secret\" .\n";
    std::ofstream{folder_.path() / "seeds.txt"} << site_->url("/sitemap.xml") << '\n';
  }
  int crawl(const std::string& discovery) {
    write_campaign(discovery.empty() ? "" : "discovery: {" + discovery + "}\n");
    child_program crawl{run("", "--once")};
    return crawl.exit_code().value_or(-1);
  }
  answer command(std::vector<std::string> words) const {
    words.insert(words.begin(), {"--data", data().string()});
    return ask(words);
  }
  /// Crawls the list again, which has not changed.
  void crawl_list_again(const std::string& discovery, int expected = exit_ok) {
    ASSERT_EQ(command({"retry", site_->url("/sitemap.xml")}).code, exit_ok);
    EXPECT_EQ(crawl(discovery), expected);
  }
  std::uint64_t pages() const { return tally_of(data())["entry parsed"]; }
  nlohmann::json refused(const std::string& uri) const {
    const auto got = command({"show", uri, "--json"});
    EXPECT_EQ(got.code, exit_ok) << got.err;
    return nlohmann::json::parse(got.out)["announced_by"][0];
  }

  std::filesystem::path web_ = folder_.path() / "web";
};

TEST_F(followed_lists, are_read_again_when_another_kind_is_followed_R214) {
  EXPECT_EQ(crawl("follow: [sitemap]"), exit_ok);
  EXPECT_EQ(pages(), 0U);
  const auto before = refused(site_->url("/1.nt"));
  EXPECT_EQ(before["became"], "kind_not_followed");
  EXPECT_EQ(before["change"], "add page to discovery.follow");
  EXPECT_EQ(before["uri"], site_->url("/sitemap.xml"));
  crawl_list_again("follow: [sitemap]");
  EXPECT_EQ(tally_of(data())["entry unchanged not_modified"], 1U) << "the list has not changed";
  crawl_list_again("follow: [sitemap, page]");
  EXPECT_EQ(pages(), 3U);
}

TEST_F(followed_lists, are_read_again_when_an_exclusion_is_lifted_R214) {
  EXPECT_EQ(crawl("follow: []"), exit_ok);
  const auto page = site_->url("/1.nt");
  EXPECT_EQ(command({"exclude", page, "--reason", "asked by mail"}).code, exit_ok);
  crawl_list_again("");
  EXPECT_EQ(pages(), 2U);
  const auto before = refused(page);
  EXPECT_EQ(before["became"], "excluded");
  EXPECT_NE(before["rule"].get<std::string>().find("asked by mail"), std::string::npos) << before;
  EXPECT_EQ(command({"exclude", "--lift", page}).code, exit_ok);
  crawl_list_again("");
  EXPECT_EQ(pages(), 3U);
}

TEST_F(followed_lists, are_read_again_when_a_limit_is_raised_R214) {
  EXPECT_EQ(crawl("per_host: 1"), exit_ok);
  EXPECT_EQ(pages(), 1U);
  EXPECT_EQ(refused(site_->url("/2.nt"))["change"], "raise discovery.per_host or discovery.per_domain");
  crawl_list_again("per_host: 10");
  EXPECT_EQ(pages(), 3U);
}

TEST_F(followed_lists, lead_nowhere_outside_of_the_scope_also_by_redirects_R215) {
  const auto scope = "scope: [\"exclude prefix " + site_->url("/private/") + "\", \"exclude prefix " +
                     site_->url("/2") + "\"]";
  EXPECT_EQ(crawl(scope), exit_some_failed);
  EXPECT_EQ(pages(), 1U);
  const auto shown = command({"show", site_->url("/inside.nt"), "--json"});
  const auto seed = nlohmann::json::parse(shown.out);
  EXPECT_EQ(seed["cause"], "out_of_scope");
  EXPECT_EQ(seed["detail"], "redirect to " + site_->url("/private/secret.nt"));
  EXPECT_EQ(refused(site_->url("/2.nt"))["rule"], "exclude prefix " + site_->url("/2"));
}

TEST_F(followed_lists, say_that_nothing_is_known_of_another_uri_R216) {
  EXPECT_EQ(crawl("follow: [sitemap]"), exit_ok);
  const auto unknown = command({"show", "http://nobody.example/"});
  EXPECT_EQ(unknown.code, exit_not_found);
  EXPECT_NE(unknown.err.find("no kept announcement"), std::string::npos) << unknown.err;
  const auto seed = nlohmann::json::parse(command({"show", site_->url("/sitemap.xml"), "--json"}).out);
  const auto list =
      nlohmann::json::parse(command({"show", seed["downloads"][0]["hash"].get<std::string>(), "--json"}).out);
  EXPECT_EQ(list["announced_uris"][0]["became"], "kind_not_followed");
  EXPECT_EQ(list["announced_uris"][0]["count"], 3);
  EXPECT_EQ(list["announced_uris"][0]["kept"], 3);
  EXPECT_EQ(list["refused_uris"][0]["uri"], site_->url("/1.nt"));
  const auto text = command({"show", site_->url("/1.nt")}).out;
  EXPECT_NE(text.find("add page to discovery.follow"), std::string::npos) << text;
}

TEST_F(followed_lists, a_text_sitemap_that_robots_txt_names_needs_no_name_R225) {
  std::ofstream{web_ / "robots.txt"} << "User-agent: *\nAllow: /\nSitemap: " << site_->url("/sm.txt") << '\n';
  std::ofstream{web_ / "sm.txt"} << site_->url("/1.nt") << '\n' << site_->url("/2.nt") << '\n';
  std::ofstream{folder_.path() / "seeds.txt"} << site_->url("/private/secret.nt") << '\n';
  EXPECT_EQ(crawl("robots_sitemaps: true"), exit_ok);
  EXPECT_EQ(pages(), 3U);
  const auto seed = nlohmann::json::parse(command({"show", site_->url("/sm.txt"), "--json"}).out);
  EXPECT_EQ(seed["found_as"], "sitemap");
  EXPECT_EQ(seed["standing"], "fine");
}

TEST_F(followed_lists, say_who_announced_what_a_sitemap_must_not_list_R227) {
  std::ofstream{web_ / "sitemap.xml"} << R"(<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">)"
                                      << "<url><loc>http://other.example/1.nt</loc></url><url><loc>"
                                      << site_->url("/1.nt") << "</loc></url></urlset>\n";
  EXPECT_EQ(crawl(""), exit_ok);
  EXPECT_EQ(pages(), 1U);
  const auto other = refused("http://other.example/1.nt");
  EXPECT_EQ(other["became"], "outside_uri_space");
  EXPECT_NE(other["rule"].get<std::string>().find("robots.txt"), std::string::npos) << other;
  const auto tree = command({"show", "--tree", "http://other.example/1.nt"});
  EXPECT_EQ(tree.code, exit_ok) << tree.err;
  EXPECT_NE(tree.out.find("announces as page"), std::string::npos) << tree.out;
  EXPECT_NE(tree.out.find("not followed: outside_uri_space  http://other.example/1.nt"), std::string::npos)
      << tree.out;
}

TEST_F(followed_lists, advise_to_harvest_an_endpoint_R227) {
  std::ofstream{web_ / "void.nt"}
      << "<http://a.example/d> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "
         "<http://rdfs.org/ns/void#Dataset> .\n<http://a.example/d> <http://rdfs.org/ns/void#sparqlEndpoint> "
         "<http://a.example/sparql> .\n";
  std::ofstream{folder_.path() / "seeds.txt"} << site_->url("/void.nt") << '\n';
  EXPECT_EQ(crawl(""), exit_ok);
  EXPECT_EQ(refused("http://a.example/sparql")["change"],
            "laundromat harvest http://a.example/sparql receives its triples");
}

TEST_F(followed_lists, an_excluded_seed_names_its_rule_and_the_reason_R227) {
  EXPECT_EQ(crawl(""), exit_ok);
  const auto page = site_->url("/1.nt");
  ASSERT_EQ(command({"exclude", page, "--reason", "asked by mail"}).code, exit_ok);
  const auto seed = nlohmann::json::parse(command({"show", page, "--json"}).out);
  EXPECT_EQ(seed["cause"], "excluded");
  EXPECT_NE(seed["detail"].get<std::string>().find("asked by mail"), std::string::npos) << seed;
  const auto text = command({"show", page}).out;
  EXPECT_NE(text.find("asked by mail"), std::string::npos) << text;
  const auto list = command({"ls", "--seeds", "--standing", "refused", "--json"}).out;
  EXPECT_NE(list.find("asked by mail"), std::string::npos) << list;
}

TEST_F(followed_lists, a_retried_seed_keeps_the_end_of_its_last_crawl_R228) {
  EXPECT_EQ(crawl(""), exit_ok);
  const auto page = site_->url("/1.nt");
  ASSERT_EQ(command({"retry", page}).code, exit_ok);
  const auto seed = nlohmann::json::parse(command({"show", page, "--json"}).out);
  EXPECT_GE(seed["processed"].get<std::string>(), seed["added"].get<std::string>()) << seed;
  const auto row = nlohmann::json::parse(command({"ls", "--seeds", "--limit", "1", "--json"}).out);
  EXPECT_GE(row["processed"].get<std::string>(), row["added"].get<std::string>()) << row;
}

}  // namespace
}  // namespace laundromat
