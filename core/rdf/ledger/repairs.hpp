// Repairs as edits of a document that can be applied and reverted.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/rdf/ledger/ledger_reader.hpp"

namespace laundromat {

/// `after` replaces `before`, the bytes at `offset_bytes` of the decoded document.
struct repair {
  std::uint64_t offset_bytes = 0;
  std::string before, after;

  friend bool operator==(const repair&, const repair&) = default;
};

/// Sorts repairs, given in the order of their reports, for `apply_repairs`: by offset; at the same offset first
/// insertions as reported, then the longest, and of equally long ones the last reported, which includes the others. A repair that begins
/// within an applied one is left out: the `after` of the applied one covers all its bytes.
[[nodiscard]] std::vector<repair> order_repairs(std::vector<repair> repairs);

/// The repairs of a ledger in its order, with all bytes of `before`. Repairs that are not edits are left out.
[[nodiscard]] std::vector<repair> repairs_of(const loaded_ledger& ledger);

/// The document with ordered repairs applied. Errors: `digest_mismatch` where the bytes differ from `before`.
[[nodiscard]] result<std::string> apply_repairs(std::string_view document,
                                                const std::vector<repair>& ordered);
/// The inverse of `apply_repairs`: restores every byte. Errors: `digest_mismatch` where the bytes differ from `after`.
[[nodiscard]] result<std::string> unapply_repairs(std::string_view repaired,
                                                  const std::vector<repair>& ordered);

}  // namespace laundromat
