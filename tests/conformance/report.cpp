// Prints and writes the results of the suites.
// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/report.hpp"

#include <iomanip>
#include <nlohmann/json.hpp>
#include <sstream>

namespace laundromat::conformance {

namespace {

std::string_view name_of(outcome result) {
  return result == outcome::passed ? "passed" : result == outcome::failed ? "failed" : "skipped";
}

std::string per_cent(std::size_t part, std::size_t whole) {
  std::ostringstream text;
  text << std::fixed << std::setprecision(1)
       << (whole == 0 ? 0.0 : 100.0 * static_cast<double>(part) / static_cast<double>(whole));
  return text.str();
}

void print_row(std::ostream& out, std::string_view name, const std::vector<std::string>& cells) {
  out << std::left << std::setw(22) << name << std::right;
  for (const auto& cell : cells) out << "  " << std::setw(7) << cell;
  out << '\n';
}

}  // namespace

void print_verdicts(std::ostream& out, const suite_report& report, bool verbose) {
  for (const auto& one : report.verdicts) {
    if (one.result == outcome::passed && !verbose) continue;
    out << report.ran->name << ": " << one.test << ": " << name_of(one.result)
        << (one.reason.empty() ? "" : ": " + one.reason) << '\n';
  }
}

void print_table(std::ostream& out, const std::vector<suite_report>& reports) {
  const std::string dashes(7, '-');
  print_row(out, "suite", {"tests", "passed", "failed", "skipped", "%", "target"});
  print_row(out, std::string(22, '-'), {dashes, dashes, dashes, dashes, dashes, dashes});
  for (const auto& report : reports) {
    const auto passed = count(report.verdicts, outcome::passed);
    const auto target = !report.ran->target                            ? "none"
                        : reaches_target(*report.ran, report.verdicts) ? "reached"
                                                                       : "MISSED";
    print_row(out, report.ran->name,
              {std::to_string(report.verdicts.size()), std::to_string(passed),
               std::to_string(count(report.verdicts, outcome::failed)),
               std::to_string(count(report.verdicts, outcome::skipped)),
               per_cent(passed, report.verdicts.size()), target});
  }
}

void write_json(std::ostream& out, const std::vector<suite_report>& reports) {
  auto all = nlohmann::json::array();
  for (const auto& report : reports) {
    auto misses = nlohmann::json::array();
    for (const auto& one : report.verdicts)
      if (one.result != outcome::passed)
        misses.push_back({{"test", one.test}, {"result", name_of(one.result)}, {"reason", one.reason}});
    nlohmann::json row{{"suite", report.ran->name},
                       {"tests", report.verdicts.size()},
                       {"passed", count(report.verdicts, outcome::passed)},
                       {"failed", count(report.verdicts, outcome::failed)},
                       {"skipped", count(report.verdicts, outcome::skipped)},
                       {"holds", reaches_target(*report.ran, report.verdicts)},
                       {"misses", std::move(misses)}};
    if (report.ran->target) row["bar"] = *report.ran->target;
    all.push_back(std::move(row));
  }
  out << nlohmann::json{{"suites", std::move(all)}}.dump(1, ' ', false,
                                                         nlohmann::json::error_handler_t::replace)
      << '\n';
}

}  // namespace laundromat::conformance
