// A change: one event of one record, with everything that is stored in the same transaction.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <variant>

#include "core/records/outcomes.hpp"

namespace laundromat {

/// Creates the root entry together with the seed's `came_due`.
struct download_fact {
  record_hash download;
};

/// Who did the work of an outcome.
enum class outcome_work : std::uint8_t {
  own_job,     ///< a worker of its stage
  former_job,  ///< the worker of a stage before, which did this stage as well
  none,        ///< nobody: the outcome was decided without a worker
};

struct change {
  record_kind kind{};
  record_hash hash;  ///< of the seed or entry
  event on{};
  timestamp at{};
  errc cause = errc::ok;
  std::string detail;
  std::string uri;  ///< for display only; not stored
  std::variant<std::monostate, download_fact, fetch_outcome, unpack_outcome, guess_outcome, parse_outcome>
      fact;
  /// For display only, as the next field: the format, if it is known.
  rdf_format format = rdf_format::unknown;
  std::uint64_t size_bytes = 0;               ///< of its file, as received or as the archive states
  outcome_work work = outcome_work::own_job;  ///< for counts only
};

/// The answer of the journal after COMMIT.
struct committed {
  status current = status::none;
  std::uint32_t attempt = 1;
  std::uint32_t crashes = 0;
  bool tree_is_finished = false;  ///< no entry below the root of this record is waiting or working any more
  bool was_crawled = false;       ///< of an entry: its seed had an earlier crawl
  std::optional<content_digest> previous =
      {};  ///< `parse_job::previous`, when a body was stored, an unpacker or a parser claimed, or a first crawl began
};

}  // namespace laundromat
