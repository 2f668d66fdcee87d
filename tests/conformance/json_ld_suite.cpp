// The JSON-LD suites: options of each test, and a loader that reads the suite's contexts from its folder.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "core/rdf/jsonld/json_ld_reader.hpp"
#include "tests/conformance/suites.hpp"

namespace laundromat::conformance {

namespace {

using nlohmann::json;

/// Loads IRIs below the suite's address from the files of its folder.
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
  document out{rdf_format::json_ld};
  const auto reader = make_json_ld_reader(std::move(given), std::move(more), out);
  if (auto read = read_all(*reader, text); !read) return tl::unexpected(read.error());
  return out;
}

/// Whether the algorithm itself drops it (JSON-LD 1.1 API section 8.2, JSON-LD 1.1 section 10). Our reader reports every loss as a
/// defect; but the document is not invalid for that reason.
bool is_left_out_by_algorithm(const defect& found) {
  constexpr errc rules[] = {errc::relative_iri,  errc::bad_iri,         errc::iri_character,
                            errc::iri_delimiter, errc::blank_predicate, errc::bad_language_tag};
  return std::ranges::find(rules, found.rule) != std::end(rules);
}

constexpr std::string_view blank_mark = "generalized:";

/// Restores blank nodes in predicate position.
struct generalized_sink final : statement_sink {
  result<void> on_statement(const statement_view& found) override {
    auto restored = found;
    if (restored.predicate.value.starts_with(blank_mark))
      restored.predicate = {term_kind::blank, restored.predicate.value.substr(blank_mark.size()), {}, {}};
    return out.on_statement(restored);
  }
  void on_defect(const defect& found) override { out.on_defect(found); }
  document out;
};

/// N-Quads of generalised RDF: our reader rejects blank predicates, so that they are replaced by IRIs while it reads.
result<document> read_generalized(const std::string& text) {
  std::istringstream in(text);
  std::string marked;
  for (std::string line; std::getline(in, line);) {
    const auto at = line.find(' ') + 1;
    if (line.compare(at, 2, "_:") == 0) {
      line.insert(line.find(' ', at), ">");
      line.replace(at, 2, "<" + std::string(blank_mark));
    }
    marked += line + '\n';
  }
  generalized_sink sink;
  auto reader = make_reader(rdf_format::n_quads, {{}, {}, wash_profile::strict}, sink);
  if (!reader) return tl::unexpected(reader.error());
  if (auto read = read_all(**reader, marked); !read) return tl::unexpected(read.error());
  return std::move(sink.out);
}

/// Whether a defect names this error code of the specification (JSON-LD 1.1 API section 9.6).
bool is_refused_with(const document& got, std::string_view code) {
  return std::ranges::any_of(got.defects, [&](const defect& one) {
    return one.done == treatment::skip && one.message.find(code) != one.message.npos;
  });
}

bool is_of_kind(const json& test, std::string_view kind) {
  for (const auto& one : test["@type"])
    if (one.get<std::string>() == kind) return true;
  return false;
}

verdict run_test(const json& test, const std::string& folder, const std::string& address,
                 context_loader& contexts) {
  const auto name = test["@id"].get<std::string>() + " " + test["name"].get<std::string>();
  const auto code = test.value("expectErrorCode", "");
  if (code == "invalid streaming key order")
    return {name, outcome::skipped,
            "our reader reads all keys of a node object first, so that they may come in any order"};
  const auto input = test["input"].get<std::string>();
  const auto text = read_file(folder + "/" + input);
  if (!text) return {name, outcome::failed, to_string(text.error())};
  const auto options = test.value("option", json::object());
  reader_options given{
      options.value("base", address + input), {}, wash_profile::strict, "application/ld+json", &contexts};
  auto got = read_test(*text, options, std::move(given), folder);
  if (got) std::erase_if(got->defects, is_left_out_by_algorithm);
  if (is_of_kind(test, "jld:NegativeEvaluationTest")) {
    auto judged = judge_syntax(name, expectation::refused, got);
    if (judged.result == outcome::failed)
      judged.reason += ": " + code;
    else if (!is_refused_with(*got, code))
      judged = {name, outcome::failed, "rejected for another reason than: " + code};
    return judged;
  }
  if (!is_of_kind(test, "jld:PositiveEvaluationTest")) return judge_syntax(name, expectation::accepted, got);
  const auto expected_path = folder + "/" + test["expect"].get<std::string>();
  if (!options.value("produceGeneralizedRdf", false)) return judge_statements(name, got, expected_path);
  const auto expected = read_file(expected_path);
  return judge_statements(name, got,
                          expected ? read_generalized(*expected) : tl::unexpected(expected.error()));
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
    // Tests that are valid only in JSON-LD 1.0 are skipped.
    if (test.value("option", json::object()).value("specVersion", "") == "json-ld-1.0") continue;
    verdicts.push_back(run_test(test, folder, address, contexts));
  }
  return verdicts;
}

}  // namespace laundromat::conformance
