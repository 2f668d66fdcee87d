// Prefixes for Turtle and TriG: the well-known ones, and those that a document itself suggests.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/model/statement.hpp"

namespace laundromat {

struct prefix {
  std::string name;  ///< without colon: a lower-case letter, then lower-case letters and digits
  std::string iri;   ///< absolute, ends with `#` or `/`

  friend bool operator==(const prefix&, const prefix&) = default;
};

/// An IRI cut after its last `#` or `/`.
struct split_iri {
  std::string_view space, local;
};
/// Cuts an IRI whose local name every reader of Turtle takes as it is: ASCII letters, digits, `_`, and `-` after the first
/// character. Nothing for any other IRI, and where the namespace is not absolute or holds what must be escaped.
[[nodiscard]] std::optional<split_iri> split_namespace(std::string_view iri);

/// Counts the namespaces of a document. Memory: `most_namespaces` of at most 256 bytes; what comes later is not counted.
class prefix_finder {
 public:
  static constexpr std::size_t most_namespaces = 10'000;

  void look_at(const statement_view& statement);
  /// The well-known prefixes that occur, and up to `most_found` others for what occurs three times or more, the most frequent
  /// first; they are named after their IRI. The same document gives the same prefixes, in the order of their names.
  [[nodiscard]] std::vector<prefix> find(std::size_t most_found = 50) const;

 private:
  void count(std::string_view iri);

  std::map<std::string, std::uint64_t, std::less<>> counts_;
};

}  // namespace laundromat
