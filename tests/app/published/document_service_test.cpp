// Tests of published documents, asked by a client over a socket.
// SPDX-License-Identifier: Apache-2.0
#include "app/published/document_service.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <random>

#include "app/campaign/campaign_file.hpp"
#include "app/terminal/exit_code.hpp"
#include "core/codec/compression/gzip.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/campaign_run.hpp"
#include "tests/app/data_of_run.hpp"
#include "tests/app/unpacked_text.hpp"
#include "tests/core/rdf/hdt/hdt_reading.hpp"
#include "tests/net/http/raw_client.hpp"
#include "tests/net/http/started_server.hpp"
#include "tests/places.hpp"
#include "tests/temporary_folder.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;
using test::get;
using test::raw_client;
using test::raw_response;
using test::unpacked;

constexpr std::string_view public_base = "https://data.example.org/lod/";

/// A server of the documents of a data folder.
struct served_documents_of {
  explicit served_documents_of(const fs::path& data)
      : service(data, public_base), server(test::started([this](const http_request& request) {
          return service.answer(request).value_or(http_response{404, {}, "not its own"});
        })) {}
  document_service service;
  http_server server;
};

/// Crawls a few documents once for all tests, which must not change the results.
class served_documents : public testing::Test {
 protected:
  static void SetUpTestSuite() {
    folder_ = std::make_unique<temporary_folder>();
    fs::create_directories(folder_->path() / "web");
    write("web/small.ttl",
          "@prefix ex: <http://ex.example/> .\n@prefix dct: <http://purl.org/dc/terms/> .\n"
          "<> dct:license <https://creativecommons.org/licenses/by/4.0/> .\n"
          "ex:a ex:n 01 ; ex:p \"<script>alert(1)</script>\"@en , <http://ex.example/a b> .\n");
    write("web/graphs.trig",
          "@prefix ex: <http://ex.example/> .\nex:a ex:p \"x\" .\nex:g { ex:a a ex:C . }\n");
    write("web/triples.ttl", "@prefix ex: <http://ex.example/> .\nex:a ex:p <<( ex:a ex:b \"c\" )>> .\n");
    write("web/empty.nt", "# nothing\n");
    write("web/large.nt", large_text());
    write(
        "campaign.yaml",
        "name: published\ncontact: {product: Test, url: \"https://example.org/\", mail: crawl@example.org}\n"
        "public_base: " +
            std::string{public_base} +
            "\nserve: {folder: web}\npoliteness:\n  own_hosts:\n    - {host: 127.0.0.1, delay_s: 0, "
            "connections: 4}\nseeds: [\"{serve}/small.ttl\", \"{serve}/graphs.trig\", "
            "\"{serve}/triples.ttl\", \"{serve}/empty.nt\", \"{serve}/large.nt\", \"{serve}/none.ttl\"]\n");
    auto campaign = load_campaign((folder_->path() / "campaign.yaml").string());
    ASSERT_TRUE(campaign);
    campaign->data = data().string();
    ASSERT_EQ(run_to_the_end(*campaign), exit_some_failed);
  }
  static void TearDownTestSuite() { folder_.reset(); }

  static void write(const std::string& file, const std::string& text) {
    std::ofstream{folder_->path() / file} << text;
  }
  static fs::path data() { return folder_->path() / "data"; }
  /// Longer than a segment takes, and than what is answered as one text; several blocks.
  static std::string large_text() {
    std::mt19937_64 random{30};
    std::string text;
    while (text.size() < (std::size_t{4} << 20))
      text += "<http://a.example/" + std::to_string(random()) + "> <http://a.example/p> \"" +
              std::to_string(random()) + "\" .\n";
    return text;
  }
  static nlohmann::json document(const std::string& name) {
    const auto listed = ask({"--data", data().string(), "ls", "--all", "--json"});
    std::istringstream lines{listed.out};
    for (std::string line; std::getline(lines, line);)
      if (auto fact = nlohmann::json::parse(line); std::string{fact["uri"]}.ends_with(name)) return fact;
    ADD_FAILURE() << "no document " << name << " in " << listed.out << listed.err;
    return {};
  }
  static std::string clean(const std::string& name) { return document(name)["clean"]; }
  static std::string entry(const std::string& name) { return document(name)["entry"]; }
  static std::string lines(const std::string& name) {
    return ask({"--data", data().string(), "cat", clean(name)}).out;
  }

