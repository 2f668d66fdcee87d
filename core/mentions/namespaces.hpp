// Namespaces of IRIs, and how many IRIs of a document are in each.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/keyed_table.hpp"

namespace laundromat {

/// An IRI up to its last `#` or `/`, with that: `http://xmlns.com/foaf/0.1/` of `http://xmlns.com/foaf/0.1/name`. Without one, as in `urn:isbn:0451450523`, up to its last `:`. An IRI with a
/// host and no path is its own namespace.
[[nodiscard]] std::string_view namespace_of(std::string_view iri);

struct namespace_count {
  std::string name;
  std::uint64_t mentions = 0;

  friend bool operator==(const namespace_count&, const namespace_count&) = default;
};

/// The namespaces of one document. Memory: those of `most` namespaces, which need 100 bytes each, more for long ones.
class namespace_table {
 public:
  /// Of so many namespaces mentions are counted: of those that a document has first.
  static constexpr std::size_t most = 65'535;
  /// Longer ones are not counted.
  static constexpr std::size_t most_bytes = 1'000;

  /// A number for the namespace of an IRI; `most`: it is not counted.
  [[nodiscard]] std::uint16_t place_of(std::string_view iri);
  void count(std::uint16_t place) {
    if (place < all_.size()) ++all_[place].mentions;
  }
  /// Those with the most mentions, at most `limit`; these first, and those with as many in the order of their names.
  [[nodiscard]] std::vector<namespace_count> most_used(std::size_t limit) const;

 private:
  std::vector<namespace_count> all_;
  keyed_map<std::string, std::uint16_t> places_;
  std::string last_;  ///< the last namespace that was asked for
  std::uint16_t last_place_ = most;
};

}  // namespace laundromat
