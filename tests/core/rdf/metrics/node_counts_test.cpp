// More nodes than fit: every figure is exact or within its reported error, for any degrees.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/metrics/node_counts.hpp"

#include <gtest/gtest.h>

#include <iomanip>
#include <map>
#include <random>
#include <set>
#include <sstream>
#include <string>

#include "core/base/keyed_hash.hpp"
#include "core/rdf/metrics/statistics_meter.hpp"
#include "core/rdf/metrics/term_hash.hpp"
#include "tests/core/rdf/metrics/naive_statistics.hpp"

namespace laundromat {
namespace {

struct link {
  std::uint64_t subject = 0, object = 0;
};

std::string numbered_iri(std::uint64_t number) {
  return "http://e.org/" + std::to_string(1'000'000 + number);
}

/// Lines in byte order, each once, of links between numbered nodes.
std::set<std::string> lines_of(const std::vector<link>& links) {
  std::set<std::string> lines;
  for (const auto& [subject, object] : links)
    lines.insert("<" + numbered_iri(subject) + "> <http://e.org/p> <" + numbered_iri(object) + "> .\n");
  return lines;
}

document_statistics count_naively(const std::vector<link>& links) {
  testing::naive_statistics naive;
  std::set<std::pair<std::uint64_t, std::uint64_t>> different;
  for (const auto& [subject, object] : links) {
    if (!different.emplace(subject, object).second) continue;
    const auto from = numbered_iri(subject), to = numbered_iri(object);
    naive.add({{term_kind::iri, from, {}, {}},
               {term_kind::iri, "http://e.org/p", {}, {}},
               {term_kind::iri, to, {}, {}},
               {}});
  }
  return naive.finish();
}

document_statistics measure(const std::vector<link>& links, std::size_t exact_nodes) {
  statistics_limits limits;
  limits.exact_nodes = exact_nodes;
  statistics_meter meter(limits);
  for (const auto& line : lines_of(links)) meter.add(line);
  return meter.finish();
}

constexpr double standard_errors = 4.5;

void expect_within(const counted& actual, const counted& expected, const char* what) {
  EXPECT_NEAR(static_cast<double>(actual.value), static_cast<double>(expected.value),
              standard_errors * actual.relative_error * static_cast<double>(actual.value))
      << what;
}

void expect_figure(double actual, double expected, double error, const std::string& what) {
  if (error == distribution_errors::unknown) return;
  EXPECT_LE(error, distribution_errors::most_reported) << what;
  EXPECT_NEAR(actual, expected, error * actual + 1e-6 * expected + 1e-9) << what;
}

void expect_within(const distribution& actual, const distribution& expected, const std::string& what) {
  expect_figure(static_cast<double>(actual.min), static_cast<double>(expected.min), actual.errors.min,
                what + " min");
  expect_figure(static_cast<double>(actual.max), static_cast<double>(expected.max), actual.errors.max,
                what + " max");
  EXPECT_LE(actual.max, expected.max) << what;
  const auto times = [](double error) {
    return error == distribution_errors::unknown ? error : error * standard_errors;
  };
  EXPECT_NEAR(actual.mean, expected.mean, times(actual.errors.mean) * actual.mean + 1e-9) << what;
  expect_figure(actual.median, expected.median, actual.errors.median, what + " median");
  if (actual.errors.std != distribution_errors::unknown) {
    EXPECT_NEAR(actual.std, expected.std, times(actual.errors.std) * actual.std + 1e-6 * expected.std)
        << what;
  }
}

void expect_within(const document_statistics& actual, const document_statistics& expected) {
  EXPECT_EQ(actual.statements, expected.statements);
  EXPECT_EQ(actual.subjects, expected.subjects);
  EXPECT_EQ(actual.out_degree.errors, distribution_errors{});
  expect_within(actual.out_degree, expected.out_degree, "out_degree");
  expect_within(actual.objects, expected.objects, "objects");
  expect_within(actual.iris, expected.iris, "iris");
  expect_within(actual.different_iri_objects, expected.different_iri_objects, "iri objects");
  expect_within(actual.in_degree, expected.in_degree, "in_degree");
  expect_within(actual.degree, expected.degree, "degree");
}

/// Each of many subjects links to a thing of its own, and some to a hub.
std::vector<link> hub_and_many(std::uint64_t subjects, std::uint64_t to_hub) {
  std::vector<link> links;
  for (std::uint64_t i = 0; i < subjects; ++i) {
    links.push_back({i, 500'000 + i});
    if (i % (subjects / to_hub) == 0) links.push_back({i, 400'000});
  }
  return links;
}

TEST(node_counts, find_the_hub_of_a_sampled_document) {
  const auto links = hub_and_many(20'000, 2'000);
  const auto expected = count_naively(links);
  const auto actual = measure(links, 256);
  expect_within(actual, expected);
  EXPECT_LT(actual.sampled_nodes, 0.05);
  EXPECT_EQ(expected.in_degree.max, 2'000U);
  EXPECT_LT(actual.in_degree.errors.max, 0.2);
  EXPECT_LT(actual.degree.errors.max, 0.2);
  EXPECT_LT(actual.in_degree.errors.std, 0.1);
  EXPECT_LT(actual.degree.errors.std, 0.1);
  EXPECT_EQ(actual.in_degree.errors.min, 0);
  EXPECT_EQ(actual.in_degree.errors.median, 0);
  EXPECT_GT(actual.in_degree.errors.mean, 0);
}

TEST(node_counts, are_exact_for_few_objects_with_any_number_of_subjects) {
  std::vector<link> links;
  for (std::uint64_t i = 0; i < 20'000; ++i)
    for (std::uint64_t j = 0; j <= i % 3; ++j) links.push_back({i, 500'000 + (i * (j + 7)) % 200});
  const auto expected = count_naively(links);
  const auto actual = measure(links, 256);
  expect_within(actual, expected);
  EXPECT_LT(actual.sampled_nodes, 0.05);
  EXPECT_EQ(actual.objects, expected.objects);
  EXPECT_EQ(actual.different_iri_objects, expected.different_iri_objects);
  EXPECT_EQ(actual.in_degree.max, expected.in_degree.max);
  EXPECT_EQ(actual.in_degree.errors, distribution_errors{});
  EXPECT_LT(actual.degree.errors.max, 0.05) << "no subject has more than 3";
}

TEST(node_counts, report_no_maximum_among_nodes_of_equal_degree) {
  std::vector<link> links;
  for (std::uint64_t i = 0; i < 20'000; ++i) links.push_back({i, 500'000 + i / 2});
  const auto actual = measure(links, 256);
  expect_within(actual, count_naively(links));
  EXPECT_EQ(actual.in_degree.errors.max, distribution_errors::unknown);
}

TEST(node_counts, are_within_their_errors_for_random_documents) {
  for (std::uint64_t seed = 0; seed < 30; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const auto count = 2'000 + random() % 10'000, nodes = 200 + random() % 20'000;
    const auto steepness = 1 + random() % 8;
    std::vector<link> links;
    for (std::uint64_t i = 0; i < count; ++i) {
      const auto share =
          std::pow(static_cast<double>(random() % 1'000'000) / 1e6, static_cast<double>(steepness));
      links.push_back({random() % nodes, static_cast<std::uint64_t>(share * static_cast<double>(nodes))});
    }
    expect_within(measure(links, std::size_t{64} << random() % 5), count_naively(links));
  }
}

/// Hashes with one home slot, so that the table switches to its key, then more nodes than fit; some occur more than once.
std::string describe_with_key(const hash_key& key) {
  set_hash_key(key);
  node_counts counts(1'024);
  std::mt19937_64 random(7);
  for (std::uint64_t i = 0; i < 5'000; ++i) {
    const auto hash = i < 300 ? i << 40 | i << 56 : random();
    for (std::uint64_t times = 1 + i % 5; times > 0; --times) counts.add_object(hash, node_sample::kind::iri);
    if (i % 3 == 0) counts.add_subject(hash, node_sample::kind::iri, 1 + i % 7);
  }
  document_statistics out;
  out.statements = 15'000;
  out.out_degree = {1'667, 1, 7, 4, 4, 2};
  counts.summarise({15'000, 0, 0, 1'667, 0}, out);
  set_hash_key({});
  std::ostringstream all;
  all << std::setprecision(17);
  for (const auto& one : {out.objects, out.iris}) all << one.value << ' ' << one.relative_error << ' ';
  for (const auto& one : {out.degree, out.in_degree})
    all << one.count << ' ' << one.min << ' ' << one.max << ' ' << one.mean << ' ' << one.median << ' '
        << one.std << ' ' << one.errors.max << ' ' << one.errors.std << ' ' << one.errors.median << ' ';
  return all.str();
}

TEST(node_counts, do_not_depend_on_the_key_of_the_process) {
  const auto expected = describe_with_key({1});
  for (unsigned char i = 2; i < 12; ++i) EXPECT_EQ(describe_with_key({i}), expected);
}

TEST(degree_sketch, bounds_the_greatest_degree_and_finds_an_outlier) {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    degree_sketch cells(64);
    std::map<std::uint64_t, std::uint64_t> ins, degrees;
    const bool has_hub = seed % 2 == 0;
    for (int i = 0; i < 20'000; ++i) {
      const bool is_hub = has_hub && random() % 8 == 0;
      const auto key = hash_term(std::to_string(is_hub ? 5'000 : random() % (1 + random() % 3'000))) | 1U;
      const auto out = random() % 10 == 0 ? random() % 20 + 1 : 0, in = std::uint64_t{out == 0 ? 1U : 0U};
      cells.add(key, in, out);
      ins[key] += in;
      degrees[key] += in + out;
    }
    cells.flush();
    const auto expect_between = [&](const degree_sketch::bounds& found, const auto& counts) {
      const auto greatest =
          std::ranges::max_element(counts, {}, [](const auto& one) { return one.second; })->second;
      EXPECT_LE(found.reached, greatest);
      EXPECT_LE(greatest, found.most);
      if (has_hub) {
        EXPECT_LE(found.most - found.reached, greatest / 5);
      }
    };
    expect_between(cells.greatest_in_degree(), ins);
    expect_between(cells.greatest_degree(), degrees);
  }
}

TEST(degree_sketch, estimates_the_sum_of_squares_within_its_error) {
  for (const auto nodes : {10U, 5'000U, 300'000U}) {
    std::mt19937_64 random(nodes);
    degree_sketch cells(std::size_t{1} << 12);
    double in_squares = 0, squares = 0;
    for (unsigned i = 0; i < nodes; ++i) {
      const auto key = hash_term("node " + std::to_string(i));
      const auto in = 1 + random() % 9, out = 1 + random() % 3;
      cells.add(key, in, 0);
      cells.add(key, 0, out);
      in_squares += static_cast<double>(in * in);
      squares += static_cast<double>((in + out) * (in + out));
    }
    cells.flush();
    const auto error = cells.error_of_squares();
    EXPECT_NEAR(error, 0.0221, 1e-4);
    EXPECT_NEAR(cells.squares_of_in_degrees(), in_squares, 4 * error * in_squares) << nodes;
    EXPECT_NEAR(cells.squares_of_degrees(), squares, 4 * error * squares) << nodes;
  }
}

}  // namespace
}  // namespace laundromat
