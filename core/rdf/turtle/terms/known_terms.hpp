// What a document has declared, and the names and tags that were read before.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/rdf/turtle/terms/base_iri.hpp"
#include "core/rdf/turtle/terms/known_tags.hpp"
#include "core/rdf/turtle/terms/name_cache.hpp"
#include "core/rdf/turtle/terms/prefix_table.hpp"

namespace laundromat::turtle {

/// What depends on prefixes is cleared when one changes: views of the IRIs in the caches are not valid any more.
struct known_terms {
  explicit known_terms(std::uint64_t prefix_bytes) : prefixes(prefix_bytes) {}

  /// False when there are too many prefixes.
  [[nodiscard]] bool declare(std::string_view prefix, std::string_view iri, bool is_plain = false) {
    clear_names();
    return prefixes.declare(prefix, iri, is_plain);
  }
  void forget(std::string_view prefix) {
    clear_names();
    prefixes.forget(prefix);
  }
  void forget_all() {
    clear_names();
    prefixes.forget_all();
  }
  void clear_names() {
    predicates.clear();
    datatypes.clear();
    last_subject = nullptr;
  }

  base_iri base;
  prefix_table prefixes;
  name_cache predicates;
  name_cache datatypes;  ///< apart, so that a datatype never takes the slot of the predicate before it
  known_tags clean_tags;
  const prefix_entry* last_subject =
      nullptr;  ///< the prefix of the last usual subject; null when it may have changed
};

}  // namespace laundromat::turtle
