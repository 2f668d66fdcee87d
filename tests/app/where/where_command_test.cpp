// Tests of the command `where`.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "app/terminal/exit_code.hpp"
#include "tests/app/ask.hpp"
#include "tests/app/fragments/washed_documents.hpp"

namespace laundromat::test {
namespace {

answer where(std::vector<std::string> words) {
  words.insert(words.begin(), {"--data", washed_documents::get().data().string(), "where"});
  return ask(words);
}

/// The roles by document.
std::map<std::string, std::set<std::string>> found(const std::string& iri, const std::string& role = {}) {
  std::vector<std::string> words{"--json", iri};
  if (!role.empty()) words.insert(words.end(), {"--role", role});
  const auto got = where(words);
  std::map<std::string, std::set<std::string>> all;
  std::istringstream lines{got.out};
  for (std::string line; std::getline(lines, line);) {
    const auto row = nlohmann::json::parse(line, nullptr, false);
    EXPECT_TRUE(row.is_object()) << line;
    for (const auto& one : row["as"]) all[row.value("document", "")].insert(one.get<std::string>());
  }
  return all;
}

using roles = std::set<std::string>;

}  // namespace

TEST(where_command, names_the_documents_with_the_roles_of_an_iri_Q21) {
  const auto& documents = washed_documents::get();
  const auto people = documents.hash("people.ttl"), graphs = documents.hash("graphs.trig"),
             terms = documents.hash("terms.ttl");
  const auto bob = found("http://ex.example/bob");
  EXPECT_EQ(bob.size(), 3U);
  EXPECT_EQ(bob.at(people), (roles{"subject", "object"}));
  EXPECT_EQ(bob.at(graphs), (roles{"object"}));
  EXPECT_EQ(bob.at(terms), (roles{"object"})) << "in a triple term";
  EXPECT_EQ(found("http://ex.example/bob", "subject").size(), 1U);
  EXPECT_EQ(found("http://ex.example/g"), (std::map<std::string, roles>{{graphs, {"graph"}}}));
  EXPECT_EQ(found("http://xmlns.com/foaf/0.1/knows").at(people), (roles{"predicate"}));
  EXPECT_EQ(found("http://ex.example/p3").size(), 1U);
  EXPECT_EQ(found("http://ex.example/s299").at(documents.hash("long.nt")), (roles{"subject"}))
      << "in a later block";
  EXPECT_NE(where({"http://ex.example/g"}).out.find("/graphs.trig"), std::string::npos);
}

TEST(where_command, says_when_there_is_none_and_what_is_wrong_Q22) {
  EXPECT_EQ(where({"http://ex.example/nowhere"}).code, exit_not_found);
  EXPECT_EQ(where({"http://www.w3.org/2001/XMLSchema#integer"}).code, exit_not_found)
      << "datatypes are not in it";
  EXPECT_EQ(where({"word"}).code, exit_usage);
  EXPECT_EQ(where({"<http://ex.example/g>"}).code, exit_usage);
  EXPECT_EQ(where({"http://ex.example/g", "--role", "verb"}).code, exit_usage);
  EXPECT_EQ(where({"http://ex.example/g", "--after", "x"}).code, exit_usage);
  EXPECT_EQ(where({"https://lodlaundromat.org/.well-known/genid/1/2"}).code, exit_usage);
}

TEST(where_command, pages_are_the_whole_Q23) {
  std::set<std::string> all;
  std::string after;
  for (int page = 0; page < 5; ++page) {
    std::vector<std::string> words{"--json", "--limit", "1", "http://ex.example/bob"};
    if (!after.empty()) words.insert(words.end(), {"--after", after});
    const auto got = where(words);
    EXPECT_TRUE(all.insert(nlohmann::json::parse(got.out, nullptr, false).value("document", "")).second);
    const auto at = got.err.find("--after ");
    if (at == got.err.npos) break;
    after = got.err.substr(at + 8);
    after.resize(after.find_first_of(" \n"));
  }
  EXPECT_EQ(all.size(), 3U);
}

}  // namespace laundromat::test
