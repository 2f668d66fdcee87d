// What a scan finds in a stream of JSON values.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace laundromat::jsonld {

/// Roots follow one another. The items of one array in a root may be separated: of the root itself, or of its first member `@graph` or
/// `@included`.
struct scan_event {
  enum class kind : std::uint8_t {
    need_more,    ///< all that is there was scanned
    stray,        ///< [begin, at) between roots is no JSON
    wrapper,      ///< [begin, at) between roots is a comment, a comma or markup that wraps JSON
    root_begin,   ///< at: the bracket
    root_end,     ///< at: after the bracket
    items_begin,  ///< at: after the bracket of the array
    items_end,    ///< at: the bracket that ends the array
    item_end,  ///< at: after an item, where its comma is or should be; reported when `grain` bytes were passed since the last one
  };
  /// What follows a bracket, or a comma behind it; `outer`: brackets that close, and behind them a comma and a string; `member`: what may be
  /// a part of one; `key`: a comma, and a key with its colon.
  enum class sequel : std::uint8_t { unknown, other, closer, outer, root, value, item, member, key };
  kind what = kind::need_more;
  std::uint64_t at = 0;
  std::uint64_t begin = 0;        ///< of what ends
  std::uint64_t next = 0;         ///< item_end: where the next item begins; at `at` when the comma is missing
  sequel behind = sequel::other;  ///< root_end: what follows; stray: `member` when it is a part of a value
  bool is_line = false;           ///< stray: it ends with its line
};

}  // namespace laundromat::jsonld
