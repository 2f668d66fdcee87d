// Recognises a directive in text that could not be read, so that what it declared is not mistaken for what was declared before.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string_view>
#include <vector>

namespace laundromat::turtle {

/// What a line may have declared.
struct lost_directive {
  bool is_base = false;
  std::optional<std::string_view> prefix;  ///< without its colon, a part of the line
  std::string_view iri = {};               ///< of the prefix, when it can be seen

  [[nodiscard]] bool is_found() const { return is_base || prefix; }
};

/// Reads a line that was skipped, such as `<@base <http://x.org/> .` or `@perfix x: <http://x.org/> .`: one IRI at its end, with few words
/// before it, of which none is a whole term. An IRI alone may be what is left of a base.
[[nodiscard]] lost_directive find_lost_directive(std::string_view line);

/// The directives that may be anywhere in skipped text, such as a string that has no end, or that begins where another one
/// should have ended: `@prefix x:`, `@base`, what looks like that, or `BASE` before an IRI. They are found, too, with strays around their words.
[[nodiscard]] std::vector<lost_directive> find_buried_directives(std::string_view text);

/// All of a line, by both. Its parts are parts of the line.
[[nodiscard]] std::vector<lost_directive> find_directives(std::string_view line);

}  // namespace laundromat::turtle
