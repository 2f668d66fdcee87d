// A fault that the careful half of the line reader found, before its position in the document is known.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "core/base/errc.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat {

/// A fault in a line. Offsets count from its first byte.
struct line_fault {
  errc rule{};
  treatment done = treatment::skip;
  std::size_t offset = 0, length = 0;  ///< the noted, repaired or skipped range
  std::size_t noticed = 0;             ///< where the token begins that offends
  std::string message = {};
  std::string after = {};  ///< of a repair
};

}  // namespace laundromat
