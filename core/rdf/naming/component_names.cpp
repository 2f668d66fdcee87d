// Implements component_names: numbers the nodes of equal components one after the other.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/naming/component_names.hpp"

#include <cstring>
#include <utility>

#include "core/base/keyed_hash.hpp"
#include "core/rdf/write/skolem.hpp"

namespace laundromat {

namespace {

std::string_view bytes_of(const component_digests::digest& one) {
  return {reinterpret_cast<const char*>(one.data()), one.size()};
}

/// Bytes of a SHA-256 are as good as a hash.
std::uint64_t hash_of_digest(const component_digests::digest& one) {
  std::uint64_t hash = 0;
  std::memcpy(&hash, one.data(), sizeof hash);
  return hash;
}

}  // namespace

component_names::component_names(const components& parts, const component_ranks& ranks,
                                 const component_digests& digests,
                                 const std::function<bool(std::string_view)>& may_name)
    : parts_(parts), ranks_(ranks), digests_(digests), first_numbers_(parts.count(), nameless) {
  constexpr std::uint32_t ahead = 16;
  std::size_t most = 0;
  for (std::uint32_t i = 0; i < parts.count(); ++i) most += ranks.has_ranks(i) ? 1 : 0;
  number_table known_digests;
  known_digests.reserve(most);
  /// Of the first component with a digest: the number of the next node.
  std::vector<std::pair<std::uint32_t, std::uint32_t>> used;
  used.reserve(most);
  for (std::uint32_t i = 0; i < parts.count(); ++i) {
    if (i + ahead < parts.count()) known_digests.fetch(hash_of_digest(digests.of(i + ahead)));
    if (!ranks.has_ranks(i) || (may_name && !may_name(to_hex(bytes_of(digests.of(i)))))) {
      has_all_ = false;
      continue;
    }
    const auto next = static_cast<std::uint32_t>(used.size());
    const auto digest_of = [&](std::uint32_t number) -> const component_digests::digest& {
      return digests.of(number == number_table::none ? i : used[number].first);
    };
    const auto known = known_digests.find_or_add(
        hash_of_digest(digests.of(i)), next,
        [&](std::uint32_t number) { return digest_of(number) == digests.of(i); },
        [&](std::uint32_t number) { return keyed_hash(bytes_of(digest_of(number))); });
    if (known == next) used.emplace_back(i, 0);
    first_numbers_[i] = std::exchange(used[known].second, used[known].second + ranks.node_count_of(i));
  }
}

void component_names::assign_prefix(std::string& to, std::uint32_t component) const {
  constexpr auto before = genid_base.size() + 1;
  if (to.empty()) to.append("<").append(genid_base).append(genid_digits, '0').push_back('/');
  write_hex(to.data() + before, bytes_of(digests_.of(component)));
}

}  // namespace laundromat
