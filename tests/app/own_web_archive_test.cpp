// What a campaign wrote into its WARC segments, laundered again, gives the same clean documents.
// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>
#include <set>

#include "app/terminal/exit_code.hpp"
#include "storage/warc/warc_place.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/small_web.hpp"
#include "tests/net/gzip_text.hpp"
#include "tests/net/raw_server.hpp"
#include "tests/places.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;
using digests = std::set<std::string>;

/// A plain tar with regular files.
std::string tar_of(const std::map<std::string, std::string>& files) {
  std::string out;
  for (const auto& [name, text] : files) {
    std::string head(512, '\0');
    const auto put = [&head](std::size_t at, const std::string& value) {
      head.replace(at, value.size(), value);
    };
    std::array<char, 12> size{};
    std::snprintf(size.data(), size.size(), "%011zo", text.size());
    put(0, name);
    put(100, "0000644");
    put(124, size.data());
    put(136, "00000000000");
    put(148, "        ");
    put(156, "0");
    put(257, "ustar");
    put(263, "00");
    unsigned sum = 0;
    for (const unsigned char c : head) sum += c;
    std::array<char, 8> digits{};
    std::snprintf(digits.data(), digits.size(), "%06o", sum);
    put(148, digits.data());
    out += head + text + std::string((512 - text.size() % 512) % 512, '\0');
  }
  return out + std::string(1024, '\0');
}

std::string in_chunks(const std::string& text) {
  std::string out;
  for (std::size_t at = 0; at < text.size(); at += 700) {
    const auto part = text.substr(at, 700);
    std::array<char, 16> size{};
    std::snprintf(size.data(), size.size(), "%zx\r\n", part.size());
    out += size.data() + part + "\r\n";
  }
  return out + "0\r\n\r\n";
}

/// An answer with a length, and these fields.
std::string answer_of(const std::string& fields, const std::string& body,
                      const std::string& status = "200 OK") {
  return "HTTP/1.1 " + status + "\r\nConnection: close\r\n" + fields +
         "Content-Length: " + std::to_string(body.size()) + "\r\n\r\n" + body;
}

std::string chunked_answer(const std::string& fields, const std::string& body) {
  return "HTTP/1.1 200 OK\r\nConnection: close\r\n" + fields + "Transfer-Encoding: chunked\r\n\r\n" +
         in_chunks(body);
}

