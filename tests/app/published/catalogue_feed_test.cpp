// Tests of the catalogue as Linked Data.
// SPDX-License-Identifier: Apache-2.0
#include "app/published/catalogue_feed.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>

#include "core/campaign/campaign.hpp"
#include "tests/app/api/served_folder.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/campaign_run.hpp"
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

/// The statements of an answer, each once, without the graph of metadata.
class statements {
  inline static const std::string graph = " <" + std::string{washed_documents::public_base} + "graph/meta>";

 public:
  explicit statements(const raw_response& got) {
    for (const auto& line : lines_of(got)) {
      const auto first = line.find(' '), second = line.find(' ', first + 1);
      if (second == line.npos || !line.ends_with(" .")) continue;
      auto object = line.substr(second + 1, line.size() - second - 3);
      if (object.ends_with(graph)) object.resize(object.size() - graph.size());
      const auto predicate = line.substr(first + 1, second - first - 1);
      const auto known = objects(line.substr(0, first), predicate);
      if (std::ranges::find(known, object) == known.end())
        by_subject_[line.substr(0, first)].emplace(predicate, std::move(object));
    }
  }
  [[nodiscard]] std::vector<std::string> objects(const std::string& subject,
                                                 const std::string& predicate) const {
    std::vector<std::string> all;
    const auto known = by_subject_.find(subject);
    if (known == by_subject_.end()) return all;
    const auto [begin, end] = known->second.equal_range(predicate);
    for (auto at = begin; at != end; ++at) all.push_back(at->second);
    return all;
  }
  /// The only object; empty when there is none.
  [[nodiscard]] std::string object(const std::string& subject, const std::string& predicate) const {
    const auto all = objects(subject, predicate);
    EXPECT_LE(all.size(), 1U) << subject << ' ' << predicate;
    return all.empty() ? std::string{} : all.front();
  }
  [[nodiscard]] std::vector<std::string> members() const {
    std::vector<std::string> all;
    for (const auto& [subject, facts] : by_subject_) {
      const auto found = objects(subject, tree + "member>");
      all.insert(all.end(), found.begin(), found.end());
    }
    return all;
  }

 private:
  std::map<std::string, std::multimap<std::string, std::string>> by_subject_;
};

const std::string prov = "<http://www.w3.org/ns/prov#", dcterms = "<http://purl.org/dc/terms/",
                  a = "<http://www.w3.org/1999/02/22-rdf-syntax-ns#type>";

/// A time with three digits of its second, so that texts compare as times do.
std::string time_of(const std::string& literal) {
  auto text = literal.substr(1, literal.find('Z') - 1);
  if (text.find('.') == text.npos) text += '.';
  return text + std::string(std::string_view{"2026-01-02T03:04:05.678"}.size() - text.size(), '0');
}

/// The path and query of a URL in angle brackets.
std::string target_of(const std::string& url) {
  const auto begin = url.find('/', url.find("//") + 2);
  return url.substr(begin, url.size() - begin - 1);
}

/// A site with more documents than a page of the feed has, which is crawled again at another address each time.
class long_feed : public ::testing::Test {
 protected:
  long_feed() {
    std::filesystem::create_directories(web_);
    for (int i = 0; i < 105; ++i) write(std::to_string(i), "n");
    crawl();
  }

  void write(const std::string& name, const std::string& text) {
    std::ofstream{web_ / (name + ".nt")} << "<http://ex.example/" << name << "> <http://ex.example/p> \""
                                         << text << "\" .\n";
  }
  void crawl() {
    const auto file = folder_.path() / "campaign.yaml";
    std::ofstream out{file};
    out << "name: feed\ncontact: {product: Test, url: \"https://example.org/\", mail: "
           "a@example.org}\nserve: {folder: web}\npoliteness: {own_hosts: [{host: 127.0.0.1, delay_s: 0, "
           "connections: 4}]}\nseeds: [";
    for (const auto& one : std::filesystem::directory_iterator{web_})
      out << "'{serve}/" << one.path().filename().string() << "', ";
    out << "]\n";
    out.close();
    ASSERT_EQ(run_to_the_end(file, data_), 0);
  }
  [[nodiscard]] answer asked(std::vector<std::string> command) const {
    command.insert(command.begin(), {"--data", data_.string()});
    return ask(command);
  }

  temporary_folder folder_;
  std::filesystem::path web_ = folder_.path() / "web", data_ = folder_.path() / "data";
};

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
  EXPECT_FALSE(has(lines, "?after=")) << "there is one page";
  EXPECT_TRUE(statements{served.get("/feed?after=1000", as_triples)}.members().empty())
      << "nothing is behind the last one";
  for (const auto* query : {"?after=x", "?after=-1", "?before=1", "?after=1&after=2", "?after=1&since=x",
                            "?after=1&since=253402300800000", "?removed=1", "?removed=-1-2",
                            "?removed=1-2&after=1", "?since=1", "?after=1&since=1&since=1"})
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

