// Tests the scraping example of the seed: pages of a wildcarded path, fetched once, become records.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <mutex>
#include <optional>

#include "app/campaign/campaign_file.hpp"
#include "app/run/run_engine.hpp"
#include "app/terminal/exit_code.hpp"
#include "app/terminal/stop_signals.hpp"
#include "core/web/seed_hash.hpp"
#include "net/site_server.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/compressed_text.hpp"
#include "tests/app/data_of_run.hpp"
#include "tests/places.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

/// Pages with a card each, an archive with a table in it, and a campaign that scrapes them into the file store.
class scraping : public testing::Test {
 protected:
  scraping() {
    for (const std::string page : {"a/1", "a/2", "b/1"})
      write("web/people/" + page + ".html",
            "<base href='/people/'><ul class='vcard'><li><span class='fn'>Person " + page +
                "</span></li><li><a class='url' href='" + page + "'>home</a></li></ul>");
    write("web/phones.zip",
          test::archive_of("zip", {{"data/phones.csv", "id,tel\n1,+49 305-555-1212\n2,ask\n"},
                                   {"readme.txt", "nothing to see"}}));
    site_options options;
    options.root = folder_.path() / "web";
    options.media_types = {{".html", "text/html"}, {".zip", "application/zip"}};
    options.on_request = [this](std::string_view path, int status) {
      const std::lock_guard lock(mutex_);
      requests_.push_back(std::string(path) + " " + std::to_string(status));
    };
    site_.emplace(site_server::start(std::move(options)).value());
    write("campaign.yaml",
          "name: scraping\ncontact: {product: Test, url: https://example.org/, mail: a@example.org}\n"
          "politeness: {own_hosts: [{host: 127.0.0.1, delay_s: 0, connections: 1}]}\n"
          "network: {retries_s: [], allow: [127.0.0.1]}\ndiscovery: {follow: []}\nraw: {layout: files}\n"
          "interval_s: 86400\nrecords: [cards.yaml, phones.yaml]\nseeds:\n  - " +
              site_->url("/people/{a..b}/{1..2}.html") + "\n  - " + site_->url("/phones.zip") + "\n");
    write("cards.yaml",
          "documents: {uri: '*/people/*'}\nformat: html\nrecords: ul.vcard\n"
          "fields: {name: .fn, url: {select: a.url/@href, type: iri}}\n"
          "rdf: {subject: '{url}', class: vcard:Individual, properties: {vcard:fn: name}}\n");
    write("phones.yaml",
          "documents: {uri: '*/phones.zip!/data/phones.csv'}\n"
          "fields:\n  id: id\n  cc, tel: {select: tel, match: '\\+(\\d+) (.*)', warn: tel}\n"
          "rdf: {subject: 'http://e.org/{id}', properties: {vcard:tel: tel}}\n");
  }
  void write(const std::string& name, const std::string& text) const {
    fs::create_directories((folder_.path() / name).parent_path());
    std::ofstream{folder_.path() / name, std::ios::binary} << text;
  }
  [[nodiscard]] fs::path data() const { return folder_.path() / "data"; }
  int run() const {
    auto c = load_campaign(folder_.path() / "campaign.yaml");
    EXPECT_TRUE(c) << (c ? "" : to_string(c.error().front()));
    if (!c) return -1;
    c->data = data().string();
    block_stop_signals();
    run_options options;
    options.once = options.quiet = true;
    options.washer_program = program_path();
    return run_campaign(*c, options);
  }
  /// What was asked for, but for robots.txt.
  [[nodiscard]] std::vector<std::string> requests() {
    const std::lock_guard lock(mutex_);
    std::vector<std::string> all;
    for (const auto& one : requests_)
      if (!one.starts_with("/robots.txt")) all.push_back(one);
    return all;
  }
  /// The last crawl of a page.
  [[nodiscard]] entry_record crawl_of(journal& db, const std::string& path) const {
    const auto all = journal_reader{db}.downloads(seed_hash(site_->url(path)), 1).value();
    EXPECT_EQ(all.size(), 1U) << path;
    return all.empty() ? entry_record{} : all.front();
  }
  [[nodiscard]] std::vector<std::string> raw_files() const {
    std::vector<std::string> all;
    for (const auto& file : fs::recursive_directory_iterator(data() / "raw"))
      if (file.is_regular_file()) all.push_back(fs::relative(file.path(), data() / "raw").string());
    std::ranges::sort(all);
    return all;
  }

