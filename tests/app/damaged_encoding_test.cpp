// Tests of bodies with a damaged Content-Encoding, from the download to `status`: they are treated like damaged files.
// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "app/terminal/exit_code.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/small_web.hpp"
#include "tests/net/gzip_text.hpp"
#include "tests/net/raw_server.hpp"

namespace laundromat {
namespace {

const std::string two_statements =
    "<http://a.example/s> <http://a.example/p> \"sock\"@EN .\n<http://a.example/s> <http://a.example/p> "
    "\"shoe\" .\n";

/// The encoded text of a server with a wrong checksum and trailing bytes.
std::string damaged(std::string packed) {
  constexpr std::size_t checksum = 8;  // followed by the length: RFC 1952 section 2.3.1
  packed[packed.size() - checksum] = static_cast<char>(packed[packed.size() - checksum] ^ 1);
  return packed + "garbage";
}

class damaged_encoding : public small_web {
 protected:
  /// Crawls the documents of a server that encodes each as configured.
  void crawl(const std::map<std::string, std::string>& bodies) {
    test::raw_server server{[&](const std::string& request) {
      const auto path = request.substr(4, request.find(' ', 4) - 4);
      const auto found = bodies.find(path);
      if (found == bodies.end())
        return test::raw_reply{"HTTP/1.1 404 Not Found\r\nConnection: close\r\nContent-Length: 0\r\n\r\n"};
      return test::raw_reply{
          "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: application/n-triples\r\nContent-Encoding: "
          "gzip\r\n"
          "Content-Length: " +
          std::to_string(found->second.size()) + "\r\n\r\n" + found->second};
    }};
    std::ofstream seeds{folder_.path() / "seeds.txt"};
    for (const auto& [path, body] : bodies) seeds << server.url(path) << '\n';
    seeds.close();
    write_campaign("");
    url_ = server.url("/damaged.nt");
    child_program engine{run("")};
    EXPECT_EQ(engine.exit_code(), exit_ok) << engine.output();
  }
  answer on_data(std::vector<std::string> arguments) {
    arguments.insert(arguments.begin(), {"--data", data().string()});
    return ask(arguments);
  }

  std::string url_;
};

TEST_F(damaged_encoding, keeps_the_readable_bytes_and_is_the_first_defect_and_is_counted) {
  crawl({{"/damaged.nt", damaged(test::gzipped(two_statements))},
         {"/whole.nt", test::gzipped(two_statements)}});
  const auto kept = on_data({"cat", url_});
  EXPECT_EQ(kept.code, exit_ok) << kept.err;
  EXPECT_EQ(std::ranges::count(kept.out, '\n'), 2) << kept.out;
  std::istringstream rows{on_data({"errors", "--json", url_}).out};
  std::vector<nlohmann::json> defects;
  for (std::string line; std::getline(rows, line);) defects.push_back(nlohmann::json::parse(line));
  ASSERT_GE(defects.size(), 3U);
  EXPECT_EQ(defects[0].at("rule"), "archive_damaged") << "the checksum";
  EXPECT_EQ(defects[0].at("layer"), "stream");
  EXPECT_EQ(defects[1].at("rule"), "trailing_garbage");
  EXPECT_EQ(defects[2].at("rule"), "upper_case_language_tag");
  const auto status = on_data({"status"});
  EXPECT_NE(status.out.find("damaged streams   1 document: archive_damaged 1, trailing_garbage 1\n"),
            std::string::npos)
      << status.out;
  EXPECT_EQ(nlohmann::json::parse(on_data({"status", "--json"}).out).at("damaged_streams").at("documents"),
            1);
}

}  // namespace
}  // namespace laundromat
