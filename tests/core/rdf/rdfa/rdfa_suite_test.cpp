// The RDFa 1.1 suite; it runs where LAUNDROMAT_SHARED names the folder that holds `suites`.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "tests/core/rdf/cases.hpp"
#include "tests/core/rdf/rdfa/ask_query.hpp"

namespace laundromat {
namespace {

using namespace testing;

struct version {
  std::string name;
  std::size_t least;  ///< the number of tests that must pass
};

/// Splits a canonical line into its terms; blank nodes are printed as `<b:label>`.
triple split_line(const std::string& line) {
  const auto first = line.find(' '), second = line.find(' ', first + 1);
  return {line.substr(0, first), line.substr(first + 1, second - first - 1),
          line.substr(second + 1, line.size() - second - 3)};
}

std::string extension_of(const std::string& host) {
  return host.starts_with("xhtml") ? "xhtml" : host.starts_with("html") ? "html" : host;
}

std::string media_type_of(const std::string& host) {
  if (host.starts_with("xhtml")) return "application/xhtml+xml";
  if (host.starts_with("html")) return "text/html";
  return host == "svg" ? "image/svg+xml" : "application/xml";
}

class rdfa_suite : public ::testing::TestWithParam<version> {};

TEST_P(rdfa_suite, queries_are_answered_as_the_suite_says) {
  const char* shared = std::getenv("LAUNDROMAT_SHARED");
  if (!shared) GTEST_SKIP() << "LAUNDROMAT_SHARED does not name a folder with the suites in `suites/`";
  const auto folder = std::string(shared) + "/suites/rdfa11/test-suite/";
  const auto manifest = nlohmann::json::parse(read_case_file(folder + "manifest.jsonld"));
  std::size_t run = 0, passed = 0;
  for (const auto& test : manifest["@graph"])
    for (const auto& host_language : test["hostLanguages"]) {
      const auto& versions = test["versions"];
      if (std::find(versions.begin(), versions.end(), GetParam().name) == versions.end()) continue;
      const auto host = host_language.get<std::string>();
      const auto path = GetParam().name + "/" + host + "/" + test["num"].get<std::string>();
      const auto file = folder + "test-cases/" + path;
      if (!std::filesystem::exists(file + ".sparql")) continue;
      ++run;
      const auto name = path + "." + extension_of(host);
      const auto document = read_case_file(folder + "test-cases/" + name);
      bool is_right = true;
      for (const auto& [profile, media_type] : {std::pair{wash_profile::strict, media_type_of(host)},
                                                std::pair{wash_profile::standard, std::string()}}) {
        reader_options options{"http://rdfa.info/test-suite/test-cases/" + name};
        options.profile = profile;
        options.media_type = media_type;
        const auto read = profile == wash_profile::strict
                              ? read_text(rdf_format::rdfa, document, 0, options)
                              : read_with_properties(rdf_format::rdfa, document, options);
        std::vector<triple> graph;
        for (const auto& line : read.lines) graph.push_back(split_line(line));
        const bool expected = test["expectedResults"].get<bool>();
        bool answer = !expected;
        try {
          answer = ask(read_case_file(file + ".sparql"), graph);
        } catch (const std::exception& e) {
          ADD_FAILURE() << path << ": " << e.what();
        }
        if (answer == expected) continue;
        is_right = false;
        if (std::getenv("LAUNDROMAT_VERBOSE") == nullptr) continue;
        std::string all;
        for (const auto& line : read.lines) all += line + "\n";
        std::cout << "MISS " << path << " " << media_type << "\n" << all;
      }
      passed += is_right ? 1 : 0;
    }
  RecordProperty("passed", static_cast<int>(passed));
  std::cout << GetParam().name << ": " << passed << " of " << run << "\n";
  EXPECT_GE(passed, GetParam().least);
}

INSTANTIATE_TEST_SUITE_P(versions, rdfa_suite,
                         ::testing::Values(version{"rdfa1.1", 905}, version{"rdfa1.1-lite", 193},
                                           version{"rdfa1.1-role", 27}),
                         [](const auto& one) {
                           return one.param.name == "rdfa1.1"        ? "core"
                                  : one.param.name == "rdfa1.1-lite" ? "lite"
                                                                     : "role";
                         });

}  // namespace
}  // namespace laundromat
