// The suites of RDF 1.1: manifests in Turtle, read by the reader that is tested.
// SPDX-License-Identifier: Apache-2.0
#include <map>

#include "tests/conformance/suites.hpp"

namespace laundromat::conformance {

namespace {

const std::string here = "http://suite.invalid/manifest.ttl";
constexpr std::string_view folder_iri = "http://suite.invalid/";
constexpr std::string_view mf = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#";
constexpr std::string_view rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/// Objects by subject and predicate, for graphs where each pair has one object that matters.
class object_map {
 public:
  explicit object_map(const document& from) {
    for (const auto& one : from.statements)
      objects_[one.subject.value][one.predicate.value] = one.object.value;
  }
  [[nodiscard]] std::string at(const std::string& subject, std::string_view space,
                               std::string_view name) const {
    const auto properties = objects_.find(subject);
    if (properties == objects_.end()) return {};
    const auto found = properties->second.find(std::string(space).append(name));
    return found == properties->second.end() ? std::string() : found->second;
  }

 private:
  std::map<std::string, std::map<std::string, std::string>> objects_;
};

/// `http://suite.invalid/x/y.ttl` as `x/y.ttl`.
std::string path_of(const std::string& iri) {
  return iri.starts_with(folder_iri) ? iri.substr(folder_iri.size()) : iri;
}

struct rdf_test {
  std::string name, kind, action, expected;
};

verdict run_test(const rdf_test& test, const std::string& folder, rdf_format format,
                 const std::string& base) {
  const auto text = read_file(folder + "/" + test.action);
  if (!text) return {test.name, outcome::failed, to_string(text.error())};
  const auto got =
      read_document(format, *text, {base.empty() ? base : base + test.action, {}, wash_profile::strict});
  if (test.kind.find("Negative") != test.kind.npos) return judge_syntax(test.name, expectation::refused, got);
  if (test.kind.ends_with("Eval")) return judge_statements(test.name, got, folder + "/" + test.expected);
  return judge_syntax(test.name, expectation::accepted, got);
}

}  // namespace

result<std::vector<verdict>> run_rdf_suite(const std::string& folder, rdf_format format) {
  const auto text = read_file(folder + "/manifest.ttl");
  if (!text) return tl::unexpected(text.error());
  const auto manifest = read_document(rdf_format::turtle, *text, {here, {}, wash_profile::strict});
  if (!manifest) return tl::unexpected(manifest.error());
  if (manifest->has_skipped()) return fail(errc::syntax_error, folder + "/manifest.ttl");
  const object_map objects{*manifest};
  const auto base = objects.at(here, mf, "assumedTestBase");
  std::vector<verdict> verdicts;
  for (auto entry = objects.at(here, mf, "entries"); entry != std::string(rdf) + "nil" && !entry.empty();
       entry = objects.at(entry, rdf, "rest")) {
    const auto test = objects.at(entry, rdf, "first");
    const rdf_test one{test.substr(test.find('#') + 1), objects.at(test, rdf, "type"),
                       path_of(objects.at(test, mf, "action")), path_of(objects.at(test, mf, "result"))};
    verdicts.push_back(run_test(one, folder, format, base));
  }
  return verdicts;
}

}  // namespace laundromat::conformance
