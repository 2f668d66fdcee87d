// The grammar of RDF/XML over whole tags and decoded text: writes each property when it closes, skips what the grammar refuses.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/rdfxml/emission/defect_log.hpp"
#include "core/rdf/rdfxml/emission/list_items.hpp"
#include "core/rdf/rdfxml/emission/pending_statements.hpp"
#include "core/rdf/rdfxml/emission/refusal.hpp"
#include "core/rdf/rdfxml/emission/triple_writer.hpp"
#include "core/rdf/rdfxml/grammar/start_tag_reader.hpp"
#include "core/rdf/rdfxml/recovery/doubtful_nodes.hpp"
#include "core/rdf/rdfxml/recovery/foreign_root.hpp"
#include "core/rdf/rdfxml/recovery/skipped_element.hpp"
#include "core/rdf/rdfxml/state/element_stack.hpp"
#include "core/rdf/rdfxml/terms/rdf_xml_names.hpp"
#include "core/rdf/rdfxml/terms/rdf_xml_term_reader.hpp"
#include "core/rdf/rdfxml/xml/tag_source.hpp"
#include "core/rdf/rdfxml/xml/xml_literal.hpp"

namespace laundromat::rdfxml {

/// One for a file. The caller opens and closes every element in turn, whatever the document looks like; `rdf_role` has the figure of the
/// productions. What the grammar refuses costs the smallest element around it whose ends are known, as `skipped_element`.
/// Memory: the open elements, one literal, and the items of the open collections.
class rdf_xml_parser {
 public:
  /// All references outlive it.
  rdf_xml_parser(const reader_options& options, statement_sink& sink, defect_log& log);
  rdf_xml_parser(const rdf_xml_parser&) = delete;
  rdf_xml_parser& operator=(const rdf_xml_parser&) = delete;

  /// The elements that are open.
  [[nodiscard]] const element_stack& elements() const { return elements_; }
  [[nodiscard]] rdf_role role() const { return elements_.role(); }
  [[nodiscard]] rdf_role role_at(std::size_t from_top) const { return elements_.role_at(from_top); }
  /// Whether the innermost element is a property that has its value, and room for nothing more.
  [[nodiscard]] bool is_filled() const { return elements_.top().is_filled(); }
  /// Whether the innermost element is a property that may have content, and has none.
  [[nodiscard]] bool lacks_content() const {
    if (is_skipping()) return false;
    if (role() == rdf_role::property) return !is_filled();
    if (role() == rdf_role::xml) return elements_.depth() == xml_depth_ && literal_.text().empty();
    return (role() == rdf_role::resource || role() == rdf_role::collection) && !elements_.top().has_child;
  }
  /// The depth of the innermost element that has no room for a node: a property that has its value or holds XML, or a skipped element; 0
  /// for none.
  [[nodiscard]] std::size_t depth_without_room() const {
    if (skipped_.depth() != 0) return skipped_.depth();
    return role() == rdf_role::xml ? xml_depth_ : is_filled() ? elements_.depth() : 0;
  }
  /// Whether the innermost element is a node of which only the type is known: it may be a property that has lost its node.
  [[nodiscard]] bool is_bare_node() const {
    const auto& f = elements_.top();
    return f.role == rdf_role::node && !f.is_named && !f.has_child && !f.is_tag_done && held_.count() == 1;
  }
  /// Whether the innermost element is a property whose text ends like the front of a tag.
  [[nodiscard]] bool ends_in_markup() const {
    return role() == rdf_role::property && (text_.ends_with('<') || text_.ends_with("</"));
  }
  /// Whether nothing in the innermost element is read, but for an rdf:RDF in a foreign root.
  [[nodiscard, gnu::always_inline]] bool is_skipping() const {
    return skipped_.depth() != 0 ||
           (foreign_.is_open() && (role() == rdf_role::host || role() == rdf_role::skipped));
  }
  /// Whether the document has its root.
  [[nodiscard]] bool has_root() const { return has_root_; }
  /// Whether the file has an element, be it a skipped one.
  [[nodiscard]] bool has_element() const { return has_root_ || has_element_; }
  /// The sink's error, if it returned one.
  [[nodiscard]] const result<void>& status() const { return out_.status(); }

  void open(const sax_element& element, const tag_source& tag);
  /// Opens an element that XML already refuses, at `begin`: it is skipped, and so is what cannot be written without it.
  void open_skipped(std::uint64_t begin, errc rule, std::uint64_t noticed, std::string_view message);
  /// `begin` and `end` are those of the end tag; equal when the element is an empty tag.
  void close(std::uint64_t begin, std::uint64_t end);
  /// Closes the innermost element, whose end tag `end_tag` is missing, before the byte at `at`. `is_reported` says whether that is a defect
  /// of its own. Returns whether something was skipped.
  bool close_unended(std::uint64_t at, bool is_reported, std::string_view end_tag, errc rule);
  /// Character data, from `begin` to `end` of the document.
  void text(std::string_view decoded, std::uint64_t begin, std::uint64_t end);
  /// A piece of a comment or instruction, without its markup.
  void comment(std::string_view inner, bool is_first, bool is_last);
  void instruction(std::string_view inner, bool is_first, bool is_last);
  /// The XML from `begin` to `end` in a literal does not follow the namespaces of XML. False when the literal is refused for that.
  [[gnu::cold]] bool judge_literal(std::uint64_t begin, std::uint64_t end, const char* message);

