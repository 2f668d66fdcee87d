// Tests of finding data with the real washing stages, under virtual time: event streams in pages, and catalogues of other engines.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <set>

#include "actors/workers.hpp"
#include "core/metadata/describe_catalogue.hpp"
#include "tests/actors/engine_fixture.hpp"

namespace laundromat {

namespace {

struct served_page {
  std::string text, cache_control;
};

constexpr auto mutable_page = "max-age=10", immutable_page = "public, max-age=31536000, immutable";

}  // namespace

/// Pages in Turtle at hosts without delay. Seeds are due again after a minute.
class discovered_web_test : public laundry_test {
 protected:
  discovered_web_test() {
    settings.interval_s = 60;
    settings.politeness.own_hosts = {
        {"own.example", 0, 8}, {"other.example", 0, 8}, {"lod.example:443", 0, 8}};
    web.fetch = [this](const fetch_job& job) { return fetched(job); };
    washers.unpack = [this](const unpack_job& job) { return done(stages().unpack(job)); };
    washers.guess = [this](const guess_job& job) { return done(stages().guess(job)); };
    washers.parse = [this](const parse_job& job) { return done(stages().parse(job)); };
  }
  void seed_each_minute(const std::string& uri) { settings.seeds.push_back({uri, 60, 0}); }
  void start_engine() {
    life_ = std::make_unique<engine_life>(folder.path(), settings, web, washers, clock);
    life_->run();
  }
  [[nodiscard]] int times_asked(const std::string& uri) const {
    return static_cast<int>(
        std::ranges::count_if(web.requests, [&](const auto& one) { return one.first == uri; }));
  }
  [[nodiscard]] std::set<std::string> asked() const {
    std::set<std::string> out;
    for (const auto& [uri, at] : web.requests)
      if (pages_.contains(uri)) out.insert(uri);
    return out;
  }

  std::map<std::string, served_page> pages_;
  std::unique_ptr<engine_life> life_;

 private:
  template <class Outcome>
  static std::optional<Outcome> done(result<Outcome> made) {
    if (!made) throw made.error();
    return *std::move(made);
  }
  const washing_stages& stages() {
    if (!stages_) stages_ = wash_here(life_->shared_env())();
    return *stages_;
  }
  /// What a fetcher does with an answer.
  fetch_outcome fetched(const fetch_job& job) {
    fetch_outcome found;
    found.final_uri = job.uri;
    const auto page = pages_.find(job.uri);
    http_hop hop{
        job.uri, page == pages_.end() ? "404" : "200", 1, 1, {}, life_->time(), {}, 0, 0, "", errc::ok, ""};
    if (page == pages_.end()) {
      found.on = event::failed_for_good;
      found.cause = errc::http_status;
      found.hops.push_back(std::move(hop));
      return found;
    }
    const auto& [text, cache_control] = page->second;
    hop.headers = {{"Content-Type", "text/turtle"}, {"Cache-Control", cache_control}};
    found.hops.push_back(std::move(hop));
    found.media_type = "text/turtle";
    if (job.kept.is_there() && job.kept.body == sha256(text)) {
      found.on = event::not_modified;
      found.cause = errc::not_modified;
      found.compared_with = job.kept.download;
      return found;
    }
    found.on = event::body_stored;
    found.raw_path = "page-" + std::to_string(++bodies_);
    found.wire = {newline_style::lf, text.size(), text.size(), 1, sha256(text)};
    auto staged = life_->env().raw->stage(found.raw_path).value();
    EXPECT_TRUE(staged->write(text));
    EXPECT_TRUE(staged->commit());
    return found;
  }