TEST(catalogue_feed, says_in_each_place_how_its_stream_is_read_Q81) {
  const served_folder served{washed_documents::get().data()};
  const auto base = "<http://" + served.authority() + "/", stream = base + "feed#stream>";
  const std::string ldes = "<https://w3id.org/ldes#";
  for (const auto* place : {"/.well-known/void", "/feed", "/feed?after=100", "/feed?removed=0-0"}) {
    const statements said{served.get(place, as_triples)};
    EXPECT_EQ(said.object(stream, a), ldes + "EventStream>") << place;
    EXPECT_EQ(said.object(stream, tree + "view>"), base + "feed>") << place;
    EXPECT_EQ(said.object(stream, tree + "shape>"), base + "feed#shape>") << place;
    EXPECT_EQ(said.object(stream, ldes + "timestampPath>"), dcterms + "issued>") << place;
    EXPECT_EQ(said.object(stream, ldes + "versionOfPath>"), dcterms + "isVersionOf>") << place;
  }
  const statements first{served.get("/feed", as_triples)};
  EXPECT_EQ(first.object(base + "feed#shape>", a), "<http://www.w3.org/ns/shacl#NodeShape>");
  EXPECT_EQ(first.object(first.object(base + "feed>", ldes + "retentionPolicy>"), a),
            ldes + "LatestVersionSubset>");
  const auto members = first.members();
  EXPECT_GE(members.size(), 4U);
  for (const auto& member : members) {
    EXPECT_TRUE(first.object(member, dcterms + "issued>").ends_with("#dateTime>")) << member;
    EXPECT_TRUE(first.object(member, dcterms + "isVersionOf>").starts_with("<http://127.0.0.1:")) << member;
  }
}

TEST(catalogue_feed, is_the_same_until_something_changes_Q81) {
  const served_folder served{washed_documents::get().data()};
  for (const auto* place : {"/.well-known/void", "/feed"}) {
    const auto first = served.get(place, as_triples);
    const auto again = served.get(place, as_triples + "If-None-Match: " + first.field("etag") + "\r\n");
    EXPECT_EQ(again.status, 304) << place;
    EXPECT_EQ(first.field("cache-control"), "no-cache") << place;
  }
}

TEST_F(long_feed, has_full_pages_into_which_nothing_new_comes_Q82) {
  std::string full, last;
  {
    const served_folder served{data_};
    const auto got = served.get("/feed", as_triples);
    const statements page{got};
    EXPECT_EQ(got.field("cache-control"), "max-age=86400, immutable");
    EXPECT_EQ(page.members().size(), 100U);
    full = got.body;
    const auto next = "<http://" + served.authority() + "/feed#next>";
    EXPECT_TRUE(has(lines_of(got), tree + "relation> " + next + " ."));
    last = target_of(page.object(next, tree + "node>"));
    EXPECT_EQ(page.object(next, a), tree + "GreaterThanOrEqualToRelation>");
    EXPECT_EQ(page.object(next, tree + "path>"), dcterms + "issued>");
    const auto since = time_of(page.object(next, tree + "value>"));
    const auto behind = served.get(last, as_triples);
    EXPECT_EQ(behind.field("cache-control"), "no-cache");
    const statements rest{behind};
    EXPECT_EQ(rest.members().size(), 5U);
    for (const auto& member : rest.members())
      EXPECT_GE(time_of(rest.object(member, dcterms + "issued>")), since);
    for (const auto& member : page.members())
      EXPECT_LE(time_of(page.object(member, dcterms + "issued>")), since);
    EXPECT_EQ(statements{served.get("/feed?after=1&since=4102444800000", as_triples)}.object(
                  page.members().back(), dcterms + "issued>"),
              "\"2100-01-01T00:00:00Z\"^^<http://www.w3.org/2001/XMLSchema#dateTime>")
        << "never earlier than the page before";
  }
  write("new", "found later");
  crawl();
  const served_folder served{data_};
  const auto without_port = [&](std::string text, const std::string& authority) {
    for (auto at = text.find(authority); at != text.npos; at = text.find(authority, at))
      text.replace(at, authority.size(), "server");
    return text;
  };
  const auto port_of = [](const std::string& text) {
    const auto begin = text.find("http://127.0.0.1:") + 7;
    return text.substr(begin, text.find('/', begin) - begin);
  };
  const auto again = served.get("/feed", as_triples).body;
  EXPECT_EQ(without_port(full, port_of(full)), without_port(again, port_of(again)))
      << "all documents have another source now";
  EXPECT_EQ(statements{served.get(last, as_triples)}.members().size(), 6U);
}

