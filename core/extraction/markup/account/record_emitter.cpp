// Implements record_emitter.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/markup/account/record_emitter.hpp"

#include <utility>

#include "core/base/count_words.hpp"
#include "core/extraction/model/record_defect.hpp"

namespace laundromat::markup {

bool record_emitter::begin(const element_place& at) {
  record_.clear();
  if (at.end - at.begin <= limits_.record_bytes) return true;
  refuse(errc::statement_too_long, "a record that is longer than " + number_of(limits_.record_bytes, "byte"),
         at);
  return false;
}

void record_emitter::note(errc rule, bool is_lost, std::string message, const element_place& at,
                          std::uint64_t begin, std::uint64_t end) {
  const auto offset = at.source_begin.offset_bytes + begin;
  const bool is_whole = begin <= at.begin && end >= at.end;
  const auto done = is_whole || !is_lost ? treatment::note : treatment_of(rule, profile_);
  account_->report(rule, done, at.source, at.source_begin, offset, end - begin, std::move(message));
}

record_place record_emitter::locate(const element_place& at) {
  const auto offset = at.source_begin.offset_bytes + at.begin;
  const auto begin = account_->locate(at.source, at.source_begin, offset);
  return {offset, at.end - at.begin, begin.line, begin.column};
}

void record_emitter::note(errc rule, std::string message, const record_place& at) {
  account_->report(defect_at(at, rule, treatment::note, std::move(message)));
}

void record_emitter::refuse(errc rule, std::string message, const element_place& at) {
  const auto base = at.source_begin.offset_bytes;
  account_->reach(base + at.begin, span_kind::syntax);
  account_->report(rule, treatment::skip, at.source, at.source_begin, base + at.begin, at.end - at.begin,
                   std::move(message));
  account_->reach(base + at.end, span_kind::quarantine);
}

result<void> record_emitter::emit(const element_place& at) {
  if (record_.size() > limits_.record_values) {
    refuse(errc::statement_too_long, "a record with more than " + number_of(limits_.record_values, "value"),
           at);
    return {};
  }
  const auto base = at.source_begin.offset_bytes;
  account_->reach(base + at.begin, span_kind::syntax);
  record_.place = locate(at);
  auto done = sink_->on_record(record_);
  account_->reach(base + at.end, record_.is_skipped ? span_kind::quarantine : span_kind::statement);
  return done;
}

}  // namespace laundromat::markup
