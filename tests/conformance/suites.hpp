// The suites that test the readers: name, number of tests, how to run each.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "tests/conformance/suite_reading.hpp"

namespace laundromat::conformance {

enum class outcome : std::uint8_t { passed, failed, skipped };

struct verdict {
  std::string test;
  outcome result = outcome::passed;
  std::string reason;  ///< empty when passed
};

struct suite {
  std::string_view name;  ///< for `--suite`
  /// How many tests must pass; without a number the results are only reported.
  std::optional<std::size_t> target;
  /// Runs all tests of the suite in the folder of suites. Errors: a missing manifest.
  std::function<result<std::vector<verdict>>(const std::string& suites)> run;
};

/// All suites, in the order of the table.
[[nodiscard]] const std::vector<suite>& all_suites();
[[nodiscard]] const suite* find_suite(std::string_view name);

[[nodiscard]] std::size_t count(std::span<const verdict> verdicts, outcome result);
/// Whether every test passed, and at least `target` tests exist.
[[nodiscard]] bool reaches_target(const suite& one, std::span<const verdict> verdicts);

/// The expected result for a document.
enum class expectation : std::uint8_t { accepted, refused };

/// Rejected: something was skipped. Accepted: nothing was skipped or repaired.
[[nodiscard]] verdict judge_syntax(std::string test, expectation expected, const result<document>& got);
/// Accepted without defects, and isomorphic to `expected`.
[[nodiscard]] verdict judge_statements(std::string test, const result<document>& got,
                                       const result<document>& expected);
/// The same with the N-Quads or N-Triples of a file.
[[nodiscard]] verdict judge_statements(std::string test, const result<document>& got,
                                       const std::string& expected_path);

/// RDF 1.1 N-Triples, N-Quads, Turtle, TriG and RDF/XML: a folder with `manifest.ttl`.
[[nodiscard]] result<std::vector<verdict>> run_rdf_suite(const std::string& folder, rdf_format format);
/// The canonical lines of RDF 1.2 that are RDF 1.1; other tests are skipped.
[[nodiscard]] result<std::vector<verdict>> run_lines_suite(const std::string& folder, rdf_format format);
/// RDFa tests of a version (`rdfa1.1`) and host language (`html5`) below `rdfa11/test-suite`.
[[nodiscard]] result<std::vector<verdict>> run_rdfa_suite(const std::string& folder,
                                                          const std::string& version,
                                                          const std::string& host);
/// Microdata to RDF: a manifest in Turtle, whose vocabulary registry is in `test-registry.json`.
[[nodiscard]] result<std::vector<verdict>> run_microdata_suite(const std::string& folder);
/// JSON-LD 1.1 toRdf and stream-toRdf: a manifest in JSON.
[[nodiscard]] result<std::vector<verdict>> run_json_ld_suite(const std::string& folder,
                                                             const std::string& manifest);
/// RDFC-1.0: canonical forms, maps of identifiers, and a dataset that must fail at the limit.
[[nodiscard]] result<std::vector<verdict>> run_canonical_suite(const std::string& folder);

}  // namespace laundromat::conformance
