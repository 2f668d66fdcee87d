// Reads a JSON value that breaks RFC 8259, when it is certain how: all that is doubtful of it is left out.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>
#include <utility>
#include <vector>

#include "core/extraction/model/data_record.hpp"
#include "core/extraction/model/extraction_limits.hpp"
#include "core/rdf/jsonld/json/json_parser.hpp"

namespace laundromat {

/// As for JSON-LD, the last of repeated keys holds, and the profile says what is repaired. Beyond that, a list with a damaged item is
/// left out as a whole, and so is a value in which a comma or bracket is missing: what was an item or a member could be another one.
class lenient_value {
 public:
  lenient_value(wash_profile profile, const extraction_limits& limits);

  /// Reads all of `text` into an empty record. False when nothing of it is certain: `why` tells the reason.
  [[nodiscard]] bool read(std::string_view text, data_record& record);
  /// What the last call found, in offsets of its text.
  [[nodiscard]] const std::deque<jsonld::json_fault>& faults() const { return parser_.faults(); }
  [[nodiscard]] const jsonld::json_fault* why() const {
    return faults().empty() ? nullptr : &faults().back();
  }
  /// The parts [begin, end) that it left out, in order.
  [[nodiscard]] const std::vector<std::pair<std::uint32_t, std::uint32_t>>& left_out() const {
    return left_out_;
  }

 private:
  [[nodiscard]] bool add(const jsonld::json_node& node, std::string_view name, data_record& record);
  void add_members(const jsonld::json_node& object, data_record& record);

  std::uint32_t most_values_;
  jsonld::json_parser parser_;
  jsonld::json_tree tree_;
  std::vector<std::pair<std::uint32_t, std::uint32_t>> left_out_;
};

/// How far a value reaches by its quotes and brackets alone.
struct bracket_extent {
  enum class how : std::uint8_t { found, incomplete, none };
  how is = how::none;
  std::size_t size = 0;  ///< of the value, or of what was looked at
};
/// Of the value that `text` begins with; comments are passed over, and single quotes are quotes where a value or key must be. None where
/// a list or map begins in place of a key, and where more words than `most_odd_words` follow strings: a bracket or quote is lost, and the end is not to
/// be found.
[[nodiscard]] bracket_extent measure_value(std::string_view text, bool is_last, int most_odd_words = 16);

}  // namespace laundromat
