// The rules of an operator in the journal, and the seeds that they take off the list or put back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/steering/steering_rules.hpp"
#include "storage/journal/host_wait.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

/// A walk over all seeds, piece by piece, so that no transaction lasts long beside a running engine.
struct seed_walk {
  std::int64_t last_row = 0;  ///< the next piece begins after it
  bool is_over = false;
  std::uint64_t seen = 0, changed = 0;
  std::uint64_t due = 0;  ///< of those, seeds that are due at once
};

/// Reads and changes the rules. Each function that changes opens and commits groups of its own. Errors of every function: those of the journal.
class steering_store {
 public:
  explicit steering_store(journal& db) : db_(db) {}

  [[nodiscard]] result<std::vector<steering_rule>> rules();
  /// Adds a rule, or replaces the reason of the same one. True when it is new.
  [[nodiscard]] result<bool> add(const steering_rule& rule);
  /// False when there is no such rule. What a pause has put off is due again at once.
  [[nodiscard]] result<bool> lift(steering_kind kind, std::string_view what);

  /// Refuses the waiting seeds of the next piece that the rules exclude, for ever; with the rule as the detail. Their downloads that wait for another
  /// attempt are due at once, and refused when they are asked for.
  [[nodiscard]] result<void> refuse_excluded(const steering_rules& rules, seed_walk& walk, std::size_t piece,
                                             timestamp now);
  /// The seeds of the next piece of which the rules exclude something, whatever their status: their URI, or one from which a download or a member of it came.
  [[nodiscard]] result<std::vector<record_hash>> excluded_seeds(const steering_rules& rules, seed_walk& walk,
                                                                std::size_t piece);
  /// Puts the refused seeds of the next piece back on the list that no rule excludes any more. Those are due at once whose documents were taken down; the others, as
  /// their intervals say. Seeds of the piece whose newest crawl was refused by a rule that is not in force any more are due at once, too.
  [[nodiscard]] result<void> readmit(const steering_rules& rules, seed_walk& walk, std::size_t piece,
                                     timestamp now);

  /// Makes the seeds due at once whose newest crawls are among the `most` newest ones that a rule refused which is not in force any more: an engine may still have obeyed it
  /// while it was lifted. Returns their number.
  [[nodiscard]] result<std::uint64_t> retry_refused(const steering_rules& rules, std::size_t most,
                                                    timestamp now);

  /// Makes a seed due at once, and a download of it that waits for another attempt; this when the waits of the hosts on its way end (`hosts_on_the_way`), because
  /// an attempt before would be used up without a request. False when it is neither, because it is crawled now or is refused. Errors: `not_found`.
  [[nodiscard]] result<bool> make_due(const record_hash& seed, timestamp now);
  /// The same for the seeds of the next piece whose last crawls failed; of one host (`host:port`, or `host` for any port), or of all (empty).
  [[nodiscard]] result<void> make_failing_due(std::string_view host, seed_walk& walk, std::size_t piece,
                                              timestamp now);

  /// Ends what the engine lets a host (`authority_key`) wait for of its own accord: the suspension after network failures, the pause after its robots.txt
  /// could not be read, and that after a 429 or 503 without a time; the next request may be sent at once. What the host has asked for stays, and so does the pause of the campaign.
  /// An engine that runs learns of it as of rules. Returns the longer of the waits that were ended; nothing: there was none.
  [[nodiscard]] result<std::optional<waiting_host>> end_own_wait(const std::string& authority, timestamp now);

  /// A number that changes whenever rules were changed or a wait was ended, by any connection.
  [[nodiscard]] result<std::int64_t> version();

 private:
  journal& db_;
};

}  // namespace laundromat
