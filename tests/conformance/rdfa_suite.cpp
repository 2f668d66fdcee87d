// The RDFa suite: one manifest for all versions and host languages, results checked by SPARQL queries.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>

#include "tests/conformance/ask_query.hpp"
#include "tests/conformance/suites.hpp"

namespace laundromat::conformance {

namespace {

using nlohmann::json;

struct host_language {
  std::string_view name, extension, media_type;
};

constexpr host_language hosts[] = {
    {"html4", "html", "text/html"},
    {"html5", "html", "text/html"},
    {"html5-invalid", "html", "text/html"},
    {"xhtml1", "xhtml", "application/xhtml+xml"},
    {"xhtml5", "xhtml", "application/xhtml+xml"},
    {"xhtml5-invalid", "xhtml", "application/xhtml+xml"},
    {"svg", "svg", "image/svg+xml"},
    {"xml", "xml", "application/xml"},
};

const std::string address = "http://rdfa.info/test-suite/";

verdict run_test(const json& test, const std::string& folder, const std::string& version,
                 const host_language& host) {
  const auto number = test["num"].get<std::string>();
  const auto name = std::string(host.name) + "/" + number + " " + test["description"].get<std::string>();
  const auto fails = [&](std::string reason) { return verdict{name, outcome::failed, std::move(reason)}; };
  if (test.contains("queryParam"))
    return {name, outcome::skipped, "needs the processor graph or vocabulary expansion, which are optional"};
  const auto stem = "test-cases/" + version + "/" + std::string(host.name) + "/" + number;
  const auto path = stem + "." + std::string(host.extension);
  const auto text = read_file(folder + "/" + path);
  if (!text) return fails(to_string(text.error()));
  const auto question = read_file(folder + "/" + stem + ".sparql");
  if (!question) return fails(to_string(question.error()));
  const auto query = ask_query::parse(*question);
  if (!query) return fails(to_string(query.error()));
  const auto got = read_document(rdf_format::rdfa, *text,
                                 {address + path, {}, wash_profile::strict, std::string(host.media_type)});
  if (!got) return fails(to_string(got.error()));
  const auto answer = query->matches(got->statements);
  if (!answer) return fails(to_string(answer.error()));
  const bool expected = test.value("expectedResults", true);
  if (*answer == expected) return {name, outcome::passed, {}};
  return fails(std::string("the answer should be ") + (expected ? "yes" : "no") +
               "; statements: " + std::to_string(got->statements.size()));
}

bool names(const json& list, std::string_view wanted) {
  return std::ranges::any_of(list, [&](const json& one) { return one.get<std::string>() == wanted; });
}

}  // namespace

result<std::vector<verdict>> run_rdfa_suite(const std::string& folder, const std::string& version,
                                            const std::string& host) {
  const auto text = read_file(folder + "/manifest.jsonld");
  if (!text) return tl::unexpected(text.error());
  const auto manifest = json::parse(*text);
  std::vector<verdict> verdicts;
  for (const auto& language : hosts) {
    if (!host.empty() && language.name != host) continue;
    for (const auto& test : manifest["@graph"])
      if (names(test["versions"], version) && names(test["hostLanguages"], language.name))
        verdicts.push_back(run_test(test, folder, version, language));
  }
  return verdicts;
}

}  // namespace laundromat::conformance
