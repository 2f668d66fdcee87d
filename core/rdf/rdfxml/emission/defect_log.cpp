// Implements the log of defects: counts lines up to their places, and cuts excerpts out of the window.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/rdfxml/emission/defect_log.hpp"

#include <algorithm>
#include <utility>

#include "core/rdf/model/diagnostic.hpp"
#include "core/rdf/model/utf8.hpp"

namespace laundromat::rdfxml {

namespace {

constexpr std::uint64_t mark_bytes = std::uint64_t{4} << 10;
constexpr std::uint64_t waiting_limit_bytes = std::uint64_t{1}
                                              << 20;  ///< when more waits, all of it is reported

}  // namespace

void defect_log::drop(std::size_t length) {
  const auto begin = front_.offset_bytes, end = begin + length;
  const auto from = std::max(begin, held_from_ + held_.size());
  if (from < end && from == held_from_ + held_.size() && held_.size() < excerpt_bytes_)
    held_.append(
        window_.substr(from - begin, std::min<std::size_t>(end - from, excerpt_bytes_ - held_.size())));
  if (reached() >= begin && reached() < end) {
    (void)place_of(reached());
    reached_ = near_;
  }
  (void)place_of(end);
  front_ = near_;
  std::erase_if(marks_, [&](const text_position& mark) { return mark.offset_bytes <= end; });
  window_.remove_prefix(length);
}

void defect_log::emit(defect one) {
  const bool waits = !waiting_.empty() || (one.done == treatment::repair && one.offset_bytes >= reached());
  if (!waits) return sink_.on_defect(one);
  waiting_bytes_ += sizeof one + one.before.size() + one.after.size() + one.message.size();
  waiting_.push_back(std::move(one));
  if (waiting_bytes_ > waiting_limit_bytes) report_waiting();
}

/// The account comes as far as `end`: repairs before it are reported, or dropped where they are skipped. An insertion at either end
/// of skipped bytes belongs to what is around them.
void defect_log::report_waiting_before(std::uint64_t end, span_kind kind) {
  const auto begin = reached();
  if (end <= begin) return;
  if (kind == span_kind::quarantine)
    std::erase_if(waiting_, [&](const defect& one) {
      return one.done == treatment::repair && one.offset_bytes >= begin && one.offset_bytes < end &&
             (one.length_bytes > 0 || one.offset_bytes > begin);
    });
  const auto is_open = [&](const defect& one) {
    return one.done == treatment::repair && one.offset_bytes >= end;
  };
  const auto open = std::ranges::find_if(waiting_, is_open);
  for (auto one = waiting_.begin(); one != open; ++one) sink_.on_defect(*one);
  waiting_.erase(waiting_.begin(), open);
  if (waiting_.empty()) waiting_bytes_ = 0;
}

void defect_log::report_waiting() {
  for (const auto& one : waiting_) sink_.on_defect(one);
  waiting_.clear();
  waiting_bytes_ = 0;
}

defect_place defect_log::place_of(std::uint64_t offset) {
  const auto begin = front_.offset_bytes;
  if (offset < begin) return {reached_.line, reached_.column};
  offset = std::min(offset, begin + window_.size());
  if (offset < near_.offset_bytes) {
    const auto behind = std::ranges::upper_bound(marks_, offset, {}, &text_position::offset_bytes);
    near_ = behind == marks_.begin() ? front_ : *std::prev(behind);
  }
  while (near_.offset_bytes < offset) {
    const auto next = (marks_.empty() ? begin : marks_.back().offset_bytes) + mark_bytes;
    const bool is_marked = near_.offset_bytes < next && next <= offset;
    const auto end = is_marked ? next : offset;
    near_.advance(window_.substr(near_.offset_bytes - begin, end - near_.offset_bytes));
    if (is_marked) marks_.push_back(near_);
  }
  return {near_.line, near_.column};
}

defect defect_log::describe(unplaced_defect found) {
  const auto at = place_of(std::max(found.begin, found.noticed));
  return describe(std::move(found), at);
}

defect defect_log::describe(unplaced_defect found, defect_place at) const {
  if (found.done == treatment::skip) name_skip(found.rule, found.message, profile_, errc::xml_syntax);
  if (found.after.size() > excerpt_bytes_ || find_bad_utf8(found.after) != std::string_view::npos)
    found.after = readable(found.after, excerpt_bytes_);
  return {found.rule,
          found.begin,
          found.end - found.begin,
          at.line,
          at.column,
          std::move(found.message),
          found.done,
          excerpt(found.begin, found.end),
          std::move(found.after),
          found.noticed > found.begin ? found.noticed : 0};
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

}  // namespace laundromat::rdfxml