TEST_F(long_feed, tells_what_was_removed_Q83) {
  const served_folder served{data_};
  const auto base = "<http://" + served.authority() + "/", gone = base + "feed?removed=0-0>";
  const statements before{served.get("/feed", as_triples)};
  EXPECT_EQ(before.object(base + "feed#gone>", tree + "node>"), gone);
  EXPECT_TRUE(statements{served.get(target_of(gone), as_triples)}.members().empty());

  const auto document = before.members().front();
  const auto source = before.object(document, dcterms + "isVersionOf>");
  EXPECT_EQ(asked({"exclude", source.substr(1, source.size() - 2), "--remove"}).code, 0);
  EXPECT_EQ(statements{served.get("/feed", as_triples)}.members().size(), 99U);
  const statements after{served.get(target_of(gone), as_triples)};
  ASSERT_EQ(after.members().size(), 1U);
  const auto event = after.members().front();
  EXPECT_EQ(after.object(event, a), "<https://www.w3.org/ns/activitystreams#Delete>");
  EXPECT_EQ(after.object(event, dcterms + "isVersionOf>"), document);
  EXPECT_GE(time_of(after.object(event, dcterms + "issued>")),
            time_of(before.object(document, dcterms + "issued>")));
  const auto file = after.object(document, "<http://www.w3.org/ns/dcat#distribution>");
  EXPECT_TRUE(after.object(file, "<http://www.w3.org/ns/adms#status>").ends_with("/WITHDRAWN>"));
  const auto url = after.object(file, "<http://www.w3.org/ns/dcat#downloadURL>");
  EXPECT_EQ(served.get(target_of(url)).status, 410);
  EXPECT_FALSE(has(lines_of(served.get(target_of(gone), as_triples)), source)) << "its source is not named";
}

TEST(catalogue_feed, tells_how_each_document_was_made_Q84) {
  const auto& documents = washed_documents::get();
  const served_folder served{documents.data()};
  const statements feed{served.get("/feed", as_triples)};
  const auto member =
      "<" + std::string{washed_documents::public_base} + "id/" + documents.hash("people.ttl") + ">";
  const auto entry = feed.object(member, prov + "wasDerivedFrom>"),
             wash = feed.object(member, prov + "wasGeneratedBy>");
  EXPECT_GE(time_of(feed.object(wash, prov + "endedAtTime>")),
            time_of(feed.object(wash, prov + "startedAtTime>")));
  const auto program = feed.object(wash, prov + "wasAssociatedWith>");
  EXPECT_EQ(feed.object(program, a), prov + "SoftwareAgent>");
  EXPECT_EQ(feed.object(program, "<http://www.w3.org/2002/07/owl#versionInfo>"),
            '"' + std::string{program_version} + '"');

  // The metadata of the document say the same; those of the entry have the whole chain to the source.
  const auto path_below = [](const std::string& thing) {
    return thing.substr(washed_documents::public_base.size() + 1,
                        thing.size() - washed_documents::public_base.size() - 2);
  };
  const statements said{served.get('/' + path_below(member) + "/metadata.nq")};
  EXPECT_TRUE(std::ranges::count(said.objects(member, prov + "wasDerivedFrom>"), entry) == 1);
  EXPECT_TRUE(std::ranges::count(said.objects(member, prov + "wasGeneratedBy>"), wash) == 1);
  EXPECT_EQ(said.object(wash, prov + "wasAssociatedWith>"), program);

  const statements chain{served.get('/' + path_below(entry) + "/metadata.nq")};
  EXPECT_EQ(chain.object(member, prov + "wasGeneratedBy>"), wash);
  const auto unpack = chain.object(chain.object(wash, prov + "used>"), prov + "wasGeneratedBy>");
  const auto body = chain.object(unpack, prov + "used>");
  const auto checksum = chain.object(body, "<http://spdx.org/rdf/terms#checksum>");
  EXPECT_EQ(chain.object(checksum, "<http://spdx.org/rdf/terms#checksumValue>").size(),
            64 + std::string_view{"\"\"^^<http://www.w3.org/2001/XMLSchema#hexBinary>"}.size());
  const auto download = chain.object(body, prov + "wasGeneratedBy>");
  EXPECT_EQ(chain.object(download, prov + "used>"), feed.object(member, dcterms + "isVersionOf>"));
  for (const auto& activity : {wash, unpack, download})
    EXPECT_FALSE(chain.object(activity, prov + "endedAtTime>").empty()) << activity;
}

}  // namespace laundromat::test
