// Implements content.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/markup/tree/content.hpp"

#include <limits>

#include "core/rdf/model/utf8.hpp"
#include "core/rdf/rdfa/markup/html_characters.hpp"

namespace laundromat::markup {

namespace {

/// Whether a browser begins a new line or cell here.
bool separates_words(const markup_node& node) {
  using enum rdfa::html_tag;
  static constexpr unsigned separating =
      rdfa::is_table_part | rdfa::is_block | rdfa::is_heading | rdfa::closes_paragraph;
  return (rdfa::traits_of(node.tag) & separating) != 0 || node.tag == br || node.tag == hr ||
         node.tag == li || node.tag == dd || node.tag == dt || node.tag == option;
}

/// Joins white space as texts come.
class joined_text {
 public:
  explicit joined_text(std::string& out) : out_(&out), begin_(out.size()) {}

  void add(std::string_view text) {
    while (!text.empty()) {
      std::size_t length = 0;
      while (length < text.size() && !rdfa::is_html_space(text[length])) ++length;
      if (length > 0) {
        if (has_space_ && out_->size() > begin_) *out_ += ' ';
        has_space_ = false;
        out_->append(text.substr(0, length));
      }
      while (length < text.size() && rdfa::is_html_space(text[length])) ++length, has_space_ = true;
      text.remove_prefix(length);
    }
  }
  void separate() { has_space_ = true; }

 private:
  std::string* out_;
  std::size_t begin_;
  bool has_space_ = false;
};

}  // namespace

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
      if (is_html && separates_words(node)) {
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
  if (what == element_content::html) {
    out.append(inner);
    return;
  }
  for (const char c : inner) {
    const std::string_view reference = c == '<'   ? "&lt;"
                                       : c == '>' ? "&gt;"
                                       : c == '&' ? "&amp;"
                                       : c == '"' ? "&quot;"
                                                  : "";
    if (reference.empty())
      out += c;
    else
      out.append(reference);
  }
}

}  // namespace laundromat::markup