  raw_response fetch(const std::string& path, const std::string& fields = "") {
    return raw_client{server_.port()}.ask(get(path, fields));
  }
  raw_response head(const std::string& path, const std::string& fields = "") {
    raw_client client{server_.port()};
    client.send("HEAD " + path + " HTTP/1.1\r\nHost: localhost\r\n" + fields + "\r\n");
    return client.read(true);
  }

  static inline std::unique_ptr<temporary_folder> folder_;
  served_documents_of served_{data()};
  http_server& server_ = served_.server;
};

constexpr auto gzip_taken = "Accept-Encoding: gzip\r\n";

TEST_F(served_documents, come_with_the_bytes_of_the_store_or_unpacked_S01_S02) {
  for (const auto* name : {"small.ttl", "graphs.trig", "large.nt"}) {
    const auto path = "/lod/id/" + clean(name);
    const auto text = lines(name);
    const auto plain = fetch(path, "Accept: application/n-quads\r\n");
    EXPECT_EQ(plain.status, 200) << name << plain.body.substr(0, 200);
    EXPECT_EQ(plain.field("content-type"), "application/n-quads");
    EXPECT_EQ(plain.field("content-length"), std::to_string(text.size()));
    EXPECT_TRUE(plain.is_whole && plain.body == text) << name;
    const auto packed = fetch(path, gzip_taken);
    EXPECT_EQ(packed.field("content-encoding"), "gzip");
    EXPECT_EQ(packed.field("vary"), "Accept, Accept-Encoding");
    EXPECT_EQ(unpacked(packed.body), text) << name;
    EXPECT_NE(packed.field("etag"), plain.field("etag"));
    const auto file = fetch(path + ".nq.gz");
    EXPECT_EQ(file.body, packed.body);
    EXPECT_EQ(file.field("content-encoding"), "");
    EXPECT_EQ(file.field("content-type"), "application/gzip");
  }
}

TEST_F(served_documents, come_in_the_form_that_the_client_wants_S03) {
  const auto path = "/id/" + clean("small.ttl");
  const std::vector<std::pair<std::string, std::string>> forms{
      {"nq", "application/n-quads"}, {"nt", "application/n-triples"},   {"ttl", "text/turtle"},
      {"trig", "application/trig"},  {"jsonld", "application/ld+json"}, {"html", "text/html"}};
  for (const auto& [extension, media_type] : forms) {
    const auto asked = fetch(path, "Accept: " + media_type + "\r\n"), named = fetch(path + '.' + extension);
    for (const auto& answer : {asked, named}) {
      EXPECT_EQ(answer.status, 200) << extension << answer.body;
      EXPECT_TRUE(answer.field("content-type").starts_with(media_type)) << extension;
    }
    EXPECT_EQ(asked.body, named.body) << extension;
    const auto packed = fetch(path + '.' + extension, gzip_taken);
    EXPECT_EQ(packed.field("content-encoding") == "gzip" ? unpacked(packed.body) : packed.body, named.body)
        << extension;
  }
  EXPECT_EQ(fetch(path, "Accept: text/turtle;version=1.2, text/turtle\r\n").field("content-type"),
            "text/turtle;charset=utf-8");
  EXPECT_EQ(fetch(path, "Accept: text/html,application/xhtml+xml;q=0.9,*/*;q=0.8\r\n").field("content-type"),
            "text/html;charset=utf-8");
  EXPECT_NE(fetch(path + ".ttl").body.find("@prefix ex: <http://ex.example/>"), std::string::npos);
}

