// The suites of RDF 1.1 and 1.2: syntax, statements and canonical lines.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "tests/conformance/suite_manifest.hpp"
#include "tests/conformance/suites.hpp"

namespace laundromat::conformance {

namespace {

/// RDF/XML 1.2 says to ignore what needs a version that is not stated. Our reader reports that as a loss.
void forget_ignored(result<document>& got) {
  if (got) std::erase_if(got->defects, [](const auto& one) { return one.rule == errc::missing_version; });
}

verdict run_test(const rdf_test& test, const std::string& folder, rdf_format format,
                 const std::string& base) {
  const auto text = read_file(folder + "/" + test.action);
  if (!text) return {test.name, outcome::failed, to_string(text.error())};
  auto got =
      read_document(format, *text, {base.empty() ? base : base + test.action, {}, wash_profile::strict});
  if (test.kind.find("Negative") != test.kind.npos) return judge_syntax(test.name, expectation::refused, got);
  forget_ignored(got);
  if (test.kind.ends_with("Eval")) return judge_statements(test.name, got, folder + "/" + test.expected);
  return judge_syntax(test.name, expectation::accepted, got);
}

std::string sorted_lines(std::vector<std::string> lines) {
  std::ranges::sort(lines);
  std::string all;
  for (const auto& line : lines) all.append(line);
  return all;
}

std::string sorted_lines(std::string_view text) {
  std::vector<std::string> lines;
  for (std::size_t at = 0, end = 0; at < text.size(); at = end) {
    end = std::min(text.find('\n', at), text.size() - 1) + 1;
    lines.emplace_back(text.substr(at, end - at));
  }
  return sorted_lines(std::move(lines));
}

std::string sorted_lines(const dataset& quads) {
  std::vector<std::string> lines;
  for (const auto& q : quads.quads()) {
    auto& line = lines.emplace_back();
    for (const auto term : q)
      if (term != dataset::no_term) line.append(quads.spelling(term)).push_back(' ');
    line.append(".\n");
  }
  return sorted_lines(std::move(lines));
}

verdict compare_lines(const rdf_test& test, const std::string& folder, rdf_format format) {
  const auto text = read_file(folder + "/" + test.action), expected = read_file(folder + "/" + test.expected);
  if (!text || !expected) return {test.name, outcome::failed, "a file of the test is missing"};
  const auto got = read_document(format, *text, {{}, {}, wash_profile::strict});
  auto judged = judge_syntax(test.name, expectation::accepted, got);
  if (judged.result == outcome::passed && sorted_lines(got->quads) != sorted_lines(*expected))
    judged = {test.name, outcome::failed, "different lines: " + sorted_lines(got->quads)};
  return judged;
}

}  // namespace

result<std::vector<verdict>> run_rdf_suite(const std::string& folder, rdf_format format) {
  const auto manifest = read_manifest(folder);
  if (!manifest) return tl::unexpected(manifest.error());
  std::vector<verdict> verdicts;
  for (const auto& test : manifest->tests) verdicts.push_back(run_test(test, folder, format, manifest->base));
  return verdicts;
}

result<std::vector<verdict>> run_lines_suite(const std::string& folder, rdf_format format) {
  const auto manifest = read_manifest(folder);
  if (!manifest) return tl::unexpected(manifest.error());
  std::vector<verdict> verdicts;
  for (const auto& test : manifest->tests) verdicts.push_back(compare_lines(test, folder, format));
  return verdicts;
}

}  // namespace laundromat::conformance
