// Follows the entries of a manifest: a list, or each on its own.
// SPDX-License-Identifier: Apache-2.0
#include "tests/conformance/suite_manifest.hpp"

#include <map>
#include <vector>

#include "tests/conformance/suite_reading.hpp"

namespace laundromat::conformance {

namespace {

const std::string here = "http://suite.invalid/manifest.ttl";
constexpr std::string_view folder_iri = "http://suite.invalid/";
constexpr std::string_view mf = "http://www.w3.org/2001/sw/DataAccess/tests/test-manifest#";
constexpr std::string_view rdf = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

/// Objects by subject and predicate, for graphs where each pair has one relevant object.
class object_map {
 public:
  explicit object_map(const document& from) {
    for (const auto& one : from.statements) {
      objects_[one.subject.value][one.predicate.value] = one.object.value;
      if (one.predicate.value != std::string(mf) + "entries") continue;
      manifest_ = one.subject.value;
      entries_.push_back(one.object.value);
    }
  }
  /// The subject with entries.
  [[nodiscard]] const std::string& manifest() const { return manifest_; }
  /// Its entries: lists of tests, or tests.
  [[nodiscard]] const std::vector<std::string>& entries() const { return entries_; }
  [[nodiscard]] std::string at(const std::string& subject, std::string_view space,
                               std::string_view name) const {
    const auto properties = objects_.find(subject);
    if (properties == objects_.end()) return {};
    const auto found = properties->second.find(std::string(space).append(name));
    return found == properties->second.end() ? std::string() : found->second;
  }

 private:
  std::map<std::string, std::map<std::string, std::string>> objects_;
  std::string manifest_;
  std::vector<std::string> entries_;
};

/// `http://suite.invalid/x/y.ttl` as `x/y.ttl`.
std::string path_of(const std::string& iri) {
  return iri.starts_with(folder_iri) ? iri.substr(folder_iri.size()) : iri;
}

}  // namespace

result<rdf_manifest> read_manifest(const std::string& folder) {
  const auto text = read_file(folder + "/manifest.ttl");
  if (!text) return tl::unexpected(text.error());
  const auto read = read_document(rdf_format::turtle, *text, {here, {}, wash_profile::strict});
  if (!read) return tl::unexpected(read.error());
  if (read->has_skipped()) return fail(errc::syntax_error, folder + "/manifest.ttl");
  const object_map objects{*read};
  rdf_manifest manifest{objects.at(objects.manifest(), mf, "assumedTestBase"), {}};
  const auto add = [&](const std::string& test) {
    manifest.tests.push_back({test.substr(test.find('#') + 1), objects.at(test, rdf, "type"),
                              path_of(objects.at(test, mf, "action")),
                              path_of(objects.at(test, mf, "result"))});
  };
  for (auto entry : objects.entries()) {
    if (objects.at(entry, rdf, "first").empty() && entry != std::string(rdf) + "nil") add(entry);
    for (; !objects.at(entry, rdf, "first").empty(); entry = objects.at(entry, rdf, "rest"))
      add(objects.at(entry, rdf, "first"));
  }
  return manifest;
}

}  // namespace laundromat::conformance
