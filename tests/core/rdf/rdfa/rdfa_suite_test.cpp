// The RDFa 1.1 suite with host languages guessed; it runs where LAUNDROMAT_SHARED names the folder that holds `suites`.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <nlohmann/json.hpp>

#include "tests/conformance/ask_query.hpp"
#include "tests/core/rdf/cases.hpp"

namespace laundromat {
namespace {

using namespace testing;

struct version {
  std::string name;
  std::size_t least;  ///< the number of tests that must pass
};

class rdfa_suite : public ::testing::TestWithParam<version> {
 protected:
  /// Whether the query is answered as it should be when nobody says what the document is.
  static bool is_right(const std::string& folder, const std::string& path, bool expected) {
    const auto address = "http://rdfa.info/test-suite/test-cases/" + path;
    const auto text = read_case_file(folder + path);
    const auto stem = path.substr(0, path.rfind('.'));
    const auto query = conformance::ask_query::parse(read_case_file(folder + stem + ".sparql"));
    const auto read = conformance::read_document(rdf_format::rdfa, text, {address});
    (void)read_with_properties(rdf_format::rdfa, text, {address});
    return query && read && query->matches(read->statements) == expected;
  }
};

TEST_P(rdfa_suite, host_languages_are_recognised_and_queries_answered) {
  const char* shared = std::getenv("LAUNDROMAT_SHARED");
  if (!shared) GTEST_SKIP() << "LAUNDROMAT_SHARED does not name a folder with the suites in `suites/`";
  const auto suite = std::string(shared) + "/suites/rdfa11/test-suite/";
  const auto manifest = nlohmann::json::parse(read_case_file(suite + "manifest.jsonld"));
  std::size_t passed = 0;
  std::string missed;
  for (const auto& test : manifest["@graph"])
    for (const auto& language : test["hostLanguages"]) {
      const auto host = language.get<std::string>();
      const auto extension = host.starts_with("xhtml") ? "xhtml" : host.starts_with("html") ? "html" : host;
      const auto path = GetParam().name + "/" + host + "/" + test["num"].get<std::string>() + "." + extension;
      const auto& versions = test["versions"];
      const bool is_ours = std::find(versions.begin(), versions.end(), GetParam().name) != versions.end();
      if (!is_ours || !std::filesystem::exists(suite + "test-cases/" + path)) continue;
      if (is_right(suite + "test-cases/", path, test["expectedResults"].get<bool>()))
        ++passed;
      else
        missed += " " + path;
    }
  EXPECT_GE(passed, GetParam().least) << missed;
}

// The 32 others of `lite` ask for the processor graph (0235 to 0239, 0313) or vocabulary expansion (0240 to 0242).
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
