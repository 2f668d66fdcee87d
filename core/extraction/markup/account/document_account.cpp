// Implements document_account.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/markup/account/document_account.hpp"

#include <algorithm>
#include <utility>

namespace laundromat::markup {

namespace {

constexpr std::uint64_t stride = 512;

}  // namespace

text_position document_account::locate(std::string_view source, const text_position& begin,
                                       std::uint64_t offset) {
  if (marks_.empty() || begin_.offset_bytes != begin.offset_bytes) {
    begin_ = at_ = begin;
    marks_.assign(1, begin);
  }
  if (offset < at_.offset_bytes) {
    const auto after = std::ranges::upper_bound(marks_, offset, {}, &text_position::offset_bytes);
    at_ = *std::prev(after);
  }
  while (at_.offset_bytes < offset) {
    const auto length = std::min(offset - at_.offset_bytes, stride);
    at_.advance(source.substr(at_.offset_bytes - begin.offset_bytes, length));
    if (at_.offset_bytes >= marks_.back().offset_bytes + stride) marks_.push_back(at_);
  }
  return at_;
}

void document_account::report(errc rule, treatment done, std::string_view source, const text_position& begin,
                              std::uint64_t offset, std::uint64_t length, std::string message,
                              std::string_view after) {
  const auto place = locate(source, begin, offset);
  defect found{rule, offset, length, place.line, place.column, std::move(message), done};
  const auto from = std::min<std::uint64_t>(offset - begin.offset_bytes, source.size());
  found.before = source.substr(from, std::min(length, excerpt_bytes_));
  if (done == treatment::repair) found.after = after;
  report(found);
}

void document_account::report(const defect& found) {
  if (found.done == treatment::skip) lose(found.offset_bytes, found.offset_bytes + found.length_bytes);
  sink_->on_defect(found);
}

void document_account::lose(std::uint64_t begin, std::uint64_t end) {
  begin = std::max(begin, spans_.end_bytes());
  if (begin >= end) return;
  auto at = std::ranges::find_if(lost_.rbegin(), lost_.rend(), [&](const range& one) {
              return one.begin <= begin;
            }).base();
  at = lost_.insert(at, {begin, end});
  if (at != lost_.begin() && std::prev(at)->end >= begin) {
    std::prev(at)->end = std::max(std::prev(at)->end, end);
    at = std::prev(lost_.erase(at));
  }
  for (auto next = std::next(at); next != lost_.end() && next->begin <= at->end; next = std::next(at)) {
    at->end = std::max(at->end, next->end);
    at = std::prev(lost_.erase(next));
  }
}

void document_account::reach(std::uint64_t end, span_kind kind) {
  while (!lost_.empty() && lost_.front().begin < end) {
    auto& next = lost_.front();
    spans_.reach(next.begin, kind);
    spans_.reach(std::min(next.end, end), span_kind::quarantine);
    if (next.end > end) {
      next.begin = end;
      return;
    }
    lost_.pop_front();
  }
  spans_.reach(end, kind);
}

}  // namespace laundromat::markup
