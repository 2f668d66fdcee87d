// Looks whether a JSON text goes on soundly from some place, without making anything of it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat {

/// What is known of a text from a place on. Offsets are those of the text.
struct lookahead_result {
  enum class status : std::uint8_t {
    incomplete,     ///< more of the text is needed
    complete,       ///< valid up to the end of the document, where nothing is open
    limit_reached,  ///< valid as far as was looked
    invalid,
  };
  status is = status::invalid;
  bool has_left = false;  ///< the list or map that the place is in has ended
  std::size_t end = 0;    ///< of what is valid
  std::vector<std::size_t> begins,
      ends;  ///< of the values where the first one is; the last of them may have no end
};

/// `open`: the brackets that are open before the text, as `{[`. The text begins with a value, or behind one. `is_last`: nothing follows it.
/// `limit`: bytes after which it is seen enough of. Any values may follow one another where no bracket is open; behind one that was open before the
/// text only where the document `has_roots`, on lines of their own. Time: linear.
[[nodiscard]] lookahead_result look_ahead(std::string_view text, std::string open, bool begins_behind_value,
                                          bool has_roots, bool is_last, std::size_t limit);

/// The last look ahead: what it says of a place says it of all values behind the place, too. Offsets are those of the document.
class lookahead_memory {
 public:
  struct answer {
    lookahead_result::status is = lookahead_result::status::invalid;
    bool has_left = false;
    std::size_t values = 0;        ///< complete ones
    std::uint64_t last_begin = 0;  ///< of the value behind them
  };
  /// What was seen of `at`, where a value begins, or ends when `is_behind`. False when it was not passed, or not seen far enough ahead of it.
  [[nodiscard]] bool find(std::uint64_t at, bool is_behind, const std::string& open, bool has_roots,
                          answer& found) const;
  [[nodiscard]] answer keep(std::uint64_t at, std::string open, bool has_roots, lookahead_result result);

  static constexpr std::uint64_t least_bytes = std::uint64_t{32} << 10;  ///< that must have been seen

 private:
  [[nodiscard]] answer from(std::size_t ended) const;

  std::uint64_t base_ = 0;
  std::string open_;
  bool has_roots_ = false;
  lookahead_result result_;
};

}  // namespace laundromat
