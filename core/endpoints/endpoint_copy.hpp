// The copy of a SPARQL endpoint, as a protocol without sockets: which query comes next, and what an answer changes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/base/time.hpp"
#include "core/endpoints/copy_state.hpp"
#include "core/endpoints/endpoint_answer.hpp"

namespace laundromat {

/// A query that is to be sent.
struct copy_request {
  std::string query;
  std::string accept;  ///< the media type for the header Accept
  // What the query asks for.
  copy_phase phase = copy_phase::ended;
  std::string predicate = {};  ///< of a page or count; empty: all
  hash_range range = {};       ///< of a page or count
  std::string list_after = {};
};

/// What the caller does after an answer.
struct copy_step {
  answer_verdict verdict;
  std::optional<std::uint64_t> keep_as;  ///< the body is a page: keep it under this id
  std::vector<std::uint64_t> drop;       ///< pages that were kept and are not valid any more
  std::optional<milliseconds> wait;      ///< before the next request, besides the delay of the host
};

/// Receives all triples of a graph in pages, predicate by predicate.
///
/// Each page is a range of hashes, so no change of the data moves a triple from one page to another: a triple that is there from the first request
/// to the last is received. A page that the endpoint silently cut is noticed because the rows of a predicate are not as many as it has; then its
/// pages are counted one by one, and those that are too short are requested in smaller ranges. A change is noticed because the sums of a
/// predicate at the end are not those of its begin; then the predicate is received again. What is known at the end: `promise_of`.
class endpoint_copy {
 public:
  explicit endpoint_copy(copy_state state) : state_(std::move(state)) {}

  /// The next query; nothing when the copy has ended. It is the same until `take` is called, so that a stored state continues.
  [[nodiscard]] std::optional<copy_request> next() const;
  /// Uses the answer to that query.
  copy_step take(const endpoint_answer& answer);

  /// Keeps in the state when hosts may be requested again.
  void note_hosts(std::vector<endpoint_host> hosts) { state_.hosts = std::move(hosts); }

  [[nodiscard]] const copy_state& state() const { return state_; }

 private:
  [[nodiscard]] copied_part& part() { return state_.parts[state_.current]; }
  [[nodiscard]] std::uint64_t rows_of_a_page() const;
  [[nodiscard]] received_page* uncounted_page();

  void use(const endpoint_answer& answer, copy_step& step);
  void use_list(const endpoint_answer& answer, copy_step& step);
  void use_total(const endpoint_answer& answer, copy_step& step);
  void use_page(const endpoint_answer& answer, copy_step& step);
  void use_count(const endpoint_answer& answer, copy_step& step);

  void on_too_much(copy_step& step);
  void on_broken(copy_step& step);
  void on_refused(const copy_step& step);

  void begin_list();
  void end_list(copy_step& step);
  void compare(copied_part& known, copy_step& step);
  void begin_next_part();
  void want(hash_range range, std::uint64_t rows, std::uint32_t attempts, std::uint64_t least_pieces = 1);
  void settle_part();
  void fail_part(errc code);
  void end(errc failure, std::string detail);

  copy_state state_;
};

}  // namespace laundromat
