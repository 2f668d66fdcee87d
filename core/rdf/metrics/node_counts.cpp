// Implements the statistics of nodes: exact counts from the sample, estimates beyond it.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/metrics/node_counts.hpp"

#include <algorithm>
#include <cmath>

namespace laundromat {

namespace {

constexpr double unknown = distribution_errors::unknown;

std::size_t index_of(node_sample::kind of) {
  return static_cast<std::size_t>(of);
}

double to_double(std::uint64_t number) {
  return static_cast<double>(number);
}

/// The error, or unknown if it is too large to be reported.
double reportable(double error) {
  // NOLINTNEXTLINE(bugprone-narrowing-conversions): a NaN of the same type
  return error <= distribution_errors::most_reported ? error : unknown;
}

struct estimated {
  double value = 0, relative_error = 0;
};

/// The distribution estimated from a sample: the minimum and the median.
distribution of_sample(const length_counts& degrees) {
  auto found = degrees.summary();
  found.errors.min = found.min == 1 ? 0 : unknown;
  // The median of a sample has a rank with a standard error of half the square root of the sample size: four of them are allowed.
  const auto ranks = std::ceil(2 * std::sqrt(to_double(found.count)));
  found.errors.median = reportable(degrees.doubt_of_median(static_cast<std::uint64_t>(ranks)));
  return found;
}

/// Sets a maximum that is reached, and how much greater the true one can be.
void set_max(distribution& found, const degree_sketch::bounds& bounds) {
  found.max = std::max(found.max, bounds.reached);
  const auto more = std::max(bounds.most, found.max) - found.max;
  found.errors.max = reportable(to_double(more) / to_double(found.max));
}

/// The variance is the mean of the squares minus the square of the mean; both use `count`.
void set_mean_and_std(distribution& found, std::uint64_t sum, const counted& count,
                      const estimated& squares) {
  const auto n = to_double(count.value);
  found.count = count.value;
  found.mean = to_double(sum) / n;
  found.errors.mean = reportable(count.relative_error);
  const auto mean_square = squares.value / n, square_mean = found.mean * found.mean;
  const auto variance = mean_square - square_mean;
  const auto error = std::hypot(mean_square * squares.relative_error,
                                (2 * square_mean - mean_square) * count.relative_error);
  found.std = std::sqrt(std::max(variance, 0.0));
  found.errors.std = variance > 0 ? reportable(error / variance / 2) : unknown;
}

}  // namespace

void node_counts::add_name(std::uint64_t hash, kind of) {
  if (!beyond_ && nodes_.is_nearly_full()) start_estimating();
  ++names_[index_of(of)];
  nodes_.add(hash, of, 0, 0);
}

/// Until here all counts are exact. A cell is most accurate for its first node, so nodes that occur more than once come first. They are
/// listed before they are added, because the branch could not be predicted. The order affects the result.
void node_counts::start_estimating() {
  nodes_.flush();
  beyond_ = std::make_unique<beyond>(nodes_.objects(), exact_nodes_ / 2);
  const auto& nodes = nodes_.nodes();
  std::vector<std::uint32_t> single(exact_nodes_ + 1), other(exact_nodes_ + 1);
  std::size_t singles = 0, others = 0;
  for (std::uint32_t i = 0; i < nodes.size(); ++i) {
    const auto degree = std::uint64_t{nodes[i].in} + nodes[i].out;
    single[singles] = other[others] = i;
    singles += degree == 1 ? 1 : 0;
    others += degree > 1 ? 1 : 0;
  }
  if (nodes_.are_keyed()) {
    const auto by_key = [&](std::uint32_t a, std::uint32_t b) { return nodes[a].key < nodes[b].key; };
    std::sort(other.begin(), other.begin() + static_cast<std::ptrdiff_t>(others), by_key);
    std::sort(single.begin(), single.begin() + static_cast<std::ptrdiff_t>(singles), by_key);
  }
  const auto add = [&](std::uint32_t i) { beyond_->degrees.add(nodes[i].key, nodes[i].in, nodes[i].out); };
  std::for_each_n(other.begin(), others, add);
  std::for_each_n(single.begin(), singles, add);
}

void node_counts::summarise(const exact_node_counts& known, document_statistics& out) {
  nodes_.flush();
  if (beyond_) {
    beyond_->objects.flush();
    beyond_->degrees.flush();
  }
  summarise_objects(known, beyond_ ? beyond_->objects : nodes_, out);
  summarise_nodes(known, out);
}

void node_counts::summarise_objects(const exact_node_counts& known, const node_sample& objects,
                                    document_statistics& out) const {
  length_counts degrees;
  std::uint64_t kept[4] = {};
  for (const auto& node : objects.nodes()) {
    if (node.key == 0 || node.in == 0) continue;
    ++kept[index_of(node.of())];
    degrees.add(node.in);
  }
  const auto estimate = [&](kind of, std::uint64_t most) {
    return objects.estimate(kept[index_of(of)], 0, most);
  };
  out.different_iri_objects = estimate(kind::iri, known.iri_objects);
  out.different_blank_objects = estimate(kind::blank, known.blank_objects);
  out.literals = estimate(kind::literal, known.literals);
  out.triple_terms = estimate(kind::triple, known.triple_terms);
  out.objects = objects.estimate(kept[0] + kept[1] + kept[2] + kept[3], 0, out.statements);
  if (objects.level() == 0) {
    out.in_degree = degrees.summary();
    return;
  }
  out.in_degree = of_sample(degrees);
  const auto& all = beyond_->degrees;
  set_max(out.in_degree, all.greatest_in_degree());
  set_mean_and_std(out.in_degree, out.statements, out.objects,
                   {all.squares_of_in_degrees(), all.error_of_squares()});
}

/// The number of subjects is exact: only the other nodes are estimated.
void node_counts::summarise_nodes(const exact_node_counts& known, document_statistics& out) const {
  length_counts degrees;
  std::uint64_t others[4] = {}, other_nodes = 0;
  for (const auto& node : nodes_.nodes()) {
    if (node.key == 0) continue;
    if (node.out == 0) ++others[index_of(node.of())];
    if (node.out == 0 && node.in != 0) ++other_nodes;
    if (node.in != 0 || node.out != 0) degrees.add(std::uint64_t{node.in} + node.out);
  }
  const auto estimate = [&](kind of, std::uint64_t subjects, std::uint64_t objects) {
    return nodes_.estimate(others[index_of(of)], subjects, objects + names_[index_of(of)]);
  };
  out.iris = estimate(kind::iri, known.iri_subjects, known.iri_objects);
  out.blank_nodes = estimate(kind::blank, known.blank_subjects, known.blank_objects);
  out.sampled_nodes = std::ldexp(1.0, -static_cast<int>(nodes_.level()));
  if (nodes_.level() == 0) {
    out.degree = degrees.summary();
    return;
  }
  out.degree = of_sample(degrees);
  const auto& all = beyond_->degrees;
  // A degree is at least each of its parts, and at most the greatest of both added.
  auto bounds = all.greatest_degree();
  const auto most_in = beyond_->objects.level() == 0 ? out.in_degree.max : all.greatest_in_degree().most;
  bounds.reached = std::max({bounds.reached, out.in_degree.max, out.out_degree.max});
  bounds.most = std::min(bounds.most, most_in + out.out_degree.max);
  set_max(out.degree, bounds);
  const auto nodes = nodes_.estimate(other_nodes, known.iri_subjects + known.blank_subjects, out.statements);
  set_mean_and_std(out.degree, 2 * out.statements, nodes, {all.squares_of_degrees(), all.error_of_squares()});
}

}  // namespace laundromat
