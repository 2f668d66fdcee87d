// Tests of what `verify` says about received bodies, and `cdx` about files that are no segments.
// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "app/terminal/exit_code.hpp"
#include "storage/warc/warc_place.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/small_web.hpp"
#include "tests/net/gzip_text.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

class verify_bodies : public small_web {
 protected:
  void crawl(const std::string& layout) {
    serve(6, 2'000);
    write_campaign("raw: {layout: " + layout + "}\n");
    ASSERT_EQ(child_program(run("")).exit_code(), exit_ok);
  }
  [[nodiscard]] answer verify(std::vector<std::string> options = {}) const {
    std::vector<std::string> all{"--data", data().string(), "verify"};
    all.insert(all.end(), options.begin(), options.end());
    return ask(all);
  }
  [[nodiscard]] nlohmann::json sums() const {
    const auto lines = verify({"--json"}).out;
    return nlohmann::json::parse(lines.substr(lines.rfind("{\"documents\"")));
  }
  [[nodiscard]] kept_body body_of(const std::string& uri) const {
    auto db = journal_of(data());
    const auto bodies = journal_reader{db}.kept_bodies_after(0, 100).value().bodies;
    for (const auto& one : bodies)
      if (db.entry(one.download)->uri == uri) return one;
    return {};
  }
  [[nodiscard]] fs::path segment() const {
    for (const auto& item : fs::directory_iterator{data() / "raw"})
      if (warc_serial_in(item.path().filename().string()) != 0) return item.path();
    return {};
  }
  static void flip(const fs::path& file, std::uint64_t at) {
    std::fstream f{file, std::ios::in | std::ios::out | std::ios::binary};
    f.seekg(static_cast<std::streamoff>(at));
    const auto byte = static_cast<char>(f.get() ^ 1);
    f.seekp(static_cast<std::streamoff>(at));
    f.put(byte);
  }
};

TEST_F(verify_bodies, files_are_read_and_a_damaged_one_is_named_with_its_document) {
  crawl("files");
  EXPECT_EQ(verify().code, exit_ok) << verify().out;
  EXPECT_GE(sums()["bodies"], 6);
  const auto body = body_of(site_->url("/2.nt"));
  flip(data() / "raw" / body.raw_path, 100);
  const auto damaged = verify();
  EXPECT_EQ(damaged.code, exit_some_failed);
  EXPECT_TRUE(holds(damaged, body.raw_path)) << damaged.out;
  EXPECT_TRUE(holds(damaged, "(download " + body.download.hex() + " of " + site_->url("/2.nt") + ")"))
      << damaged.out;
  EXPECT_NE(damaged.err.find("crawled again"), std::string::npos) << damaged.err;
  EXPECT_EQ(sums()["failed"], 1);
  fs::remove(data() / "raw" / body.raw_path);
  EXPECT_TRUE(holds(verify(), "is missing")) << verify().out;
  EXPECT_EQ(verify({"--without-raw"}).code, exit_ok);
}

TEST_F(verify_bodies, a_damaged_record_is_named_with_its_document) {
  crawl("warc");
  EXPECT_EQ(verify().code, exit_ok) << verify().out;
  EXPECT_TRUE(holds(verify(), " parts of documents, ")) << verify().out;
  const auto body = body_of(site_->url("/3.nt"));
  const auto place = warc_place_of(body.raw_path);
  ASSERT_TRUE(place);
  flip(segment(), place->offset_bytes + place->length_bytes / 2);
  const auto damaged = verify();
  EXPECT_EQ(damaged.code, exit_some_failed);
  EXPECT_TRUE(holds(damaged, "(download " + body.download.hex() + " of " + site_->url("/3.nt") + ")"))
      << damaged.out;
}

TEST_F(verify_bodies, those_of_a_missing_segment_are_counted_with_advice) {
  crawl("warc");
  const auto bodies = sums()["bodies"].get<std::uint64_t>();
  fs::remove(segment());
  const auto lost = verify();
  EXPECT_EQ(lost.code, exit_some_failed);
  EXPECT_TRUE(holds(lost, std::to_string(bodies) + " received bodies were in this missing segment"))
      << lost.out;
  EXPECT_TRUE(holds(lost, std::to_string(bodies) + " lost with missing segments")) << lost.out;
  EXPECT_NE(lost.err.find("back from a backup"), std::string::npos) << lost.err;
  EXPECT_EQ(sums()["lost_bodies"], bodies);
  EXPECT_EQ(sums()["failed"], 1);
}

TEST_F(verify_bodies, a_segment_that_is_set_aside_is_noted_and_is_not_unknown) {
  crawl("warc");
  const auto older = read_file(data() / "journal.sqlite");
  const auto extra = data() / "raw" / warc_file_name("test", from_ms(1'700'000'000'000), 900);
  fs::copy_file(segment(), extra);
  ASSERT_EQ(ask({"--data", data().string(), "add", "http://a.example/later"}).code, exit_ok);
  for (const auto* rest : {"-wal", "-shm"}) fs::remove((data() / "journal.sqlite").string() + rest);
  std::ofstream{data() / "journal.sqlite", std::ios::binary | std::ios::trunc} << older;
  const auto accepted = verify({"--accept-journal"});
  ASSERT_EQ(accepted.code, exit_ok) << accepted.out << accepted.err;
  EXPECT_TRUE(holds(accepted, extra.string() + ".set-aside: is not in this journal")) << accepted.out;
  EXPECT_FALSE(holds(accepted, "unknown  ")) << accepted.out;
  EXPECT_TRUE(holds(verify(), ".set-aside: was not in the journal")) << verify().out;
  fs::copy_file(segment(), extra);
  EXPECT_TRUE(holds(verify({"--accept-journal"}), "unknown  " + extra.string())) << "nothing to accept";
}

TEST_F(verify_bodies, cdx_says_that_records_share_a_gzip_member) {
  const auto file = folder_.path() / "one.warc.gz";
  const std::string body = "HTTP/1.1 200 OK\r\n\r\nx";
  const auto record = [&](const std::string& type) {
    return "WARC/1.0\r\nWARC-Type: " + type +
           "\r\nWARC-Target-URI: http://a.example/\r\nWARC-Date: 2026-01-01T00:00:00Z\r\nContent-Length: " +
           std::to_string(body.size()) + "\r\n\r\n" + body + "\r\n\r\n";
  };
  std::ofstream{file, std::ios::binary} << test::gzipped(record("warcinfo") + record("response"));
  const auto shared = ask({"cdx", file.string()});
  EXPECT_EQ(shared.code, exit_some_failed);
  EXPECT_NE(shared.err.find("has records that are not one gzip member each: `laundromat wash` reads it"),
            std::string::npos)
      << shared.err;
  std::ofstream{file, std::ios::binary | std::ios::trunc} << test::gzipped(record("warcinfo"))
                                                          << test::gzipped(record("response"));
  EXPECT_EQ(ask({"cdx", file.string()}).code, exit_ok);
}

}  // namespace
}  // namespace laundromat
