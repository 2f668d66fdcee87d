// Metadata of entries of all kinds.
// SPDX-License-Identifier: Apache-2.0
#include "core/metadata/describe_entry.hpp"

#include "core/metadata/error_class.hpp"
#include "core/rdf/model/hint.hpp"
#include "tests/core/metadata/metadata_checks.hpp"

namespace laundromat {
namespace {

entry_account washed_download() {
  entry_account known;
  known.seed.uri = "http://example.org/data.ttl.gz";
  known.seed.added = from_ms(1'200'000'000'000);
  auto& entry = known.entry;
  entry.hash = entry.root = md5("download");
  entry.current = status::parsed;
  entry.uri = known.seed.uri;
  entry.content.chain = {{layer_kind::gzip, 0}};
  entry.encoding = "UTF-8";
  entry.format = rdf_format::turtle;
  http_hop first, last;
  first.uri = entry.uri;
  first.status = "302";
  last.uri = "http://example.org/a b.ttl.gz";
  last.status = "200";
  last.version_major = last.version_minor = 1;
  last.begun = from_ms(1'200'000'001'250);
  last.headers = {{"content-type", "text/turtle"}, {"Content-Length", "77"}, {"Server", "caf\xE9"}};
  known.hops = {first, last};
  known.all_evidence = {{evidence_kind::encoding, "detector", "ASCII", 3, false, ""},
                        {evidence_kind::format, "content", "Turtle", 1, true, "@prefix"}};
  known.wire = content_meta{newline_style::none, 77, 70, 1, sha256("wire")};
  known.decoded = content_meta{newline_style::crlf, 200, 190, 9, sha256("decoded")};
  known.times = {{stage::fetch, from_ms(1'200'000'001'000), from_ms(1'200'000'002'000)},
                 {stage::parse, from_ms(1'200'000'003'000), from_ms(1'200'000'003'500)}};
  known.spans = {150, 40, 10};
  known.defect_counts = {{errc::syntax_error, 1}, {errc::missing_prefix, 2}};
  known.clean =
      clean_record{sha256("clean"), 5, 1, {}, 99, {}, {sha256("identity"), identity_kind::candidate}};
  known.base = "http://example.org/data.ttl";
  known.read = 7;
  known.duplicates = 2;
  return known;
}

nlohmann::json described(const entry_account& known) {
  const auto all = describe_entry(known);
  testing::check_description(all);
  return nlohmann::json::parse(to_json(all));
}

bool has(const entry_account& known, const std::string& part) {
  return to_nquads(describe_entry(known), "g:").find(part) != std::string::npos;
}

TEST(describe_entry, describes_the_crawl_of_a_document) {
  const auto fact = described(washed_download());
  EXPECT_EQ(fact["url"], "http://example.org/data.ttl.gz");
  EXPECT_EQ(fact["file_extension"], "gz");
  EXPECT_EQ(fact["http_status"], "200");
  EXPECT_EQ(fact["content_type"], "text/turtle");
  EXPECT_EQ(fact["content_length"], 77);
  EXPECT_EQ(fact["download_size"], 77);
  EXPECT_EQ(fact["uchardet"], "ASCII");
  EXPECT_EQ(fact["serialization_format"], "http://www.w3.org/ns/formats/Turtle");
  EXPECT_EQ(fact["start_clean"], "2008-01-10T21:20:03.000Z");
  EXPECT_EQ(fact["number_of_warnings"], 3);
  EXPECT_EQ(fact["clean_statements"], 5);
  EXPECT_EQ(fact["statements_type"], "quadruples");
  EXPECT_EQ(fact["base_iri"], "http://example.org/data.ttl");
  EXPECT_EQ(fact["identity"], sha256("identity").hex());
  EXPECT_EQ(fact["identity_kind"], "candidate");
  EXPECT_EQ(fact["http_replies"].size(), 2U);
  EXPECT_EQ(fact["http_replies"][1]["uri"], "http://example.org/a b.ttl.gz") << "not an IRI, so a text";
}

TEST(describe_entry, says_which_worker_node_had_the_body) {
  auto known = washed_download();
  EXPECT_FALSE(described(known).contains("body_at_node"));
  known.entry.content.raw_path = "node:noise@basement";
  EXPECT_EQ(described(known)["body_at_node"], "noise@basement");
}

TEST(describe_entry, writes_iris_as_iris_and_other_text_as_literals) {
  auto known = washed_download();
  const std::string used = "/download> <http://www.w3.org/ns/prov#used> ";
  for (const std::string iri : {"http://127.0.0.1:36651/a%20b.nt", "https://example.org/wäsche?q=ü#x",
                                "ftp://example.org/x", "file:///tmp/x.nt"}) {
    known.entry.uri = iri;
    EXPECT_TRUE(has(known, used + "<" + iri + ">")) << iri;
  }
  for (const std::string text : {"http://example.org/a b", "no scheme", "http://e.org/100%"}) {
    known.entry.uri = text;
    EXPECT_TRUE(has(known, used + "\"" + text + "\"")) << text;
  }
}

TEST(describe_entry, has_lists_with_an_end) {
  const auto id = "<https://lodlaundromat.org/id/" + md5("download").hex();
  const auto known = washed_download();
  EXPECT_TRUE(
      has(known, id + "> <https://lodlaundromat.org/def/http_replies> " + id + "/http_replies/list/1>"));
  EXPECT_TRUE(has(known, id + "/http_replies/list/1> <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> " +
                             id + "/http_replies/list/2>"));
  EXPECT_TRUE(has(known, id + "/http_replies/list/2> <http://www.w3.org/1999/02/22-rdf-syntax-ns#rest> "
                              "<http://www.w3.org/1999/02/22-rdf-syntax-ns#nil>"));
  EXPECT_FALSE(has(known, "#next>"));
}

TEST(describe_entry, chains_the_clean_document_to_its_source) {
  const auto known = washed_download();
  const auto id = "<https://lodlaundromat.org/id/" + md5("download").hex();
  const std::string made = " <http://www.w3.org/ns/prov#wasGeneratedBy> ",
                    used = " <http://www.w3.org/ns/prov#used> ";
  EXPECT_TRUE(
      has(known, "<https://lodlaundromat.org/id/" + sha256("clean").hex() + ">" + made + id + "/clean>"));
  EXPECT_TRUE(has(known, id + "/clean>" + used + id + "/unpacked>"));
  EXPECT_TRUE(has(known, id + "/unpacked>" + made + id + "/unpack>"));
  EXPECT_TRUE(has(known, id + "/unpack>" + used + id + "/downloaded>"));
  EXPECT_TRUE(has(known, id + "/downloaded>" + made + id + "/download>"));
  EXPECT_TRUE(has(known, id + "/download>" + used + "<http://example.org/data.ttl.gz>"));
}

TEST(describe_entry, says_when_and_by_what_each_step_was_done_Q84) {
  auto known = washed_download();
  known.version = "1.2.3";
  known.times = {{stage::fetch, from_ms(1'000), from_ms(2'000)},
                 {stage::unpack, from_ms(3'000), from_ms(4'000)}};
  const auto id = "<https://lodlaundromat.org/id/" + md5("download").hex();
  const std::string prov = "> <http://www.w3.org/ns/prov#";
  EXPECT_TRUE(has(known, id + "/download" + prov + "startedAtTime> \"1970-01-01T00:00:01"));
  EXPECT_TRUE(has(known, id + "/unpack" + prov + "endedAtTime> \"1970-01-01T00:00:04"));
  EXPECT_TRUE(has(known, id + "/clean" + prov + "endedAtTime> \"1970-01-01T00:00:04"))
      << "it was washed while it was unpacked";
  const std::string program = "<https://lodlaundromat.org/def/laundromat/1.2.3>";
  EXPECT_TRUE(has(known, id + "/clean" + prov + "wasAssociatedWith> " + program));
  EXPECT_TRUE(has(known, program + " <http://www.w3.org/2002/07/owl#versionInfo> \"1.2.3\""));
  EXPECT_TRUE(has(known, id + "/downloaded> <http://spdx.org/rdf/terms#checksum> "));
  known.version.clear();
  EXPECT_FALSE(has(known, "SoftwareAgent"));
}

TEST(describe_entry, gives_defects_the_classes_of_errors) {
  const auto known = washed_download();
  EXPECT_TRUE(has(known,
                  "/warning/missing_prefix> <http://www.w3.org/1999/02/22-rdf-syntax-ns#type> "
                  "<http://lodlaundromat.org/error/ontology/MissingTurtlePrefixDefinition>"));
  EXPECT_EQ(error_class_of(errc::http_status, rdf_format::unknown, "404").local, "4xxHttpError");
  EXPECT_EQ(error_class_of(errc::http_status, rdf_format::unknown, "ICY").local, "HttpError");
  EXPECT_EQ(error_class_of(errc::missing_dot, rdf_format::trig).local, "TurtleParserError");
  EXPECT_EQ(error_class_of(errc::out_of_memory).local, "Error");
}

TEST(describe_entry, uses_the_same_class_of_a_rule_as_the_ledger) {
  for (const auto& row : defect_hints()) {
    const auto known = alias_of(row.rule);
    EXPECT_TRUE(known.empty() || error_class_of(row.rule, rdf_format::turtle).local == known) << known;
  }
}

TEST(describe_entry, lists_the_members_of_an_archive) {
  entry_account known;
  known.entry.hash = md5("member");
  known.entry.root = md5("download");
  known.entry.parent = md5("archive");
  known.entry.current = status::depleted;
  known.entry.path = "dir/in\xFFner.zip";
  known.members = {{0, "a.nt", member_kind::file, 12, from_ms(1'200'000'000'000), 0644, errc::ok},
                   {1, "b", member_kind::symlink, 0, {}, 0777, errc::member_skipped}};
  entry_record child;
  child.hash = md5("child");
  known.children = {child};
  const auto fact = described(known);
  EXPECT_EQ(fact["path"], "dir/in\xEF\xBF\xBDner.zip");
  EXPECT_EQ(fact["archive"], "https://lodlaundromat.org/id/" + md5("archive").hex());
  EXPECT_EQ(fact["entries"].size(), 1U);
  EXPECT_EQ(fact["listing"].size(), 2U);
  EXPECT_EQ(fact["listing"][1]["skipped"], "member_skipped");
  EXPECT_EQ(fact["unpacked_size"], 12);
  EXPECT_TRUE(has(known, "<http://lodlaundromat.org/ontology/Archive>"));
  EXPECT_TRUE(has(known, "<http://lodlaundromat.org/ontology/ArchiveEntry>"));
}

TEST(describe_entry, describes_the_failure_of_a_download) {
  entry_account known;
  known.entry.hash = known.entry.root = md5("gone");
  known.entry.uri = "http://example.org/gone";
  known.entry.current = status::failed;
  known.entry.cause = errc::http_status;
  known.entry.detail = "410";
  http_hop hop;
  hop.uri = known.entry.uri;
  hop.status = "410";
  hop.error = errc::ok;
  known.hops = {hop};
  const auto fact = described(known);
  EXPECT_EQ(fact["exception"]["rule"], "http_status");
  EXPECT_FALSE(fact.contains("clean"));
  EXPECT_TRUE(has(known, "4xxHttpError"));
}

}  // namespace
}  // namespace laundromat