TEST_F(served_documents, are_converted_while_they_are_sent_S04) {
  const auto path = "/id/" + clean("large.nt");
  for (const auto* extension : {"ttl", "trig", "jsonld"}) {
    const auto plain = fetch(path + '.' + extension), packed = fetch(path + '.' + extension, gzip_taken);
    EXPECT_EQ(plain.status, 200);
    EXPECT_TRUE(plain.is_whole && packed.is_whole) << extension;
    EXPECT_EQ(unpacked(packed.body), plain.body) << extension;
    const auto format = std::string{extension} == "jsonld" ? "json-ld" : extension;
    EXPECT_EQ(plain.body, ask({"--data", data().string(), "cat", clean("large.nt"), "--format", format}).out);
  }
}

TEST_F(served_documents, have_only_forms_that_can_say_all_S03) {
  const auto graphs = "/id/" + clean("graphs.trig"), triples = "/id/" + clean("triples.ttl");
  for (const auto& answer : {fetch(graphs, "Accept: text/turtle\r\n"), fetch(graphs + ".nt")}) {
    EXPECT_EQ(answer.status, 406);
    EXPECT_NE(answer.body.find("application/trig (.trig)"), std::string::npos) << answer.body;
    EXPECT_EQ(answer.body.find(".ttl"), std::string::npos) << answer.body;
  }
  EXPECT_EQ(fetch(graphs, "Accept: text/turtle, application/trig;q=0.1\r\n").field("content-type"),
            "application/trig");
  const auto json = fetch(triples, "Accept: application/ld+json\r\n");
  EXPECT_EQ(json.status, 406);
  EXPECT_NE(json.body.find("triple terms"), std::string::npos) << json.body;
  EXPECT_EQ(fetch(triples, "Accept: application/ld+json, text/turtle;q=0.1\r\n").field("content-type"),
            "text/turtle;charset=utf-8");
  EXPECT_EQ(fetch(graphs + ".xyz").status, 404);
}

TEST_F(served_documents, come_as_HDT_Q65) {
  for (const auto* name : {"small.ttl", "large.nt", "empty.nt"}) {
    const auto path = "/id/" + clean(name);
    const auto hdt = fetch(path + ".hdt");
    EXPECT_EQ(hdt.status, 200) << name << hdt.body;
    EXPECT_EQ(hdt.field("content-type"), "application/vnd.hdt");
    EXPECT_TRUE(ask({"--data", data().string(), "cat", clean(name), "--format", "hdt"}).out == hdt.body);
    EXPECT_EQ(fetch(path + ".hdt", "If-None-Match: " + hdt.field("etag") + "\r\n").status, 304);
    const auto text = lines(name);
    EXPECT_EQ(hdt_reading{hdt.body}.read().triples.size(),
              static_cast<std::size_t>(std::ranges::count(text, '\n')));
  }
  for (const auto& [name, why] :
       {std::pair{"graphs.trig", "named graphs"}, {"triples.ttl", "triple terms"}}) {
    const auto refused = fetch("/id/" + clean(name), "Accept: application/vnd.hdt\r\n");
    EXPECT_EQ(refused.status, 406);
    EXPECT_NE(refused.body.find(why), std::string::npos) << refused.body;
    const auto cat = ask({"--data", data().string(), "cat", clean(name), "--format", "hdt"});
    EXPECT_NE(cat.code, exit_ok);
    EXPECT_EQ(cat.out, "");
    EXPECT_NE(cat.err.find(why), std::string::npos) << cat.err;
    EXPECT_NE(cat.err.find("write --format n-quads"), std::string::npos) << cat.err;
  }
}

