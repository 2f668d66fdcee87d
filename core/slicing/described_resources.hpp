// Which resources get a document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/slicing/clean_statement.hpp"

namespace laundromat {

/// All IRIs that name a resource, or those that begin with a prefix. Blank nodes get no document: nobody can ask for one.
class described_resources {
 public:
  /// Without a prefix: all.
  explicit described_resources(std::vector<std::string> prefixes) : prefixes_(std::move(prefixes)) {}

  /// `term` has its delimiters.
  [[nodiscard]] bool contains(std::string_view term) const {
    if (!is_resource_term(term)) return false;
    if (prefixes_.empty()) return true;
    const auto iri = term.substr(1);
    return std::ranges::any_of(prefixes_, [&](const auto& prefix) { return iri.starts_with(prefix); });
  }

 private:
  std::vector<std::string> prefixes_;
};

}  // namespace laundromat
