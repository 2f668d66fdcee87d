// The content of an element as a text.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/extraction/markup/tree/markup_tree.hpp"
#include "core/extraction/spec/field_spec.hpp"

namespace laundromat::markup {

/// Appends the text within an element: white space joined to one space and cut off at both ends, unless `keeps_space`. In HTML, blocks, cells and `br`
/// separate words, and what is in `script` and `style` is no text but their own.
void append_text(const markup_tree& tree, node_index at, bool is_html, bool keeps_space, std::string& out);
/// Appends what a field takes of an element. Markup is as the document writes it.
void append_content(const markup_tree& tree, node_index at, bool is_html, element_content what,
                    bool keeps_space, std::string& out);

}  // namespace laundromat::markup
