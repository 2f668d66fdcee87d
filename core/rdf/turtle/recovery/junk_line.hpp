// Lines between statements that other tools leave behind: marks of a merge, of comments, of headings.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace laundromat::turtle {

/// How many bytes of a line, from its first that is no space, are no text of Turtle: up to its end, or behind a comment of HTML. 0 when
/// that is not certain. Nobody begins a statement like that: `<<<<<<< HEAD`, `=======`, `<!-- … -->`, `*/`, a fence of Markdown, `// a comment`,
/// `-- another`.
[[nodiscard]] std::size_t junk_length(std::string_view line);

}  // namespace laundromat::turtle
