// The short way through what nearly all text consists of: predicates with one object each, and nothing odd about them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/rdf/turtle/emission/nested_writer.hpp"
#include "core/rdf/turtle/grammar/parser_context.hpp"
#include "core/rdf/turtle/recovery/string_watch.hpp"
#include "core/rdf/turtle/terms/usual_terms.hpp"

namespace laundromat::turtle {

/// Reads `predicate object ;` as long as that is usual, and a last one before `.` or `]`. Anything else is left to the states of the
/// grammar, which give the same outcome, only slower. A name of a predicate is usual when it was read before.
class usual_pairs {
 public:
  usual_pairs(parser_context& all, const reader_options& options, string_watch& strings,
              nested_writer& nested)
      : all_(&all), strings_(&strings), nested_(&nested), terms_(all.text, options, all.terms.known()) {}

  enum class outcome : std::uint8_t {
    none,  ///< nothing was read
    some,  ///< a predicate or what follows the last one is next
    last,  ///< the statement has ended with its dot, or the innermost bracket must be closed
  };
  /// Reads from the cursor, where a predicate may begin, of a statement that is not on trial and of which nothing is left out.
  [[nodiscard]] outcome read();

 private:
  [[nodiscard]] bool may_begin() const;
  [[nodiscard]] outcome read_pair(const char* at);
  [[nodiscard]] std::string_view find_predicate(const char* at, std::size_t& length);
  [[nodiscard]] const char* read_object(const char* at);

  parser_context* all_;
  string_watch* strings_;
  nested_writer* nested_;
  usual_terms terms_;
};

}  // namespace laundromat::turtle
