// The W3C suites of JSON-LD 1.1; they run where LAUNDROMAT_SHARED names the folder that holds `suites`.
// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <map>
#include <nlohmann/json.hpp>

#include "core/rdf/jsonld/json_ld_reader.hpp"
#include "tests/core/rdf/cases.hpp"

namespace laundromat {
namespace {

using nlohmann::json;
using testing::read_case_file;
using testing::remembering_sink;

/// The contexts of a suite lie beside its tests.
class suite_contexts final : public context_loader {
 public:
  suite_contexts(std::string base, std::string folder) : base_(std::move(base)), folder_(std::move(folder)) {}
  result<std::string> load(std::string_view iri) override {
    if (!iri.starts_with(base_)) return fail(errc::not_found, std::string(iri));
    auto text = read_case_file(folder_ + "/" + std::string(iri.substr(base_.size())));
    if (text.empty()) return fail(errc::not_found, std::string(iri));
    return text;
  }

 private:
  std::string base_, folder_;
};

using terms = std::vector<std::string>;

/// The terms of a canonical line; blank nodes are `<b:label>`.
terms split_line(const std::string& line) {
  terms all;
  for (std::size_t at = 0; at < line.size() && line[at] != '.';) {
    auto end = at;
    if (line[at] == '<') {
      end = line.find('>', at) + 1;
    } else {
      for (end = at + 1; line[end] != '"'; ++end)
        if (line[end] == '\\') ++end;
      end = line.find(' ', end);
    }
    all.push_back(line.substr(at, end - at));
    at = line.find_first_not_of(' ', end);
  }
  return all;
}

/// Lines with every blank node replaced by a colour that depends only on how it is connected.
std::vector<std::string> colour(std::vector<std::string> lines) {
  std::ranges::sort(lines);
  lines.erase(std::ranges::unique(lines).begin(), lines.end());
  std::vector<terms> rows;
  for (const auto& line : lines) rows.push_back(split_line(line));
  std::map<std::string, std::size_t> colours;
  const auto paint = [&](const std::string& term, const std::string& self) {
    if (!term.starts_with("<b:")) return term;
    return term == self ? std::string("self") : std::to_string(colours[term]);
  };
  for (int round = 0; round < 10; ++round) {
    std::map<std::string, std::vector<std::string>> seen;
    for (const auto& row : rows)
      for (const auto& term : row) {
        if (!term.starts_with("<b:")) continue;
        std::string mine;
        for (const auto& other : row) mine += paint(other, term) + ' ';
        seen[term].push_back(mine);
      }
    std::map<std::string, std::size_t> next;
    for (auto& [term, neighbours] : seen) {
      std::ranges::sort(neighbours);
      std::string all;
      for (const auto& one : neighbours) all += one + '\n';
      next[term] = std::hash<std::string>{}(all);
    }
    colours = std::move(next);
  }
  std::vector<std::string> painted;
  for (const auto& row : rows) {
    std::string line;
    for (const auto& term : row) line += paint(term, "") + ' ';
    painted.push_back(line);
  }
  std::ranges::sort(painted);
  return painted;
}

struct suite {
  std::string folder, manifest;
  std::size_t least;
};

struct suite_run {
  reader_options options;
  json_ld_options more;
};

suite_run options_of(const json& test, const std::string& base, const std::string& folder) {
  suite_run run;
  run.options.profile = wash_profile::strict;
  run.options.base_iri = base + test["input"].get<std::string>();
  const auto given = test.value("option", json::object());
  run.options.base_iri = given.value("base", run.options.base_iri);
  if (given.value("processingMode", "") == "json-ld-1.0") run.more.mode = json_ld_mode::v1_0;
  run.more.produce_generalized_rdf = given.value("produceGeneralizedRdf", false);
  const auto direction = given.value("rdfDirection", "");
  if (direction == "i18n-datatype") run.more.direction = rdf_direction::i18n_datatype;
  if (direction == "compound-literal") run.more.direction = rdf_direction::compound_literal;
  if (given.contains("expandContext"))
    run.more.expand_context = read_case_file(folder + "/" + given["expandContext"].get<std::string>());
  return run;
}

remembering_sink read_json_ld(const std::string& text, const suite_run& run, std::size_t chunk) {
  remembering_sink sink;
  const auto reader = make_json_ld_reader(run.options, run.more, sink);
  for (std::size_t at = 0; at < text.size(); at += chunk)
    EXPECT_TRUE(reader->push(std::string_view(text).substr(at, chunk)));
  EXPECT_TRUE(reader->finish());
  return sink;
}

/// Lines that N-Quads does not allow, because blank nodes are predicates in them.
std::vector<std::string> read_generalized(const std::string& text) {
  std::vector<std::string> lines;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) {
    for (auto at = line.find("_:"); at != line.npos; at = line.find("_:", at)) {
      line.replace(at, 2, "<b:");
      line.insert(line.find(' ', at), ">");
    }
    if (!line.empty()) lines.push_back(line);
  }
  return lines;
}

bool is_refusal(const defect& found) {
  return found.done == treatment::skip &&
         (found.rule == errc::json_ld_invalid || found.rule == errc::context_unavailable);
}

void run_test(const json& test, const std::string& base, const std::string& folder) {
  const auto name = test["@id"].get<std::string>() + " " + test["name"].get<std::string>();
  const auto type = test["@type"][0].get<std::string>();
  auto run = options_of(test, base, folder);
  suite_contexts contexts(base, folder);
  run.options.contexts = &contexts;
  const auto text = read_case_file(folder + "/" + test["input"].get<std::string>());
  const auto got = read_json_ld(text, run, text.size() + 1);
  const auto chunks = read_json_ld(text, run, 3);
  EXPECT_EQ(got.lines, chunks.lines) << name;
  EXPECT_TRUE(got.defects == chunks.defects) << name;
  EXPECT_EQ(got.spans, chunks.spans) << name;
  std::string told;
  for (const auto& found : got.defects)
    told += std::string(to_string(found.rule)) + ": " + found.message + "; ";
  if (type.find("Negative") != type.npos) {
    const auto code = test.value("expectErrorCode", "");
    EXPECT_TRUE(std::ranges::any_of(got.defects, is_refusal)) << name << ", expected: " << code;
    EXPECT_NE(told.find(code), told.npos) << name << ", expected: " << code << ", told: " << told;
    EXPECT_TRUE(got.lines.empty()) << name;
    return;
  }
  EXPECT_FALSE(std::ranges::any_of(got.defects, is_refusal)) << name << ": " << told;
  if (!test.contains("expect")) return;
  const auto lines = read_case_file(folder + "/" + test["expect"].get<std::string>());
  const auto expected = run.more.produce_generalized_rdf
                            ? read_generalized(lines)
                            : testing::read_text(rdf_format::n_quads, lines).lines;
  EXPECT_EQ(colour(got.lines), colour(expected)) << name << ": " << told;
}

class w3c_json_ld : public ::testing::TestWithParam<suite> {};

TEST_P(w3c_json_ld, positive_tests_give_their_statements_and_negative_ones_their_error) {
  const char* shared = std::getenv("LAUNDROMAT_SHARED");
  if (!shared) GTEST_SKIP() << "LAUNDROMAT_SHARED does not name a folder with the W3C suites in `suites/`";
  const auto folder = std::string(shared) + "/suites/" + GetParam().folder;
  const auto manifest = json::parse(read_case_file(folder + "/" + GetParam().manifest));
  const auto base = manifest["baseIri"].get<std::string>();
  std::size_t count = 0, failed = 0;
  for (const auto& test : manifest["sequence"]) {
    if (test.value("option", json::object()).value("specVersion", "") == "json-ld-1.0") continue;
    // A reader that waits for the whole node object has no order of keys to insist on.
    if (test.value("expectErrorCode", "") == "invalid streaming key order") continue;
    const auto before = ::testing::UnitTest::GetInstance()->current_test_info()->result()->total_part_count();
    run_test(test, base, folder);
    const auto after = ::testing::UnitTest::GetInstance()->current_test_info()->result()->total_part_count();
    ++count;
    failed += after > before;
  }
  EXPECT_GE(count, GetParam().least);
  RecordProperty("tests", static_cast<int>(count));
  RecordProperty("failed", static_cast<int>(failed));
  if (failed > 0) std::printf("%zu of %zu tests failed\n", failed, count);
}

INSTANTIATE_TEST_SUITE_P(suites, w3c_json_ld,
                         ::testing::Values(suite{"jsonld11", "toRdf-manifest.jsonld", 456},
                                           suite{"jsonld-streaming", "stream-toRdf-manifest.jsonld", 463}),
                         [](const auto& one) {
                           return one.param.folder == "jsonld11" ? "to_rdf" : "streaming";
                         });

}  // namespace
}  // namespace laundromat
