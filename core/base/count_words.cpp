// Numbers with thousands separators and their nouns.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/count_words.hpp"

namespace laundromat {

std::string human_count(std::uint64_t count) {
  auto digits = std::to_string(count);
  for (auto at = static_cast<std::ptrdiff_t>(digits.size()) - 3; at > 0; at -= 3)
    digits.insert(static_cast<std::size_t>(at), 1, ',');
  return digits;
}

std::string number_of(std::uint64_t count, std::string_view one, std::string_view many) {
  auto text = human_count(count) + ' ';
  if (count == 1) return text.append(one);
  if (!many.empty()) return text.append(many);
  const bool is_y =
      one.size() > 1 && one.ends_with('y') && std::string_view{"aeiou"}.find(one[one.size() - 2]) == one.npos;
  text.append(is_y ? one.substr(0, one.size() - 1) : one);
  return text.append(is_y ? "ies" : "s");
}

}  // namespace laundromat