TEST_F(served_documents, come_in_parts_that_make_the_whole_S05) {
  for (const auto* name : {"small.ttl", "large.nt"})
    for (const std::string coding : {"", gzip_taken}) {
      const auto path = "/id/" + clean(name);
      const auto whole = fetch(path, coding);
      const auto size = whole.body.size();
      std::string joined;
      for (std::size_t begin = 0; begin < size;) {
        const auto end = std::min(size, begin + size / 3 + 1) - 1;
        const auto part = fetch(path, coding + "If-Range: " + whole.field("etag") + "\r\nRange: bytes=" +
                                          std::to_string(begin) + '-' + std::to_string(end) + "\r\n");
        ASSERT_EQ(part.status, 206) << name << part.body.substr(0, 200);
        EXPECT_EQ(part.field("content-range"),
                  "bytes " + std::to_string(begin) + '-' + std::to_string(end) + '/' + std::to_string(size));
        joined += part.body;
        begin = end + 1;
      }
      EXPECT_TRUE(joined == whole.body) << name << coding;
      EXPECT_EQ(fetch(path, coding + "Range: bytes=-5\r\n").body, whole.body.substr(size - 5));
      const auto beyond = fetch(path, coding + "Range: bytes=" + std::to_string(size) + "-\r\n");
      EXPECT_EQ(beyond.status, 416);
      EXPECT_EQ(beyond.field("content-range"), "bytes */" + std::to_string(size));
      EXPECT_EQ(fetch(path, coding + "If-Range: \"other\"\r\nRange: bytes=0-1\r\n").status, 200);
    }
  EXPECT_EQ(fetch("/id/" + clean("small.ttl") + ".ttl", "Range: bytes=0-1\r\n").status, 200);
}

TEST_F(served_documents, obey_conditions_and_head_S06) {
  const auto id = "/id/" + clean("large.nt");
  for (const auto& path : {id, id + ".ttl", id + ".html", id + ".nq.gz", id + "/metadata",
                           "/id/" + entry("small.ttl") + "/ledger"})
    for (const std::string coding : {"", gzip_taken}) {
      const auto there = fetch(path, coding), headed = head(path, coding);
      EXPECT_EQ(headed.status, 200) << path;
      EXPECT_TRUE(headed.body.empty());
      for (const auto* field : {"etag", "content-type", "vary", "content-encoding", "last-modified", "link"})
        EXPECT_EQ(headed.field(field), there.field(field)) << path << ' ' << field;
      const auto length = headed.field("content-length");
      EXPECT_TRUE(length.empty() || length == std::to_string(there.body.size())) << path << ' ' << length;
      const auto known = fetch(path, coding + "If-None-Match: " + there.field("etag") + "\r\n");
      EXPECT_EQ(known.status, 304) << path;
      EXPECT_EQ(known.field("etag"), there.field("etag"));
      EXPECT_EQ(fetch(path, coding + "If-Match: \"other\"\r\n").status, 412) << path;
    }
  const auto modified = fetch(id).field("last-modified");
  EXPECT_EQ(fetch(id, "If-Modified-Since: " + modified + "\r\n").status, 304);
  EXPECT_EQ(fetch(id, "If-Unmodified-Since: Mon, 01 Jan 2001 00:00:00 GMT\r\n").status, 412);
  EXPECT_EQ(raw_client{server_.port()}.ask("DELETE " + id + " HTTP/1.1\r\nHost: localhost\r\n\r\n").status,
            405);
  EXPECT_EQ(raw_client{server_.port()}.ask("OPTIONS " + id + " HTTP/1.1\r\nHost: localhost\r\n\r\n").status,
            204);
}

