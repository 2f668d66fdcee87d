// Reads the name and the attributes of a start tag into the frame of its element.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/rdf/model/reader.hpp"
#include "core/rdf/rdfxml/emission/pending_statements.hpp"
#include "core/rdf/rdfxml/emission/refusal.hpp"
#include "core/rdf/rdfxml/state/element_stack.hpp"
#include "core/rdf/rdfxml/terms/rdf_xml_names.hpp"
#include "core/rdf/rdfxml/terms/rdf_xml_term_reader.hpp"
#include "core/rdf/rdfxml/xml/tag_source.hpp"

namespace laundromat::rdfxml {

/// What the attributes of a property allow in it.
enum class property_form : std::uint8_t {
  refused,     ///< `problem` says why
  open,        ///< text, or one node
  empty,       ///< neither: the object is in the tag
  resource,    ///< `rdf:parseType="Resource"`
  collection,  ///< `rdf:parseType="Collection"`
  triple,      ///< `rdf:parseType="Triple"`: one node that makes one statement
  literal,     ///< any other rdf:parseType
};

/// One for a file. Each `read_…` that returns false refuses the element, and `problem` says why. What is wrong with an attribute alone is
/// reported, or kept in `frame::omitted`. Statements of attributes, and the type of a node, go to `held`, which the caller clears before.
/// An annotation that cannot be read costs itself only, and so does rdf:bagID.
/// Source: RDF/XML sections 6.1.4, 7.2.5 to 7.2.11 (nodes) and 7.2.12 to 7.2.25 (properties); XML 1.0 section 2.12; XML Base; RDF/XML 1.2:
/// rdf:version, rdf:annotation, rdf:annotationNodeID, its:dir.
class start_tag_reader {
 public:
  /// All references outlive it.
  start_tag_reader(const reader_options& options, defect_log& log, rdf_xml_names& names,
                   rdf_xml_term_reader& terms, pending_statements& held)
      : options_(options), log_(log), names_(names), terms_(terms), held_(held) {}

  /// The language, the base, the version and the direction that hold for the element and all in it; to be read before any IRI of the tag. An attribute that cannot
  /// be read makes them unknown. `is_root`: no declaration of a namespace around can be hidden.
  [[nodiscard]] bool read_scope(const sax_element& element, const tag_source& tag, bool is_root, frame& to);
  /// The same for an element that is no RDF: only what is lost of its scope matters.
  void read_host_scope(const sax_element& element, const tag_source& tag, frame& to);
  /// The attributes of rdf:RDF after its scope. None of them means anything.
  void read_root(const sax_element& element, const tag_source& tag, frame& to);
  /// The name and attributes of a node after its scope. Without a name of its own, its subject is a new blank node.
  [[nodiscard]] bool read_node(const sax_element& element, const tag_source& tag, frame& node);
  /// The name and attributes of a property after its scope. Counts an rdf:li in `around`, the node or resource.
  [[nodiscard]] property_form read_property(const sax_element& element, const tag_source& tag,
                                            frame& property, frame& around);

  [[nodiscard]] const refusal& problem() const { return problem_; }

 private:
  /// Which of the attributes that exclude each other a property has.
  struct property_words {
    bool has_object = false, has_datatype = false, has_attributes = false;
    std::string_view parse_type;                      ///< null without one
    std::size_t parse_index = 0;                      ///< of its attribute
    std::size_t annotation = std::string_view::npos;  ///< index of the first attribute that names a reifier
  };

  [[nodiscard]] bool repairs_prefixes() const {
    return treatment_of(errc::undeclared_namespace, options_.profile) == treatment::repair;
  }
  [[nodiscard]] const rdf_xml_name& read_name(const sax_name& name, bool is_attribute, std::uint64_t begin,
                                              std::uint64_t end);
  [[gnu::cold]] void note_direction(const sax_element& element, const tag_source& tag, const frame& of);
  [[nodiscard]] bool read_version(rdf_word word, const located_text& value, frame& to);
  [[gnu::cold]] void read_version_attribute(rdf_word word, const tag_source& tag,
                                            const sax_attribute& attribute, std::size_t index, frame& to);
  [[gnu::cold]] void note_name(const sax_name& name, std::uint64_t begin);
  [[nodiscard]] bool read_node_name(const sax_element& element, const tag_source& tag);
  [[nodiscard]] bool read_node_attribute(const sax_attribute& attribute, const tag_source& tag,
                                         std::size_t index, frame& node);
  void omit_nameless(const sax_element& element, const tag_source& tag, frame& node);
  [[nodiscard]] bool read_property_name(const sax_element& element, const tag_source& tag, frame& property,
                                        frame& around);
  [[nodiscard]] bool read_property_attribute(const sax_attribute& attribute, const tag_source& tag,
                                             std::size_t index, frame& property, property_words& words);
  [[gnu::cold]] void read_aside(rdf_word word, const located_text& value, const tag_source& tag,
                                std::size_t index, frame& property, property_words& words);
  [[nodiscard]] property_form choose_form(const tag_source& tag, const property_words& words,
                                          frame& property);
  [[nodiscard]] bool hold(const rdf_xml_name& name, const located_text& value, const frame& of);
  [[nodiscard]] bool is_usable(const tag_source& tag, std::size_t index, bool is_iri);
  [[gnu::cold]] void lose_scope(std::string_view attribute, frame& to);
  void omit(const tag_source& tag, std::size_t index, frame& from);
  bool refuse_term() { return problem_.set(terms_.problem()); }

  const reader_options& options_;
  defect_log& log_;
  rdf_xml_names& names_;
  rdf_xml_term_reader& terms_;
  pending_statements& held_;
  refusal problem_;
};

}  // namespace laundromat::rdfxml
