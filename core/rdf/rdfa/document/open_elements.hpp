// The open elements of a markup document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "core/rdf/rdfa/evaluation/evaluator.hpp"
#include "core/rdf/rdfa/markup/html_tags.hpp"
#include "core/rdf/rdfa/microdata/microdata.hpp"

namespace laundromat::rdfa {

struct open_element {
  std::uint64_t hash =
      0;  ///< of its name; 0 when it was closed out of order, but others within it are still open
  html_tag tag = html_tag::other;
  std::uint16_t traits = 0;
  bool is_foreign = false;      ///< of SVG or MathML
  bool is_integration = false;  ///< foreign, but holds HTML
  bool is_inert = false;        ///< within a `template`: no part of the page
  bool is_unreadable = false;   ///< its start tag could not be read, so nothing within it is
  bool is_guessed = false;      ///< its start tag lacks its `<`, and may be a text
  bool is_unbalanced = false;   ///< of XML: its end tag is lost, or is not its own
  located_place begin;          ///< of its start tag
  opened_element rdfa;
  opened_item item;
  std::string name;  ///< only where literals need it
};

/// A stack of elements. Taking one off closes it in the evaluator, ends it in literals of markup, and, for a `template` of HTML, resumes
/// the account of bytes, which its start paused.
class open_elements {
 public:
  open_elements(evaluator& evaluation, microdata& items, byte_account& account)
      : evaluator_(&evaluation), items_(&items), account_(&account) {}

  [[nodiscard]] bool empty() const { return open_.empty(); }
  [[nodiscard]] std::size_t size() const { return open_.size(); }
  [[nodiscard]] open_element& operator[](std::size_t index) { return open_[index]; }
  [[nodiscard]] const open_element& operator[](std::size_t index) const { return open_[index]; }
  [[nodiscard]] open_element& front() { return open_.front(); }
  [[nodiscard]] const open_element& front() const { return open_.front(); }
  [[nodiscard]] open_element& back() { return open_.back(); }
  [[nodiscard]] const open_element& back() const { return open_.back(); }
  [[nodiscard]] auto begin() { return open_.begin(); }
  [[nodiscard]] auto end() { return open_.end(); }
  [[nodiscard]] auto begin() const { return open_.begin(); }
  [[nodiscard]] auto end() const { return open_.end(); }
  [[nodiscard]] auto rbegin() const { return open_.rbegin(); }
  [[nodiscard]] auto rend() const { return open_.rend(); }

  void push(open_element&& one) { open_.push_back(std::move(one)); }
  /// Closes the innermost element, whose content ends at `offset_bytes`. `is_sound`: its text is complete.
  void pop(std::uint64_t offset_bytes, bool is_xml, bool is_sound);
  /// Closes an element while others are open within it: they inherit what it inherited.
  void detach(std::size_t index);
  /// Notes that the start tag of the innermost element is a guess.
  void guess();

  /// What the content of the innermost element inherits.
  [[nodiscard]] int context() const { return open_.empty() ? 0 : open_.back().rdfa.context; }
  [[nodiscard]] bool has(std::uint64_t hash) const;
  /// Whether the innermost element could not be read.
  [[nodiscard]] bool is_unreadable() const { return !open_.empty() && open_.back().is_unreadable; }
  /// Whether the element is a `template` of the page: what is in it is no part of the page.
  [[nodiscard]] static bool begins_template(const open_element& one, bool is_xml) {
    return !is_xml && one.tag == html_tag::template_ && !one.is_inert && !one.is_unreadable;
  }
  /// Whether the content of the innermost element is no part of the page.
  [[nodiscard]] bool is_in_template(bool is_xml) const {
    return !is_xml && !open_.empty() && (open_.back().is_inert || open_.back().tag == html_tag::template_);
  }
  /// The name of the innermost element whose start tag is a guess; 0 for none.
  [[nodiscard]] std::uint64_t guessed_name() const;
  /// Computes the lines of elements whose bytes are about to be discarded.
  void keep_places(fault_log& faults);

 private:
  evaluator* evaluator_;
  microdata* items_;
  byte_account* account_;
  std::vector<open_element> open_;
  std::size_t guesses_ = 0;  ///< among them
};

}  // namespace laundromat::rdfa
