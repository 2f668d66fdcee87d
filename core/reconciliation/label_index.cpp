// Finds the entities whose labels are like a name.
// SPDX-License-Identifier: Apache-2.0
#include "core/reconciliation/label_index.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>
#include <utility>

#include "core/base/fast_hash.hpp"
#include "core/rdf/model/utf8.hpp"
#include "core/reconciliation/character_distance.hpp"
#include "core/reconciliation/normal_text.hpp"

namespace laundromat {

namespace {

/// Calls `take` for each run of three characters, with two spaces before the text and one behind it.
template <class Take>
void each_trigram(std::string_view normal, Take take) {
  const auto padded = "  " + std::string(normal) + ' ';
  const std::string_view text(padded);
  std::size_t starts[] = {0, 1, 2};
  while (starts[2] < text.size()) {
    const auto end = starts[2] + next_utf8(text.substr(starts[2])).length;
    take(static_cast<std::uint32_t>(fast_hash(text.substr(starts[0], end - starts[0]))));
    starts[0] = starts[1];
    starts[1] = starts[2];
    starts[2] = end;
  }
}

std::vector<std::uint32_t> trigrams_of(std::string_view normal) {
  std::vector<std::uint32_t> all;
  each_trigram(normal, [&](std::uint32_t trigram) { all.push_back(trigram); });
  std::ranges::sort(all);
  const auto repeated = std::ranges::unique(all);
  all.erase(repeated.begin(), repeated.end());
  return all;
}

constexpr double percent = 100, same_normal = 99, same_words = 95;

}  // namespace

void label_index::add(std::string_view iri, std::string_view label) {
  entries_.push_back({std::string(iri), std::string(label), normal_text(label)});
}

void label_index::build() {
  std::ranges::sort(entries_, {}, [](const entry& one) { return std::tie(one.normal, one.iri, one.label); });
  postings_.clear();
  for (std::uint32_t number = 0; number < entries_.size(); ++number)
    for (const auto trigram : trigrams_of(entries_[number].normal)) postings_.push_back({trigram, number});
  std::ranges::sort(postings_);
}

std::vector<std::uint32_t> label_index::similar_entries(std::string_view normal) const {
  std::vector<std::span<const posting>> lists;
  for (const auto trigram : trigrams_of(normal)) {
    const auto range = std::ranges::equal_range(postings_, trigram, {}, &posting::trigram);
    if (!range.empty()) lists.emplace_back(range.begin(), range.end());
  }
  std::ranges::stable_sort(lists, {}, &std::span<const posting>::size);
  std::vector<std::uint16_t> in_common(entries_.size());
  std::vector<std::uint32_t> touched;
  for (const auto& list : lists) {
    if (!touched.empty() && list.size() > limits_.trigram_labels) break;
    for (const auto& one : list.first(std::min(list.size(), limits_.trigram_labels)))
      if (in_common[one.entry]++ == 0) touched.push_back(one.entry);
  }
  std::vector<std::pair<std::size_t, std::uint32_t>> counted;
  counted.reserve(touched.size());
  for (const auto number : touched) counted.emplace_back(in_common[number], number);
  // Of labels with equally many trigrams in common, shorter ones are nearer.
  const auto middle =
      counted.begin() + static_cast<std::ptrdiff_t>(std::min(counted.size(), limits_.candidates));
  std::ranges::partial_sort(counted, middle, [&](const auto& a, const auto& b) {
    const auto key = [&](const auto& one) {
      return std::tuple(~one.first, entries_[one.second].normal.size(), one.second);
    };
    return key(a) < key(b);
  });
  std::vector<std::uint32_t> best;
  for (auto at = counted.begin(); at != middle; ++at) best.push_back(at->second);
  return best;
}

double label_index::score(const entry& one, std::string_view name, std::string_view normal) const {
  if (one.label == name) return percent;
  if (one.normal == normal) return same_normal;
  if (character_count(one.normal) > limits_.compared_characters) return 0;
  const auto least = static_cast<double>(limits_.least_similarity) / percent;
  const auto in_order = std::floor(text_similarity(one.normal, normal, least) * percent);
  const normal_text_options sorted{.drops_accents = true, .sorts_words = true};
  const auto by_words =
      text_similarity(normal_text(one.normal, sorted), normal_text(normal, sorted), least) * same_words;
  return std::min(std::max(in_order, std::floor(by_words)), same_normal - 1);
}

std::vector<label_match> label_index::find(std::string_view name, std::size_t most) const {
  const auto normal = normal_text(name);
  std::vector<label_match> found;
  if (normal.empty()) return found;
  const auto take = [&](const entry& one) {
    const auto points = score(one, name, normal);
    if (points >= static_cast<double>(limits_.least_similarity))
      found.push_back({one.iri, one.label, points});
  };
  for (const auto& equal : std::ranges::equal_range(entries_, normal, {}, &entry::normal)) take(equal);
  if (character_count(normal) <= limits_.compared_characters)
    for (const auto number : similar_entries(normal))
      if (entries_[number].normal != normal) take(entries_[number]);
  const auto by_iri = [](const label_match& one) { return std::tuple(one.iri, -one.score, one.label); };
  std::ranges::sort(found, {}, by_iri);
  const auto repeated = std::ranges::unique(found, {}, &label_match::iri);
  found.erase(repeated.begin(), repeated.end());
  std::ranges::sort(found, {}, [](const label_match& one) { return std::tuple(-one.score, one.iri); });
  if (found.size() > most) found.resize(most);
  return found;
}

}  // namespace laundromat
