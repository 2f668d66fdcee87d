// What is too long to be read, and what of the stream may be forgotten. All rules are about offsets, so that cutting changes nothing.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <utility>

#include "core/rdf/jsonld/root/root_reader.hpp"

namespace laundromat::jsonld {

namespace {

constexpr std::uint64_t longest_key = 64;  ///< how far the scanner looks back beyond the item it is in

}  // namespace

void root_reader::enforce_limits() {
  if (!scanner_.is_in_root() || root_.is_skipped()) return;
  const auto limit = options_.limits.node_object_bytes;
  if (!root_.is_committed && scanner_.settled() - root_.begin > limit) commit();
  if (root_.is_skipped() || !root_.is_committed) return;
  if (root_.items_end == 0) enforce_item_limit();
}

/// An item that is known to be too long is not kept: only what stands before it is walked.
void root_reader::enforce_item_limit() {
  const auto begin = scanner_.item_begin();
  if (scanner_.settled() - begin <= options_.limits.node_object_bytes) return;
  read_items_before(begin);
  root_.first_item = begin;
}

void root_reader::forget() {
  const auto at = scanner_.settled();
  if (!scanner_.is_in_root()) {
    const auto begin = scanner_.outside_begin();
    const bool may_return = scanner_.is_in_outer_comment() && at - begin <= options_.limits.node_object_bytes;
    const bool is_run = begin < at;
    return text_.drop(is_run && (may_return || !keep_beginning(begin, stray_front_)) ? begin : at);
  }
  const auto item = scanner_.item_begin();
  const bool is_seen_item = scanner_.is_in_items() && at - item <= options_.limits.node_object_bytes;
  const auto seen = std::min(at - std::min(at, longest_key), is_seen_item ? item : at);
  if (root_.is_skipped()) {
    if (keep_beginning(root_.begin, root_.front)) text_.drop(seen);
  } else if (!root_.is_committed) {
    text_.drop(root_.begin);
  } else if (root_.items_end != 0) {
    const auto begin = root_.items_end + 1;
    const bool is_long = at > begin && at - begin > options_.limits.node_object_bytes;
    text_.drop(is_long && keep_beginning(begin, root_.item_front) ? seen : root_.items_end);
  } else {
    const auto begin = scanner_.item_begin();
    const bool is_long = at - begin > options_.limits.node_object_bytes;
    text_.drop(is_long && keep_beginning(begin, root_.item_front) ? seen : root_.first_item);
  }
}

/// Saves what will be said about the beginning of what is about to be forgotten. False when there is not yet enough of it.
bool root_reader::keep_beginning(std::uint64_t begin, kept_beginning& front) {
  if (front.is_kept) return true;
  const auto most = options_.limits.excerpt_bytes;
  if (scanner_.settled() - begin < most) return false;
  front = {true, std::string(text_.slice(begin, begin + most)), text_.locate(begin)};
  return true;
}

/// Nothing more is read from the root. The defect is told at its end, when its length is known, and the text may be forgotten before.
void root_reader::abandon_root(errc rule, std::string_view message, bool is_reported) {
  account_.report_waiting(text_.end());
  root_.skip_rule = rule;
  root_.skip_message = message;
  root_.is_skip_reported = is_reported;
}

void root_reader::skip_root(std::uint64_t end) {
  account_.forget_losses();
  if (!root_.is_skip_reported)
    account_.report_span(root_.skip_rule, treatment::skip, root_.begin, end, root_.front, root_.skip_message);
  account_.reach(end, span_kind::quarantine);
}

void root_reader::skip_item(std::uint64_t begin, std::uint64_t end) {
  account_.settle(begin, span_kind::syntax);
  account_.report_span(errc::statement_too_long, treatment::skip, begin, end, root_.item_front,
                       "an element longer than the limit");
  account_.reach(end, span_kind::quarantine);
}

}  // namespace laundromat::jsonld
