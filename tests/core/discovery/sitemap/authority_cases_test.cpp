// Whose a URI is, as files: `authority_cases/NAME.txt` has the files of some hosts and questions, `NAME.expected` the answers with their chains.
// SPDX-License-Identifier: Apache-2.0
//
// `@ URI` begins a file, `@ URI > URI` one behind a redirect; a robots.txt is one by its path. `? URI` asks whose it is, `? URI < SOURCE` whether the source is
// authoritative for it. With LAUNDROMAT_UPDATE_CASES=1 in the environment the expected files are rewritten instead of compared: then read the diff.
#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>

#include "core/discovery/sitemap/authority_chain.hpp"
#include "core/web/robots.hpp"
#include "core/web/uri.hpp"
#include "tests/core/discovery/sitemap/reading.hpp"
#include "tests/places.hpp"
#include "tests/read_file.hpp"

namespace laundromat {
namespace {

const std::filesystem::path authority_folder =
    std::filesystem::path(source_path()) / "tests/core/discovery/sitemap/authority_cases";

/// Reads the files of a case, and answers its questions.
class some_hosts {
 public:
  explicit some_hosts(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) {
      if (line.starts_with("@ ")) {
        end_file();
        const auto arrow = line.find(" > ");
        asked_ = arrow == line.npos ? "" : line.substr(2, arrow - 2);
        uri_ = line.substr(arrow == line.npos ? 2 : arrow + 3);
      } else if (line.starts_with("? ")) {
        end_file();
        answer(line.substr(2));
      } else {
        body_ += line + '\n';
      }
    }
  }
  [[nodiscard]] const std::string& answers() const { return answers_; }

 private:
  void end_file() {
    if (!uri_.empty() && uri_.ends_with("/robots.txt")) {
      known_.robots.push_back(
          {authority_key(uri_).value_or(""), parse_robots(body_, "*").sitemaps(), timestamp{seconds{1}}});
    } else if (!uri_.empty()) {
      if (auto one = known_sitemap_of(uri_, testing::read_text(body_, {.uri = uri_}))) {
        one->asked = asked_;
        known_.sitemaps.push_back(*std::move(one));
      }
    }
    uri_.clear(), body_.clear(), asked_.clear();
  }

  void answer(const std::string& question) {
    answers_ += "? " + question + '\n';
    if (const auto source = question.find(" < "); source != question.npos) {
      const uri_spaces spaces{claims_of(known_)};
      const auto owner = spaces.owner_of(question.substr(0, source));
      const bool is_so = !owner.empty() && owner == spaces.owner_of(question.substr(source + 3));
      answers_ += is_so ? "authoritative\n\n" : "not authoritative\n\n";
      return;
    }
    const auto account = explain_authority(known_, question);
    answers_ += "folder " + account.folder + "\nsitemap " + account.sitemap + "\npublisher " +
                account.publisher + '\n';
    for (const auto& one : account.joined) answers_ += "joined with " + one + '\n';
    for (const auto& one : account.chain)
      answers_ += std::string(one.counts ? "+ " : "- ") + std::string(to_string(one.link)) + ": " +
                  one.sentence + '\n';
    answers_ += '\n';
  }

  known_sitemaps known_;
  std::string uri_, asked_, body_, answers_;
};

class authority_cases : public ::testing::TestWithParam<std::filesystem::path> {};

TEST_P(authority_cases, are_answered_with_their_chains_M22_M23_M24_M25_M26_M32) {
  auto expected_file = GetParam();
  expected_file.replace_extension(".expected");
  const some_hosts hosts{read_file(GetParam())};
  if (std::getenv("LAUNDROMAT_UPDATE_CASES") != nullptr)
    std::ofstream{expected_file, std::ios::binary} << hosts.answers();
  else
    EXPECT_EQ(hosts.answers(), read_file(expected_file)) << GetParam();
}

std::vector<std::filesystem::path> authority_case_files() {
  std::vector<std::filesystem::path> all;
  for (const auto& file : std::filesystem::directory_iterator(authority_folder))
    if (file.path().extension() == ".txt") all.push_back(file.path());
  std::ranges::sort(all);
  return all;
}

INSTANTIATE_TEST_SUITE_P(all, authority_cases, ::testing::ValuesIn(authority_case_files()),
                         [](const auto& one) { return one.param.stem().string(); });

}  // namespace
}  // namespace laundromat