  temporary_folder folder_;
  std::mutex mutex_;
  std::vector<std::string> requests_;
  std::optional<site_server> site_;
};

TEST_F(scraping, asks_once_for_each_page_of_a_wildcarded_path_and_makes_records_of_it_T07_C01) {
  EXPECT_EQ(run(), exit_some_failed) << "one page is missing, and the archive has a text";
  auto asked = requests();
  std::ranges::sort(asked);  // requests are sent several at a time
  EXPECT_EQ(asked,
            (std::vector<std::string>{"/people/a/1.html 200", "/people/a/2.html 200", "/people/b/1.html 200",
                                      "/people/b/2.html 404", "/phones.zip 200"}));
  const auto printed = ask({"export", "--data", data().string(), "--graphs", "own"});
  for (const std::string page : {"a/1", "a/2", "b/1"})
    EXPECT_TRUE(holds(printed, "<" + site_->url("/people/" + page) +
                                   "> <http://www.w3.org/2006/vcard/ns#fn> \"Person " + page + "\""))
        << printed.out << printed.err;
}

TEST_F(scraping, keeps_result_code_time_and_description_of_each_attempt_T04_T07_C02) {
  (void)run();
  auto db = journal_of(data());
  const auto expect = [&](const std::string& path, const std::string& status, errc code) {
    const auto root = crawl_of(db, path);
    const auto hops = journal_reader{db}.hops(root.hash).value();
    ASSERT_EQ(hops.size(), 1U) << path;
    EXPECT_EQ(hops[0].status, status) << path;
    const auto attempts = journal_reader{db}.attempts(root.hash).value();
    ASSERT_FALSE(attempts.empty()) << path;
    EXPECT_EQ(attempts[0].of, stage::fetch);
    EXPECT_NE(attempts[0].begun, timestamp{});
    EXPECT_TRUE(attempts[0].ended);
    EXPECT_EQ(attempts[0].code, code) << path;
    EXPECT_FALSE(attempts[0].description.empty()) << path;
  };
  expect("/people/a/1.html", "200", errc::ok);
  expect("/people/b/2.html", "404", errc::http_status);
}

TEST_F(scraping, stores_pages_under_names_of_their_uris_T07_C03) {
  (void)run();
  const auto files = raw_files();
  for (const std::string page : {"a/1", "a/2", "b/1"}) {
    const auto is_named = [&](const std::string& name) {
      const auto tail = page.substr(2) + ".html+";
      return name.find("/people/" + page.substr(0, 1) + "/") != name.npos && name.find(tail) != name.npos &&
             name.ends_with(".html");
    };
    EXPECT_EQ(std::ranges::count_if(files, is_named), 1) << page << "\n" << testing::PrintToString(files);
  }
}

TEST_F(scraping, reads_the_table_in_an_archive_that_a_specification_names_C05) {
  (void)run();
  auto db = journal_of(data());
  const auto root = crawl_of(db, "/phones.zip");
  EXPECT_EQ(root.current, status::depleted);
  const auto printed = ask({"export", "--data", data().string(), "--graphs", "own"});
  EXPECT_TRUE(holds(printed, "<http://e.org/1> <http://www.w3.org/2006/vcard/ns#tel> \"305-555-1212\""))
      << printed.out;
  EXPECT_TRUE(holds(printed, "<http://e.org/2> <http://www.w3.org/2006/vcard/ns#tel> \"ask\""))
      << printed.out;
  EXPECT_EQ(tally_of(data())["entry failed non_rdf_format"], 1U) << "readme.txt";
}

TEST_F(scraping, fetches_nothing_again_within_its_window_T05_C02) {
  EXPECT_EQ(run(), exit_some_failed);
  const auto asked = requests();
  const auto clean = clean_tree(data());
  const auto files = raw_files();
  EXPECT_EQ(run(), exit_ok) << "nothing is due";
  EXPECT_EQ(requests(), asked);
  EXPECT_EQ(clean_tree(data()), clean);
  EXPECT_EQ(raw_files(), files);
}

}  // namespace
}  // namespace laundromat
