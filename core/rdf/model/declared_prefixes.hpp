// The prefixes that a document declares, for writing it in another format.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat {

struct prefix {
  std::string name;  ///< without colon; may be empty
  std::string iri;   ///< absolute; the text before the local names

  friend bool operator==(const prefix&, const prefix&) = default;
};

/// Keeps the first `most` prefixes that Turtle can write: of each name and each IRI the first one. The usual name of a well-known
/// IRI is left out, because it is known. The result depends only on the order of the declarations.
/// Memory: `most_bytes` of names and IRIs.
class declared_prefixes {
 public:
  static constexpr std::size_t most = 256;
  static constexpr std::size_t most_bytes = std::size_t{16} << 10;

  declared_prefixes() = default;
  declared_prefixes(const declared_prefixes&) = delete;
  declared_prefixes& operator=(const declared_prefixes&) = delete;

  /// Whether it is kept. Left out are a name that is not a PN_PREFIX (RDF 1.1 Turtle, production 167), an IRI that is relative or needs
  /// escapes, and declarations beyond the limits.
  bool add(std::string_view name, std::string_view iri);
  /// `name: IRI` lines in byte order; empty for none.
  [[nodiscard]] std::string lines() const;

 private:
  std::map<std::string, std::string, std::less<>> by_name_;
  std::set<std::string_view> iris_;  ///< of `by_name_`
  std::size_t held_bytes_ = 0;
};

/// Reads what `lines` wrote. Invalid lines and those beyond the same limits are left out.
[[nodiscard]] std::vector<prefix> read_declared_prefixes(std::string_view lines);

}  // namespace laundromat
