// The table that is printed and the JSON that is written.
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

/// Name and reason of every test that did not pass; `verbose` names the others, too.
void print_verdicts(std::ostream& out, const suite_report& report, bool verbose);
/// A row for each suite and whether its bar holds.
void print_table(std::ostream& out, const std::vector<suite_report>& reports);
void write_json(std::ostream& out, const std::vector<suite_report>& reports);

}  // namespace laundromat::conformance
