// Counting out places, cutting out excerpts.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/defect_log.hpp"

#include <algorithm>

namespace laundromat {

void defect_log::drop(std::size_t length) {
  const auto begin = front_.offset_bytes, end = begin + length;
  const auto from = std::max(begin, held_from_ + held_.size());
  if (from < end && from == held_from_ + held_.size() && held_.size() < excerpt_bytes_)
    held_.append(
        window_.substr(from - begin, std::min<std::size_t>(end - from, excerpt_bytes_ - held_.size())));
  if (near_.offset_bytes > begin && near_.offset_bytes <= end) {
    near_.advance(window_.substr(near_.offset_bytes - begin, end - near_.offset_bytes));
    front_ = near_;
  } else {
    front_.advance(window_.substr(0, length));
  }
  if (near_.offset_bytes < end) near_ = front_;
  window_.remove_prefix(length);
}

noticed_place defect_log::place_of(std::uint64_t offset) {
  const auto begin = front_.offset_bytes;
  offset = std::clamp(offset, begin, begin + window_.size());
  if (offset < near_.offset_bytes) near_ = front_;
  near_.advance(window_.substr(near_.offset_bytes - begin, offset - near_.offset_bytes));
  return {near_.line, near_.column};
}

void defect_log::report(const found_defect& found) {
  report(found, place_of(found.noticed));
}

void defect_log::report(const found_defect& found, noticed_place at) {
  sink_.on_defect({found.rule, found.begin, found.end - found.begin, at.line, at.column, found.message,
                   found.done, excerpt(found.begin, found.end), found.after});
}

std::string defect_log::excerpt(std::uint64_t begin, std::uint64_t end) const {
  end = std::min(end, begin + excerpt_bytes_);
  std::string out;
  if (begin >= held_from_ && begin < held_from_ + held_.size()) {
    out = held_.substr(begin - held_from_, end - begin);
    begin += out.size();
  }
  if (begin < front_.offset_bytes || begin >= end) return out;
  return out.append(window_.substr(begin - front_.offset_bytes, end - begin));
}

}  // namespace laundromat
