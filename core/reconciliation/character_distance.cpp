// How many edits lead from one text to another.
// SPDX-License-Identifier: Apache-2.0
#include "core/reconciliation/character_distance.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/rdf/model/utf8.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

/// The characters of a text; short ones need no allocation.
class decoded_text {
 public:
  explicit decoded_text(std::string_view text) {
    if (text.size() > few_.size()) many_.resize(text.size());
    auto* const out = many_.empty() ? few_.data() : many_.data();
    while (!text.empty()) {
      const auto step = next_utf8(text);
      constexpr char32_t replacement = 0xFFFD;
      out[size_++] = step.is_valid ? step.code : replacement;
      text.remove_prefix(step.length);
    }
  }
  [[nodiscard]] std::u32string_view view() const {
    return {many_.empty() ? few_.data() : many_.data(), size_};
  }

 private:
  std::array<char32_t, 128> few_;
  std::u32string many_;
  std::size_t size_ = 0;
};

/// For each character of a pattern of at most 64, the bits of its places.
class place_bits {
 public:
  template <class Text>
  explicit place_bits(const Text& pattern) {
    for (std::size_t i = 0; i < pattern.size(); ++i)
      add(static_cast<char32_t>(pattern[i]), std::uint64_t{1} << i);
  }
  [[nodiscard]] std::uint64_t of(char32_t code) const {
    if (code < ascii_.size()) return ascii_[code];
    const auto* const found = std::ranges::find(others_.data(), others_.data() + count_, code, &other::code);
    return found == others_.data() + count_ ? 0 : found->bits;
  }

 private:
  struct other {
    char32_t code;
    std::uint64_t bits;
  };
  void add(char32_t code, std::uint64_t bit) {
    if (code < ascii_.size()) {
      ascii_[code] |= bit;
      return;
    }
    auto* const found = std::ranges::find(others_.data(), others_.data() + count_, code, &other::code);
    if (found == others_.data() + count_)
      others_[count_++] = {code, bit};
    else
      found->bits |= bit;
  }
  std::array<std::uint64_t, 128> ascii_{};
  std::array<other, 64> others_;
  std::size_t count_ = 0;
};

constexpr std::size_t word_bits = 64;

/// One column of the table of distances is a machine word of differences. `pattern` has 1 to 64 characters.
/// Source: Hyyrö, "A bit-vector algorithm for computing Levenshtein and Damerau edit distances" (2003).
template <class Text>
std::size_t bit_distance(const Text& pattern, const Text& text) {
  const place_bits places(pattern);
  const auto last = std::uint64_t{1} << (pattern.size() - 1);
  std::uint64_t up = ~std::uint64_t{0}, down = 0, diagonal = 0, before = 0;
  auto distance = pattern.size();
  for (const auto c : text) {
    const auto here = places.of(static_cast<char32_t>(c));
    const auto swapped = (((~diagonal) & here) << 1) & before;
    diagonal = (((here & up) + up) ^ up) | here | down | swapped;
    auto right_up = down | ~(diagonal | up);
    auto right_down = diagonal & up;
    if ((right_up & last) != 0) ++distance;
    if ((right_down & last) != 0) --distance;
    right_up = right_up << 1 | 1;
    right_down <<= 1;
    up = right_down | ~(diagonal | right_up);
    down = right_up & diagonal;
    before = here;
  }
  return distance;
}

/// Row by row, only the cells that are at most `most` from the diagonal. The texts differ by at most `most` in length.
template <class Text>
std::size_t band_distance(const Text& one, const Text& other, std::size_t most) {
  const auto columns = other.size();
  const auto far = most + 1;
  std::vector<std::size_t> before_last(columns + 1, far), last(columns + 1, far), row(columns + 1, far);
  for (std::size_t j = 0; j <= std::min(columns, most); ++j) last[j] = j;
  for (std::size_t i = 1; i <= one.size(); ++i) {
    const auto first = i > most ? i - most : 0, end = std::min(columns, i + most);
    std::ranges::fill(row, far);
    if (first == 0) row[0] = i;
    auto least = first == 0 ? i : far;
    for (auto j = std::max<std::size_t>(first, 1); j <= end; ++j) {
      auto cell = std::min({last[j] + 1, row[j - 1] + 1, last[j - 1] + (one[i - 1] == other[j - 1] ? 0 : 1)});
      if (i > 1 && j > 1 && one[i - 1] == other[j - 2] && one[i - 2] == other[j - 1])
        cell = std::min(cell, before_last[j - 2] + 1);
      row[j] = std::min(cell, far);
      least = std::min(least, row[j]);
    }
    // A swap reaches over one row, so that this row alone does not prove that the texts are too different.
    if (least >= far && std::ranges::min(last) >= far) return far;
    std::swap(before_last, last);
    std::swap(last, row);
  }
  return std::min(last[columns], far);
}

template <class Text>
std::size_t distance_of(const Text& one, const Text& other, std::size_t most) {
  const auto& shorter = one.size() <= other.size() ? one : other;
  const auto& longer = one.size() <= other.size() ? other : one;
  if (longer.size() - shorter.size() > most) return most + 1;
  if (shorter.empty()) return longer.size();
  if (shorter.size() <= word_bits) return std::min(bit_distance(shorter, longer), most + 1);
  return band_distance(shorter, longer, std::min(most, longer.size()));
}

}  // namespace

std::size_t character_count(std::string_view text) {
  std::size_t count = 0;
  for (const char c : text) count += (static_cast<unsigned char>(c) & 0xC0U) == 0x80U ? 0U : 1U;
  return count;
}

std::size_t character_distance(std::string_view one, std::string_view other, std::size_t most) {
  if (one == other) return 0;
  if (std::ranges::none_of(one, is_high) && std::ranges::none_of(other, is_high))
    return distance_of(one, other, most);
  const decoded_text first(one), second(other);
  return distance_of(first.view(), second.view(), most);
}

text_outline outline_of(std::string_view text) {
  text_outline outline;
  while (!text.empty()) {
    const auto step = next_utf8(text);
    constexpr unsigned bits = 64;
    outline.letters |= std::uint64_t{1} << (step.is_valid ? step.code % bits : 0);
    ++outline.characters;
    text.remove_prefix(step.length);
  }
  return outline;
}

double text_similarity(std::string_view one, std::string_view other, double least) {
  return text_similarity(one, outline_of(one), other, outline_of(other), least);
}

double text_similarity(std::string_view one, const text_outline& outline_of_one, std::string_view other,
                       const text_outline& outline_of_other, double least) {
  if (one == other) return 1;
  const auto longer = static_cast<double>(std::max(outline_of_one.characters, outline_of_other.characters));
  constexpr double rounding = 1e-9;
  const auto most = static_cast<std::size_t>(std::max(0.0, std::floor((1 - least) * longer + rounding)));
  if (least_distance(outline_of_one, outline_of_other) > most) return 0;
  const auto distance = character_distance(one, other, most);
  return distance > most ? 0 : 1 - static_cast<double>(distance) / longer;
}

}  // namespace laundromat
