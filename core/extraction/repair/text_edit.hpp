// One change of a text that can be taken back.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

namespace laundromat {

/// `after` replaces `before`, the bytes at `offset_bytes` of the text before all changes.
struct text_edit {
  std::uint64_t offset_bytes = 0;
  std::string before, after;
  std::string rule;        ///< of the ledger, or `encoding`
  std::uint64_t line = 0;  ///< 0: not known

  friend bool operator==(const text_edit&, const text_edit&) = default;
};

}  // namespace laundromat
