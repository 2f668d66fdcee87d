// The W3C suites of the four formats; they run where LAUNDROMAT_SHARED names the folder that holds `suites`.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <map>
#include <sstream>

#include "core/rdf/model/format.hpp"
#include "tests/core/rdf/reading.hpp"

namespace laundromat {
namespace {

using testing::read_text;

std::string read_file(const std::string& path) {
  std::ifstream in(path, std::ios::binary);
  EXPECT_TRUE(in) << path;
  std::ostringstream all;
  all << in.rdbuf();
  return all.str();
}

/// Whether a term of a canonical line is a blank node, as `reading.hpp` prints them.
bool is_blank(const std::string& term) {
  return term.starts_with("<b:");
}

using terms = std::vector<std::string>;

terms split_line(const std::string& line) {
  terms all;
  const auto first = line.find(' ');
  const auto second = line.find(' ', first + 1);
  all.push_back(line.substr(0, first));
  all.push_back(line.substr(first + 1, second - first - 1));
  auto rest = line.substr(second + 1, line.size() - second - 3);
  const auto last = rest.rfind('<');
  if (last != std::string::npos && last > 0 && rest[last - 1] == ' ' && rest.back() == '>') {
    all.push_back(rest.substr(0, last - 1));
    all.push_back(rest.substr(last));
  } else {
    all.push_back(rest);
  }
  return all;
}

/// Lines with every blank node replaced by a colour that depends only on how it is connected. Graphs that
/// differ get different lines, except such regular ones as no suite has.
std::vector<std::string> colour(std::vector<std::string> lines) {
  std::ranges::sort(lines);
  lines.erase(std::ranges::unique(lines).begin(), lines.end());
  std::vector<terms> rows;
  std::map<std::string, std::size_t> colours;
  for (const auto& line : lines) rows.push_back(split_line(line));
  const auto paint = [&](const std::string& term, const std::string& self) {
    if (!is_blank(term)) return term;
    return term == self ? std::string("self") : std::to_string(colours[term]);
  };
  for (int round = 0; round < 12; ++round) {
    std::map<std::string, std::vector<std::string>> seen;
    for (const auto& row : rows)
      for (const auto& term : row) {
        if (!is_blank(term)) continue;
        std::string mine;
        for (const auto& other : row) mine += paint(other, term) + ' ';
        seen[term].push_back(mine);
      }
    std::map<std::string, std::size_t> next;
    for (auto& [term, neighbours] : seen) {
      std::ranges::sort(neighbours);
      std::string all;
      for (const auto& one : neighbours) all += one + '\n';
      next[term] = std::hash<std::string>{}(all);
    }
    colours = std::move(next);
  }
  std::vector<std::string> painted;
  for (const auto& row : rows) {
    std::string line;
    for (const auto& term : row) line += paint(term, "") + ' ';
    painted.push_back(line);
  }
  std::ranges::sort(painted);
  return painted;
}

struct suite_test {
  std::string name, type, action, result_file;
};

/// The manifest is Turtle, so the reader under test reads it.
std::vector<suite_test> read_manifest(const std::string& folder) {
  std::map<std::string, suite_test> tests;
  const std::string here = "file:///m/";
  const auto manifest =
      read_text(rdf_format::turtle, read_file(folder + "/manifest.ttl"), 0, {here + "manifest.ttl", {}});
  EXPECT_TRUE(manifest.defects.empty());
  const auto file = [&](const std::string& term) {
    return term.substr(here.size() + 1, term.size() - here.size() - 2);
  };
  for (const auto& line : manifest.lines) {
    const auto row = split_line(line);
    auto& test = tests[row[0]];
    test.name = row[0];
    if (row[1].ends_with("#type>")) test.type = row[2].substr(row[2].find('#') + 1);
    if (row[1].ends_with("#action>")) test.action = file(row[2]);
    if (row[1].ends_with("#result>")) test.result_file = file(row[2]);
  }
  std::vector<suite_test> all;
  for (const auto& [name, test] : tests)
    if (!test.action.empty()) all.push_back(test);
  return all;
}

struct suite {
  std::string folder, base;
  rdf_format format;
  std::size_t least;  ///< the number of tests that the suite had when this was written
};

class w3c : public ::testing::TestWithParam<suite> {};

TEST_P(w3c, positive_tests_give_their_statements_and_negative_ones_a_defect) {
  const char* shared = std::getenv("LAUNDROMAT_SHARED");
  if (!shared) GTEST_SKIP() << "LAUNDROMAT_SHARED does not name a folder with the W3C suites in `suites/`";
  const auto& s = GetParam();
  const auto folder = std::string(shared) + "/suites/" + s.folder;
  const auto tests = read_manifest(folder);
  EXPECT_GE(tests.size(), s.least);
  for (const auto& test : tests) {
    const auto got =
        read_text(s.format, read_file(folder + "/" + test.action), 0, {s.base + test.action, {}});
    if (test.type.find("Negative") != std::string::npos) {
      EXPECT_FALSE(got.defects.empty()) << test.name;
      continue;
    }
    EXPECT_TRUE(got.defects.empty()) << test.name << ": "
                                     << (got.defects.empty() ? "" : got.defects[0].message);
    if (test.result_file.empty()) continue;
    const auto expected = read_text(rdf_format::n_quads, read_file(folder + "/" + test.result_file));
    EXPECT_TRUE(expected.defects.empty()) << test.result_file;
    EXPECT_EQ(colour(got.lines), colour(expected.lines)) << test.name;
  }
}

const std::string rdf_tests = "https://w3c.github.io/rdf-tests/rdf/rdf11/";

INSTANTIATE_TEST_SUITE_P(
    rdf11, w3c,
    ::testing::Values(suite{"rdf11-n-triples", "", rdf_format::n_triples, 70},
                      suite{"rdf11-n-quads", "", rdf_format::n_quads, 87},
                      suite{"rdf11-turtle", rdf_tests + "rdf-turtle/", rdf_format::turtle, 313},
                      suite{"rdf11-trig", rdf_tests + "rdf-trig/", rdf_format::trig, 356}),
    [](const auto& one) {
      return one.param.folder.substr(6) == "n-triples" ? "n_triples"
             : one.param.folder.substr(6) == "n-quads" ? "n_quads"
                                                       : one.param.folder.substr(6);
    });

TEST(w3c_canonical, canonical_lines_are_those_of_the_rdf_1_2_suite) {
  const char* shared = std::getenv("LAUNDROMAT_SHARED");
  if (!shared) GTEST_SKIP() << "LAUNDROMAT_SHARED does not name a folder with the W3C suites in `suites/`";
  const auto folder = std::string(shared) + "/suites/rdf12-n-triples/c14n";
  std::size_t run = 0;
  for (const auto& test : read_manifest(folder)) {
    const auto text = read_file(folder + "/" + test.action);
    // Triple terms and base directions are new in RDF 1.2 and are read as defects; blank nodes are made IRIs
    // here.
    if (text.find("<<") != text.npos || text.find("--") != text.npos || text.find("_:") != text.npos)
      continue;
    ++run;
    auto got = read_text(rdf_format::n_triples, text).lines;
    std::istringstream expected_text(read_file(folder + "/" + test.result_file));
    std::vector<std::string> expected;
    for (std::string line; std::getline(expected_text, line);) expected.push_back(line);
    std::ranges::sort(got);
    std::ranges::sort(expected);
    EXPECT_EQ(got, expected) << test.name;
  }
  EXPECT_GE(run, 20u);
}

}  // namespace
}  // namespace laundromat
