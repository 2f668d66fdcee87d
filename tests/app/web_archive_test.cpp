// Web archives as input: of `wash`, and of an engine with a `file:` seed.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <nlohmann/json.hpp>

#include "app/terminal/exit_code.hpp"
#include "core/codec/compression/block_gzip.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/small_web.hpp"
#include "tests/net/raw_server.hpp"
#include "tests/places.hpp"
#include "tests/read_file.hpp"

namespace laundromat {
namespace {

std::string record(const std::string& type, const std::string& address, const std::string& block,
                   const std::string& content_type) {
  return "WARC/1.1\r\nWARC-Type: " + type + "\r\nWARC-Target-URI: " + address +
         "\r\nWARC-Date: 2024-02-03T04:05:06Z\r\nWARC-Record-ID: <urn:uuid:1>\r\nContent-Type: " +
         content_type + "\r\nContent-Length: " + std::to_string(block.size()) + "\r\n\r\n" + block +
         "\r\n\r\n";
}

std::string response(const std::string& address, const std::string& status, const std::string& type,
                     const std::string& body) {
  return record("response", address, "HTTP/1.1 " + status + "\r\nContent-Type: " + type + "\r\n\r\n" + body,
                "application/http; msgtype=response");
}

std::string gzip_member(const std::string& text) {
  string_sink out;
  block_gzip_sink packed{out};
  EXPECT_TRUE(packed.write(text));
  EXPECT_TRUE(packed.finish());
  return out.text;
}

class web_archive : public small_web {
 protected:
  web_archive() {
    std::ofstream{folder_.path() / "crawl.warc", std::ios::binary}
        << record("request", "http://a.example/x/one", "GET /x/one HTTP/1.1\r\n\r\n",
                  "application/http; msgtype=request")
        << response("http://a.example/x/one", "200 OK", "text/turtle; charset=iso-8859-1",
                    "<two> <#p> \"\xe9\" .\n")
        << response("http://a.example/missing", "404 Not Found", "text/html", "<p>no")
        << record("resource", "http://b.example/y", "{\"@id\": \"z\", \"http://b.example/p\": 1}",
                  "application/ld+json");
  }
  [[nodiscard]] std::string file() const { return (folder_.path() / "crawl.warc").string(); }
  [[nodiscard]] child_program shell(const std::string& script) const {
    return child_program{{"/bin/bash", "-c",
                          "cd '" + folder_.path().string() + "'; laundromat() { '" + program_path() +
                              "' \"$@\"; }; " + script}};
  }
};

TEST_F(web_archive, is_washed_with_the_address_type_and_charset_of_each_record) {
  auto washing = shell("laundromat wash crawl.warc 2>/dev/null; echo code $?");
  EXPECT_TRUE(washing.prints("code 0", 1, seconds{20})) << washing.output();
  const auto out = washing.output();
  EXPECT_NE(out.find("<http://a.example/x/two> <http://a.example/x/one#p> \"\xc3\xa9\" ."), out.npos) << out;
  EXPECT_NE(out.find("<http://b.example/z> <http://b.example/p> \"1\""), out.npos) << out;
  EXPECT_EQ(out.find("missing"), out.npos) << out;
}

TEST_F(web_archive, guess_lists_its_documents_however_it_is_packed) {
  auto guessing = shell(
      "gzip -k crawl.warc; for file in crawl.warc crawl.warc.gz; do laundromat guess $file | grep -c "
      "example; done; echo end");
  EXPECT_TRUE(guessing.prints("end", 1, seconds{20})) << guessing.output();
  EXPECT_NE(guessing.output().find("4\n4\n"), std::string::npos) << guessing.output();
}

TEST_F(web_archive, packed_in_any_way_gives_the_same_documents) {
  auto washing = shell(
      "gzip -k crawl.warc; xz -k crawl.warc; tar cf crawl.tar crawl.warc; for f in crawl.warc crawl.warc.gz "
      "crawl.warc.xz crawl.tar; do laundromat wash $f 2>/dev/null | sort | sha256sum; done | sort -u | wc "
      "-l; laundromat wash crawl.warc.gz >/dev/null; echo code $?");
  EXPECT_TRUE(washing.prints("code 0", 1, seconds{20})) << washing.output();
  EXPECT_EQ(washing.output().substr(0, 2), "1\n") << washing.output();
  EXPECT_NE(washing.output().find("warc_one_member"), std::string::npos) << "a note is no failure";
}

TEST_F(web_archive, is_crawled_as_a_file_seed) {
  std::ofstream{folder_.path() / "seeds.txt"} << "file://" << file() << '\n';
  write_campaign("files: {roots: [" + folder_.path().string() + "]}\n");
  child_program crawl{run("")};
  EXPECT_EQ(crawl.exit_code(), exit_ok) << crawl.output();
  EXPECT_EQ(tally_of(data())["entry parsed"], 2U) << crawl.output();
  EXPECT_EQ(tally_of(data())["entry depleted"], 1U);
  const auto tree = ask({"--data", data().string(), "show", "--tree", "file://" + file()}).out;
  const auto at = tree.find("download ");
  ASSERT_NE(at, tree.npos) << tree;
  const auto shown = ask({"--data", data().string(), "show", tree.substr(at + 9, 12)}).out;
  EXPECT_NE(shown.find("http_status"), std::string::npos) << shown;
  const auto shown_member =
      ask({"--data", data().string(), "show", "file://" + file() + "!/http://a.example/x/one"}).out;
  EXPECT_NE(shown_member.find("http://a.example/x/one"), std::string::npos) << shown_member;
}

/// A web archive elsewhere: records in gzip members of their own, and an index that names two of them.
class web_archive_elsewhere : public web_archive {
 protected:
  void serve_archive(const std::string& layout) {
    const auto web = folder_.path() / "web";
    std::filesystem::create_directories(web);
    const std::vector<std::pair<std::string, std::string>> records = {
        {"http://a.example/one", response("http://a.example/one", "200 OK", "text/turtle", "<x> <#p> 1 .\n")},
        {"http://a.example/other",
         response("http://a.example/other", "200 OK", "text/turtle", "<y> <#p> 2 .\n")},
        {"http://a.example/two",
         response("http://a.example/two", "200 OK", "text/turtle", "<z> <#p> 3 .\n")}};
    std::string index = " CDX N b a m s k r M S V g\n", archive;
    for (const auto& [uri, text] : records) {
      const auto member = gzip_member(text);
      if (uri != "http://a.example/other")
        index += "example,a)/ 20240203040506 " + uri + " text/turtle 200 - - - " +
                 std::to_string(member.size()) + ' ' + std::to_string(archive.size()) + " crawl.warc.gz\n";
      archive += member;
    }
    std::ofstream{web / "crawl.warc.gz", std::ios::binary} << archive;
    std::ofstream{web / "index.cdx"} << index;
    site_options options;
    options.root = web;
    options.media_types = usual_media_types();
    site_ = std::make_unique<site_server>(site_server::start(std::move(options)).value());
    std::ofstream{folder_.path() / "seeds.txt"} << site_->url("/index.cdx") << '\n';
    write_campaign("discovery: {follow: [archived]}\nraw: {layout: " + layout + "}\n");
  }
};

TEST_F(web_archive_elsewhere, gives_the_records_that_its_index_names_and_no_others_R201) {
  for (const std::string layout : {"warc", "files"}) {
    serve_archive(layout);
    child_program crawl{run("", "--once", layout)};
    EXPECT_EQ(crawl.exit_code(), exit_ok) << crawl.output();
    EXPECT_EQ(tally_of(data(layout))["entry parsed"], 2U) << crawl.output();
    const auto from = [&](std::vector<std::string> command) {
      command.insert(command.begin(), {"--data", data(layout).string()});
      return ask(command);
    };
    const auto all = from({"export", "--graphs", "own"}).out;
    EXPECT_NE(all.find("<http://a.example/x> <http://a.example/one#p>"), all.npos) << all;
    EXPECT_NE(all.find("<http://a.example/z> <http://a.example/two#p>"), all.npos) << all;
    EXPECT_EQ(all.find("http://a.example/y"), all.npos) << all;
    const auto seeds = from({"ls", "--seeds", "--json"}).out;
    EXPECT_NE(seeds.find("/crawl.warc.gz#bytes=0-"), seeds.npos) << seeds;
  }
}

TEST_F(web_archive_elsewhere, is_no_document_where_another_record_is_than_the_index_says_R203) {
  for (const std::string layout : {"warc", "files"}) {
    serve_archive(layout);
    std::string index = read_file(folder_.path() / "web" / "index.cdx");
    const std::string stated = "http://a.example/two text/turtle";
    index.replace(index.find(stated), stated.size(), "http://a.example/six text/turtle");
    std::ofstream{folder_.path() / "web" / "index.cdx"} << index;
    child_program crawl{run("", "--once", layout)};
    EXPECT_EQ(crawl.exit_code(), exit_some_failed) << crawl.output();
    EXPECT_EQ(tally_of(data(layout))["entry parsed"], 1U) << crawl.output();
    const auto all = ask({"--data", data(layout).string(), "export", "--graphs", "own"}).out;
    EXPECT_NE(all.find("http://a.example/one#p"), all.npos) << all;
    EXPECT_EQ(all.find("http://a.example/two#p"), all.npos) << all;
    const auto failed = ask({"--data", data(layout).string(), "ls", "--seeds"}).out;
    EXPECT_NE(failed.find("part_mismatch"), failed.npos) << failed;
  }
}

TEST_F(web_archive_elsewhere, is_not_downloaded_whole_from_a_server_that_ignores_the_range_R202) {
  test::raw_server server{[](const std::string& request) -> test::raw_reply {
    if (!request.starts_with("GET /crawl.warc.gz "))
      return {"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n", test::ending::keep_alive};
    return {"HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n", test::ending::stall,
            std::string(65'536, 'x'), 15'000};
  }};
  std::ofstream{folder_.path() / "seeds.txt"} << server.url("/crawl.warc.gz#bytes=500-899") << '\n';
  write_campaign("");
  child_program crawl{run("", "--once")};
  EXPECT_EQ(crawl.exit_code(), exit_some_failed) << crawl.output();
  const auto shown =
      ask({"--data", data().string(), "show", server.url("/crawl.warc.gz#bytes=500-899"), "--tree"});
  EXPECT_NE(shown.out.find("part_mismatch"), shown.out.npos) << shown.out;
  EXPECT_LT(server.repeated_bytes(), 64U << 20);
  const auto requests = server.requests();
  EXPECT_TRUE(std::ranges::any_of(
      requests, [](const std::string& one) { return one.find("Range: bytes=500-899\r\n") != one.npos; }));
}

}  // namespace
}  // namespace laundromat
