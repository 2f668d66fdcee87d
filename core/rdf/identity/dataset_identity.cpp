// Implements dataset_identity: a hash that is independent of the names of blank nodes.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/identity/dataset_identity.hpp"

#include "core/base/fast_hash.hpp"
#include "core/rdf/write/skolem.hpp"

namespace laundromat {

std::string_view to_string(identity_kind kind) {
  switch (kind) {
    case identity_kind::unknown:
      break;
    case identity_kind::exact:
      return "exact";
    case identity_kind::candidate:
      return "candidate";
  }
  return "unknown";
}

/// Searches for the place of the digits, which is rare, unlike the `<` of every term.
nameless_hash::nameless_hash(std::string_view prefix) : needle_("<" + std::string(prefix)) {
  if (const auto at = needle_.find(digits_place); at != needle_.npos) needle_at_ = at;
  needle_.erase(0, needle_at_);
}

/// The `<` of the first name at or after `from`; `npos` when there is none.
std::size_t nameless_hash::find_name(std::string_view part, std::size_t from) const {
  const auto at = part.find(needle_, from);
  return at == part.npos ? at : at - needle_at_;
}

nameless_hash::part_hash nameless_hash::hash_of(std::string_view part) {
  std::uint64_t seen = 0;
  const auto sums = wide_hash(part, [&](std::uint64_t word) { seen |= equal_bytes(word, needle_.front()); });
  auto next = seen == 0 ? part.npos : find_name(part, 0);
  if (next == part.npos) return {sums, false};
  bare_.clear();
  std::size_t at = 0;
  for (; next != part.npos; next = find_name(part, at)) {
    bare_.append(part, at, next - at).append("_:");
    at = part.find('>', next) + 1;
  }
  return {wide_hash(bare_.append(part, at)), true};
}

bool nameless_hash::add(std::string_view subject, bool is_new, std::string_view rest) {
  if (is_new) subject_ = hash_of(subject).sums;
  const auto [sums, has_names] = hash_of(rest);
  for (std::size_t i = 0; i < sums.size(); ++i) sums_[i] += mix(subject_[i] + sums[i]);
  ++count_;
  return has_names;
}

content_digest nameless_hash::finish() const {
  return sha256("nameless " + std::to_string(count_) + " " + std::to_string(sums_[0]) + " " +
                std::to_string(sums_[1]));
}

}  // namespace laundromat
