// The stack of open elements: which production of the grammar each is, and what is read of it so far.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/errc.hpp"
#include "core/rdf/model/statement.hpp"
#include "core/rdf/rdfxml/emission/omitted_parts.hpp"

namespace laundromat::rdfxml {

/// The production that an element is read as; it decides what may be in it.
///
///     document ─┬─ host ─────► host, rdf          elements of another vocabulary around rdf:RDF, at any depth
///               ├─ rdf ──────► node
///               └─ node ─────► property
///     property ─┬─ (text)                         a literal
///               ├─ (one element) ─► node          its subject is the object; of rdf:parseType="Triple" its one statement
///               ├─ resource ─► property           rdf:parseType="Resource": a list of properties
///               ├─ collection ─► node             rdf:parseType="Collection": a list of nodes
///               └─ xml ──────► xml                rdf:parseType="Literal"
///     any ────── skipped ────► skipped            what the grammar refuses
enum class rdf_role : std::uint8_t {
  document,  ///< no element: the outside of the root
  host,      ///< an element that is no RDF, in which rdf:RDF may be
  rdf,
  node,
  property,
  resource,
  collection,
  xml,      ///< the property itself, and the elements in it
  skipped,  ///< an element in one that is skipped, or that is skipped alone
};

enum class text_direction : std::uint8_t { none, ltr, rtl };

/// One open element. A property, resource or collection has the fields of its statement; its subject is that of the frame around.
struct frame {
  rdf_role role = rdf_role::document;
  bool is_empty_form = false;     ///< a property that may hold neither text nor node
  bool has_child = false;         ///< a property with its node; a node or list with at least one element
  bool has_text = false;          ///< a property with more than white space
  bool is_named = false;          ///< a node with rdf:about, rdf:ID or rdf:nodeID
  bool is_tag_done = false;       ///< a node whose start tag is written, or held while the node is doubtful
  bool has_unnamed_loss = false;  ///< a part of the tag is left out that could name a node, or be a value
  bool is_triple = false;         ///< a property with rdf:parseType="Triple"
  bool has_space = false;         ///< a property that may hold nothing, with white space
  bool keeps_link = false;        ///< a skipped property whose first node is its value all the same
  errc language_fault =
      errc::ok;  ///< why literals in the element are refused; `ok` when their language is known
  errc direction_fault =
      errc::ok;  ///< why tagged literals are refused; `ok` when it is known whether they have a direction
  bool is_rdf_12 = false;  ///< in scope is an rdf:version that RDF 1.2 defines, other than 1.1
  text_direction direction = text_direction::none;  ///< in scope, be it that the version does not allow it
  errc list_fault = errc::ok;  ///< of a collection: why its list is refused. Its nodes are read all the same
  errc members_fault =
      errc::ok;               ///< why an rdf:li that follows is refused: it is not known how many came before
  std::uint64_t members = 0;  ///< rdf:li so far
  std::uint64_t begin = 0, tag_end = 0;      ///< of the start tag, in the document
  std::size_t base_mark = 0, list_mark = 0;  ///< of `base_scope` and `list_items`, when it was opened
  term_kind subject_kind = term_kind::none, object_kind = term_kind::none, annotation_kind = term_kind::none;
  std::string subject;                            ///< of a node or resource
  std::string object;                             ///< of a property whose object is not its text
  std::string predicate, datatype, statement_id;  ///< of a property
  std::string annotation;                         ///< the reifier of that statement, when it has a kind
  std::string language;  ///< in scope, with the base direction unless directions are dropped
  omitted_parts omitted;

  [[nodiscard]] bool holds_properties() const { return role == rdf_role::node || role == rdf_role::resource; }
  /// A property that has its value, and room for nothing more.
  [[nodiscard]] bool is_filled() const {
    return role == rdf_role::property && (has_text || has_child || is_empty_form);
  }
  [[nodiscard]] term_view subject_term() const { return {subject_kind, subject, {}, {}}; }
  [[nodiscard]] term_view object_term() const { return {object_kind, object, {}, {}}; }
  [[nodiscard]] term_view annotation_term() const { return {annotation_kind, annotation, {}, {}}; }
  /// Why a literal without a datatype is refused in the element; `ok` when it is not.
  [[nodiscard]] errc literal_fault() const {
    return language_fault != errc::ok ? language_fault : language.empty() ? errc::ok : direction_fault;
  }
  /// Whether literals in the element have a base direction.
  [[nodiscard]] bool has_direction() const {
    return is_rdf_12 && direction != text_direction::none && !language.empty();
  }
  /// It is not known how many rdf:li are lost. The first reason stays. False when the element cannot hold any.
  bool doubt_members(errc why) {
    if (!holds_properties()) return false;
    if (members_fault == errc::ok) members_fault = why;
    return true;
  }
  /// The list of a collection cannot be written, as one of its items is lost. The first reason stays.
  void refuse_list(errc why) {
    if (list_fault == errc::ok) list_fault = why;
  }
};

/// Frame 0 is the outside of the root and always there; `depth()` elements are open above it.
/// `open` may move frames, so that references from before it are not valid after it. Frames keep their memory for reuse.
/// Memory: the deepest nesting so far; the caller bounds the depth.
class element_stack {
 public:
  element_stack() : frames_(8) {}

  [[nodiscard]] std::size_t depth() const { return depth_; }
  [[nodiscard]] frame& top() { return frames_[depth_]; }
  [[nodiscard]] const frame& top() const { return frames_[depth_]; }
  /// The element around the innermost one. There must be one open.
  [[nodiscard]] frame& around() { return frames_[depth_ - 1]; }
  [[nodiscard]] frame& at(std::size_t depth) { return frames_[depth]; }
  [[nodiscard]] const frame& at(std::size_t depth) const { return frames_[depth]; }
  [[nodiscard]] rdf_role role() const { return frames_[depth_].role; }
  /// The role of an element around the innermost one, which is 0; `document` further out.
  [[nodiscard]] rdf_role role_at(std::size_t from_top) const {
    return from_top < depth_ ? frames_[depth_ - from_top].role : rdf_role::document;
  }

  /// Opens an element whose start tag is from `begin` to `tag_end`. It inherits the language, the base direction and
  /// the version of the element around.
  frame& open(rdf_role role, std::uint64_t begin, std::uint64_t tag_end) {
    if (frames_.size() < depth_ + 2) frames_.resize(frames_.size() * 2);
    const auto& around = frames_[depth_];
    auto& f = frames_[++depth_];
    f.role = role;
    f.is_empty_form = f.has_child = f.has_text = f.is_named = f.is_tag_done = f.has_unnamed_loss =
        f.is_triple = f.has_space = f.keeps_link = false;
    f.language_fault = around.language_fault;
    f.direction_fault = around.direction_fault;
    f.is_rdf_12 = around.is_rdf_12;
    f.direction = around.direction;
    f.list_fault = f.members_fault = errc::ok;
    f.members = 0;
    f.begin = begin;
    f.tag_end = tag_end;
    f.subject_kind = f.object_kind = f.annotation_kind = term_kind::none;
    f.datatype.clear();
    f.statement_id.clear();
    f.language.assign(around.language);
    f.omitted.clear();
    return f;
  }
  /// Closes the innermost element. There must be one.
  void close() { --depth_; }

 private:
  std::vector<frame> frames_;
  std::size_t depth_ = 0;
};

}  // namespace laundromat::rdfxml
