// Implements document_account: holds defects and losses until the spans before them are final, then passes them to the sink.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/jsonld/document/document_account.hpp"

#include <algorithm>

#include "core/rdf/jsonld/json/json_syntax.hpp"
#include "core/rdf/model/diagnostic.hpp"

namespace laundromat::jsonld {

namespace {

constexpr std::size_t most_waiting = 4096;  ///< defects

}  // namespace

void document_account::account_to(std::uint64_t end, span_kind kind) {
  for (const auto& [lost_begin, lost_end] : lost_) {
    if (lost_begin >= end) break;
    spans_.reach(lost_begin, kind);
    spans_.reach(std::min(end, lost_end), span_kind::quarantine);
  }
  lost_.drop(end);
  spans_.reach(end, kind);
  report_waiting(end);
}

void document_account::quarantine(std::uint64_t begin, std::uint64_t end) {
  account_to(begin, span_kind::syntax);
  losses_ = {{begin, end}};
  explain_losses();
  lost_.drop(end);
  spans_.reach(end, span_kind::quarantine);
  report_waiting(end);
}

void document_account::report(errc rule, treatment done, std::uint64_t begin, std::uint64_t end,
                              std::string_view message, std::string_view after) {
  report({rule, done, begin, end, begin, std::string(message), std::string(after)});
}

void document_account::report_faults(const std::deque<json_fault>& faults, std::uint64_t offset) {
  forget_skips();
  for (const auto& fault : faults) {
    const auto begin = offset + fault.begin, end = offset + fault.end;
    report(fault.rule, fault.done, begin, end, fault.message, fault.after);
    if (fault.rule == errc::repeated_key) lose(begin, end);
  }
}

void document_account::explain_losses() {
  auto begin = ~std::uint64_t{0}, end = std::uint64_t{0};
  for (const auto& [lost_begin, lost_end] : losses_) {
    if (skips_.covers(lost_begin, lost_end)) continue;
    begin = std::min(begin, lost_begin);
    end = std::max(end, lost_end);
  }
  losses_.clear();
  if (begin < end) report(skip_rule_, treatment::skip, begin, end, "lost with what was skipped");
}

void document_account::report(unplaced_defect found) {
  if (!is_trial_) return keep(std::move(found));
  if (held_) keep(std::move(*held_));
  held_ = std::move(found);
}

void document_account::end_trial(bool is_refused, std::uint64_t begin, std::uint64_t end) {
  is_trial_ = false;
  auto last = std::exchange(held_, std::nullopt);
  if (!last) return;
  if (is_refused && last->done == treatment::skip) last->begin = begin, last->end = end;
  keep(std::move(*last));
}

void document_account::keep(unplaced_defect found) {
  if (found.done == treatment::skip) {
    name_skip(found.rule, found.message, profile_, errc::json_ld_invalid);
    skips_.add(found.begin, found.end);
    skip_rule_ = found.rule;
  }
  const auto begin = found.begin;
  if (begin <= spans_.end_bytes()) return emit(std::move(found));
  waiting_.emplace(begin, std::move(found));
  if (waiting_.size() >= most_waiting) report_waiting(~std::uint64_t{0});
}

void document_account::report_waiting(std::uint64_t end) {
  while (!waiting_.empty() && waiting_.begin()->first <= end) {
    auto next = waiting_.extract(waiting_.begin());
    emit(std::move(next.mapped()));
  }
}

void document_account::report_span(errc rule, treatment done, std::uint64_t begin, std::uint64_t end,
                                   kept_beginning& front, std::string_view message) {
  report_waiting(begin);
  if (done == treatment::skip) begin = behind_skips(begin, end);
  auto kept = std::exchange(front, {});
  if (!kept.is_kept)
    kept = {true, std::string(text_->slice(begin, begin + excerpt_bytes_)), text_->locate(begin)};
  if (kept.excerpt.size() > end - begin) kept.excerpt.resize(end - begin);
  sink_->on_defect({rule,
                    begin,
                    end - begin,
                    kept.place.line,
                    kept.place.column,
                    std::string(message),
                    done,
                    std::move(kept.excerpt),
                    {}});
  report_waiting(end);
}

/// Where a skip begins of which the first bytes were skipped with what precedes it. The spans of skips do not cross.
std::uint64_t document_account::behind_skips(std::uint64_t begin, std::uint64_t end) {
  if (begin < last_skip_end_ && last_skip_end_ < end && last_skip_begin_ < begin) begin = last_skip_end_;
  if (end > last_skip_end_) {
    last_skip_begin_ = begin;
    last_skip_end_ = end;
  }
  return begin;
}

void document_account::emit(unplaced_defect found) {
  if (found.done == treatment::skip) found.begin = behind_skips(found.begin, found.end);
  const auto token = found.noticed > found.begin ? found.noticed : 0;
  const auto place = text_->locate(std::max(found.begin, token));
  const auto length = std::min(found.end - found.begin, excerpt_bytes_);
  found.after.resize(cut_text(found.after, excerpt_bytes_).size());
  sink_->on_defect({found.rule, found.begin, found.end - found.begin, place.line, place.column,
                    std::move(found.message), found.done,
                    std::string(text_->slice(found.begin, found.begin + length)), std::move(found.after),
                    token});
}

}  // namespace laundromat::jsonld
