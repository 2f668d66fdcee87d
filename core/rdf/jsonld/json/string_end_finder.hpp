// Finds where a string of a damaged JSON text should have ended: its last quote begins the next string.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "core/rdf/jsonld/json/scan_window.hpp"

namespace laundromat::jsonld {

/// The brackets that are open around a string; `items_depth` of them are those around items, 0 when there are none.
struct open_brackets {
  std::span<const char> open;
  std::size_t items_depth = 0;
  bool are_too_deep = false;  ///< more are open than these
};

/// Of a string that is followed by what cannot follow one.
struct odd_string {
  std::uint64_t begin = 0, end = 0;  ///< with its quotes
  char before = 0;                   ///< the bracket, comma or colon before it
};

/// Takes the last quote of a string for the first of the next one when brackets, commas and colons before that quote fit the open
/// brackets in one way only, and the brackets of what stays in the string come out even. Once a string of an item ended where it could
/// not, brackets are counted from there on: what follows may be text or structure.
class string_end_finder {
 public:
  struct answer {
    decision is_found = decision::no;
    std::uint64_t at = 0;  ///< where the structure begins
  };
  /// Where the string ends. `undecided` until the bytes behind it show whether the next string is a key.
  [[nodiscard]] answer find(const scan_window& window, const odd_string& string, const open_brackets& around);
  /// A string ended where it could not, and its right end is not known.
  void note_lost_end(const odd_string& string, const open_brackets& around);
  /// Another item begins, or the right end was found.
  void forget() { lost_begin_ = nowhere; }
  /// Counts what is passed, before its bytes are discarded.
  void count(const scan_window& window, std::uint64_t to);

 private:
  static constexpr std::uint64_t nowhere = ~std::uint64_t{0};

  [[nodiscard]] bool is_even_before(const scan_window& window, const odd_string& string,
                                    std::string_view before, std::size_t depth);

  std::uint64_t lost_begin_ = nowhere,
                counted_ = 0;               ///< where the lost end was noted; how far brackets are counted
  std::size_t lost_depth_ = 0;              ///< how many brackets were open there
  std::int64_t braces_ = 0, brackets_ = 0;  ///< opened since, and not closed
};

}  // namespace laundromat::jsonld
