// Repairs as edits of a document that can be done and undone.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/rdf/ledger/ledger_reader.hpp"

namespace laundromat {

/// `after` takes the place of `before`, the bytes at `offset_bytes` of the decoded document.
struct repair {
  std::uint64_t offset_bytes = 0;
  std::string before, after;

  friend bool operator==(const repair&, const repair&) = default;
};

/// Puts repairs, given in the order of their reports, into the order in which they are applied: by offset; at the same place first
/// insertions as reported, then the longest, and of equally long ones the last reported, which stands on the others. A repair that begins
/// within one that is applied is left out: that one's `after` speaks for all its bytes.
[[nodiscard]] std::vector<repair> order_repairs(std::vector<repair> repairs);

/// The repairs of a ledger in its order, with all bytes before. Those that are no edit are left out: their bytes stay as they were.
[[nodiscard]] std::vector<repair> repairs_of(const loaded_ledger& ledger);

/// The document with ordered repairs done. Errors: `digest_mismatch` where the bytes before are others.
[[nodiscard]] result<std::string> apply_repairs(std::string_view document,
                                                const std::vector<repair>& ordered);
/// The reverse: `apply_repairs` and then this give back every byte. Errors: `digest_mismatch` where the bytes after are others.
[[nodiscard]] result<std::string> unapply_repairs(std::string_view repaired,
                                                  const std::vector<repair>& ordered);

}  // namespace laundromat
