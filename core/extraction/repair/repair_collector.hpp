// The repairs of a document that can be made in its text, and what its records are.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/base/digest.hpp"
#include "core/extraction/model/record_sink.hpp"
#include "core/extraction/repair/text_edit.hpp"

namespace laundromat {

/// Takes what an extractor reports. A repair is an edit when its report has all bytes that it replaces.
class repair_collector final : public record_sink {
 public:
  explicit repair_collector(std::size_t most_edits) : most_edits_(most_edits) {}

  /// Errors: `limit_exceeded` when there are more edits than are allowed.
  result<void> on_record(data_record& record) override;
  void on_defect(const defect& found) override;
  void on_span(span_kind kind, std::uint64_t length_bytes) override;

  /// The edits in their order, without those in what was skipped: that stays as it is.
  [[nodiscard]] std::vector<text_edit> take_edits();
  /// Repairs that are no edits.
  [[nodiscard]] std::uint64_t other_repairs() const { return other_repairs_; }
  [[nodiscard]] std::uint64_t records() const { return records_; }
  /// Of all records as JSON lines.
  [[nodiscard]] content_digest digest_of_records() { return hasher_.finish(); }

 private:
  struct skipped_bytes {
    std::uint64_t begin, end;
  };

  std::size_t most_edits_;
  std::vector<text_edit> edits_;
  std::vector<skipped_bytes> skipped_;  ///< in order
  std::uint64_t read_ = 0, other_repairs_ = 0, records_ = 0;
  content_hasher hasher_;
  std::string text_;
};

}  // namespace laundromat
