// Implements content.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/markup/tree/content.hpp"

#include <limits>

#include "core/extraction/steps/html_text.hpp"
#include "core/rdf/model/utf8.hpp"

namespace laundromat::markup {

void append_text(const markup_tree& tree, node_index at, bool is_html, bool keeps_space, std::string& out) {
  using enum rdfa::html_tag;
  const auto own = tree[at].tag;
  const bool takes_raw = !is_html || own == script || own == style || own == xmp || own == plaintext;
  joined_text joined(out);
  node_index block_end = no_node;  // of the innermost block that was begun
  for (auto i = at + 1; i < tree[at].end; ++i) {
    const auto& node = tree[i];
    if (i >= block_end) {
      joined.separate();
      block_end = no_node;
    }
    if (!node.is_text) {
      if (is_html && separates_words(node.tag)) {
        joined.separate();
        block_end = node.end;
      }
    } else if (takes_raw || !node.is_raw) {
      if (keeps_space)
        out.append(tree.text(node.text));
      else
        joined.add(tree.text(node.text));
    }
  }
}

void append_content(const markup_tree& tree, node_index at, bool is_html, element_content what,
                    bool keeps_space, std::string& out) {
  if (what == element_content::text) return append_text(tree, at, is_html, keeps_space, out);
  const auto& node = tree[at];
  const auto raw = std::string_view(tree.source).substr(node.content, node.content_end - node.content);
  const auto inner = find_bad_utf8(raw) == raw.npos
                         ? std::string(raw)
                         : readable(raw, std::numeric_limits<std::uint64_t>::max());
  if (what == element_content::html)
    out.append(inner);
  else
    append_escaped(inner, out);
}

}  // namespace laundromat::markup
