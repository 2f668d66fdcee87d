// The items of a document, which wait for its end: an `itemref` may refer to what follows.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/rdfa/markup/fault_log.hpp"

namespace laundromat::rdfa {

/// A text in the store.
struct stored_text {
  std::uint32_t begin = 0, size = 0;
};

inline constexpr std::uint32_t nothing_stored = ~std::uint32_t{0};

/// An element with an `id`, a property or an item. Elements are in document order.
struct stored_element {
  std::uint32_t end = nothing_stored;  ///< behind the last element within it
  std::uint32_t item = nothing_stored, property = nothing_stored;
  stored_text id;
};

enum class value_kind : std::uint8_t {
  open,  ///< its text has not ended
  lost,  ///< reported
  iri,
  literal,
  item
};

struct stored_property {
  stored_text names, reverse_names;  ///< words
  stored_text value, language;
  std::string_view datatype;  ///< static, or empty
  located_place tag;
  int context = 0;  ///< of the evaluator, while it is open
  value_kind kind = value_kind::open;
  bool was_used = false;  ///< some item has it
};

struct stored_item {
  stored_text types, iri, references;  ///< `types` and `references` are words, `types` and `iri` are checked
  located_place tag, reference_place;  ///< of the start tag, and of the value of `itemref`
  std::uint32_t element = 0;
  bool is_top = false;
};

/// Everything is bounded by `most_bytes`.
class item_store {
 public:
  explicit item_store(std::uint64_t most_bytes);

  /// Whether so much text more, and a record of each kind, are within the limit.
  [[nodiscard]] bool has_room(std::uint64_t text_bytes) const;
  stored_text add_text(std::string_view text);
  [[nodiscard]] std::string_view text(stored_text at) const {
    return std::string_view(texts_).substr(at.begin, at.size);
  }
  void clear();

  std::vector<stored_element> elements;
  std::vector<stored_property> properties;
  std::vector<stored_item> items;

 private:
  std::uint64_t most_bytes_;
  std::string texts_;
};

}  // namespace laundromat::rdfa
