// Accounts for every byte of a JSON-LD document and reports its defects in the order of the document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/rdf/jsonld/document/kept_text.hpp"
#include "core/rdf/jsonld/json/fault_list.hpp"
#include "core/rdf/jsonld/nodes/walk_log.hpp"
#include "core/rdf/model/reader.hpp"
#include "core/rdf/model/span_account.hpp"
#include "core/rdf/model/span_set.hpp"

namespace laundromat::jsonld {

/// Excerpt and place of a span whose bytes are dropped before its end is known.
struct kept_beginning {
  bool is_kept = false;
  std::string excerpt;
  text_position place;
};

/// Promises to the sink: spans are contiguous and add up to the document; defects come in the order of where they begin, as soon as
/// all bytes before them are accounted for; a skip covers each byte in quarantine that was lost by `lose_unexplained` or `quarantine`.
/// All offsets are those of the document. Memory: 4,096 waiting defects at most; beyond, all of them are reported at once.
class document_account {
 public:
  /// `text` holds the bytes of every span that is reported, except where a `kept_beginning` is given. Both outlive the account.
  document_account(kept_text& text, wash_profile profile, std::uint64_t excerpt_bytes, statement_sink& sink)
      : text_(&text), profile_(profile), excerpt_bytes_(excerpt_bytes), sink_(&sink), spans_(sink) {}

  /// The bytes up to `end` are of this kind; those that are lost are quarantine instead.
  void account_to(std::uint64_t end, span_kind kind);
  /// The bytes up to `end` are of this kind, whatever is lost of them. Reports nothing.
  void reach(std::uint64_t end, span_kind kind) { spans_.reach(end, kind); }
  /// The bytes before `begin` are syntax, those of [begin, end) quarantine. Reports a skip for them unless one covers them already.
  void quarantine(std::uint64_t begin, std::uint64_t end);
  /// Marks bytes as lost; the caller reports why.
  void lose(std::uint64_t begin, std::uint64_t end) { lost_.add(begin, end); }
  /// Marks bytes as lost; `explain_losses` reports them unless a skip covers them by then.
  void lose_unexplained(std::uint64_t begin, std::uint64_t end) {
    lost_.add(begin, end);
    losses_.emplace_back(begin, end);
  }
  /// Reports one skip, under the rule of the last skip, that covers all unexplained losses.
  void explain_losses();
  /// Nothing is lost beyond what is accounted for.
  void forget_losses() { lost_.clear(); }
  /// Skips that end before the accounted bytes explain no later loss.
  void forget_skips() { skips_.drop(spans_.end_bytes()); }

  /// Reports a defect once all bytes before it are accounted for. In a trial the last defect is held back until the trial ends.
  void report(unplaced_defect found);
  void report(errc rule, treatment done, std::uint64_t begin, std::uint64_t end, std::string_view message,
              std::string_view after = {});
  /// Reports the faults of a text that begins at `offset`; a key that follows again is lost with its value. Earlier skips explain no loss
  /// any more.
  void report_faults(const std::deque<json_fault>& faults, std::uint64_t offset);
  /// Reports the waiting defects that begin at `end` or before.
  void report_waiting(std::uint64_t end);
  /// Reports a span at once, between the waiting defects; `front` replaces its bytes where they were kept, and is empty afterwards.
  void report_span(errc rule, treatment done, std::uint64_t begin, std::uint64_t end, kept_beginning& front,
                   std::string_view message);

  void begin_trial() { is_trial_ = true; }
  /// `is_refused`: the last skip of the trial cost all of [begin, end), and is reported as such.
  void end_trial(bool is_refused, std::uint64_t begin, std::uint64_t end);

  /// Hands out the last span; called once, when all bytes are accounted for.
  void finish() { spans_.finish(); }

 private:
  void keep(unplaced_defect found);
  void emit(unplaced_defect found);
  [[nodiscard]] std::uint64_t behind_skips(std::uint64_t begin, std::uint64_t end);

  kept_text* text_;
  wash_profile profile_;
  std::uint64_t excerpt_bytes_;
  statement_sink* sink_;
  span_account spans_;
  span_set lost_;                                                ///< quarantine, once the account comes there
  std::vector<std::pair<std::uint64_t, std::uint64_t>> losses_;  ///< [from, to), not yet explained
  span_set skips_;                          ///< what skips cover of bytes not yet accounted for
  errc skip_rule_ = errc::json_ld_invalid;  ///< of the last of them
  std::uint64_t last_skip_begin_ = 0, last_skip_end_ = 0;  ///< that was reported
  std::multimap<std::uint64_t, unplaced_defect> waiting_;  ///< defects by where they begin
  bool is_trial_ = false;
  std::optional<unplaced_defect> held_;  ///< the last defect of a trial
};

}  // namespace laundromat::jsonld
