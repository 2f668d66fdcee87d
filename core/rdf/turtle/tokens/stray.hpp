// Text that is no token: where it ends.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rdf/turtle/tokens/text_window.hpp"
#include "core/rdf/turtle/tokens/token.hpp"

namespace laundromat::turtle {

/// The end of the token at `at` has not arrived.
[[nodiscard]] inline token need_more_at(const char* at) {
  return {token_kind::need_more, 0, at, at, at};
}
/// The same for a name or a stray; when that is longer than any name may be, a stray of what has arrived.
[[nodiscard]] token wait_for_name(const text_window& text, const char* at);

/// A stray that begins at `at` and goes on from `from` to a gap, or to what begins or ends another token.
[[nodiscard]] token scan_stray(const text_window& text, const char* at, const char* from);
/// Where it ends, or null when that has not arrived.
[[nodiscard]] const char* end_of_stray(const text_window& text, const char* from);
/// `http://x.org/y` where a name or IRI is expected.
[[nodiscard]] token scan_bare_iri(const text_window& text, const char* at);
/// The token, or its first part as a stray when it is longer than any name may be.
[[nodiscard]] token limit_name(token name);
/// A string or IRI without end, of which the line ends at `line_end`. The delimiter that ends the line is not part of it.
[[nodiscard]] token broken_up_to(const char* at, const char* line_end);

}  // namespace laundromat::turtle
