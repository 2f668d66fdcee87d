// The different values of a field.
// SPDX-License-Identifier: Apache-2.0
#include "core/schema/distinct_values.hpp"

#include <algorithm>
#include <bit>
#include <cmath>

#include "core/base/fast_hash.hpp"
#include "core/base/keyed_hash.hpp"

namespace laundromat {

namespace {

constexpr unsigned cell_bits = 10;
constexpr std::size_t cells = std::size_t{1} << cell_bits;

}  // namespace

void distinct_values::add(std::string_view text, const distinct_limits& limits, std::uint64_t& spare_values) {
  const auto print = wide_hash(text);
  if (unique_ == uniqueness::unique) compare(print, limits, spare_values);
  if (is_listing_) list(text, print, limits);
  if (!is_listing_) sketch(print[0]);
}

void distinct_values::list(std::string_view text, const fingerprint& print, const distinct_limits& limits) {
  auto at = static_cast<std::size_t>(print[0] % slots);
  for (; places_[at] != 0; at = (at + 1) % slots) {
    auto& known = listed_[places_[at] - 1U];
    if (known.text != text) continue;
    ++known.count;
    return;
  }
  if (text.size() <= limits.listed_bytes &&
      listed_.size() < std::min<std::size_t>(limits.listed_values, 100)) {
    listed_.push_back({std::string(text), 1});
    listed_prints_.push_back(print);
    places_[at] = static_cast<std::uint8_t>(listed_.size());
    return;
  }
  is_listing_ = false;
  sketch_.resize(cells);
  for (const auto& one : listed_prints_) sketch(one[0]);
  listed_ = {};
  listed_prints_ = {};
}

void distinct_values::compare(const fingerprint& print, const distinct_limits& limits,
                              std::uint64_t& spare_values) {
  const auto next = static_cast<std::uint32_t>(compared_.size());
  const auto number = table_.find_or_add(
      print[0], next, [&](std::uint32_t n) { return compared_[n] == print; },
      [&](std::uint32_t n) { return keyed_hash(n == number_table::none ? print[1] : compared_[n][1]); });
  if (number != next) return stop_comparing(uniqueness::repeated, spare_values);
  if (compared_.size() >= limits.compared_values || spare_values == 0)
    return stop_comparing(uniqueness::unknown, spare_values);
  compared_.push_back(print);
  --spare_values;
}

void distinct_values::stop_comparing(uniqueness because, std::uint64_t& spare_values) {
  unique_ = because;
  spare_values += compared_.size();
  compared_ = {};
  table_ = {};
}

void distinct_values::sketch(std::uint64_t hash) {
  auto& cell = sketch_[hash & (cells - 1)];
  const auto rank = static_cast<std::uint8_t>(std::countl_zero(hash | (cells - 1)) + 1);
  cell = std::max(cell, rank);
}

std::uint64_t distinct_values::count() const {
  if (is_listing_) return listed_.size();
  if (unique_ == uniqueness::unique) return compared_.size();
  double sum = 0;
  for (const auto rank : sketch_) sum += std::ldexp(1.0, -rank);
  const auto free_cells = static_cast<double>(std::ranges::count(sketch_, 0));
  constexpr double m = cells, alpha = 0.7213 / (1 + 1.079 / m);
  double estimate = alpha * m * m / sum;
  if (estimate <= 2.5 * m && free_cells > 0) estimate = m * std::log(m / free_cells);
  return static_cast<std::uint64_t>(std::llround(estimate));
}

}  // namespace laundromat
