// What is too long to be read, and what of the stream may be forgotten. All rules are about offsets, so that cutting changes nothing.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/jsonld/root_reader.hpp"

namespace laundromat::jsonld {

namespace {

constexpr std::uint64_t longest_key = 64;  ///< how far the scanner looks back for a key

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
    const bool is_run = begin < at;
    return text_.drop(is_run && !keep_excerpt(begin, stray_excerpt_) ? begin : at);
  }
  const auto seen = at - std::min(at, longest_key);
  if (root_.is_skipped()) {
    if (keep_excerpt(root_.begin, root_.excerpt)) text_.drop(seen);
  } else if (!root_.is_committed) {
    text_.drop(root_.begin);
  } else if (root_.items_end != 0) {
    const auto begin = root_.items_end + 1;
    const bool is_long = at > begin && at - begin > options_.limits.node_object_bytes;
    text_.drop(is_long && keep_excerpt(begin, root_.item_excerpt) ? seen : root_.items_end);
  } else {
    const auto begin = scanner_.item_begin();
    const bool is_long = at - begin > options_.limits.node_object_bytes;
    text_.drop(is_long && keep_excerpt(begin, root_.item_excerpt) ? seen : root_.first_item);
  }
}

/// Saves the beginning of what is about to be forgotten. False when there is not yet enough of it.
bool root_reader::keep_excerpt(std::uint64_t begin, std::string& excerpt) const {
  if (!excerpt.empty() || options_.limits.excerpt_bytes == 0) return true;
  if (scanner_.settled() - begin < options_.limits.excerpt_bytes) return false;
  excerpt = text_.slice(begin, begin + options_.limits.excerpt_bytes);
  return true;
}

/// Nothing more is read from the root. The defect is told at its end, when its length is known.
void root_reader::abandon_root(errc rule, std::string_view message, bool is_told) {
  root_.skip_rule = rule;
  root_.skip_message = message;
  root_.is_skip_told = is_told;
}

void root_reader::skip_root(std::uint64_t end) {
  lost_.clear();
  if (!root_.is_skip_told) {
    auto before = std::move(root_.excerpt);
    if (before.empty())
      before = text_.slice(root_.begin, std::min(end, root_.begin + options_.limits.excerpt_bytes));
    const auto place = text_.locate(end);
    sink_->on_defect({root_.skip_rule,
                      root_.begin,
                      end - root_.begin,
                      place.line,
                      place.column,
                      root_.skip_message,
                      treatment::skip,
                      std::move(before),
                      {}});
  }
  account_.reach(end, span_kind::quarantine);
}

void root_reader::skip_item(std::uint64_t begin, std::uint64_t end) {
  settle(begin, span_kind::syntax);
  auto before = std::exchange(root_.item_excerpt, {});
  if (before.empty()) before = text_.slice(begin, std::min(end, begin + options_.limits.excerpt_bytes));
  const auto place = text_.locate(end);
  sink_->on_defect({errc::statement_too_long,
                    begin,
                    end - begin,
                    place.line,
                    place.column,
                    "an element longer than the limit",
                    treatment::skip,
                    std::move(before),
                    {}});
  account_.reach(end, span_kind::quarantine);
}

}  // namespace laundromat::jsonld
