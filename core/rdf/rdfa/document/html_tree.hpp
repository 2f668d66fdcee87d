// Which elements are open: the tree rules of HTML, as far as they decide the nesting of elements.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "core/rdf/rdfa/document/open_elements.hpp"
#include "core/rdf/rdfa/markup/html_tags.hpp"
#include "core/rdf/rdfa/markup/markup_scanner.hpp"

namespace laundromat::rdfa {

/// What the rules make of a start tag.
struct html_placement {
  bool is_ignored = false;
  bool is_repaired = false;  ///< the document breaks the rules here
  bool is_void = false;      ///< is closed at once
  bool is_foreign = false;
  int parent = -1;  ///< index of the element whose context holds; -1 for the innermost
  content_model model = content_model::markup;
};

/// HTML Living Standard 13.2.6 without what a stream cannot do: formatting elements that are opened again do not repeat their
/// statements, and what is moved before a table keeps its place in the text; its context is right.
class html_tree {
 public:
  /// `pop` takes the innermost element off the stack; `detach` closes an element while others are open within;
  /// `changes_subject` answers whether the innermost element gives what is in it another subject or vocabulary.
  html_tree(open_elements& stack, std::function<void()> pop, std::function<void(std::size_t)> detach,
            std::function<bool(const open_element&)> changes_subject)
      : stack_(&stack),
        pop_(std::move(pop)),
        detach_(std::move(detach)),
        changes_subject_(std::move(changes_subject)) {}

  /// From now on the tree is that of another document.
  void begin_document() {
    lost_.clear();
    has_head_ = has_body_ = false;
  }
  void use_quirks(bool has_quirks) { has_quirks_ = has_quirks; }
  [[nodiscard]] html_placement place(html_tag tag, bool closes_itself);
  /// Closes what the end tag closes. Returns false when the document breaks the rules here.
  [[nodiscard]] bool end(html_tag tag, std::uint64_t hash);
  /// The formatting element that is opened again next; the caller opens it.
  [[nodiscard]] html_tag take_reopened();
  /// Whether HTML opens a formatting element that lost its end tag again before what comes now: a start tag that was placed, or a text,
  /// where `is_text` (13.2.4.3).
  [[nodiscard]] bool reopens_before(html_tag tag, bool is_text);
  /// Whether a text has no place here: within a table, but in no cell.
  [[nodiscard]] bool misplaces_text() const;
  [[nodiscard]] bool is_in_foreign() const {
    return !stack_->empty() && stack_->back().is_foreign && !stack_->back().is_integration;
  }

 private:
  [[nodiscard]] const open_element& top() const { return stack_->back(); }
  [[nodiscard]] bool top_is(std::initializer_list<html_tag> tags) const;
  [[nodiscard]] int find(html_tag tag, std::initializer_list<html_tag> barriers,
                         std::uint16_t barrier_traits) const;
  [[nodiscard]] int find_in_scope(html_tag tag) const { return find(tag, {}, is_scope); }
  [[nodiscard]] bool has_special_above(int index) const;
  void lose_top();
  [[nodiscard]] std::uint64_t innermost_marker() const;
  void forget_lost(html_tag tag);
  bool pop_through(int index);
  bool pop_until(std::initializer_list<html_tag> tags);
  void close_paragraph(html_placement& made);
  void place_table_part(html_tag tag, html_placement& made);
  void place_item(html_tag tag, html_placement& made);
  void place_ordinary(html_tag tag, html_placement& made);
  bool place_structure(html_tag tag, html_placement& made);
  bool end_formatting(html_tag tag);
  bool end_other(std::uint64_t hash);

  open_elements* stack_;
  std::function<void()> pop_;
  std::function<void(std::size_t)> detach_;
  std::function<bool(const open_element&)> changes_subject_;
  /// A formatting element that ended without its end tag, and where the cell or the like began that it was lost in; 0 for none.
  struct lost_element {
    html_tag tag;
    std::uint64_t marker;
  };
  std::vector<lost_element> lost_;  // only those that turn what is in them
  bool has_quirks_ = true, has_head_ = false, has_body_ = false;
};

}  // namespace laundromat::rdfa