/// A site with documents of all kinds, and with addresses that have none.
class own_web_archive : public small_web {
 protected:
  own_web_archive() {
    const std::string turtle = "Content-Type: text/turtle\r\n";
    const auto repeated = relative_turtle(40);
    const auto packed = [](const std::string& text) { return test::gzipped(text); };
    site_documents_ = {
        {"/plain.ttl", answer_of(turtle, repeated)},
        {"/copy/plain.ttl", answer_of(turtle, repeated)},
        {"/again/plain.ttl", chunked_answer(turtle, repeated)},
        {"/encoded/plain.ttl", answer_of(turtle + "Content-Encoding: gzip\r\n", packed(repeated))},
        {"/encoded/again.ttl", answer_of(turtle + "Content-Encoding: gzip\r\n", packed(repeated))},
        {"/encoded.nt", answer_of("Content-Encoding: gzip\r\n", packed(statements(3'000, 1)))},
        {"/deflated.nt", answer_of("Content-Encoding: deflate\r\n", test::deflated(statements(3'000, 2)))},
        {"/deflated-again.nt",
         answer_of("Content-Encoding: deflate\r\n", test::deflated(statements(3'000, 2)))},
        {"/encoded-twice.nt",
         answer_of("Content-Encoding: deflate, gzip\r\n", packed(test::deflated(statements(3'000, 13))))},
        {"/chunked.nt", chunked_answer("", statements(3'000, 3))},
        {"/chunked-encoded.nt", chunked_answer("Content-Encoding: gzip\r\n", packed(statements(3'000, 4)))},
        {"/not-encoded.nt", answer_of("Content-Encoding: gzip\r\n", statements(3'000, 5))},
        {"/packed.nt.gz", answer_of("Content-Type: application/gzip\r\n", packed(statements(3'000, 6)))},
        {"/packed-and-encoded.nt.gz",
         answer_of("Content-Encoding: gzip\r\n", packed(packed(statements(3'000, 7))))},
        {"/torn.nt.gz", answer_of("", packed(statements(9'000, 8)).substr(0, 3'000))},
        {"/latin1.ttl",
         answer_of("Content-Type: text/turtle; charset=iso-8859-1\r\n", "<a> <b> \"caf\xe9\" .\n")},
        {"/page.html",
         answer_of("Content-Type: text/html\r\n",
                   "<html><body about='#me'><p property='http://a.example/name'>M</p></body></html>")},
        {"/data.jsonld", answer_of("Content-Type: application/ld+json\r\n",
                                   "{\"@id\": \"one\", \"http://a.example/p\": {\"@value\": 1}}")},
        {"/damaged.nt", answer_of("", "<http://a.example/s> <http://a.example/p> .\n" + statements(500, 9))},
        {"/moved", answer_of("Location: /there/new.ttl\r\n", "moved", "302 Found")},
        {"/moved.tar", answer_of("Location: /there/new.tar\r\n", "moved", "301 Moved Permanently")},
        {"/there/new.tar", answer_of("", tar_of({{"one.ttl", "<a> <b> <e> .\n"}}))},
        {"/there/new.ttl", answer_of(turtle, "<a> <b> <c> .\n")},
        {"/large.nt", answer_of("", statements(2'500'000, 10))},
        {"/large-chunked.nt", chunked_answer("", statements(1'500'000, 11))},
        {"/attic.tar", answer_of("", tar_of({{"one.ttl", "<a> <b> <c> .\n"},
                                             {"two/two.ttl", repeated},
                                             {"three.nt.gz", packed(statements(500, 12))}}))},
        {"/attic.tar.gz",
         answer_of("", packed(tar_of({{"one.ttl", "<a> <b> <d> .\n"}, {"four.ttl", repeated}})))},
        {"/empty.nt", answer_of("", "")},
        {"/text", answer_of("Content-Type: text/plain\r\n", "no RDF at all")},
        {"/missing", answer_of(turtle, "<a> <b> <missing> .\n", "404 Not Found")},
        {"/broken", answer_of(turtle, "<a> <b> <broken> .\n", "500 Oops")},
        {"/part", answer_of(turtle, "<a> <b> <part> .\n", "206 Partial Content")},
        {"/cut.nt", "HTTP/1.1 200 OK\r\nContent-Length: 90000\r\n\r\n" + statements(3'000, 14)},
        {"/silent", ""},
        {"/robots.txt", answer_of("Content-Type: text/plain\r\n", "User-agent: *\nDisallow: /forbidden\n")},
        {"/forbidden", answer_of(turtle, "<a> <b> <forbidden> .\n")},
    };
    server_ = std::make_unique<test::raw_server>([this](const std::string& request) {
      const auto from = request.find(' ') + 1;
      const auto found = site_documents_.find(request.substr(from, request.find(' ', from) - from));
      return test::raw_reply{found == site_documents_.end() ? answer_of("", "", "404 Not Found")
                                                            : found->second};
    });
  }

  static std::string relative_turtle(int rows) {
    std::string out;
    for (int i = 0; i < rows; ++i)
      out +=
          "<s" + std::to_string(i) + "> <http://a.example/p> <../o>, \"" + std::to_string(i * i) + "\" .\n";
    return out;
  }
  void crawl(const std::string& data, const std::vector<std::string>& seeds, const std::string& more = "") {
    std::ofstream file{folder_.path() / "seeds.txt"};
    for (const auto& seed : seeds) file << seed << '\n';
    file.close();
    std::ofstream{campaign()}
        << "name: test\n"
           "contact: {product: Test, url: https://example.org/, mail: crawl@example.org}\n"
           "seed_files: [seeds.txt]\n"
           "network: {allow: [127.0.0.1], retries_s: []}\n"
           "politeness: {own_hosts: [{host: 127.0.0.1, delay_s: 0, connections: 4}]}\n"
        << "files: {roots: [" << folder_.path().string() << "]}\n"
        << more;
    child_program run_of{run("", "--once", data)};
    EXPECT_TRUE(run_of.exit_code(seconds{300}).has_value()) << run_of.output();
  }
  void crawl_site(const std::string& more = "") {
    std::vector<std::string> seeds;
    for (const auto& [path, answer] : site_documents_)
      if (path != "/robots.txt" && !path.starts_with("/there/")) seeds.push_back(server_->url(path));
    crawl("first", seeds, more);
  }
  [[nodiscard]] digests documents_of(const std::string& name) const {
    digests out;
    auto db = journal_of(data(name));
    const auto kept = journal_reader{db}.kept_documents(1'000).value();
    for (const auto& one : kept) out.insert(one.clean.hash.hex());
    return out;
  }
  [[nodiscard]] std::vector<std::string> segments_of(const std::string& name) const {
    std::vector<std::string> out;
    for (const auto& file : fs::directory_iterator{data(name) / "raw"})
      if (warc_serial_in(file.path().filename().string()) != 0) out.push_back(file.path().string());
    std::ranges::sort(out);
    return out;
  }
  [[nodiscard]] std::uintmax_t bytes_of_segments(const std::string& name) const {
    std::uintmax_t sum = 0;
    for (const auto& file : segments_of(name)) sum += fs::file_size(file);
    return sum;
  }
  struct results {
    digests whole, cut;
  };
  [[nodiscard]] results washed(const std::vector<std::string>& files) const {
    std::vector<std::string> command{"wash", "-o", (folder_.path() / "washed").string(), "--json"};
    command.insert(command.end(), files.begin(), files.end());
    command.insert(command.begin(), program_path());
    child_program washing{command};
    EXPECT_TRUE(washing.exit_code(seconds{300}));
    results out;
    std::istringstream lines{washing.output()};
    for (std::string line; std::getline(lines, line);) {
      const auto fact = nlohmann::json::parse(line, nullptr, false);
      if (!fact.contains("digest")) continue;
      const bool is_cut = fact["defect_counts"].contains("warc_record_truncated");
      (is_cut ? out.cut : out.whole).insert(fact["digest"].get<std::string>());
    }
    return out;
  }

  std::map<std::string, std::string> site_documents_;
  std::unique_ptr<test::raw_server> server_;
};

/// What one set has and the other has not.
std::string difference(const digests& found, const digests& expected) {
  std::string out;
  for (const auto& one : found)
    if (!expected.contains(one)) out += "+ " + one + "\n";
  for (const auto& one : expected)
    if (!found.contains(one)) out += "- " + one + "\n";
  return out;
}

TEST_F(own_web_archive, laundered_again_gives_the_same_documents) {
  crawl_site();
  const auto files = segments_of("first");
  EXPECT_EQ(files.size(), 3U);
  const auto again = washed(files);
  EXPECT_EQ(again.cut.size(), 1U);
  auto documents = documents_of("first");
  EXPECT_EQ(difference(again.whole, documents), "");
  documents.insert(again.cut.begin(),
                   again.cut.end());  // a web archive keeps what a download that failed has received
  std::vector<std::string> seeds;
  for (const auto& file : files) seeds.push_back("file://" + file);
  crawl("second", seeds);
  EXPECT_EQ(difference(documents_of("second"), documents), "");
  const auto within = washed(segments_of("second"));
  EXPECT_EQ(difference(within.whole, documents_of("first")), "");
  EXPECT_EQ(within.cut, again.cut);
}

TEST_F(own_web_archive, bodies_that_the_journal_knows_are_revisits_in_the_next_run) {
  const std::string seldom = "disk: {segment_kib: 4}\n",
                    often = seldom + "interval_s: 1\nrevisit: {conditional: false}\n";
  const std::vector<std::string> seeds{server_->url("/plain.ttl"), server_->url("/encoded.nt"),
                                       server_->url("/large.nt")};
  crawl("first", seeds, often);
  const auto documents = documents_of("first");
  const auto bytes = bytes_of_segments("first");
  child_program again{run("", "", "first")};
  EXPECT_TRUE(again.prints("parsed ", 6, seconds{300})) << again.output();
  again.signal(SIGTERM);
  (void)again.exit_code();
  EXPECT_LT(bytes_of_segments("first"), bytes + bytes / 4) << "no body is stored again";
  EXPECT_EQ(documents_of("first"), documents);
  EXPECT_EQ(ask({"verify", data("first").string()}).code, exit_ok);
  EXPECT_EQ(difference(washed(segments_of("first")).whole, documents), "");
  ASSERT_EQ(ask({"--data", data("first").string(), "compact", "--all"}).code, exit_ok);
  EXPECT_EQ(ask({"verify", data("first").string()}).code, exit_ok);
  EXPECT_EQ(difference(washed(segments_of("first")).whole, documents), "");
  child_program after{run("", "", "first")};
  EXPECT_TRUE(after.prints("parsed ", 3, seconds{300})) << "the records were moved: " << after.output();
  after.signal(SIGTERM);
  (void)after.exit_code();
  EXPECT_LT(bytes_of_segments("first"), bytes + bytes / 4);
}

}  // namespace
}  // namespace laundromat
