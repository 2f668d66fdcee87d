// Implements the merging of defects: extends the last one while the next statement is skipped for the same reason.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/recovery/skip_merger.hpp"

namespace laundromat::turtle {

void skip_merger::add(defect found, std::uint64_t begin, std::uint64_t end, std::uint64_t statement_begin,
                      std::uint64_t previous_begin) {
  if (is_holding_ && last_begin_ == previous_begin) {
    reports_->drop_repairs(begin, end);
    end_ = end;
    last_begin_ = statement_begin;
    return;
  }
  flush();
  reports_->drop_repairs(begin, end);
  is_holding_ = true;
  begin_ = begin;
  end_ = end;
  last_begin_ = statement_begin;
  found_ = std::move(found);
}

void skip_merger::flush() {
  if (!is_holding_) return;
  is_holding_ = false;
  reports_->skip(std::move(found_), begin_, end_);
}

}  // namespace laundromat::turtle
