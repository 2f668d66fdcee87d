// Implements the counts of terms: keeps terms up to the limits, in the order of their first occurrence, and samples the others.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/metrics/term_counts.hpp"

#include <algorithm>
#include <numeric>

#include "core/base/keyed_hash.hpp"

namespace laundromat {

namespace {

constexpr std::size_t sampled_others = 1 << 12;
static_assert(term_counts::none == number_table::none);

}  // namespace

std::uint32_t term_counts::find_or_keep(std::string_view text, std::uint64_t hash) {
  auto& number = index_.find(
      hash, [&](std::uint32_t known) { return term(known) == text; },
      [&](std::uint32_t known) { return keyed_hash(known == none ? text : term(known)); });
  if (number != none) return number;
  if (rows_.size() >= most_.terms || text_.size() + text.size() > most_.bytes) {
    if (!left_out_) left_out_.emplace(sampled_others);
    left_out_->add(hash, node_sample::kind::iri, 0, 0);
    return none;
  }
  index_.count_added();
  number = size();
  rows_.push_back({0, text_.size(), text.size()});
  text_.append(text);
  return number;
}

counted term_counts::different() {
  const auto counted_rows =
      static_cast<std::uint64_t>(std::ranges::count_if(rows_, [](const row& one) { return one.count != 0; }));
  if (!left_out_) return {counted_rows, 0};
  left_out_->flush();
  const auto kept = std::ranges::count_if(left_out_->nodes(), [](const auto& node) { return node.key != 0; });
  const auto others = left_out_->estimate(static_cast<std::uint64_t>(kept));
  const auto all = others.value + counted_rows;
  return {all, others.relative_error * static_cast<double>(others.value) / static_cast<double>(all)};
}

std::vector<std::uint32_t> term_counts::most_frequent(std::size_t most) const {
  std::vector<std::uint32_t> numbers(rows_.size());
  std::iota(numbers.begin(), numbers.end(), 0U);
  std::erase_if(numbers, [this](std::uint32_t n) { return rows_[n].count == 0; });
  const auto shown = std::min(most, numbers.size());
  std::partial_sort(numbers.begin(), numbers.begin() + static_cast<std::ptrdiff_t>(shown), numbers.end(),
                    [this](std::uint32_t a, std::uint32_t b) {
                      const auto left = rows_[a].count, right = rows_[b].count;
                      return left != right ? left > right : term(a) < term(b);
                    });
  numbers.resize(shown);
  return numbers;
}

}  // namespace laundromat
