// Places of what is wrong in a document, and the account of its bytes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/text_position.hpp"
#include "core/extraction/model/extraction_limits.hpp"
#include "core/extraction/model/record_sink.hpp"

namespace laundromat::markup {

/// Makes defects for places in a part of the document that is there, and spans with the lost parts cut out of them.
class document_account {
 public:
  document_account(const extraction_limits& limits, record_sink& sink)
      : excerpt_bytes_(limits.excerpt_bytes), sink_(&sink), spans_(sink) {}

  /// A defect in `source`, which begins at `begin` in the document. Skipped bytes are put into quarantine when the account comes to them.
  void report(errc rule, treatment done, std::string_view source, const text_position& begin,
              std::uint64_t offset_bytes, std::uint64_t length_bytes, std::string message,
              std::string_view after = {});
  /// Reports a defect whose place is known; skipped bytes are put into quarantine likewise.
  void report(const defect& found);
  /// The line and column of an offset in `source`, which begins at `begin`.
  [[nodiscard]] text_position locate(std::string_view source, const text_position& begin,
                                     std::uint64_t offset_bytes);

  /// The bytes up to `end_bytes` are lost, without a defect of their own.
  void lose(std::uint64_t begin_bytes, std::uint64_t end_bytes);
  /// The bytes up to `end_bytes` are of this kind, but for those that were lost.
  void reach(std::uint64_t end_bytes, span_kind kind);
  [[nodiscard]] std::uint64_t end_bytes() const { return spans_.end_bytes(); }
  void finish() { spans_.finish(); }

 private:
  struct range {
    std::uint64_t begin, end;
  };

  std::uint64_t excerpt_bytes_;
  record_sink* sink_;
  span_account spans_;
  std::deque<range> lost_;            ///< in order, behind the end of the account
  text_position begin_, at_;          ///< of the source at hand, and of the last place in it
  std::vector<text_position> marks_;  ///< each is `stride` bytes or more behind the one before
};

}  // namespace laundromat::markup