  std::optional<washing_stages> stages_;
  int bodies_ = 0;
};

namespace {

const std::string stream = "http://own.example/ldes";

std::string page_uri(int number) {
  return stream + "?page=" + std::to_string(number);
}

/// A page of an event stream with one member, and a relation to the page after it where there is one.
std::string page_of_stream(int number, bool has_next) {
  const auto self = "<" + page_uri(number) + ">";
  auto text = "@prefix tree: <https://w3id.org/tree#> .\n<" + stream + "> tree:view " + self +
              " ; tree:member <http://own.example/member/" + std::to_string(number) + "> .\n" + self +
              " a tree:Node .\n<http://own.example/member/" + std::to_string(number) +
              "> <http://e.example/value> " + std::to_string(number) + " .\n";
  if (has_next)
    text += self +
            " tree:relation [ a tree:GreaterThanOrEqualToRelation ; tree:path <http://e.example/value> ; "
            "tree:value " +
            std::to_string(number + 1) + " ; tree:node <" + page_uri(number + 1) + "> ] .\n";
  return text;
}

}  // namespace

TEST_F(discovered_web_test, an_event_stream_is_read_whole_and_its_immutable_pages_once) {
  pages_[stream] = {"<" + stream +
                        "> a <https://w3id.org/ldes#EventStream> ; <https://w3id.org/tree#view> <" +
                        page_uri(1) + "> .\n",
                    mutable_page};
  pages_[page_uri(1)] = {page_of_stream(1, true), immutable_page};
  pages_[page_uri(2)] = {page_of_stream(2, true), immutable_page};
  pages_[page_uri(3)] = {page_of_stream(3, false), mutable_page};
  seed_each_minute(stream);
  start_engine();
  life_->pass(seconds{20});
  for (int n = 1; n <= 3; ++n) EXPECT_EQ(times_asked(page_uri(n)), 1) << n;
  life_->pass(seconds{180});
  EXPECT_EQ(times_asked(page_uri(1)), 1) << "fresh for a year, as its server states";
  EXPECT_EQ(times_asked(page_uri(2)), 1);
  EXPECT_GT(times_asked(page_uri(3)), 1) << "the last page is asked for each minute";

  pages_[page_uri(3)] = {page_of_stream(3, true), immutable_page};
  pages_[page_uri(4)] = {page_of_stream(4, false), mutable_page};
  life_->pass(seconds{120});
  EXPECT_GE(times_asked(page_uri(4)), 1) << "a page that was appended is found";
  EXPECT_EQ(times_asked(page_uri(1)), 1);
}

TEST_F(discovered_web_test, a_long_event_stream_is_not_taken_for_a_trap) {
  constexpr int pages = 40;
  for (int n = 1; n <= pages; ++n) pages_[page_uri(n)] = {page_of_stream(n, n < pages), immutable_page};
  seed_each_minute(page_uri(1));
  start_engine();
  life_->pass(seconds{60});
  EXPECT_EQ(asked().size(), static_cast<std::size_t>(pages));
}

namespace {

/// A catalogue as `laundromat catalogue` writes it, of two documents below `base`.
std::string catalogue_of_engine(const std::string& base, const std::vector<std::string>& data_urls) {
  catalogue_facts whole;
  whole.title = "A laundry";
  whole.publisher = {"Laundromat", "https://example.org/"};
  whole.documents = data_urls.size();
  whole.base = base;
  auto quads = to_nquads(describe_catalogue(whole), {});
  for (const auto& url : data_urls) {
    listed_document listed;
    listed.clean.hash = sha256(url);
    listed.clean.statements = 1;
    listed.sources = {{record_hash{}, "http://source.example/x.ttl"}};
    listed.data_url = url;
    quads += to_nquads(describe_subset(whole, listed.clean.hash), {}) +
             to_nquads(describe_listed(whole, listed), {});
  }
  return quads;
}

}  // namespace

TEST_F(discovered_web_test, a_catalogue_of_another_engine_leads_to_its_documents_R210) {
  settings.public_base = "https://lod.example/";
  const std::string base = "http://other.example/laundry/";
  const std::vector<std::string> data{base + "data/ab/1/data.nq.gz", base + "data/cd/2/data.nq.gz"};
  pages_[base + "catalogue.ttl"] = {catalogue_of_engine(base, data), mutable_page};
  for (const auto& url : data)
    pages_[url] = {"<" + url + "#it> <http://e.example/p> \"x\" .\n", immutable_page};
  seed_each_minute(base + "catalogue.ttl");
  start_engine();
  life_->pass(seconds{30});
  EXPECT_EQ(asked(), (std::set<std::string>{base + "catalogue.ttl", data[0], data[1]}));
}

TEST_F(discovered_web_test, our_own_documents_are_refused_however_a_catalogue_writes_them_R210) {
  settings.public_base = "https://lod.example/";
  const std::vector<std::string> own{
      "https://lod.example/data/1.nq.gz",     "HTTPS://LOD.example/data/2.nq.gz",
      "https://lod.example:443/data/3.nq.gz", "https://lod.example/x/../data/4.nq.gz",
      "http://lod.example/data/5.nq.gz",      "https://lod.example/%64ata/6.nq.gz"};
  const auto catalogue = std::string("http://other.example/catalogue.ttl");
  pages_[catalogue] = {catalogue_of_engine("http://other.example/", own), mutable_page};
  seed_each_minute(catalogue);
  start_engine();
  life_->pass(seconds{30});
  EXPECT_EQ(times_asked(catalogue), 1);
  for (const auto& [uri, at] : web.requests) EXPECT_EQ(uri.find("lod.example"), std::string::npos) << uri;
}

}  // namespace laundromat