TEST_F(served_documents, are_found_by_their_entries_and_by_what_describes_them_S01_S07) {
  const auto small = clean("small.ttl"), from = entry("small.ttl");
  EXPECT_EQ(fetch("/lod/id/" + from).status, 303);
  EXPECT_EQ(fetch("/lod/id/" + from).field("location"), "../id/" + small);
  EXPECT_EQ(fetch("/id/" + from + ".ttl").field("location"), "../id/" + small + ".ttl");
  EXPECT_EQ(fetch("/id/" + from + "/warning/bad_iri").field("location"), "../../../id/" + from + "/metadata");
  EXPECT_EQ(fetch("/id/" + small + "/distribution").field("location"), "../../id/" + small + "/metadata");
  EXPECT_EQ(fetch("/id/" + small + "/ledger").field("location"), "../../id/" + from + "/ledger");
  const auto failed = entry("none.ttl");
  EXPECT_EQ(fetch("/id/" + failed).field("location"), "../id/" + failed + "/metadata");
  EXPECT_EQ(fetch("/id/" + failed + ".nq").status, 404);
  EXPECT_EQ(fetch("/catalogue/data/" + small.substr(0, 2) + '/' + small + "/data.nq.gz").field("location"),
            "../../../../id/" + small + ".nq.gz");
  EXPECT_EQ(fetch("/graph/meta").status, 303);
  const auto links = fetch("/id/" + small).field("link");
  EXPECT_TRUE(links.starts_with('<' + std::string{public_base} + "id/" + small +
                                ">; rel=\"canonical\", <../id/" + small + "/metadata>; rel=\"describedby\""))
      << links;
  EXPECT_NE(links.find("<../id/" + small + ".ttl>; rel=\"alternate\"; type=\"text/turtle\""), links.npos);
  EXPECT_NE(links.find("<https://creativecommons.org/licenses/by/4.0/>; rel=\"license\""), links.npos);
}

TEST_F(served_documents, have_their_metadata_and_ledgers_beside_S07) {
  const auto from = entry("small.ttl");
  for (const auto& id : {clean("small.ttl"), clean("large.nt"), from, entry("none.ttl")}) {
    const auto path = "/id/" + id + "/metadata";
    const auto shown = [&](const std::string& format) {
      return ask({"--data", data().string(), "show", id, "--format", format}).out;
    };
    EXPECT_EQ(fetch(path + ".nq").body, shown("nq"));
    EXPECT_EQ(fetch(path, "Accept: text/turtle\r\n").body, shown("ttl"));
    EXPECT_EQ(fetch(path, "Accept: application/json\r\n").body, shown("json"));
    EXPECT_NE(fetch(path + ".nq").body.find('<' + std::string{public_base} + "id/" + id + "> "),
              std::string::npos);
    EXPECT_TRUE(nlohmann::json::accept(fetch(path + ".jsonld").body));
    EXPECT_EQ(fetch(path + ".rdf").status, 404);
    EXPECT_EQ(fetch(path, "Accept: image/png\r\n").status, 406);
  }
  const auto ledger = fetch("/id/" + from + "/ledger");
  EXPECT_EQ(ledger.status, 200);
  EXPECT_NE(ledger.body.find("https://lodlaundromat.org/rule/"), std::string::npos) << ledger.body;
  EXPECT_EQ(unpacked(fetch("/id/" + from + "/ledger.nq", gzip_taken).body), ledger.body);
  EXPECT_EQ(fetch("/id/" + entry("graphs.trig") + "/ledger").status, 404);
}

TEST_F(served_documents, have_the_addresses_of_LOD_Laundromat_S08) {
  const auto small = clean("small.ttl"), from = entry("small.ttl");
  const auto answer = fetch('/' + from, "Accept: application/n-triples\r\n");
  EXPECT_EQ(answer.status, 200) << answer.body;
  EXPECT_EQ(answer.body, lines("small.ttl"));
  EXPECT_EQ(answer.field("content-location"), "./id/" + small + ".nt");
  EXPECT_EQ(fetch("/resource/" + from).field("location"), "../id/" + small);
  const auto hdt = fetch('/' + from + "?type=hdt");
  EXPECT_EQ(hdt.status, 200);
  EXPECT_EQ(hdt.field("content-type"), "application/vnd.hdt");
  EXPECT_EQ(hdt.field("content-location"), "./id/" + small + ".hdt");
  EXPECT_EQ(fetch('/' + entry("none.ttl")).status, 404);
  const std::string uri = document("small.ttl")["uri"];
  const auto seed = nlohmann::json::parse(ask({"normalize", "--json", uri}).out);
  EXPECT_EQ(fetch('/' + std::string{seed["hash"]}).body, lines("small.ttl"));
}

