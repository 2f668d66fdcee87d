// Implements the queues of statements that wait: all terms in one string, end to end.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/emission/statement_writer.hpp"

#include <algorithm>
#include <cstring>
#include <utility>

namespace laundromat::turtle {

void statement_writer::set_graph(term_kind kind, std::string_view name) {
  if (name.size() > graph_name_.capacity()) graph_name_.reserve(std::max(name.size(), least_name_bytes));
  graph_name_.assign(name);
  now_.graph = {kind, graph_name_, {}, {}};
}

void statement_writer::queue::add(const term_view& subject, const term_view& predicate,
                                  const term_view& object) {
  const auto s = subject.value.size(), p = predicate.value.size(), o = object.value.size(),
             d = object.datatype.size(), l = object.language.size();
  *records.grow(1) = {false, {}, subject.kind, object.kind, text.size, {s, p, o, d, l}};
  char* at = text.grow(s + p + o + d + l);
  const auto put = [&at](std::string_view part) {
    if (part.empty()) return;
    std::memcpy(at, part.data(), part.size());
    at += part.size();
  };
  put(subject.value);
  put(predicate.value);
  put(object.value);
  put(object.datatype);
  put(object.language);
}

void statement_writer::queue::drop(const held_mark& before) {
  if (records.size > before.count) {
    const auto dropped = records.all().subspan(before.count);
    const auto statement = std::ranges::find(dropped, false, &record::is_span);
    if (statement != dropped.end()) text.size = statement->at;
    records.size = before.count;
  }
  end_bytes = before.end_bytes;
  last_span = 0;
}

void statement_writer::replay(const queue& from) {
  for (const auto& held : from.records.all()) {
    if (held.is_span) {
      reach_before_held(held.at, held.span);
      continue;
    }
    const char* at = from.text.memory.get() + held.at;
    const auto take = [&at](std::size_t length) {
      const std::string_view part(at, length);
      at += length;
      return part;
    };
    now_.subject = {held.subject, take(held.lengths[0]), {}, {}};
    now_.predicate = {term_kind::iri, take(held.lengths[1]), {}, {}};
    now_.object.kind = held.object;
    now_.object.value = take(held.lengths[2]);
    now_.object.datatype = take(held.lengths[3]);
    now_.object.language = take(held.lengths[4]);
    send();
  }
}

void statement_writer::reach_later(std::uint64_t end_bytes, span_kind kind) {
  if (is_held_) return held_.add_span(end_bytes, kind);
  reach_before_held(end_bytes, kind);
}

void statement_writer::flush() {
  replay(held_);
  discard();
}

void statement_writer::fail_with(result<void> outcome) {
  outcome_ = std::move(outcome);
  is_diverted_ = true;
}

void statement_writer::divert() {
  if (has_failed() || is_doubt_full_) return;
  doubted_.add(now_.subject, now_.predicate, now_.object);
  if (doubted_.size_bytes() <= (is_doubt_likely_ ? doubt_limit_bytes_ / 4 : doubt_limit_bytes_)) return;
  if (!is_doubt_likely_) {
    is_doubt_full_ = true;
    doubted_ = {};
    return;
  }
  const auto now = now_;
  static_cast<void>(end_doubt(true));
  now_ = now;
}

void statement_writer::begin_doubt(bool is_likely) {
  if (is_in_doubt_) return;
  is_in_doubt_ = is_diverted_ = true;
  is_doubt_likely_ = is_likely;
  is_doubt_full_ = false;
  doubt_end_ = account_.end_bytes();
}

bool statement_writer::end_doubt(bool is_certain) {
  is_in_doubt_ = false;
  is_diverted_ = has_failed();
  const bool is_kept = !is_doubt_full_ && (is_certain || doubted_.text.size == 0);
  if (is_kept)
    replay(doubted_);
  else
    account_.reach(doubt_end_, span_kind::quarantine);
  doubted_.drop({});
  return is_kept;
}

}  // namespace laundromat::turtle
