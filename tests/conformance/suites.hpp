// The suites that the readers are measured with: what each is called, how many tests it has, how to run it.
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
  std::string_view name;  ///< as `--suite` takes it
  /// So many tests must pass; without a number the suite is only reported.
  std::optional<std::size_t> bar;
  /// Runs all tests of the suite below the folder of suites. Errors: no manifest.
  std::function<result<std::vector<verdict>>(const std::string& suites)> run;
};

/// All of them, in the order of the table.
[[nodiscard]] const std::vector<suite>& all_suites();
[[nodiscard]] const suite* find_suite(std::string_view name);

[[nodiscard]] std::size_t count(std::span<const verdict> verdicts, outcome result);
/// Whether every test passed, and all that the suite had when this was written are there.
[[nodiscard]] bool holds(const suite& one, std::span<const verdict> verdicts);

/// What is expected of a document.
enum class expectation : std::uint8_t { accepted, refused };

/// Refused: something was skipped. Accepted: nothing was skipped or repaired.
[[nodiscard]] verdict judge_syntax(std::string test, expectation expected, const result<document>& got);
/// Accepted, and isomorphic to `expected`, which nothing was wrong with.
[[nodiscard]] verdict judge_statements(std::string test, const result<document>& got,
                                       const result<document>& expected);
/// The same with the N-Quads or N-Triples of a file.
[[nodiscard]] verdict judge_statements(std::string test, const result<document>& got,
                                       const std::string& expected_path);

/// RDF 1.1 N-Triples, N-Quads, Turtle, TriG and RDF/XML: a folder with `manifest.ttl`.
[[nodiscard]] result<std::vector<verdict>> run_rdf_suite(const std::string& folder, rdf_format format);
/// The canonical lines of RDF 1.2 as far as they are of RDF 1.1; other tests are skipped.
[[nodiscard]] result<std::vector<verdict>> run_lines_suite(const std::string& folder, rdf_format format);
/// RDFa tests of a version (`rdfa1.1`) and host language (`html5`) below `rdfa11/test-suite`.
[[nodiscard]] result<std::vector<verdict>> run_rdfa_suite(const std::string& folder,
                                                          const std::string& version,
                                                          const std::string& host);
/// JSON-LD 1.1 toRdf and stream-toRdf: a manifest in JSON.
[[nodiscard]] result<std::vector<verdict>> run_json_ld_suite(const std::string& folder,
                                                             const std::string& manifest);
/// RDFC-1.0: canonical forms, maps of identifiers, and a dataset that must be given up.
[[nodiscard]] result<std::vector<verdict>> run_canonical_suite(const std::string& folder);

}  // namespace laundromat::conformance
