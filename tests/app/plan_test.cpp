// Tests of `laundromat plan`, and of its datasets in JSON.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <fstream>
#include <nlohmann/json.hpp>

#include "app/planning/dataset_lines.hpp"
#include "app/terminal/exit_code.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/journal/journal.hpp"
#include "storage/stores/data_folder.hpp"
#include "tests/app/ask.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {

namespace {

constexpr auto geonames_line =
    R"({"label": "Geonames", "dumps": ["http://download.geonames.org/all.zip"], "samples": ["http://sws.geonames.org/1/"],)"
    R"( "prefixes": ["http://sws.geonames.org/"], "documents": 6400000, "dump_bytes": 300000000})"
    "\n";

/// A Semantic Sitemap that announces the dataset has been read.
void announce_geonames(journal& db) {
  const auto at = from_ms(1'700'000'000'000);
  const std::string uri = "http://example.org/sitemap.xml";
  const auto seed = seed_hash(uri);
  const auto download = download_hash(seed, at);
  announcements found;
  found.datasets = read_datasets(geonames_line).value();
  const auto& key = found.datasets.front().key;
  found.uris = {{"http://download.geonames.org/all.zip", announced_as::dump, key},
                {"http://sws.geonames.org/1/", announced_as::sample, key}};
  const auto apply = [&](record_kind kind, const record_hash& hash, event on, auto fact) {
    change c;
    c.kind = kind;
    c.hash = hash;
    c.on = on;
    c.at = at;
    c.fact = std::move(fact);
    const auto done = db.apply(c);
    EXPECT_TRUE(done) << to_string(on) << (done ? "" : to_string(done.error()));
  };
  EXPECT_TRUE(db.begin());
  new_seed added;
  added.request = {uri, seconds{86'400}, 0};
  added.hash = seed;
  added.authority = "example.org:80";
  EXPECT_TRUE(db.add_seed(added, at));
  apply(record_kind::seed, seed, event::came_due, download_fact{download});
  fetch_outcome fetched;
  fetched.raw_path = "x";
  fetched.final_uri = uri;
  apply(record_kind::entry, download, event::body_stored, fetched);
  apply(record_kind::entry, download, event::claimed, std::monostate{});
  apply(record_kind::entry, download, event::leaf_found, unpack_outcome{});
  apply(record_kind::entry, download, event::claimed, std::monostate{});
  guess_outcome guessed;
  guessed.announced = found;
  apply(record_kind::entry, download, event::announcements_found, guessed);
  apply(record_kind::seed, seed, event::crawl_ended, std::monostate{});
  EXPECT_TRUE(db.commit());
}

}  // namespace

TEST(plan_command, shows_the_ways_the_choice_and_its_reason_R160) {
  const auto printed = ask({"plan", "-", "--answer-ms", "0", "--bandwidth", "1000000000"}, geonames_line);
  EXPECT_EQ(printed.code, exit_ok);
  EXPECT_EQ(
      printed.out,
      "Geonames\n"
      "   way                                          requests        bytes              time  gives        "
      "     data of\n"
      "*  the dump                                            1       300 MB            300 ms  all          "
      "     unknown\n"
      "   Linked Data below http://sws.geonames.org/  6,400,000  about 96 GB  about 2.5 months  what links "
      "reach  current\n"
      "The dump is used for the whole dataset: 1 request, 300 MB, 300 ms. Linked Data below "
      "http://sws.geonames.org/ would take 6,400,000 requests, about 96 GB, about 2.5 months, and may miss a "
      "part.\n"
      "A crawl from 1 sample URI gives what its links reach; a component without a sample URI is missed.\n"
      "Each later crawl for changes takes as long again.\n"
      "Estimated: 100 triples per document, 150 bytes each.\n");
}

TEST(plan_command, json_has_the_figures_and_their_rules_R160) {
  const auto printed = ask({"plan", "-", "--json"}, std::string{geonames_line} + "\n{\"key\": \"#2\"}\n");
  EXPECT_EQ(printed.code, exit_some_failed) << "the second one has no way";
  std::istringstream lines{printed.out};
  std::string line;
  ASSERT_TRUE(std::getline(lines, line));
  const auto first = nlohmann::json::parse(line);
  EXPECT_EQ(first["chosen"], 0);
  EXPECT_EQ(first["ways"][0]["way"], "dump");
  EXPECT_EQ(first["ways"][1]["requests"], (nlohmann::json{{"value", 6'400'000}, {"estimate", false}}));
  EXPECT_EQ(first["ways"][1]["bytes"]["estimate"], true);
  EXPECT_EQ(first["ways"][1]["complete"], false);
  ASSERT_TRUE(std::getline(lines, line));
  const auto second = nlohmann::json::parse(line);
  EXPECT_TRUE(second["chosen"].is_null());
  EXPECT_EQ(second["why"], "No way to the data is announced.");
}

TEST(plan_command, reads_a_semantic_sitemap_R160) {
  const auto printed = ask({"plan", "-"}, R"(<?xml version="1.0"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:sc="http://sw.deri.org/2007/07/sitemapextension/scschema.xsd">
  <sc:dataset>
    <sc:datasetLabel>Example Corp. Product Catalog</sc:datasetLabel>
    <sc:datasetURI>http://example.com/catalog.rdf#catalog</sc:datasetURI>
    <sc:linkedDataPrefix sc:slicing="subject-object">http://example.com/products/</sc:linkedDataPrefix>
    <sc:sampleURI>http://example.com/products/X421</sc:sampleURI>
    <sc:sparqlEndpointLocation sc:slicing="subject-object">http://example.com/sparql</sc:sparqlEndpointLocation>
    <sc:dataDumpLocation>http://example.com/data/catalogdump.rdf.gz</sc:dataDumpLocation>
  </sc:dataset>
</urlset>)");
  EXPECT_EQ(printed.code, exit_ok) << printed.err;
  EXPECT_TRUE(printed.out.starts_with("Example Corp. Product Catalog\n")) << printed.out;
  for (const auto* way : {"*  the dump ", "Linked Data below http://example.com/products/",
                          "the SPARQL endpoint http://example.com/sparql"})
    EXPECT_TRUE(holds(printed, way)) << way << printed.out;
  EXPECT_EQ(ask({"plan", "-"}, "<urlset/>").code, exit_usage);
}

TEST(plan_command, obeys_the_politeness_of_a_campaign_R160) {
  const temporary_folder folder;
  const auto file = (folder.path() / "crawl.yaml").string();
  std::ofstream{file} << "contact: {product: Test, url: https://example.org/, mail: crawl@example.org}\n"
                         "seeds: [http://example.org/]\npoliteness: {delay_s: 2}\n";
  const auto printed =
      ask({"plan", "-", "--campaign", file, "--answer-ms", "0", "--bandwidth", "1000000000"}, geonames_line);
  EXPECT_EQ(printed.code, exit_ok) << printed.err;
  EXPECT_TRUE(holds(printed, "about 4.9 months")) << printed.out;
}

TEST(plan_command, finds_a_dataset_of_the_journal_and_reads_what_datasets_prints_R160) {
  const temporary_folder folder;
  auto db = journal::open(data_layout{folder.path()}.journal(), journal_mode::read_write).value();
  discovery_policy policy;
  policy.follow = kinds_of({announced_as::dump, announced_as::sample});
  db.follow(policy);
  announce_geonames(db);
  const auto on_data = [&](std::vector<std::string> command, const std::string& input = {}) {
    command.insert(command.end(), {"--data", folder.path().string()});
    return ask(command, input);
  };
  for (const auto* what :
       {"Geonames", "http://sws.geonames.org/1/", "http://download.geonames.org/all.zip"}) {
    const auto printed = on_data({"plan", what});
    EXPECT_EQ(printed.code, exit_ok) << printed.err;
    EXPECT_TRUE(printed.out.starts_with("Geonames\n")) << printed.out;
  }
  EXPECT_EQ(on_data({"plan", "Other"}).code, exit_not_found);

  const auto listed = on_data({"datasets", "--json"});
  const auto fact = nlohmann::json::parse(listed.out);
  EXPECT_EQ(fact["way"], "dump");
  EXPECT_TRUE(fact["why"].get<std::string>().starts_with("The dump is used")) << listed.out;
  EXPECT_EQ(ask({"plan", "-"}, listed.out).out, on_data({"plan", "Geonames"}).out);
  EXPECT_TRUE(holds(on_data({"datasets", "Geonames"}), "way taken: dump. The dump is used")) << listed.out;
  const auto shown = on_data({"show", "http://example.org/sitemap.xml"});
  EXPECT_TRUE(holds(shown, "The dump is used for the whole dataset")) << shown.out;
}

TEST(plan_command, a_few_uris_and_queries_have_ways_of_their_own_R161) {
  const auto few = ask({"plan", "-", "--uris", "3"}, geonames_line);
  EXPECT_NE(few.out.find("Linked Data below http://sws.geonames.org/ is used for 3 URIs: 3 requests, "),
            std::string::npos)
      << few.out;
  const auto queries = ask({"plan", "-", "--queries"}, R"({"endpoints": ["http://e.example/sparql"]})");
  EXPECT_NE(queries.out.find("is used for queries: it answers them without a copy."), std::string::npos)
      << queries.out;
  EXPECT_EQ(ask({"plan", "-", "--queries", "--uris", "3"}, geonames_line).code, exit_usage);
}

TEST(plan_command, invalid_input_is_refused_with_its_line) {
  const std::pair<const char*, const char*> cases[] = {
      {"{}\n[]", "line 2: a dataset is an object"},
      {"{", "line 1: not JSON: one object per line is expected"},
      {R"({"dump": []})", "line 1: unknown name: \"dump\""},
      {R"({"dumps": "http://a/"})", "line 1: `dumps` is a list of URIs"},
      {R"({"triples": -1})", "line 1: `triples` is a number of at least 0"},
      {R"({"endpoints": [{"url": "x"}]})", "line 1: `endpoints` is a list of URIs, or of objects with `uri`"},
      {R"({"prefixes": [{"prefix": "x", "slicing": "cake"}]})",
       "line 1: `prefixes` has an unknown slicing: \"cake\""},
      {R"({"modified": "yesterday"})",
       "line 1: `modified` is a date as 2026-11-28, or a time as 2026-11-28T09:30:00Z: \"yesterday\""},
  };
  for (const auto& [text, problem] : cases) {
    const auto printed = ask({"plan", "-"}, text);
    EXPECT_EQ(printed.code, exit_usage) << text;
    EXPECT_NE(printed.err.find(problem), std::string::npos) << printed.err;
  }
  EXPECT_EQ(ask({"plan", "/nonexistent", "--data", "/nonexistent"}).code, exit_not_found);
  EXPECT_EQ(ask({"plan", "-", "--not-older-than", "soon"}, "{}").code, exit_usage);
}

TEST(dataset_lines, have_the_members_of_a_dataset) {
  const auto read = read_datasets(
      R"({"iri": "http://e/d", "endpoints": [{"uri": "http://e/s", "graph": "*", "slicing": "CBD"}], "prefixes": [{"prefix": "http://e/"}],)"
      R"( "change_interval_s": 60, "modified": "2008-01-10T21:20:00.5Z", "licence": "l", "publisher": "p", "entities": 4})"
      "\n\n{}\r\n");
  ASSERT_TRUE(read) << to_string(read.error());
  ASSERT_EQ(read->size(), 2U);
  const auto& one = read->front();
  EXPECT_EQ(one.key, "http://e/d");
  EXPECT_EQ(one.endpoints, (std::vector<announced_endpoint>{{"http://e/s", "*", slicing_method::cbd}}));
  EXPECT_EQ(one.prefixes, (std::vector<linked_data_prefix>{{"http://e/"}}));
  EXPECT_EQ(one.change_interval, seconds{60});
  EXPECT_EQ(one.modified, from_ms(1'200'000'000'000));
  EXPECT_EQ(one.entities, 4U);
  EXPECT_EQ(one.line, 1U);
  const auto as_line = [](const announced_dataset& d) { return dataset_fact(d).dump() + "\n"; };
  EXPECT_EQ(read_datasets(as_line(one)).value().front(), one);
  EXPECT_EQ(read_datasets("{\"dataset\": " + dataset_fact(one).dump() + ", \"first\": 3}").value().front(),
            one);
  EXPECT_EQ(read_datasets("{\"dataset\": 3}").error().detail, "line 1: a dataset is an object");
  EXPECT_EQ((*read)[1].key, "#2");
  EXPECT_EQ((*read)[1].line, 3U);
}

TEST(dataset_lines, dates_are_those_of_the_calendar) {
  EXPECT_EQ(read_date("2008-01-10").value(), from_ms(1'199'923'200'000));
  for (const auto* text : {"", "2008-02-30", "2008-1-10", "2008-01-10 10:00:00", "2008-01-10T25:00:00",
                           "2008-01-10T10:00:00+01", "20080110"})
    EXPECT_FALSE(read_date(text)) << text;
}

}  // namespace laundromat
