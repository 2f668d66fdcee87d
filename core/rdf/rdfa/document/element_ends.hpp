// The ends of elements: which elements an end tag closes, and how far into its end the document is.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

#include "core/rdf/rdfa/document/html_tree.hpp"
#include "core/rdf/rdfa/document/markup_damage.hpp"
#include "core/rdf/rdfa/document/markup_dialect.hpp"
#include "core/rdf/rdfa/document/open_elements.hpp"
#include "core/rdf/rdfa/document/skipped_range.hpp"

namespace laundromat::rdfa {

/// In HTML the tree rules say what an end tag closes; in XML it closes the element of its name, and what does not match is damage, by which
/// XHTML becomes HTML. Nothing is assumed of an element that was closed without its own end tag: its text may be incomplete.
class element_ends {
 public:
  /// All outlive it. `tree` closes elements by `pop`.
  element_ends(markup_scanner& scanner, markup_dialect& dialect, open_elements& elements, html_tree& tree,
               markup_damage& damage, skipped_range& skips, evaluator& evaluation)
      : scanner_(&scanner),
        dialect_(&dialect),
        elements_(&elements),
        tree_(&tree),
        damage_(&damage),
        skips_(&skips),
        evaluator_(&evaluation) {}

  /// Closes what the end tag closes; `hash` is that of its name.
  void end(const raw_tag& tag, std::uint64_t hash);
  /// Takes the innermost element off the stack, at the place where the scanner is. `is_sound`: its text is complete.
  void pop(bool is_sound = true);

  /// XHTML: the innermost element is a void one that was opened like others; it must end at once.
  void expect_void_end() { void_is_pending_ = true; }
  [[nodiscard]] bool is_void_pending() const { return void_is_pending_; }
  /// Something else follows at the place, so that the void element lacks its end.
  void close_void(raw_place place);

  /// Nothing but white space and comments since the end tag of the root, in HTML.
  [[nodiscard]] bool is_past_end() const { return is_past_end_; }
  /// The same since the end tag of the body, or of the root.
  [[nodiscard]] bool is_past_body() const { return is_past_body_; }
  /// A tag or text follows.
  void note_content() { is_past_end_ = is_past_body_ = false; }
  /// A start tag of `html` within the page: the next end tag of `html` may be its own.
  void note_inner_root() { ++inner_roots_; }
  /// Another document begins behind the end of this one.
  void begin_document() {
    is_past_end_ = false;
    inner_roots_ = 0;
  }

 private:
  void end_html(const raw_tag& tag, std::uint64_t hash);
  void end_xml(const raw_tag& tag, std::uint64_t hash);

  markup_scanner* scanner_;
  markup_dialect* dialect_;
  open_elements* elements_;
  html_tree* tree_;
  markup_damage* damage_;
  skipped_range* skips_;
  evaluator* evaluator_;
  bool void_is_pending_ = false;
  bool is_past_end_ = false, is_past_body_ = false;
  std::size_t inner_roots_ = 0;  ///< start tags of `html` within the page that lack their end tags
};

}  // namespace laundromat::rdfa
