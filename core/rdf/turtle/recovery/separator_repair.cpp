// Implements the repair of separators: decides by the tokens ahead which delimiter is missing.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/turtle/recovery/separator_repair.hpp"

#include "core/rdf/turtle/tokens/token_roles.hpp"

namespace laundromat::turtle {

separator_repair::repair_choice separator_repair::decide(const token& t, const object_context& around,
                                                         reliance relied) {
  const bool is_directive = !directive_of(t).empty() && around.depth == 0 && around.has_gap;
  // A string that is too long is not kept: it cannot be read again when the lookahead must wait.
  const bool may_look_ahead = !syntax_lookahead::may_be_cut(t, around) && !t.has(is_too_long);
  auto missing = is_directive     ? separator::dot
                 : may_look_ahead ? lookahead_->find_separator(t, around)
                                  : separator::none;
  const bool is_found = missing != separator::none && missing != separator::wait && !is_directive;
  const bool is_margin = is_directive || around.at_margin;
  const bool is_reliable =
      relied == reliance::full || (relied == reliance::lines && missing == separator::dot && is_margin);
  if (is_found && is_reliable && reports_->repairs(errc::missing_separator)) {
    const auto fits = lookahead_->fits_brackets(t, around.depth, around.start_indent);
    if (fits != decision::yes) missing = fits == decision::no ? separator::none : separator::wait;
  }
  if (missing == separator::none || missing == separator::wait) return {missing, errc::syntax_error, false};
  const auto rule = missing == separator::dot && is_margin ? errc::missing_dot : errc::missing_separator;
  return {missing, rule, is_reliable && reports_->repairs(rule)};
}

}  // namespace laundromat::turtle
