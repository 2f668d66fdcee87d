// Implements the region that is left out: opens, widens and closes it as the grammar goes on.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/recovery/skip_region.hpp"

#include <algorithm>
#include <utility>

namespace laundromat::turtle {

void skip_region::begin_at(skip_unit what, std::size_t depth, std::uint64_t begin, defect found) {
  is_open_ = true;
  what_ = what;
  depth_ = depth;
  begin_ = begin;
  found_ = std::move(found);
}

void skip_region::skip(skip_unit what, errc rule, const char* at, std::string message, std::uint64_t begin) {
  if (what == skip_unit::subject) now_->frames.statement().skips_subject = true;
  if (what == skip_unit::predicate) now_->frames.top().skips_predicate = true;
  if (is_open_) return widen(what, begin);
  begin_at(what, now_->depth(), begin, reports_->notice(rule, at, std::move(message)));
}

void skip_region::widen(skip_unit what, std::uint64_t begin) {
  const auto depth = what == skip_unit::subject ? 0 : now_->depth();
  if (depth > depth_ || (depth == depth_ && what <= what_)) return;
  depth_ = depth;
  what_ = what;
  begin_ = std::min(begin_, begin);
}

void skip_region::skip_predicate(errc rule, const char* at, std::string message) {
  const bool is_first = now_->depth() == 0 && !now_->has_predicate;
  skip(is_first ? skip_unit::subject : skip_unit::predicate, rule, at, std::move(message),
       is_first ? now_->begin : now_->predicate_begin);
}

void skip_region::skip_object(const token_fault& fault, std::uint64_t begin, std::uint64_t end,
                              bool keeps_lists) {
  now_->skips_object = true;
  if (is_open_) {
    const bool is_reported = fault.message == lost_declaration && found_.message == lost_declaration;
    if (!is_reported) reports_->skip(reports_->notice(fault.rule, fault.at, fault.message), begin, end);
    return;
  }
  const auto around = now_->frames.leave_lists(now_->object_begin, keeps_lists);
  if (around.depth != now_->depth()) now_->frames.top().is_bad_whole = true;
  begin_at(around.is_subject ? skip_unit::subject : skip_unit::object, around.depth, around.begin,
           reports_->notice(fault.rule, fault.at, fault.message));
}

void skip_region::close(std::uint64_t end_bytes, bool is_whole) {
  is_open_ = false;
  const auto begin = out_->is_holding() ? begin_ : std::max(begin_, out_->end_bytes());
  const auto end = std::max(begin, end_bytes);
  last_end_ = end;
  if (is_whole && found_.message == lost_declaration)
    merger_->add(std::move(found_), begin, end, now_->begin, now_->previous_begin);
  else
    reports_->skip(std::move(found_), begin, end);
  out_->reach(begin, span_kind::statement);
  out_->reach(end, span_kind::quarantine);
}

void skip_region::widen_to_statement() {
  begin_ = std::max(now_->begin, out_->end_bytes());
}

defect skip_region::take() {
  is_open_ = false;
  return std::move(found_);
}

}  // namespace laundromat::turtle
