// Measures the cost of the checks of terms, per call with a typical term.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/model/term_check.hpp"

#include <benchmark/benchmark.h>

#include <iterator>
#include <string>

#include "core/rdf/values/datatype.hpp"

namespace laundromat {
namespace {

constexpr std::string_view iris[] = {
    "http://example.org/resource/12345",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#type",
    "http://dbpedia.org/resource/A_rather_long_name_of_a_thing_(that_is_disambiguated)",
    "http://example.org/a%20b",
    "urn:uuid:6e8bc430-9c3a-11d9-9669-0800200c9a66",
    "http://de.dbpedia.org/resource/M\xC3\xBCnchen",
    "http://example.org/a b",
};

struct literal_row {
  std::string_view value, datatype, language;
};
constexpr literal_row literals[] = {
    {"Munich", "", "en"},
    {"Munich", "", "zh-hant-tw"},
    {"Munich", "", "en-GB"},
    {"42", "integer", ""},
    {"2013-04-25T18:09:00Z", "dateTime", ""},
    {"2013-04-25", "date", ""},
    {"48.137154", "double", ""},
    {"true", "boolean", ""},
    {"http://example.org/", "anyURI", ""},
};

void plain_iri_test(benchmark::State& state) {
  const std::string iri(iris[state.range(0)]);
  for (auto _ : state) {
    benchmark::DoNotOptimize(iri.data());
    benchmark::DoNotOptimize(is_plain_iri(iri));
  }
  state.SetLabel(iri);
}
BENCHMARK(plain_iri_test)->Name("is_plain_iri")->DenseRange(0, 2);

void check_iri_test(benchmark::State& state) {
  term_checker checker(wash_profile::standard);
  for (auto _ : state) {
    std::string_view iri = iris[state.range(0)];
    benchmark::DoNotOptimize(checker.check_iri(iri));
  }
  state.SetLabel(std::string(iris[state.range(0)]));
}
BENCHMARK(check_iri_test)->Name("check_iri")->DenseRange(1, std::size(iris) - 1);

void check_literal_test(benchmark::State& state) {
  const auto& row = literals[state.range(0)];
  const auto datatype =
      row.datatype.empty() ? std::string() : std::string(xsd_namespace) + std::string(row.datatype);
  term_checker checker(wash_profile::standard);
  for (auto _ : state) {
    term_view literal{term_kind::literal, row.value, datatype, row.language};
    benchmark::DoNotOptimize(checker.check_literal(literal));
  }
  state.SetLabel(std::string(row.value) + " " + std::string(row.datatype) + std::string(row.language));
}
BENCHMARK(check_literal_test)->Name("check_literal")->DenseRange(0, std::size(literals) - 1);

}  // namespace
}  // namespace laundromat
