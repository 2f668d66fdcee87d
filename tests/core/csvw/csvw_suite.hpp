// The test suite of CSV on the Web: its manifests, its files as a Web, and what is expected of each test.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

#include "core/csvw/problem.hpp"
#include "core/rdf/identity/dataset.hpp"

namespace laundromat {

inline constexpr std::string_view csvw_suite_base = "http://www.w3.org/2013/csvw/tests/";

struct csvw_suite_case {
  std::string name, kind;      ///< `test001`, `ToRdfTest`
  std::string action, result;  ///< URLs
  std::string user_metadata;   ///< URL, often empty
  std::string link;            ///< of the answer
  bool is_minimal = false;
};

/// What came out of a case.
struct csvw_suite_outcome {
  dataset statements;
  csvw::problem_list problems;
};

/// The cases of `manifest-rdf` or `manifest-validation`.
[[nodiscard]] std::vector<csvw_suite_case> read_csvw_manifest(const std::filesystem::path& folder,
                                                              std::string_view manifest);
[[nodiscard]] csvw_suite_outcome run_csvw_case(const std::filesystem::path& folder,
                                               const csvw_suite_case& one, bool is_validating);
/// The statements of a Turtle document at a URL.
[[nodiscard]] dataset read_turtle(const std::filesystem::path& file, std::string_view url);

}  // namespace laundromat
