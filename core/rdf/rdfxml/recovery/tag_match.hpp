// What a start tag is that does not fit, by the end tags ahead: an element in place, the end of another, or what is left of a lost one.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "core/rdf/rdfxml/recovery/tag_lookahead.hpp"
#include "core/rdf/rdfxml/state/element_stack.hpp"
#include "core/rdf/rdfxml/state/open_tags.hpp"

namespace laundromat::rdfxml {

/// How a start tag is read.
enum class tag_reading : std::uint8_t {
  wait,          ///< more of the document is needed to know
  keep,          ///< as it is
  skip,          ///< its element cannot be trusted
  skip_content,  ///< nor what follows an empty tag, up to an end tag of its name
  close_top,     ///< as it is, but the innermost element has lost its end tag before it
  end_top,       ///< as the end tag of the innermost element, without its slash
  lost_start,    ///< as it is, but an element around it has lost its start tag
};

/// Compares the tags ahead with the elements that are open. Every function is pure; `ahead` are the tags from the tag in question on,
/// `behind` those that follow it.
class tag_match {
 public:
  /// Both outlive it; each has the elements that are open, the stack also the outside as frame 0.
  tag_match(const open_tags& tags, const element_stack& elements) : tags_(tags), elements_(elements) {}

  /// Whether the end tags ahead are those of the elements that are open, when the innermost `count` are closed before.
  [[nodiscard]] bool fits_when_closed(const tags_ahead& ahead, std::size_t count) const;
  /// Whether they are, when the start tags of the first `count` are lost.
  [[nodiscard]] bool fits_when_lost(const tags_ahead& ahead, std::size_t count) const;

  /// Which elements must have lost their tags before the end tags ahead, up to the first that ends an open element.
  struct lost_tags {
    std::size_t starts =
        0;                 ///< the first of the end tags ahead, which end elements whose start tags are lost
    std::size_t ends = 0;  ///< the innermost of the open elements, whose end tags are lost
  };
  [[nodiscard]] lost_tags find_lost(const tags_ahead& ahead) const;

  /// A start tag in a property that has its value. The property's end tag is missing when the next end tag is its node's.
  [[nodiscard]] tag_reading read_child(const tags_ahead& ahead) const;
  /// A start tag `name` that can only be a node's, where a property must be.
  [[nodiscard]] tag_reading read_node(const tags_ahead& ahead, std::string_view name) const;
  /// A start tag without attributes, with the name of the innermost element. It is the end tag of that element without the slash when no
  /// end tag comes for it, those of the elements around do, and what is behind it can be behind the element. An element in one of
  /// the same name, with end tags that do not fit, is not trusted.
  [[nodiscard]] tag_reading read_namesake(const tags_ahead& behind) const;
  /// A property `name` that holds properties or nodes. Without its end tag, what follows it would belong to it.
  [[nodiscard]] tag_reading read_list(const tags_ahead& behind, std::string_view name) const;
  /// An empty tag without attributes, where a property must be: a node, when the start tag before it is lost.
  [[nodiscard]] tag_reading read_empty(const tags_ahead& behind) const;
  /// An empty tag `name` that could have content, where a property must be: its content follows, when an end tag for it does.
  [[nodiscard]] tag_reading read_emptied(const tags_ahead& behind, std::string_view name) const;
  /// Whether, by such a tag without attributes, the bare node around is a property, and its node is lost.
  [[nodiscard]] bool shows_lost_node(const tags_ahead& behind) const;
  /// Whether text between elements is what is left of a start tag.
  [[nodiscard]] bool shows_lost_start(const tags_ahead& ahead) const;

 private:
  using enum tag_reading;
  using kind = tags_ahead::kind;

  [[nodiscard]] bool is_open(std::string_view name) const { return tags_.find(name) != open_tags::npos; }

  const open_tags& tags_;
  const element_stack& elements_;
};

}  // namespace laundromat::rdfxml
