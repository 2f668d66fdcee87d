// The list of suites with their targets, and the verdicts on documents.
// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/suites.hpp"

#include <algorithm>
#include <set>
#include <sstream>

#include "core/rdf/identity/isomorphism.hpp"

namespace laundromat::conformance {

namespace {

/// `folder` is that of the manifest; empty: the name.
suite rdf_row(std::string_view name, std::size_t target, rdf_format format, std::string_view folder = {}) {
  return {name, target, [name = folder.empty() ? name : folder, format](const std::string& suites) {
            return run_rdf_suite(suites + "/" + std::string(name), format);
          }};
}

suite rdfa_row(std::string_view name, std::optional<std::size_t> target, std::string version,
               std::string host) {
  return {name, target, [version = std::move(version), host = std::move(host)](const std::string& suites) {
            return run_rdfa_suite(suites + "/rdfa11/test-suite", version, host);
          }};
}

std::vector<suite> make_suites() {
  std::vector<suite> all;
  all.push_back(rdf_row("rdf11-n-triples", 70, rdf_format::n_triples));
  all.push_back(rdf_row("rdf11-n-quads", 87, rdf_format::n_quads));
  all.push_back(rdf_row("rdf11-turtle", 313, rdf_format::turtle));
  all.push_back(rdf_row("rdf11-trig", 356, rdf_format::trig));
  all.push_back(rdf_row("rdf11-xml", 166, rdf_format::rdf_xml));
  all.push_back({"jsonld11-toRdf", 456, [](const std::string& suites) {
                   return run_json_ld_suite(suites + "/jsonld11", "toRdf-manifest.jsonld");
                 }});
  all.push_back({"jsonld-stream-toRdf", std::nullopt, [](const std::string& suites) {
                   return run_json_ld_suite(suites + "/jsonld-streaming", "stream-toRdf-manifest.jsonld");
                 }});
  all.push_back(rdfa_row("rdfa11-html4", 169, "rdfa1.1", "html4"));
  all.push_back(rdfa_row("rdfa11-html5", 170, "rdfa1.1", "html5"));
  all.push_back(rdfa_row("rdfa11-html5-invalid", 28, "rdfa1.1", "html5-invalid"));
  all.push_back(rdfa_row("rdfa11-xhtml1", 181, "rdfa1.1", "xhtml1"));
  all.push_back(rdfa_row("rdfa11-xhtml5", 177, "rdfa1.1", "xhtml5"));
  all.push_back(rdfa_row("rdfa11-xhtml5-invalid", 23, "rdfa1.1", "xhtml5-invalid"));
  all.push_back(rdfa_row("rdfa11-svg", 31, "rdfa1.1", "svg"));
  all.push_back(rdfa_row("rdfa11-xml", 126, "rdfa1.1", "xml"));
  all.push_back(rdfa_row("rdfa11-role", std::nullopt, "rdfa1.1-role", ""));
  all.push_back(rdfa_row("rdfa11-lite", std::nullopt, "rdfa1.1-lite", ""));
  all.push_back({"microdata-rdf", 84,
                 [](const std::string& suites) { return run_microdata_suite(suites + "/microdata-rdf"); }});
  all.push_back(
      {"rdfc-1.0", 86, [](const std::string& suites) { return run_canonical_suite(suites + "/rdf-canon"); }});
  all.push_back(rdf_row("rdf12-n-triples-syntax", 29, rdf_format::n_triples, "rdf12-n-triples/syntax"));
  all.push_back(rdf_row("rdf12-n-quads-syntax", 27, rdf_format::n_quads, "rdf12-n-quads/syntax"));
  all.push_back(rdf_row("rdf12-turtle-syntax", 74, rdf_format::turtle, "rdf12-turtle/syntax"));
  all.push_back(rdf_row("rdf12-turtle-eval", 29, rdf_format::turtle, "rdf12-turtle/eval"));
  all.push_back(rdf_row("rdf12-trig-syntax", 35, rdf_format::trig, "rdf12-trig/syntax"));
  all.push_back(rdf_row("rdf12-trig-eval", 25, rdf_format::trig, "rdf12-trig/eval"));
  all.push_back(rdf_row("rdf12-xml-eval", 31, rdf_format::rdf_xml, "rdf12-xml/eval"));
  all.push_back({"rdf12-n-triples-c14n", 41, [](const std::string& suites) {
                   return run_lines_suite(suites + "/rdf12-n-triples/c14n", rdf_format::n_triples);
                 }});
  all.push_back({"rdf12-n-quads-c14n", 41, [](const std::string& suites) {
                   return run_lines_suite(suites + "/rdf12-n-quads/c14n", rdf_format::n_quads);
                 }});
  return all;
}

std::string describe(const defect& one) {
  return std::to_string(one.line) + ":" + std::to_string(one.column) + " " +
         std::string(to_string(one.done)) + " " + std::string(to_string(one.rule)) +
         (one.message.empty() ? "" : ", " + one.message);
}

std::set<std::string> canonical_lines(const dataset& quads) {
  std::set<std::string> lines;
  const auto form = canonicalize(quads);
  std::istringstream text(form ? form->n_quads : std::string());
  for (std::string line; std::getline(text, line);) lines.insert(line);
  return lines;
}

/// Some of the canonical lines that are in `one` and not in `other`.
std::string first_lines_of_one(std::string_view label, const dataset& one, const dataset& other) {
  constexpr int most = 3;
  const auto there = canonical_lines(other);
  std::string text;
  int shown = 0;
  for (const auto& line : canonical_lines(one))
    if (!there.contains(line) && ++shown <= most) text.append(label).append(line);
  return text;
}

}  // namespace

const std::vector<suite>& all_suites() {
  static const auto suites = make_suites();
  return suites;
}

const suite* find_suite(std::string_view name) {
  const auto at = std::ranges::find(all_suites(), name, &suite::name);
  return at == all_suites().end() ? nullptr : &*at;
}

std::size_t count(std::span<const verdict> verdicts, outcome result) {
  return static_cast<std::size_t>(std::ranges::count(verdicts, result, &verdict::result));
}

bool reaches_target(const suite& one, std::span<const verdict> verdicts) {
  return !one.target ||
         (verdicts.size() >= *one.target && count(verdicts, outcome::passed) == verdicts.size());
}

verdict judge_syntax(std::string test, expectation expected, const result<document>& got) {
  if (!got) return {std::move(test), outcome::failed, to_string(got.error())};
  if (expected == expectation::refused) {
    if (got->has_skipped()) return {std::move(test), outcome::passed, {}};
    return {std::move(test), outcome::failed, "the document was not rejected"};
  }
  if (const auto* found = got->find_defect(treatment::repair))
    return {std::move(test), outcome::failed, describe(*found)};
  return {std::move(test), outcome::passed, {}};
}

verdict judge_statements(std::string test, const result<document>& got, const std::string& expected_path) {
  const auto text = read_file(expected_path);
  return judge_statements(std::move(test), got,
                          text ? read_document(rdf_format::n_quads, *text, {{}, {}, wash_profile::strict})
                               : tl::unexpected(text.error()));
}

verdict judge_statements(std::string test, const result<document>& got, const result<document>& expected) {
  auto judged = judge_syntax(std::move(test), expectation::accepted, got);
  if (judged.result != outcome::passed) return judged;
  const auto fails = [&](std::string reason) {
    return verdict{std::move(judged.test), outcome::failed, std::move(reason)};
  };
  if (!expected) return fails(to_string(expected.error()));
  if (const auto* found = expected->find_defect(treatment::repair))
    return fails("expected result: " + describe(*found));
  const auto same = are_isomorphic(got->quads, expected->quads);
  if (!same) return fails(to_string(same.error()));
  if (*same) return judged;
  return fails("statements differ from the expected ones" +
               first_lines_of_one("\n  expected: ", expected->quads, got->quads) +
               first_lines_of_one("\n  read:     ", got->quads, expected->quads));
}

}  // namespace laundromat::conformance
