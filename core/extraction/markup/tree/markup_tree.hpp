// Elements and texts of HTML or XML as a flat tree, with the place of each.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>
#include <vector>

#include "core/rdf/rdfa/markup/char_refs.hpp"
#include "core/rdf/rdfa/markup/html_tags.hpp"
#include "core/rdf/rdfa/markup/tag_scan.hpp"

namespace laundromat::markup {

/// Index of a node in its tree.
using node_index = std::uint32_t;
inline constexpr node_index no_node = std::numeric_limits<node_index>::max();

/// A part of a text that the tree stores. Decoded texts are stored apart from the source.
struct stored_range {
  std::uint32_t at = 0, length = 0;
  bool is_decoded = false;
};

struct markup_attribute {
  stored_range name, value;
};

/// Elements of HTML whose tags are left out, as bits, the outer ones first.
enum implied_element : std::uint8_t {
  implied_html = 1,
  implied_head = 2,
  implied_body = 4,
  implied_tbody = 8
};

/// An element or a text. What is in an element follows it, up to `end`. In HTML an element may end while one within it goes on, as `b` in
/// `<b><p></b>…</p>`; what follows then has the inner one as its parent, but is not in the outer one.
struct markup_node {
  bool is_text = false;
  bool is_raw = false;      ///< a text of a script or the like: no content for people
  bool is_damaged = false;  ///< of XML
  rdfa::html_tag tag = rdfa::html_tag::other;
  std::uint8_t implied = 0;  ///< `implied_element` between this element and its parent
  std::uint16_t attributes = 0;
  node_index parent = no_node, end = 0;
  std::uint32_t first_attribute = 0;
  std::uint32_t ordinal = 0;    ///< among the elements of its parent, counted from 1
  std::uint32_t children = 0;   ///< elements
  std::uint64_t name_hash = 0;  ///< of the name without prefix, in lower case in HTML
  stored_range text;            ///< of a text; of an element its name, as it is written
  std::uint32_t begin = 0, content = 0, content_end = 0,
                finish = 0;  ///< in the source: start tag, content, end tag
};

/// A tree, or the open elements of one and what is in the innermost. The source is kept; nodes refer to it.
class markup_tree {
 public:
  /// The source of the nodes; grows as pieces come, and is 4 GiB long at most.
  std::string source;

  [[nodiscard]] std::size_t size() const { return nodes_.size(); }
  [[nodiscard]] const markup_node& operator[](node_index at) const { return nodes_[at]; }
  [[nodiscard]] markup_node& operator[](node_index at) { return nodes_[at]; }
  [[nodiscard]] std::string_view text(const stored_range& range) const {
    return std::string_view(range.is_decoded ? decoded_ : source).substr(range.at, range.length);
  }
  [[nodiscard]] std::string_view name(node_index at) const { return text(nodes_[at].text); }
  [[nodiscard]] std::string_view local_name(node_index at) const {
    const auto whole = name(at);
    return whole.substr(whole.find(':') + 1);
  }
  [[nodiscard]] const markup_attribute* attributes_of(node_index at) const {
    return attributes_.data() + nodes_[at].first_attribute;
  }
  /// The attribute of this name; null for none. Names are compared without prefix, unless `name` has one, and in HTML without case.
  [[nodiscard]] const markup_attribute* find_attribute(node_index at, std::string_view name,
                                                       bool folds_case) const;

  /// Makes room for so many nodes, which is not used before they come.
  void reserve(std::size_t nodes) { nodes_.reserve(nodes); }
  /// Opens an element whose tag is in the source from `begin` to `content`.
  node_index open(const rdfa::raw_tag& tag, std::uint32_t begin, bool is_xml, node_index parent,
                  rdfa::reference_decoder& decoder, const rdfa::reference_fault_sink& faults);
  /// Opens an element without name and attributes, which no selector matches.
  node_index open_nameless(std::uint32_t begin, std::uint32_t content, node_index parent);
  /// Ends an element: all nodes from the next on are not in it.
  void close(node_index at, std::uint32_t content_end, std::uint32_t finish) {
    nodes_[at].end = static_cast<node_index>(nodes_.size());
    nodes_[at].content_end = content_end;
    nodes_[at].finish = finish;
  }
  /// Adds a text that is in the source from `begin` on; a text that follows another of the same parent is joined to it.
  void add_text(std::uint32_t begin, std::string_view raw, rdfa::raw_text kind, node_index parent,
                rdfa::reference_decoder& decoder, const rdfa::reference_fault_sink& faults);

  /// The sizes of everything; `cut` takes back what was added since.
  struct mark {
    std::size_t nodes = 0, attributes = 0, decoded = 0, source = 0;
  };
  [[nodiscard]] mark here() const {
    return {nodes_.size(), attributes_.size(), decoded_.size(), source.size()};
  }
  void cut(const mark& to);
  /// Bytes of memory, about.
  [[nodiscard]] std::uint64_t bytes() const {
    return nodes_.size() * sizeof(markup_node) + attributes_.size() * sizeof(markup_attribute) +
           decoded_.size() + source.size();
  }

 private:
  [[nodiscard]] stored_range store(std::uint32_t at, std::string_view raw, rdfa::raw_text kind,
                                   rdfa::reference_decoder& decoder,
                                   const rdfa::reference_fault_sink& faults);
  [[nodiscard]] stored_range store_name(std::uint32_t at, std::string_view raw);
  node_index add(markup_node node, node_index parent);

  std::vector<markup_node> nodes_;
  std::vector<markup_attribute> attributes_;
  std::string decoded_;
};

}  // namespace laundromat::markup
