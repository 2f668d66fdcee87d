// Implements lost declarations: forgets the prefixes and the base that skipped text may have declared anew.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/recovery/lost_declarations.hpp"

#include <algorithm>
#include <utility>

namespace laundromat::turtle {

void lost_declarations::forget_prefix(std::string_view name) {
  now_->pin_terms();
  terms_->forget(name);
}

void lost_declarations::forget(const lost_directive& found) {
  if (found.is_base) forget_base();
  if (found.prefix && !terms_->is_declared(*found.prefix, found.iri)) forget_prefix(*found.prefix);
}

void lost_declarations::forget_in(std::string_view text) {
  for (const auto& found : find_buried_directives(text)) forget(found);
}

void lost_declarations::forget_skipped(std::uint64_t begin_bytes, std::uint64_t end_bytes,
                                       std::uint64_t kept_bytes) {
  search(end_bytes, kept_bytes);
  const bool is_all = found_.take(begin_bytes, [this](const lost_directive& found) { forget(found); });
  if (is_all) return;
  now_->pin_terms();
  terms_->forget_all();
}

void lost_declarations::keep(std::uint64_t end_bytes, std::uint64_t last_end_bytes,
                             std::uint64_t kept_bytes) {
  if (!with_gap_ || last_end_bytes > gap_begin_) {
    search(std::min(end_bytes, last_end_bytes), kept_bytes);
    if (end_bytes <= last_end_bytes) return;
    with_gap_ = found_;
    gap_begin_ = last_end_bytes;
  }
  search(*with_gap_, end_bytes, kept_bytes);
}

void lost_declarations::search(std::uint64_t end_bytes, std::uint64_t kept_bytes) {
  if (with_gap_ && end_bytes > gap_begin_) found_ = std::move(*with_gap_);
  with_gap_.reset();
  search(found_, end_bytes, kept_bytes);
}

void lost_declarations::search(lost_text& in, std::uint64_t end_bytes, std::uint64_t kept_bytes) const {
  in.forget_before(kept_bytes);
  const auto begin = std::max({in.seen_bytes(), kept_bytes, text_->offset_of(text_->begin())});
  if (begin < end_bytes) in.show(begin, {text_->at(begin), static_cast<std::size_t>(end_bytes - begin)});
}

}  // namespace laundromat::turtle
