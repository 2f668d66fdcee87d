// Looks whether a JSON text goes on soundly from some place, without making anything of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace laundromat {

/// What is known of a text from a place on.
struct outlook {
  enum class how : std::uint8_t {
    incomplete,  ///< more of the text is needed
    whole,       ///< sound up to the end of the document, where nothing is open
    long_enough,
    unsound,
  };
  how is = how::unsound;
  std::size_t items = 0;      ///< whole values where the first one is
  std::size_t last_item = 0;  ///< where the one behind them begins
  bool has_left = false;      ///< the list or map that the place is in has ended
};

/// `open`: the brackets that are open before the text, as `{[`. The text begins with a value, or behind one. `is_last`: nothing follows it.
/// `enough`: bytes after which it is long enough. Any values may follow one another where no bracket is open; behind one that was open before the text only where
/// the document `has_roots`, on lines of their own. Time: linear.
[[nodiscard]] outlook look_ahead(std::string_view text, std::string open, bool begins_behind_value,
                                 bool has_roots, bool is_last, std::size_t enough);

}  // namespace laundromat
