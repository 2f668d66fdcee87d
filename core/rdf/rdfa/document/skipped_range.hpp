// The part of a markup document that is being left out.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>

#include "core/rdf/rdfa/evaluation/byte_account.hpp"
#include "core/rdf/rdfa/markup/fault_log.hpp"

namespace laundromat::rdfa {

/// Puts bytes into quarantine, under one skip that grows until its end is known. Strict reading ends at damage: then everything up to the
/// end of the document is left out.
class skipped_range {
 public:
  skipped_range(fault_log& faults, byte_account& account) : faults_(&faults), account_(&account) {}

  /// Begins to leave out something. `why` is reported when its end is known; at once within a range that is left out already.
  void begin(const located_place& place, const markup_fault& why) {
    auto found = faults_->hold(place, why);
    if (open_.is_open())
      faults_->report(found);
    else
      open_ = std::move(found);
  }
  /// The bytes up to `end_bytes` are left out.
  void reach(std::uint64_t end_bytes) {
    account_->reach(end_bytes, span_kind::quarantine);
    open_.reach(end_bytes);
  }
  /// Ends the range, and reports it.
  void end() { faults_->report(open_); }
  /// Ends strict reading: all that follows is left out.
  void stop(const located_place& place, const markup_fault& why) {
    faults_->report(open_);
    open_ = faults_->hold(place, why);
    is_over_ = true;
  }
  /// Whether reading has ended.
  [[nodiscard]] bool is_over() const { return is_over_; }

  /// The bytes up to `end_bytes` are part of a damaged tag: tags that begin there do not count.
  void mark_unreliable(std::uint64_t end_bytes) { unreliable_end_ = std::max(unreliable_end_, end_bytes); }
  [[nodiscard]] bool is_unreliable(std::uint64_t offset_bytes) const {
    return offset_bytes < unreliable_end_;
  }
  [[nodiscard]] std::uint64_t unreliable_end() const { return unreliable_end_; }

 private:
  fault_log* faults_;
  byte_account* account_;
  open_skip open_;
  std::uint64_t unreliable_end_ = 0;
  bool is_over_ = false;
};

}  // namespace laundromat::rdfa
