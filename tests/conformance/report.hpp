// The printed table and the written JSON.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <ostream>
#include <vector>

#include "tests/conformance/suites.hpp"

namespace laundromat::conformance {

struct suite_report {
  const suite* ran = nullptr;
  std::vector<verdict> verdicts;
};

/// Prints name and reason of every test that did not pass; with `verbose` also the others.
void print_verdicts(std::ostream& out, const suite_report& report, bool verbose);
/// Prints a row for each suite, with whether it reached its target.
void print_table(std::ostream& out, const std::vector<suite_report>& reports);
void write_json(std::ostream& out, const std::vector<suite_report>& reports);

}  // namespace laundromat::conformance
