// The test suites of RML-Core, from the folder that the environment variable LAUNDROMAT_SHARED names.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <set>

#include "tests/core/rml/rml_case.hpp"

namespace laundromat {
namespace {

namespace fs = std::filesystem;

/// Cases that do not pass, with the reason.
using exceptions = std::map<std::string, std::string>;

const std::string without_datatype =
    "it expects numbers of JSON without a datatype; the current suite has them as xsd:integer";
const std::string dot_before_bracket =
    "`$.['name']` is no JSONPath of RFC 9535; the current suite writes `$['name']`";
const exceptions contradicted_by_the_current_suite = {
    {"RMLTC0002a-JSON", without_datatype},
    {"RMLTC0007c-JSON", without_datatype},
    {"RMLTC0007d-JSON", without_datatype},
    {"RMLTC0007e-JSON", without_datatype},
    {"RMLTC0007f-JSON", without_datatype},
    {"RMLTC0008a-JSON", without_datatype},
    {"RMLTC0008b-JSON", without_datatype},
    {"RMLTC0011b-JSON", without_datatype},
    {"RMLTC0012a-JSON", without_datatype},
    {"RMLTC0010a-JSON", dot_before_bracket},
    {"RMLTC0010b-JSON", dot_before_bracket},
    {"RMLTC0010c-JSON", dot_before_bracket},
    {"RMLTC0024f-CSV",
     "its mapping has the escape `\\a`, which is no Turtle; the current suite refuses the same in "
     "RMLTC0023e"},
};

struct suite_result {
  std::size_t passed = 0;
  std::set<std::string> failed;
  std::string reasons;
};

suite_result run_suite(const fs::path& folder, const std::string& base) {
  suite_result all;
  std::set<fs::path> cases;
  for (const auto& entry : fs::directory_iterator(folder))
    if (fs::exists(entry.path() / "mapping.ttl")) cases.insert(entry.path());
  for (const auto& one : cases) {
    const auto why = testing::run_case(one, base);
    if (why.empty()) {
      ++all.passed;
      continue;
    }
    all.failed.insert(one.filename().string());
    all.reasons += "== " + one.filename().string() + "\n" + why + "\n";
  }
  return all;
}

fs::path suites() {
  const auto* const shared = std::getenv("LAUNDROMAT_SHARED");
  return shared == nullptr ? fs::path() : fs::path(shared) / "suites" / "rml-core";
}

/// Exactly the exceptions fail, so that the list stays true.
void expect_all_but(const exceptions& known, const fs::path& folder, const std::string& base,
                    std::size_t cases) {
  const auto all = run_suite(folder, base);
  std::set<std::string> expected;
  for (const auto& [name, reason] : known) expected.insert(name);
  EXPECT_EQ(all.failed, expected) << all.reasons;
  EXPECT_EQ(all.passed + all.failed.size(), cases);
}

#define SKIP_WITHOUT_SUITES()                    \
  if (suites().empty() || !fs::exists(suites())) \
  GTEST_SKIP() << "the suites are not here: set LAUNDROMAT_SHARED to a folder that contains suites/rml-core"

TEST(rml_suite, makes_the_statements_of_the_current_suite_X05) {
  SKIP_WITHOUT_SUITES();
  expect_all_but({}, suites() / "current", "http://example.com/", 76);
}

TEST(rml_suite, makes_the_statements_of_csv_json_and_xml_in_the_suite_of_2025_02_X05) {
  SKIP_WITHOUT_SUITES();
  expect_all_but(contradicted_by_the_current_suite, suites() / "csv-json-xml-2025-02",
                 "http://example.com/base/", 126);
}

}  // namespace
}  // namespace laundromat
