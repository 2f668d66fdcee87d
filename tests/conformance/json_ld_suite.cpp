// The JSON-LD suites: options of each test, and a loader that finds the suite's contexts in its folder.
// SPDX-License-Identifier: Apache-2.0
#include <nlohmann/json.hpp>

#include "tests/conformance/suites.hpp"

#if __has_include("core/rdf/jsonld/json_ld_reader.hpp")
#include "core/rdf/jsonld/json_ld_reader.hpp"
#define LAUNDROMAT_HAS_JSON_LD 1
#else
#define LAUNDROMAT_HAS_JSON_LD 0
#endif

namespace laundromat::conformance {

namespace {

using nlohmann::json;

/// Answers for what lies below the suite's address with the files of its folder.
class suite_contexts final : public context_loader {
 public:
  suite_contexts(std::string folder, std::string address)
      : folder_(std::move(folder)), address_(std::move(address)) {}
  result<std::string> load(std::string_view iri) override {
    if (!iri.starts_with(address_)) return fail(errc::context_unavailable, std::string(iri));
    return read_file(folder_ + "/" + std::string(iri.substr(address_.size())));
  }

 private:
  std::string folder_, address_;
};

#if LAUNDROMAT_HAS_JSON_LD
result<document> read_test(std::string_view text, const json& options, reader_options given,
                           const std::string& folder) {
  json_ld_options more;
  if (options.contains("expandContext")) {
    auto context = read_file(folder + "/" + options["expandContext"].get<std::string>());
    if (!context) return tl::unexpected(context.error());
    more.expand_context = *std::move(context);
  }
  const auto direction = options.value("rdfDirection", "");
  if (direction == "i18n-datatype") more.direction = rdf_direction::i18n_datatype;
  if (direction == "compound-literal") more.direction = rdf_direction::compound_literal;
  if (options.value("processingMode", "") == "json-ld-1.0") more.mode = json_ld_mode::v1_0;
  more.produce_generalized_rdf = options.value("produceGeneralizedRdf", false);
  document out;
  const auto reader = make_json_ld_reader(std::move(given), std::move(more), out);
  if (auto read = read_all(*reader, text); !read) return tl::unexpected(read.error());
  return out;
}
#else
result<document> read_test(std::string_view text, const json&, const reader_options& given,
                           const std::string&) {
  return read_document(rdf_format::json_ld, text, given);
}
#endif

bool is_of_kind(const json& test, std::string_view kind) {
  for (const auto& one : test["@type"])
    if (one.get<std::string>() == kind) return true;
  return false;
}

verdict run_test(const json& test, const std::string& folder, const std::string& address,
                 context_loader& contexts) {
  const auto name = test["@id"].get<std::string>() + " " + test["name"].get<std::string>();
  const auto input = test["input"].get<std::string>();
  const auto text = read_file(folder + "/" + input);
  if (!text) return {name, outcome::failed, to_string(text.error())};
  const auto options = test.value("option", json::object());
  reader_options given{
      options.value("base", address + input), {}, wash_profile::strict, "application/ld+json", &contexts};
  const auto got = read_test(*text, options, std::move(given), folder);
  if (is_of_kind(test, "jld:NegativeEvaluationTest")) {
    auto judged = judge_syntax(name, expectation::refused, got);
    if (judged.result == outcome::failed) judged.reason += ": " + test.value("expectErrorCode", "");
    return judged;
  }
  if (is_of_kind(test, "jld:PositiveEvaluationTest"))
    return judge_statements(name, got, folder + "/" + test["expect"].get<std::string>());
  return judge_syntax(name, expectation::accepted, got);
}

}  // namespace

result<std::vector<verdict>> run_json_ld_suite(const std::string& folder, const std::string& manifest) {
  const auto text = read_file(folder + "/" + manifest);
  if (!text) return tl::unexpected(text.error());
  const auto suite = json::parse(*text);
  const auto address = suite["baseIri"].get<std::string>();
  suite_contexts contexts{folder, address};
  std::vector<verdict> verdicts;
  for (const auto& test : suite["sequence"]) {
    // What JSON-LD 1.1 changed is no error of a reader of JSON-LD 1.1.
    if (test.value("option", json::object()).value("specVersion", "") == "json-ld-1.0") continue;
    verdicts.push_back(run_test(test, folder, address, contexts));
  }
  return verdicts;
}

}  // namespace laundromat::conformance
