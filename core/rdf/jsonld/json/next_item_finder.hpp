// Looks ahead of a bracket in a JSON text: what follows it, and whether that begins the next item.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "core/rdf/jsonld/json/scan_event.hpp"
#include "core/rdf/jsonld/json/scan_window.hpp"

namespace laundromat::jsonld {

/// Recognises items by the key that the last one began with. Looks at most 4 KiB ahead, and bounds how often an item is searched for
/// keys.
class next_item_finder {
 public:
  explicit next_item_finder(std::uint64_t reach) : reach_(reach) {}

  /// The first key of an item, with its quotes; the next items begin with it, too.
  void note_first_key(std::string_view key) { item_key_ = key; }
  /// The longest key that is recognised, with its quotes.
  static constexpr std::size_t longest_key = 60;

  /// What follows the bracket at `bracket`; `unknown` until that is seen.
  [[nodiscard]] scan_event::sequel see_behind(const scan_window& window, std::uint64_t bracket) const;
  /// Whether the brace at `brace`, behind the comma at `comma`, begins the next item although the one that began at `item_begin` lacks
  /// its brace: it begins as items do, or with a key that the innermost open object has already.
  [[nodiscard]] decision begins_next_item(const scan_window& window, std::uint64_t item_begin,
                                          std::uint64_t comma, std::uint64_t brace);

 private:
  [[nodiscard]] decision begins_like_item(const scan_window& window, std::uint64_t brace) const;

  std::uint64_t reach_;
  std::string item_key_;
  std::uint64_t scanned_bytes_ = 0;  ///< of items, in search of keys
};

}  // namespace laundromat::jsonld
