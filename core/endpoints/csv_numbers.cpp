// Reads numbers from CSV results.
// SPDX-License-Identifier: Apache-2.0
#include "core/endpoints/csv_numbers.hpp"

#include <charconv>

namespace laundromat {

std::optional<std::uint64_t> number_in(const std::map<std::string, std::string>& row,
                                       const std::string& name) {
  const auto at = row.find(name);
  if (at == row.end()) return std::nullopt;
  if (at->second.empty()) return 0;
  std::uint64_t out = 0;
  const auto* const end = at->second.data() + at->second.size();
  const auto read = std::from_chars(at->second.data(), end, out);
  if (read.ec != std::errc{} || (read.ptr != end && *read.ptr != '.')) return std::nullopt;
  return out;
}

std::optional<predicate_sum> sum_in(const std::map<std::string, std::string>& row, bool has_hash_sums) {
  const auto triples = number_in(row, "n"), length = number_in(row, "len"), blank = number_in(row, "blank");
  const auto hashes = has_hash_sums ? number_in(row, "sum") : std::optional<std::uint64_t>{0};
  if (!triples || !length || !blank || !hashes) return std::nullopt;
  return predicate_sum{"", *triples, *hashes, *length, *blank};
}

}  // namespace laundromat