  /// The bytes from `begin` to `end` cannot be used. Skips the property around them; between elements, only the bytes.
  void damage(errc rule, std::uint64_t begin, std::uint64_t end, std::uint64_t noticed,
              std::string_view message);
  /// Puts bytes between elements in quarantine, and nothing else.
  void quarantine(errc rule, std::uint64_t begin, std::uint64_t end, std::string_view message);
  /// An element is lost whose start tag is not shown to `open`. An rdf:li behind a lost one, which is a member, keeps its number; behind
  /// another lost element it has none.
  [[gnu::cold]] void lose_element(bool is_member, errc rule);
  /// It is not known how many rdf:li are lost in the innermost node, or in the node of the innermost property.
  [[gnu::cold]] void doubt_members(errc rule);
  /// Another document begins in the same file. No element is open.
  void begin_document();
  /// What follows may be a document that has lost its root, so that the base and the language that this one declares are unknown for it.
  void doubt_scope();
  /// The texts that `sax_name` points to are no longer valid.
  void forget_names() { names_.forget(); }

 private:
  using enum rdf_role;

  // rdf_xml_parser.cpp: what the grammar reads.
  frame& push(rdf_role role, std::uint64_t begin, std::uint64_t tag_end);
  frame& push(rdf_role role, const tag_source& tag) { return push(role, tag.begin, tag.end); }
  void pop();
  void open_node(const sax_element& element, const tag_source& tag);
  [[nodiscard]] bool open_root(const sax_element& element, const tag_source& tag);
  void open_host(const sax_element& element, const tag_source& tag);
  void open_in_host(const sax_element& element, const tag_source& tag);
  void open_rdf(const sax_element& element, const tag_source& tag);
  void open_repeated_root(const sax_element& element, const tag_source& tag);
  void open_property(const sax_element& element, const tag_source& tag);
  void begin_content(property_form form, const tag_source& tag);
  void open_xml(const sax_element& element, const tag_source& tag);
  void add_text(std::string_view decoded, std::uint64_t begin);
  void close_property(std::uint64_t end);
  [[nodiscard]] bool write_value(std::uint64_t end);
  [[gnu::cold]] void note_space(std::uint64_t end);
  [[nodiscard]] bool write_literal(std::string_view value, std::string_view datatype, std::uint64_t end);
  void add_item();
  void close_collection(std::uint64_t begin, std::uint64_t end);
  void write_property(const frame& of, const term_view& object) {
    confirm();
    out_.write_property(elements_.around().subject_term(), of.predicate, object,
                        {of.statement_id, of.annotation_term()});
  }
  void write_start_tag();
  void open_triple();
  [[nodiscard]] bool write_triple();
  void doubt_triple(const frame& f);
  void close_triple();

  // rdf_xml_parser_recovery.cpp: what it refuses.
  void lose_node(const sax_element& element);
  void lose_property(const sax_element& element, bool has_scope);
  void doubt();
  void confirm() {
    if (doubtful_.depth() != 0) [[unlikely]]
      confirm_doubtful();
  }
  void confirm_doubtful();
  [[nodiscard]] std::size_t depth_around_doubtful() const;
  void fail(std::size_t depth);
  void fail_node();
  bool close_skipped(std::uint64_t end);
  void close_damaged(errc rule, std::uint64_t at);

  const reader_options& options_;
  defect_log& log_;
  rdf_xml_names names_;
  rdf_xml_term_reader terms_;
  pending_statements held_;  ///< of the innermost node or property, until its start tag is accounted for
  start_tag_reader tags_;
  triple_writer out_;
  element_stack elements_;
  list_items items_;
  doubtful_nodes doubtful_;
  skipped_element skipped_;
  foreign_root foreign_;
  refusal refusal_;  ///< why the last term or element was refused

  xml_literal_writer literal_;
  std::size_t xml_depth_ = 0;  ///< of the property with `rdf:parseType="Literal"`
  std::size_t triple_depth_ =
      0;              ///< of the outermost property with `rdf:parseType="Triple"`; 0 when none is open
  std::string text_;  ///< of the innermost property
  std::uint64_t end_tag_ = 0;  ///< where the end tag begins that is being read
  bool has_root_ = false, has_element_ = false;
};

}  // namespace laundromat::rdfxml
