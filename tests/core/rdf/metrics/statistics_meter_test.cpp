// The meter compared with the naive statistics, in batches of all sizes, and its memory limits.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/metrics/statistics_meter.hpp"

#include <gtest/gtest.h>

#include <random>

#include "tests/core/rdf/metrics/naive_statistics.hpp"
#include "tests/core/rdf/metrics/random_document.hpp"

namespace laundromat {
namespace {

using testing::naive_statistics;
using testing::random_document;

void expect_near(const distribution& actual, const distribution& expected, const char* what) {
  EXPECT_EQ(actual.count, expected.count) << what;
  EXPECT_EQ(actual.min, expected.min) << what;
  EXPECT_EQ(actual.max, expected.max) << what;
  EXPECT_NEAR(actual.mean, expected.mean, 1e-9 * expected.mean) << what;
  EXPECT_NEAR(actual.std, expected.std, 1e-6 * expected.std + 1e-9) << what;
  EXPECT_EQ(actual.median, expected.median) << what;
}

template <class List>
void expect_same(const List& actual, const List& expected, const char* what) {
  EXPECT_EQ(actual.different, expected.different) << what;
  EXPECT_EQ(actual.unlisted, expected.unlisted) << what;
  ASSERT_EQ(actual.listed.size(), expected.listed.size()) << what;
  for (std::size_t i = 0; i < actual.listed.size(); ++i) {
    EXPECT_EQ(actual.listed[i].term, expected.listed[i].term) << what << ' ' << i;
    EXPECT_EQ(actual.listed[i].count, expected.listed[i].count) << what << ' ' << actual.listed[i].term;
  }
}

void expect_same_numbers(const document_statistics& actual, const document_statistics& expected) {
  EXPECT_EQ(actual.statements, expected.statements);
  EXPECT_EQ(actual.quads, expected.quads);
  EXPECT_EQ(actual.triples, expected.triples);
  EXPECT_EQ(actual.subjects, expected.subjects);
  EXPECT_EQ(actual.iri_subjects, expected.iri_subjects);
  EXPECT_EQ(actual.blank_subjects, expected.blank_subjects);
  EXPECT_EQ(actual.objects, expected.objects);
  EXPECT_EQ(actual.different_iri_objects, expected.different_iri_objects);
  EXPECT_EQ(actual.different_blank_objects, expected.different_blank_objects);
  EXPECT_EQ(actual.iris, expected.iris);
  EXPECT_EQ(actual.blank_nodes, expected.blank_nodes);
  EXPECT_EQ(actual.literals, expected.literals);
  EXPECT_EQ(actual.typed_subjects, expected.typed_subjects);
  EXPECT_EQ(actual.defined_classes, expected.defined_classes);
  EXPECT_EQ(actual.defined_properties, expected.defined_properties);
  EXPECT_EQ(actual.sampled_nodes, expected.sampled_nodes);
  EXPECT_EQ(actual.quality.checked, expected.quality.checked);
  EXPECT_EQ(actual.quality.ill_typed, expected.quality.ill_typed);
  EXPECT_EQ(actual.quality.non_canonical, expected.quality.non_canonical);
  EXPECT_EQ(actual.quality.unknown_datatype, expected.quality.unknown_datatype);
  EXPECT_EQ(actual.quality.ill_formed_tags, expected.quality.ill_formed_tags);
}

void expect_same(const document_statistics& actual, const document_statistics& expected) {
  expect_same_numbers(actual, expected);
  expect_near(actual.degree, expected.degree, "degree");
  expect_near(actual.in_degree, expected.in_degree, "in_degree");
  expect_near(actual.out_degree, expected.out_degree, "out_degree");
  expect_near(actual.iri_length, expected.iri_length, "iri_length");
  expect_near(actual.subject_iri_length, expected.subject_iri_length, "subject_iri_length");
  expect_near(actual.predicate_iri_length, expected.predicate_iri_length, "predicate_iri_length");
  expect_near(actual.object_iri_length, expected.object_iri_length, "object_iri_length");
  expect_near(actual.literal_length, expected.literal_length, "literal_length");
  expect_same(actual.properties, expected.properties, "properties");
  for (std::size_t i = 0; i < expected.properties.listed.size(); ++i)
    EXPECT_EQ(actual.properties.listed[i].subjects, expected.properties.listed[i].subjects);
  expect_same(actual.classes, expected.classes, "classes");
  expect_same(actual.datatypes, expected.datatypes, "datatypes");
  for (std::size_t i = 0; i < expected.datatypes.listed.size(); ++i) {
    EXPECT_EQ(actual.datatypes.listed[i].ill_typed, expected.datatypes.listed[i].ill_typed);
    EXPECT_EQ(actual.datatypes.listed[i].non_canonical, expected.datatypes.listed[i].non_canonical);
  }
  expect_same(actual.languages, expected.languages, "languages");
  expect_same(actual.namespaces, expected.namespaces, "namespaces");
  expect_same(actual.graphs, expected.graphs, "graphs");
}

/// Batches of up to `most` lines, each in its own allocation, so that reading beyond one is detected.
document_statistics measure(const random_document& document, std::size_t most, std::uint64_t seed,
                            const statistics_limits& limits = {}) {
  std::mt19937_64 random(seed);
  statistics_meter meter(limits);
  std::string batch;
  std::size_t left = 1;
  for (const auto& [line, statement] : document.statements()) {
    batch += line;
    if (--left > 0) continue;
    meter.add(std::string(batch));
    batch.clear();
    left = 1 + random() % most;
  }
  meter.add(batch);
  return meter.finish();
}

TEST(statistics_meter, agrees_with_naive_counts_for_batches_of_any_size) {
  for (std::uint64_t seed = 0; seed < 60; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const random_document document(seed);
    naive_statistics naive;
    for (const auto& [line, statement] : document.statements()) naive.add(statement.view());
    const auto expected = naive.finish();
    for (const std::size_t most : {std::size_t{1}, std::size_t{20}, std::size_t{100'000}})
      expect_same(measure(document, most, seed), expected);
    if (HasFailure()) return;
  }
}

TEST(statistics_meter, sampled_figures_are_within_their_errors) {
  statistics_limits limits;
  limits.exact_nodes = 256;
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const random_document document(seed);
    const auto exact = measure(document, 50, seed);
    const auto sampled = measure(document, 7, seed, limits);
    const auto near = [](const counted& a, const counted& b) {
      EXPECT_NEAR(static_cast<double>(a.value), static_cast<double>(b.value),
                  4.5 * a.relative_error * static_cast<double>(a.value));
    };
    near(sampled.iris, exact.iris);
    near(sampled.literals, exact.literals);
    near(sampled.blank_nodes, exact.blank_nodes);
    near(sampled.objects, exact.objects);
    EXPECT_EQ(sampled.subjects, exact.subjects);
    EXPECT_EQ(sampled.out_degree, exact.out_degree);
    EXPECT_EQ(sampled.iri_length, exact.iri_length);
    if (exact.iris.value + exact.literals.value + exact.blank_nodes.value > 256) {
      EXPECT_LT(sampled.sampled_nodes, 1);
    }
  }
}

TEST(statistics_meter, counts_terms_that_it_does_not_list) {
  statistics_limits limits;
  limits.listed_terms = 2;
  limits.kept_terms = 4;
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const random_document document(seed);
    const auto all = measure(document, 9, seed);
    const auto some = measure(document, 5, seed, limits);
    EXPECT_LE(some.properties.listed.size(), 2U);
    std::uint64_t listed = some.properties.unlisted;
    for (const auto& row : some.properties.listed) listed += row.count;
    EXPECT_EQ(listed, all.statements);
    EXPECT_EQ(some.properties.different.value, all.properties.different.value);
    EXPECT_EQ(some.datatypes.different.value, all.datatypes.different.value);
    expect_same_numbers(some, all);
    EXPECT_EQ(some.iri_length, all.iri_length);
  }
}

TEST(statistics_meter, skips_lines_that_are_not_canonical) {
  statistics_meter meter;
  const std::string good = "<http://e.org/s> <http://e.org/p> <http://e.org/o> .\n";
  for (const std::string bad : {"",
                                "\n",
                                "<",
                                "<a",
                                "<a>",
                                "<a> ",
                                "<a> <b",
                                "<a> <b> ",
                                "<a> <b> <c",
                                "<a> <b> <c>",
                                "<a> <b> <c> ",
                                "<a> <b> <c> .",
                                "<a> <b> \"c",
                                "<a> <b> \"c\\",
                                "<a> <b> \"c\" ",
                                "<a> <b> \"c\"^^<d",
                                "<a> <b> \"c\"@en",
                                "<a> <b> <c> <d",
                                "_:a <b> <c> .\n",
                                "<a\\> <b> \"\\u\" .x\n",
                                "# comment\n"})
    meter.add(std::string(bad));
  meter.add(good);
  meter.add("nonsense\n" + good + "<http://e.org/s> ");
  const auto found = meter.finish();
  EXPECT_EQ(found.statements, 2U);
  EXPECT_EQ(found.subjects.value, 1U);
  EXPECT_EQ(found.properties.different.value, 1U);
}

TEST(statistics_meter, of_an_empty_document_are_empty) {
  const auto found = statistics_meter{}.finish();
  EXPECT_EQ(found.statements, 0U);
  EXPECT_EQ(found.degree, distribution{});
  EXPECT_EQ(found.iris, counted{});
}

}  // namespace
}  // namespace laundromat
