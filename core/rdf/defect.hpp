// A defect: what was wrong in a document, and where.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/base/errc.hpp"

namespace laundromat {

struct defect {
  errc rule{};
  std::uint64_t offset_bytes = 0;  ///< from the start of the decoded document
  std::uint64_t length_bytes = 0;  ///< of the span that was skipped or repaired; 0 when unknown
  std::uint64_t line = 1;          ///< counted from 1
  std::uint64_t column = 1;        ///< in characters, counted from 1
  std::string message;

  friend bool operator==(const defect&, const defect&) = default;
};

/// How often a rule was broken. Counts are never capped, details may be sampled.
struct defect_count {
  errc rule{};
  std::uint64_t count = 0;

  friend bool operator==(const defect_count&, const defect_count&) = default;
};

}  // namespace laundromat
