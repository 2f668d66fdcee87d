// A token where a delimiter should be: which delimiter is missing, and whether it is put in.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rdf/turtle/emission/defect_reporter.hpp"
#include "core/rdf/turtle/tokens/syntax_lookahead.hpp"

namespace laundromat::turtle {

/// Decides only; the caller reports and puts in. A delimiter is put in where exactly one makes the text well-formed, the profile allows it,
/// and the brackets of the rest of the statement fit.
class separator_repair {
 public:
  separator_repair(syntax_lookahead& lookahead, const defect_reporter& reports)
      : lookahead_(&lookahead), reports_(&reports) {}

  /// How far what is read can be relied on.
  enum class reliance : std::uint8_t {
    full,
    lines,  ///< a statement on trial, of which only a line that is whole is repaired
    none,   ///< a statement on trial behind brackets or strings that do not fit
  };
  struct repair_choice {
    separator missing = separator::none;  ///< `wait` asks for more text
    errc rule = errc::syntax_error;       ///< of the repair, or of what is skipped instead
    bool is_repaired = false;
  };
  /// Which delimiter is missing before `t`, which follows the complete object that `around` describes.
  [[nodiscard]] repair_choice decide(const token& t, const object_context& around, reliance relied);

 private:
  syntax_lookahead* lookahead_;
  const defect_reporter* reports_;
};

}  // namespace laundromat::turtle
