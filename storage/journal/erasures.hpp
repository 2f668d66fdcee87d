// What takedowns have yet to remove from the disk: committed with the takedown, and forgotten when it is gone.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/steering/steering_rules.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

/// Stored as numbers; those of segments are those of `segment_kind`.
enum class erasure_kind : std::uint8_t {
  clean_segment = 1,
  ledger_segment = 2,
  delta_segment = 3,
  raw_segment = 4,
  document = 5,  ///< the files of a document; `name` is its digest
  delta =
      6,  ///< a delta with a file of its own; `name`: the digest of its document, a space, the digest of the older one
  body = 7,  ///< a file of the raw store; `name` is its path
  seed =
      8,  ///< the takedown of a seed that was being crawled is repeated when its crawl has ended; `name` is its hash
  takedown =
      9,  ///< one that has not come to its end: all seeds are looked at; `name` is the kind of its rule, a space, and what it excludes
};

/// A segment is named by its serial number: its bytes that no row names are removed.
struct erasure {
  erasure_kind what{};
  std::string name;

  /// The takedown of what a rule excludes.
  [[nodiscard]] static erasure of_rule(const steering_rule& rule) {
    return {erasure_kind::takedown, std::to_string(static_cast<std::uint32_t>(rule.kind)) + ' ' + rule.what};
  }
  [[nodiscard]] static erasure of_segment(segment_kind kind, std::uint32_t serial) {
    return {static_cast<erasure_kind>(kind), std::to_string(serial)};
  }
  friend auto operator<=>(const erasure&, const erasure&) = default;
};

/// What remains to be removed.
struct erasures_left {
  std::uint64_t files = 0, segments = 0, seeds = 0;
  std::uint64_t takedowns = 0;  ///< that have not come to their end: nobody knows yet what of them is left

  [[nodiscard]] std::uint64_t total() const { return files + segments + seeds + takedowns; }
};

class database;
/// Within a transaction. One that is there already stays. Throws `storage_fault`.
void store_erasure(database& db, const erasure& one);

/// The journal outlives it. Errors of all functions: those of the journal.
class erasure_list {
 public:
  explicit erasure_list(journal& from) : from_(&from) {}

  [[nodiscard]] result<bool> is_empty();
  [[nodiscard]] result<erasures_left> left();
  /// The first ones of these kinds.
  [[nodiscard]] result<std::vector<erasure>> first(erasure_kind from, erasure_kind to, std::size_t most);
  /// Whether the journal still does not name it: a document may have been published again.
  [[nodiscard]] result<bool> is_unnamed(const erasure& one);
  /// Whether it is a document that was removed as an older version: deltas to and from it are kept.
  [[nodiscard]] result<bool> is_older_version(const erasure& one);
  /// Within a group. One that is there already stays.
  [[nodiscard]] result<void> add(const erasure& one);
  /// Within a group. It is gone.
  [[nodiscard]] result<void> finish(const erasure& one);

 private:
  journal* from_;
};

}  // namespace laundromat
