// The order of the segments of one record: which continuation is the next one, and whether it is the last.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/codec/warc/record_head.hpp"

namespace laundromat {

/// So many records may be between two segments. Writers put them one after the other; more would let a file cost time.
inline constexpr std::uint64_t most_records_between_segments = 16;

/// A record in several segments (ISO 28500:2017 section 7): its first one, and `continuation` records with ascending numbers, of which the last
/// states the length of all. Segments in other files are missing.
class segment_chain {
 public:
  /// `first` has segment number 1.
  explicit segment_chain(const record_head& first)
      : origin_(first.record_id), length_(first.content_length.value_or(0)) {}

  /// Whether a record is the next segment.
  [[nodiscard]] bool continues_with(const record_head& head) const {
    return !is_complete_ && head.type == warc_record_type::continuation && head.content_length &&
           head.segment == next_ && head.segment_origin == origin_;
  }
  /// Takes a record for which `continues_with` is true.
  void take(const record_head& head) {
    ++next_;
    length_ += *head.content_length;
    is_complete_ = head.segment_total == length_;
  }

  [[nodiscard]] bool is_complete() const { return is_complete_; }
  /// The number of the segment that is missing.
  [[nodiscard]] std::uint32_t next() const { return next_; }

 private:
  std::string origin_;
  std::uint32_t next_ = 2;
  std::uint64_t length_;  ///< of the blocks so far
  bool is_complete_ = false;
};

}  // namespace laundromat
