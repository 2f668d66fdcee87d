// The test suite of CSV on the Web: needs LAUNDROMAT_SHARED, the folder that contains suites/csvw.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <cstdlib>
#include <map>

#include "core/rdf/identity/isomorphism.hpp"
#include "core/rdf/write/canonical.hpp"
#include "tests/core/csvw/csvw_suite.hpp"

namespace laundromat {

namespace {

using csvw::severity;

constexpr const char* no_suite = "set LAUNDROMAT_SHARED to the folder with suites/csvw";

/// Cases that are missed, each with the reason.
const std::map<std::string, std::string> missed_rdf = {};
const std::map<std::string, std::string> missed_validation = {};

std::string listed(const csvw_suite_outcome& out) {
  std::string text;
  for (const auto& one : out.problems.all())
    text += "\n  " + std::to_string(static_cast<int>(one.level)) + " " + one.document + "#" + one.path +
            " row " + std::to_string(one.row) + " column " + std::to_string(one.column) + ": " + one.message;
  return text;
}

std::string spelled(const dataset& statements) {
  std::string text;
  for (const auto& quad : statements.quads()) {
    for (std::size_t i = 0; i < 3; ++i) text += std::string(statements.spelling(quad[i])) + " ";
    text += "\n";
  }
  return text;
}

/// Why a case of `manifest-rdf` fails; empty: it passes.
std::string judge_rdf(const csvw_suite_case& one, const std::filesystem::path& folder) {
  const auto out = run_csvw_case(folder, one, false);
  const bool has_error = out.problems.count(severity::error) > 0;
  if (one.kind == "NegativeRdfTest") return has_error ? "" : "there is no error";
  if (has_error) return "there is an error" + listed(out);
  if ((one.kind == "ToRdfTestWithWarnings") == out.problems.is_empty())
    return "the warnings are not as expected" + listed(out);
  const auto expected = read_turtle(folder / one.result.substr(csvw_suite_base.size()), one.result);
  if (const auto same = are_isomorphic(out.statements, expected); same && *same) return "";
  const bool shows = std::getenv("LAUNDROMAT_SHOW") != nullptr;
  return "the statements differ" + listed(out) +
         (shows ? "\nfound:\n" + spelled(out.statements) + "expected:\n" + spelled(expected) : std::string{});
}

std::string judge_validation(const csvw_suite_case& one, const std::filesystem::path& folder) {
  const auto out = run_csvw_case(folder, one, true);
  const bool is_rejected = out.problems.count(severity::error) + out.problems.count(severity::invalid) > 0;
  if (one.kind == "NegativeValidationTest") return is_rejected ? "" : "the table is accepted" + listed(out);
  if (is_rejected) return "the table is rejected" + listed(out);
  const bool has_warning = out.problems.count(severity::warning) > 0;
  return has_warning == (one.kind == "WarningValidationTest")
             ? ""
             : "the warnings are not as expected" + listed(out);
}

template <class Judge>
void run_manifest(std::string_view manifest, std::size_t count,
                  const std::map<std::string, std::string>& missed, Judge judge) {
  const auto* const shared = std::getenv("LAUNDROMAT_SHARED");
  if (shared == nullptr) GTEST_SKIP() << no_suite;
  const auto folder = std::filesystem::path(shared) / "suites/csvw";
  if (!std::filesystem::is_directory(folder)) GTEST_SKIP() << no_suite;
  const auto cases = read_csvw_manifest(folder, manifest);
  EXPECT_EQ(cases.size(), count);
  for (const auto& one : cases) {
    const auto why = judge(one, folder);
    EXPECT_EQ(why.empty(), !missed.contains(one.name)) << one.name << " (" << one.kind << "): " << why;
  }
}

}  // namespace

TEST(csvw_rdf, makes_the_statements_of_the_suite_X05) {
  run_manifest("manifest-rdf", 270, missed_rdf, judge_rdf);
}

TEST(csvw_validation, accepts_and_rejects_the_tables_of_the_suite_X05) {
  run_manifest("manifest-validation", 282, missed_validation, judge_validation);
}

}  // namespace laundromat
