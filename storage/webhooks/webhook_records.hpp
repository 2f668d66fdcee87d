// The rows of webhooks in the journal: what is to be told, how far each webhook has been told, and what needs a person.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/webhooks/delivery_state.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

/// What needs a person, since then.
struct webhook_problem {
  std::string key;  ///< names it: `disk`, `host example.org:80`
  timestamp since{};
  std::string facts;  ///< those of its event, a JSON object
};

/// How the download of a seed ended.
struct ended_crawl {
  record_hash seed, download;  ///< the download is null where the seed was refused
  std::string seed_uri, authority;
  status root = status::none;
  errc cause = errc::ok;
  std::string detail;
  timestamp begun{};
};

/// The documents of a download.
struct crawl_yield {
  std::uint64_t documents = 0, statements = 0, failed = 0;
};

/// Reads and writes through a connection that outlives it, beside a running engine too. Each function that changes opens and commits a group of its own.
/// Events of records are kept by the journal, see `journal::keep_events`. Errors of every function: those of the journal.
class webhook_records {
 public:
  explicit webhook_records(journal& db) : db_(db) {}

  /// Makes these the webhooks: a new one is told what happens from now on, one with another URL goes on, also if it was gone; others are forgotten. Without
  /// any, all rows are removed. Of `all` only `name`, `url` and `wanted` count.
  [[nodiscard]] result<void> enrol(const std::vector<delivery_state>& all);
  [[nodiscard]] result<std::vector<delivery_state>> webhooks();
  /// Errors: also `not_found`.
  [[nodiscard]] result<delivery_state> webhook(std::string_view name);
  [[nodiscard]] result<void> save(const delivery_state& state);

  /// Keeps an event that follows from no record. Returns its number.
  [[nodiscard]] result<std::int64_t> keep(webhook_event_kind kind, timestamp at, const std::string& facts);
  /// The events of these kinds behind `told`, up to `last` (0: all), in their order.
  [[nodiscard]] result<std::vector<webhook_event>> events(std::int64_t told, webhook_events kinds,
                                                          std::size_t limit, std::int64_t last = 0);
  [[nodiscard]] result<std::uint64_t> count(std::int64_t told, webhook_events kinds);
  /// The number of the last event that was ever kept; 0: none.
  [[nodiscard]] result<std::int64_t> newest();
  /// Removes the events that all webhooks have, gone ones aside, as far as `seen`.
  [[nodiscard]] result<void> trim(std::int64_t seen);

  [[nodiscard]] result<std::vector<webhook_problem>> problems();
  /// Stores a problem that began, and its event. Nothing changes when it is known.
  [[nodiscard]] result<void> begin_problem(const webhook_problem& problem, timestamp now);
  /// Removes a problem that has ended, and keeps an event with these facts.
  [[nodiscard]] result<void> end_problem(std::string_view key, timestamp at, const std::string& facts);

  /// Of an event of a seed or a document. Nothing when its rows are not there any more.
  [[nodiscard]] result<std::optional<ended_crawl>> crawl_of(const webhook_event& event);
  /// Reads the rows of all its members.
  [[nodiscard]] result<crawl_yield> yield_of(const webhook_event& event);

 private:
  template <class Work>
  [[nodiscard]] result<void> in_group(Work work);

  journal& db_;
};

}  // namespace laundromat
