// What the newest successful crawl of a seed left for the next one, so that it asks only for changes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/records/records.hpp"

namespace laundromat {

/// The crawl whose documents are the present of a seed, as far as a worker needs it to find out whether the body is the same.
struct kept_crawl {
  record_hash download;  ///< null: nothing is kept, and the body is asked for without a condition
  std::string uri;       ///< that gave the body, after redirects; only there the validators are sent
  std::string etag, last_modified;  ///< as received; empty: none
  content_digest body;              ///< of the body as stored
  std::string media_type, charset;  ///< as stored with the body

  [[nodiscard]] bool is_there() const { return !download.is_null(); }

  friend bool operator==(const kept_crawl&, const kept_crawl&) = default;
};

/// What all crawls of a seed say about its next one; of one that was never crawled all is empty.
struct revisit_facts {
  std::string etag, last_modified;  ///< as received; empty: none
  timestamp fresh_until{};          ///< the epoch: the server states nothing
  std::uint64_t visits = 0;         ///< ended crawls that succeeded after the first one
  std::uint64_t changes = 0;        ///< of those, the ones that brought other data

  friend bool operator==(const revisit_facts&, const revisit_facts&) = default;
};

/// The answer that gave the body, or said that it is unchanged: the last one that is no further part of a body (206); null: there is none.
[[nodiscard]] const http_hop* answer_of(const std::vector<http_hop>& hops);

}  // namespace laundromat
