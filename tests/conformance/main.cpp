// conformance: runs the suites of the W3C against our readers and prints how many tests pass.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <fstream>
#include <iostream>

#include "tests/conformance/report.hpp"

namespace laundromat::conformance {
namespace {

constexpr int exit_usage = 2;

struct arguments {
  std::string suites, json;
  std::vector<std::string> names;
  bool verbose = false, help = false;
};

/// Nothing when the command line is not valid.
std::optional<arguments> parse(int count, char** words) {
  arguments all;
  for (int i = 1; i < count; ++i) {
    const std::string word = words[i];
    if (word == "--verbose") {
      all.verbose = true;
    } else if (word == "-h" || word == "--help") {
      all.help = true;
    } else if (i + 1 == count) {
      return std::nullopt;
    } else if (word == "--suites") {
      all.suites = words[++i];
    } else if (word == "--json") {
      all.json = words[++i];
    } else if (word == "--suite") {
      all.names.emplace_back(words[++i]);
    } else {
      return std::nullopt;
    }
  }
  return all;
}

bool is_wanted(const arguments& given, std::string_view name) {
  return given.names.empty() || std::ranges::any_of(given.names, [&](const std::string& wanted) {
           return name.starts_with(wanted);
         });
}

int usage(std::ostream& out, int code) {
  out << "usage: conformance --suites DIR [--suite NAME]... [--json FILE] [--verbose]\n"
         "NAME is one of these, or a common prefix of several:\n";
  for (const auto& one : all_suites()) out << "  " << one.name << '\n';
  return code;
}

int run(const arguments& given) {
  std::vector<suite_report> reports;
  bool all_hold = true;
  for (const auto& one : all_suites()) {
    if (!is_wanted(given, one.name)) continue;
    auto verdicts = one.run(given.suites);
    if (!verdicts) {
      std::cerr << "conformance: " << one.name << ": " << to_string(verdicts.error()) << '\n';
      return exit_usage;
    }
    reports.push_back({&one, *std::move(verdicts)});
    print_verdicts(std::cout, reports.back(), given.verbose);
    std::cout.flush();
    all_hold = all_hold && reaches_target(one, reports.back().verdicts);
  }
  if (reports.empty()) return usage(std::cerr, exit_usage);
  print_table(std::cout, reports);
  if (!given.json.empty()) {
    std::ofstream file(given.json);
    write_json(file, reports);
    if (!file.flush()) {
      std::cerr << "conformance: cannot write " << given.json << '\n';
      return exit_usage;
    }
  }
  return all_hold ? 0 : 1;
}

}  // namespace
}  // namespace laundromat::conformance

int main(int count, char** words) {
  using namespace laundromat::conformance;
  const auto given = parse(count, words);
  if (!given || (given->suites.empty() && !given->help)) return usage(std::cerr, exit_usage);
  if (given->help) return usage(std::cout, 0);
  return run(*given);
}
