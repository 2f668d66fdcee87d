// The suite of Microdata to RDF, with its own vocabulary registry.
// SPDX-License-Identifier: Apache-2.0
#include <deque>
#include <nlohmann/json.hpp>

#include "tests/conformance/suite_manifest.hpp"
#include "tests/conformance/suites.hpp"

namespace laundromat::conformance {

namespace {

const std::string address_of_tests = "http://w3c.github.io/microdata-rdf/tests/";

/// The aliases of a registry in JSON; `kept` owns their texts.
std::vector<property_alias> read_registry(const std::string& text, std::deque<std::string>& kept) {
  std::vector<property_alias> all;
  const auto keep = [&](const std::string& one) -> std::string_view { return kept.emplace_back(one); };
  const auto registry = nlohmann::json::parse(text);
  for (const auto& [vocabulary, entry] : registry.items()) {
    if (!entry.is_object() || !entry.contains("properties")) continue;
    for (const auto& [name, also] : entry["properties"].items())
      for (const auto& [kind, iri] : also.items())
        all.push_back({keep(vocabulary), keep(name), keep(iri.get<std::string>())});
  }
  return all;
}

verdict run_test(const rdf_test& test, const std::string& folder, std::span<const property_alias> aliases) {
  const auto text = read_file(folder + "/" + test.action);
  if (!text) return {test.name, outcome::failed, to_string(text.error())};
  reader_options options{address_of_tests + test.action, {}, wash_profile::strict, "text/html"};
  options.property_aliases = aliases;
  auto got = read_document(rdf_format::rdfa, *text, options);
  if (test.kind.find("Negative") != test.kind.npos) return judge_syntax(test.name, expectation::refused, got);
  const auto answer = read_file(folder + "/" + test.expected);
  if (!answer) return {test.name, outcome::failed, to_string(answer.error())};
  if (got) got->defects.clear();  // what a processor must ignore is reported, and does not count
  return judge_statements(test.name, got,
                          read_document(rdf_format::turtle, *answer,
                                        {address_of_tests + test.expected, {}, wash_profile::strict}));
}

}  // namespace

result<std::vector<verdict>> run_microdata_suite(const std::string& folder) {
  const auto manifest = read_manifest(folder);
  if (!manifest) return tl::unexpected(manifest.error());
  const auto registry = read_file(folder + "/test-registry.json");
  if (!registry) return tl::unexpected(registry.error());
  std::deque<std::string> kept;
  const auto aliases = read_registry(*registry, kept);
  std::vector<verdict> verdicts;
  for (const auto& test : manifest->tests) verdicts.push_back(run_test(test, folder, aliases));
  return verdicts;
}

}  // namespace laundromat::conformance
