// What the careful half of the line reader finds in a line, before it is known where in the document that is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>

#include "core/base/errc.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat {

/// A defect of a line. Offsets count from its first byte.
struct line_fault {
  errc rule{};
  treatment done = treatment::skip;
  std::size_t offset = 0, length = 0;  ///< what is noted, repaired or skipped
  std::size_t noticed = 0;             ///< where it shows, which the message tells
  std::string message = {};
  std::string after = {};  ///< of a repair
};

}  // namespace laundromat
