// The short way through what nearly all text consists of: predicates with one object each, and nothing odd about them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

#include "core/rdf/turtle/recovery/string_watch.hpp"
#include "core/rdf/turtle/state/nested_writer.hpp"
#include "core/rdf/turtle/state/parser_context.hpp"
#include "core/rdf/turtle/terms/usual_terms.hpp"

namespace laundromat::turtle {

/// Reads `predicate object ;` as long as that is usual, and a last one before `.` or `]`. Anything else is left to the states of the
/// grammar, which give the same outcome, only slower. A name of a predicate is usual when it was read before.
class usual_pairs {
 public:
  usual_pairs(const text_window& text, const reader_options& options, known_terms& known)
      : terms_(text, options, known) {}

  enum class outcome : std::uint8_t {
    none,  ///< nothing was read
    some,  ///< a predicate or what follows the last one is next
    last,  ///< the statement has ended with its dot, or the innermost bracket must be closed
  };
  /// Reads from the cursor of `all`, where a predicate may begin, of a statement that is not on trial and of which nothing is left out.
  /// The parts are parameters, not members, so that their places are known to the compiler where this is inlined.
  [[nodiscard]] outcome read(parser_context& all, string_watch& strings, nested_writer& nested);

 private:
  [[nodiscard]] outcome read_pair(parser_context& all, string_watch& strings, nested_writer& nested);
  [[nodiscard]] const char* read_object(parser_context& all, string_watch& strings, const char* at);

  usual_terms terms_;
};

}  // namespace laundromat::turtle
