// The account of bytes, and the defects in the order of the document.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/jsonld/json/json_syntax.hpp"
#include "core/rdf/jsonld/root/root_reader.hpp"
#include "core/rdf/model/diagnostic.hpp"

namespace laundromat::jsonld {

namespace {

constexpr std::size_t most_waiting = 4096;  ///< defects

}  // namespace

/// The bytes up to `end` are of this kind, but for what was lost.
void root_reader::settle(std::uint64_t end, span_kind kind) {
  for (const auto& [lost_begin, lost_end] : lost_) {
    if (lost_begin >= end) break;
    account_.reach(lost_begin, kind);
    account_.reach(std::min(end, lost_end), span_kind::quarantine);
  }
  lost_.drop(end);
  account_.reach(end, kind);
  report_waiting(end);
}

void root_reader::quarantine(std::uint64_t begin, std::uint64_t end) {
  settle(begin, span_kind::syntax);
  losses_ = {{begin, end}};
  explain_losses();
  lost_.drop(end);
  account_.reach(end, span_kind::quarantine);
  report_waiting(end);
}

void root_reader::report(errc rule, treatment done, std::uint64_t begin, std::uint64_t end,
                         std::string_view message, std::string_view after) {
  on_walk_defect({rule, done, begin, end, begin, std::string(message), std::string(after)});
}

/// Tells of what was lost with what was skipped, so that a defect covers each byte in quarantine.
void root_reader::explain_losses() {
  auto begin = ~std::uint64_t{0}, end = std::uint64_t{0};
  for (const auto& [lost_begin, lost_end] : losses_) {
    if (skips_.covers(lost_begin, lost_end)) continue;
    begin = std::min(begin, lost_begin);
    end = std::max(end, lost_end);
  }
  losses_.clear();
  if (begin < end) report(skip_rule_, treatment::skip, begin, end, "lost with what was skipped");
}

void root_reader::on_walk_defect(walk_defect found) {
  if (!is_trial_) return keep(std::move(found));
  if (held_) keep(std::move(*held_));
  held_ = std::move(found);
}

/// Told when all up to where it begins is settled, so that defects come in the order of the document, some thousand of them at a time.
void root_reader::keep(walk_defect found) {
  if (found.done == treatment::skip) {
    name_skip(found.rule, found.message, options_.profile, errc::json_ld_invalid);
    skips_.add(found.begin, found.end);
    skip_rule_ = found.rule;
  }
  const auto begin = found.begin;
  if (begin <= account_.end_bytes()) return report(std::move(found));
  waiting_.emplace(begin, std::move(found));
  if (waiting_.size() >= most_waiting) report_waiting(~std::uint64_t{0});
}

void root_reader::report_waiting(std::uint64_t end) {
  while (!waiting_.empty() && waiting_.begin()->first <= end) {
    auto next = waiting_.extract(waiting_.begin());
    report(std::move(next.mapped()));
  }
}

void root_reader::report(walk_defect found) {
  if (found.noticed > found.begin) append_distance(found.message, found.noticed - found.begin);
  const auto place = text_.locate(found.begin);
  const auto length = std::min(found.end - found.begin, options_.limits.excerpt_bytes);
  found.after.resize(cut_text(found.after, options_.limits.excerpt_bytes).size());
  sink_->on_defect({found.rule, found.begin, found.end - found.begin, place.line, place.column,
                    std::move(found.message), found.done,
                    std::string(text_.slice(found.begin, found.begin + length)), std::move(found.after)});
}

}  // namespace laundromat::jsonld
