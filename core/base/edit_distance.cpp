// Computes the Levenshtein distance with one row of memory.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/edit_distance.hpp"

#include <algorithm>
#include <numeric>
#include <utility>
#include <vector>

namespace laundromat {
namespace {

std::string_view last_part(std::string_view key) {
  const auto dot = key.rfind('.');
  return dot == std::string_view::npos ? key : key.substr(dot + 1);
}

/// Whether one begins or ends with the other, as `identifier` with `id`; a single letter says nothing.
bool is_part_of(std::string_view one, std::string_view other) {
  if (one.size() > other.size()) std::swap(one, other);
  return one.size() > 1 && (other.starts_with(one) || other.ends_with(one));
}

}  // namespace

std::size_t edit_distance(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 1; i <= a.size(); ++i) {
    auto diagonal = std::exchange(row[0], i);
    for (std::size_t j = 1; j <= b.size(); ++j) {
      const auto replaced = diagonal + (a[i - 1] == b[j - 1] ? 0 : 1);
      diagonal = row[j];
      row[j] = std::min({row[j] + 1, row[j - 1] + 1, replaced});
    }
  }
  return row.back();
}

std::string did_you_mean(std::string_view wrong, std::span<const std::string_view> words) {
  const auto nearest = nearest_key(wrong, words);
  const auto most = std::max<std::size_t>(1, std::max(wrong.size(), nearest.size()) / 3);
  return edit_distance(wrong, nearest) > most ? "" : "; did you mean `" + nearest + "`?";
}

std::string nearest_key(std::string_view wrong, std::span<const std::string_view> keys) {
  constexpr std::size_t longest = 64;
  wrong = wrong.substr(0, longest);
  const auto cost_of = [&](std::string_view key) {
    constexpr std::size_t of_part = 2;
    const auto cost =
        std::min(edit_distance(wrong, key), edit_distance(last_part(wrong), last_part(key)) + 1);
    return is_part_of(last_part(wrong), last_part(key)) ? std::min(cost, of_part) : cost;
  };
  return std::string{*std::ranges::min_element(keys, {}, cost_of)};
}

}  // namespace laundromat
