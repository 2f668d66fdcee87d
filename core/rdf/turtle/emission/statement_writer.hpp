// Writes statements to the sink: at once, or when the bracket or graph around them has proved to be well-formed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

#include "core/rdf/model/reader.hpp"

namespace laundromat::turtle {

/// How much is held: the number of records, and the end of the last of their spans.
struct held_mark {
  std::size_t count = 0;
  std::uint64_t end_bytes = 0;
};

/// Keeps the graph, the account of bytes and two queues of statements, each in order with the spans that belong to them. The first holds
/// statements while the caller wants it. What leaves it waits in the second one while the graph of the statements is in doubt.
class statement_writer {
 public:
  statement_writer(statement_sink& sink, std::uint64_t limit_bytes, std::uint64_t doubt_limit_bytes)
      : sink_(&sink), account_(sink), limit_bytes_(limit_bytes), doubt_limit_bytes_(doubt_limit_bytes) {}

  /// The graph of what is written from now on; `none` is the default graph.
  void set_graph(term_kind kind, std::string_view name);

  /// From now on, or no longer, statements and spans wait.
  void hold(bool is_held) { is_held_ = is_held; }
  [[nodiscard]] bool is_holding() const { return is_held_; }
  void write(const term_view& subject, const term_view& predicate, const term_view& object) {
    if (is_held_) return keep(subject, predicate, object);
    now_.subject = subject;
    now_.predicate = predicate;
    now_.object = object;
    send();
  }
  /// The subject of the calls of `write_pair` that follow, up to the next `write`.
  void begin_pairs(term_kind kind, std::string_view subject) {
    now_.subject = {kind, subject, {}, {}};
    now_.predicate = {term_kind::iri, {}, {}, {}};
  }
  /// The object of the next call of `write_pair`, which the caller sets.
  [[nodiscard]] term_view& next_object() { return now_.object; }
  void write_pair(std::string_view predicate) {
    now_.predicate.value = predicate;
    if (is_held_) return keep(now_.subject, now_.predicate, now_.object);
    send();
  }
  /// Passes on that the document announces a version of RDF.
  void announce(std::string_view version, const defect& place) {
    if (outcome_) sink_->on_version(version, place);
  }
  void reach(std::uint64_t end_bytes, span_kind kind) {
    if (!is_held_ && !is_in_doubt_) return account_.reach(end_bytes, kind);
    reach_later(end_bytes, kind);
  }
  /// For a span before what is held.
  void reach_before_held(std::uint64_t end_bytes, span_kind kind) {
    if (!is_in_doubt_) return account_.reach(end_bytes, kind);
    if (end_bytes <= doubt_end_) return;
    doubt_end_ = end_bytes;
    if (!is_doubt_full_) doubted_.extend_span(end_bytes, kind);
  }

  /// Writes what is held.
  void flush();
  /// How much is held now.
  [[nodiscard]] held_mark held() const { return {held_.records.size, held_.end_bytes}; }
  /// Discards what was added since `before`.
  void discard(const held_mark& before = {}) { held_.drop(before); }
  /// Whether more is held than the limit.
  [[nodiscard]] bool is_full() const { return held_.size_bytes() > limit_bytes_; }

  /// From here on it is not known in which graph statements are: what follows waits for `end_doubt`. When more waits than the limit, it is
  /// written and the doubt ends if `is_likely`; else it goes to quarantine.
  void begin_doubt(bool is_likely);
  /// Writes what waited since `begin_doubt`, or puts it in quarantine, also when it was more than the limit. Returns whether it was written.
  bool end_doubt(bool is_certain);
  [[nodiscard]] bool is_in_doubt() const { return is_in_doubt_; }
  [[nodiscard]] std::uint64_t doubt_begin() const { return account_.end_bytes(); }

  [[nodiscard]] std::uint64_t end_bytes() const { return is_in_doubt_ ? doubt_end_ : account_.end_bytes(); }
  void finish() { account_.finish(); }
  /// The sink's error.
  [[nodiscard]] bool has_failed() const { return !outcome_.has_value(); }
  [[nodiscard]] const result<void>& outcome() const { return outcome_; }

 private:
  static constexpr std::size_t least_records = 32, least_text_bytes = 4096, least_name_bytes = 127;

  /// A statement, or a span, which has no more than its kind and its end.
  struct record {
    bool is_span;
    span_kind span;
    term_kind subject, object;
    std::uint64_t at;  ///< in the text, or the end of a span
    std::size_t lengths[5];
  };
  /// Elements of plain data. It grows at its end by elements that the caller sets, and keeps its memory.
  template <class T, std::size_t Least>
  struct room {
    std::unique_ptr<T[]> memory;
    std::size_t size = 0, capacity = 0;

    /// Where `more` elements are to be written, which belong to it now.
    [[nodiscard]] T* grow(std::size_t more) {
      if (capacity - size < more) enlarge(more);
      T* const at = memory.get() + size;
      size += more;
      return at;
    }
    [[nodiscard]] std::span<const T> all() const { return {memory.get(), size}; }
    [[gnu::noinline]] void enlarge(std::size_t more) {
      capacity = std::max({Least, 2 * capacity, size + more});
      auto larger = std::make_unique_for_overwrite<T[]>(capacity);
      std::copy_n(memory.get(), size, larger.get());
      memory = std::move(larger);
    }
  };
  struct queue {
    room<char, least_text_bytes> text;
    room<record, least_records> records;
    std::uint64_t end_bytes = 0;  ///< of the last span
    std::size_t last_span = 0;    ///< the number of records up to the one that `extend_span` added

    void add(const term_view& subject, const term_view& predicate, const term_view& object);
    void add_span(std::uint64_t span_end_bytes, span_kind kind) {
      auto& added = *records.grow(1);
      added.is_span = true;
      added.span = kind;
      added.at = end_bytes = span_end_bytes;
    }
    /// Makes the span that it added last longer, if no other span was added since: the pairs of one statement share a span.
    void extend_span(std::uint64_t span_end_bytes, span_kind kind) {
      if (last_span == 0 || records.memory[last_span - 1].span != kind) {
        add_span(span_end_bytes, kind);
        last_span = records.size;
      } else {
        records.memory[last_span - 1].at = end_bytes = span_end_bytes;
      }
    }
    void drop(const held_mark& before);
    [[nodiscard]] std::size_t size_bytes() const { return text.size + records.size * sizeof(record); }
  };
  void send() {
    if (is_diverted_) return divert();
    if (auto sent = sink_->on_statement(now_); !sent) fail_with(std::move(sent));
  }
  void reach_later(std::uint64_t end_bytes, span_kind kind);
  void divert();
  void fail_with(result<void> outcome);
  void replay(const queue& from);
  void keep(const term_view& subject, const term_view& predicate, const term_view& object) {
    held_.add(subject, predicate, object);
  }

  statement_sink* sink_;
  span_account account_;
  std::uint64_t limit_bytes_, doubt_limit_bytes_;
  statement_view now_;  ///< the next statement; its graph is the current one
  std::string graph_name_;
  bool is_held_ = false, is_in_doubt_ = false, is_doubt_full_ = false, is_doubt_likely_ = false;
  bool is_diverted_ = false;  ///< in doubt, or the sink has failed
  std::uint64_t doubt_end_ = 0;
  queue held_, doubted_;
  result<void> outcome_;
};

}  // namespace laundromat::turtle