TEST_F(served_documents, without_statements_are_empty_S02) {
  const auto path = "/id/" + clean("empty.nt");
  EXPECT_EQ(fetch(path).status, 200);
  EXPECT_EQ(fetch(path).body, "");
  EXPECT_EQ(fetch(path, gzip_taken).body, "");
  EXPECT_EQ(fetch(path + ".jsonld").body, "[]\n");
  EXPECT_EQ(fetch(path + ".html").status, 200);
}

TEST_F(served_documents, have_a_page_that_runs_nothing_of_strangers_S10) {
  const auto page = fetch("/id/" + clean("small.ttl") + ".html");
  EXPECT_EQ(page.status, 200);
  EXPECT_TRUE(page.field("content-security-policy").starts_with("default-src 'none'"));
  EXPECT_EQ(page.field("x-content-type-options"), "nosniff");
  EXPECT_EQ(page.body.find("<script"), std::string::npos);
  for (const auto* part :
       {"small.ttl</a>", "<td><code>", "creativecommons.org/licenses/by/4.0/", ".jsonld\">", "/ledger\">"})
    EXPECT_NE(page.body.find(part), std::string::npos) << part << " in " << page.body;
}

TEST_F(served_documents, that_nobody_knows_are_404_and_hostile_paths_nobodys_S09) {
  for (const auto& path :
       {"/id/" + std::string(64, '0'), "/id/" + std::string(32, '0'), '/' + std::string(32, '0'),
        "/id/" + clean("small.ttl").substr(0, 32), "/id/" + std::string(64, '0') + "/metadata"}) {
    const auto answer = fetch(path);
    EXPECT_EQ(answer.status, 404) << path;
    EXPECT_EQ(answer.field("content-type"), "application/problem+json");
  }
  for (const std::string path : {"/id/../../etc/passwd", "/id/", "/id/%2e%2e/", "/id/..%2f..%2fetc%2fpasswd",
                                 "/catalogue/data/../../journal.sqlite", "/id/zz"})
    EXPECT_EQ(fetch(path).body, "not its own") << path;
}

TEST_F(served_documents, that_were_taken_down_are_gone_S09) {
  const auto copy = folder_->path() / "copy";
  fs::copy(data(), copy, fs::copy_options::recursive);
  const served_documents_of from_copy{copy};
  const auto fetch = [&](const std::string& path) {
    return raw_client{from_copy.server.port()}.ask(get(path));
  };
  const auto small = clean("small.ttl"), from = entry("small.ttl");
  ASSERT_EQ(fetch("/id/" + small).status, 200);
  const std::string uri = document("small.ttl")["uri"];
  const auto done = ask({"--data", copy.string(), "exclude", "--remove", "--reason", "a mail", uri + '$'});
  ASSERT_EQ(done.code, exit_ok) << done.out << done.err;
  for (const auto& path : {"/id/" + small, "/id/" + small + ".ttl", "/id/" + small + "/metadata",
                           "/id/" + from + "/metadata", "/id/" + from + "/ledger", '/' + from}) {
    const auto answer = fetch(path);
    EXPECT_EQ(answer.status, 410) << path << answer.body;
    EXPECT_NE(answer.body.find("taken down"), std::string::npos) << answer.body;
  }
  EXPECT_EQ(fetch("/id/" + clean("large.nt")).status, 200);
}

}  // namespace
}  // namespace laundromat
