// Which brackets of a damaged JSON text do not fit, and what that puts in doubt around them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace laundromat::jsonld {

/// Whether a comma and a string follow the end of an array, or of one whose last item is an object.
[[nodiscard]] bool has_member_behind_array(std::string_view text, bool must_hold_object);

/// Whether a key of the object around may be in the items of an array that never ends: a string where an item must be, with a colon behind
/// it; or more behind a `]` that ends no array in an item, and so may be the end of this one.
[[nodiscard]] bool has_member_among_items(std::string_view items);

/// What the brackets of a damaged item say about the next ones.
struct item_brackets {
  /// Quotes and brackets come out even.
  bool are_even = true;
  /// The next items may be in it: an array has no end, or the bracket that opened one may have been replaced by one that closes, as it
  /// stands where a value must. Quotes that do not come out even hide brackets: then every array counts.
  bool may_hold_next = false;
};
[[nodiscard]] item_brackets measure_brackets(std::string_view item);

}  // namespace laundromat::jsonld
