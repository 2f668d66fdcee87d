// The way of a statement to the sink: terms are checked, patterns held back, losses remembered for the account.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/model/term_check.hpp"
#include "core/rdf/rdfa/evaluation/pattern_store.hpp"
#include "core/rdf/rdfa/evaluation/resource.hpp"
#include "core/rdf/rdfa/markup/fault_log.hpp"

namespace laundromat::rdfa {

/// The attribute that gives the language of literals, for all elements that inherit it.
struct language_source {
  std::string tag, raw;  ///< the tag that counts; the bytes at `place`
  located_place place;
  bool is_reported = false;  ///< what is wrong with it
};

/// The places of the parts of a literal.
struct literal_places {
  located_place value;       ///< of the attribute with the value, or of the start tag
  raw_place whole;           ///< of all that is lost without it
  std::string_view before;   ///< how that begins
  located_place datatype;    ///< of the word in its attribute
  std::string_view written;  ///< that word
  language_source* language = nullptr;
};

class statement_output {
 public:
  statement_output(const reader_options& options, statement_sink& sink, fault_log& faults)
      : iri_bytes_(options.limits.iri_bytes),
        statement_bytes_(options.limits.statement_bytes),
        sink_(&sink),
        faults_(&faults),
        checker_(options.profile, options.limits.iri_bytes),
        patterns_(statement_bytes_) {}

  /// Begins a piece of markup: statements and losses are counted from here.
  void begin_chunk() {
    has_emitted_ = false;
    lost_.clear();
  }
  /// The piece says something that is handed out at the end of the document.
  void promise() { has_emitted_ = true; }
  [[nodiscard]] bool has_emitted() const { return has_emitted_; }
  /// The parts of the piece that were skipped.
  [[nodiscard]] const std::vector<raw_place>& lost() const { return lost_; }
  void lose(raw_place place) { lost_.push_back(place); }
  /// Reports a part of the piece that is skipped.
  void skip(raw_place place, const markup_fault& why) {
    faults_->report(place, why);
    lose(place);
  }
  /// The place gives no statement because of a resource that is not usable.
  void lose(raw_place place, resource& why) {
    faults_->widen(why.skip, place);
    lose(place);
  }

  /// Looks at an IRI that is going to be a resource: plain ones are good at once, others wait until they are used.
  void precheck(resource& one, raw_place place, errc fault);
  /// Whether statements may be made with it. Reports what is wrong with it, once.
  [[nodiscard]] bool is_usable(resource& one);
  /// Checks an IRI at a place of the piece, for a predicate, type or datatype; empty when it must be skipped. Valid as long as
  /// `iri`, and until the next call. Its first `hidden_bytes` are not of the document: no report shows them.
  [[nodiscard]] std::string_view check(std::string_view iri, raw_place place, std::size_t hidden_bytes = 0);
  /// Checks and repairs a literal. False when it must be skipped.
  [[nodiscard]] bool check(term_view& literal, const literal_places& at);

  /// Hands out a statement of checked terms.
  void emit(const term_view& subject, std::string_view predicate, const term_view& object);
  /// Hands out the statement that a block of another format holds.
  void pass(const statement_view& statement) { deliver(statement); }
  /// Hands out what waited for the end of the document; another may follow.
  void finish(const located_place& end);

  /// What the sink answered; reading ends with its first error.
  [[nodiscard]] const result<void>& outcome() const { return outcome_; }
  void stop(failure why) {
    if (outcome_) outcome_ = tl::unexpected<failure>(std::move(why));
  }

 private:
  void deliver(const statement_view& statement) {
    if (!outcome_) return;
    if (auto done = sink_->on_statement(statement); !done) outcome_ = std::move(done);
  }
  /// Reports the faults of the last term; the first skip is held where `held` is given.
  bool report(const located_place& place, bool is_kept, std::string_view before, std::string_view after,
              open_skip* held = nullptr);

  std::uint64_t iri_bytes_, statement_bytes_;
  statement_sink* sink_;
  fault_log* faults_;
  term_checker checker_;
  pattern_store patterns_;
  bool has_emitted_ = false, patterns_overflowed_ = false;
  std::vector<raw_place> lost_;
  std::string before_, repaired_;
  result<void> outcome_;
};

}  // namespace laundromat::rdfa
