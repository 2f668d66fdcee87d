// Whether a sample is N-Triples, N-Quads, Turtle or TriG.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/rdf/guess/guess_content.hpp"

namespace laundromat {

/// What the sample `head` of a document says when it is read as lines and as TriG. `foreign` when neither finds a statement, and it begins
/// neither with a directive nor with terms; `nothing` when a comment leaves too little of it.
[[nodiscard]] content_evidence examine_turtle(std::string_view head, bool head_is_whole);
/// Turtle or TriG without its prefix declarations; `otherwise` for content that is not Turtle even with them.
[[nodiscard]] content_evidence find_names(std::string_view text, const content_evidence& otherwise);
/// Without leading space and `#` comments.
[[nodiscard]] std::string_view without_comments(std::string_view text);

}  // namespace laundromat
