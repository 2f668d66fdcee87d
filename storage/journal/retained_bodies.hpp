// The received bodies that the journal names, with what decides how long they are kept.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/records/retention.hpp"
#include "storage/journal/segment_rows.hpp"

namespace laundromat {

/// A body in the raw store. Its download has the row `entry`.
struct journal_body {
  std::int64_t entry = 0;
  std::string raw_path;
  /// What goes with it: 0 where a newer body of the same seed shares the bytes. Of a `revisit` of another seed's body in the same segment 0 as well, though the
  /// other may be removed first; so sums are a little too small.
  std::uint64_t stored_bytes = 0;
  bool is_only_name = true;  ///< no other download of the seed has the same path
  retained_body facts;
};

/// A name in a segment.
struct segment_name {
  std::int64_t entry = 0;
  std::string raw_path;
  bool is_waiting = false;  ///< see `retained_body`
};

/// A seed, as it is requested.
struct seed_address {
  record_hash hash;
  std::string uri;
};

/// Pages as those of `segment_rows`. The journal outlives it. Errors of all functions: those of the journal.
class retained_bodies {
 public:
  explicit retained_bodies(journal& from) : from_(&from) {}

  /// The bodies of the downloads after the row `after`, also those whose file is being removed (`removal_of_body`).
  [[nodiscard]] result<row_page<journal_body>> bodies(std::int64_t after, std::uint32_t rows, timestamp now);
  /// The same, with their names only.
  [[nodiscard]] result<row_page<segment_name>> names(std::int64_t after, std::uint32_t rows);

  /// Within a group. The body is not there any more; `file`: until `finish`, a file has to be removed. `head`: the fields of the answer that was stored with
  /// the body, which the journal keeps from now on.
  [[nodiscard]] result<void> remove(std::int64_t entry, timestamp at, std::string_view file,
                                    const std::vector<http_header>& head);
  /// Within a group. The file of a body has been removed.
  [[nodiscard]] result<void> finish(std::int64_t entry, timestamp at);

  /// The seeds that were being downloaded when the journal was closed without an end in order.
  [[nodiscard]] result<std::vector<seed_address>> cut_off_seeds();
  /// Whether a download of the seed has this file, or had it and it is being removed. Errors: `not_found` for an unknown seed.
  [[nodiscard]] result<bool> names_file(const record_hash& seed, const std::string& path);

 private:
  journal* from_;
};

}  // namespace laundromat
