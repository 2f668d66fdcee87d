// Receives what a walk over parsed JSON finds; the reader adds lines, columns and spans.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>

#include "core/base/errc.hpp"
#include "core/rdf/model/statement.hpp"
#include "core/rdf/model/taxonomy.hpp"

namespace laundromat::jsonld {

/// A defect in offsets of the document.
struct unplaced_defect {
  errc rule{};
  treatment done{};
  std::uint64_t begin = 0, end = 0;
  std::uint64_t noticed = 0;  ///< of the token that offends, in the span or behind it
  std::string message, after;
};

class walk_log {
 public:
  virtual ~walk_log() = default;
  virtual void on_walk_defect(unplaced_defect found) = 0;
  /// These bytes hold a statement that was not emitted.
  virtual void on_lost(std::uint64_t begin, std::uint64_t end) = 0;
  /// Returns false when the sink wants no more.
  virtual bool on_walk_statement(const statement_view& statement) = 0;
};

}  // namespace laundromat::jsonld
