// Where a start tag and its attributes are in the document, and what is wrong with them as XML.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

#include "core/base/errc.hpp"
#include "core/rdf/model/taxonomy.hpp"
#include "core/rdf/rdfxml/xml/sax_tags.hpp"
#include "core/rdf/rdfxml/xml/xml_lexer.hpp"

namespace laundromat::rdfxml {

/// Something wrong in the value of an attribute of a tag. `skip`: the value cannot be used.
struct attribute_fault {
  /// Index in `tag_source::attributes`, or `npos` for the declaration of a namespace.
  std::size_t attribute = 0;
  errc rule{};
  treatment done{};
  std::uint64_t begin = 0, end = 0;
  std::string after;
};

/// A part of a tag that libxml2 is not shown. An attribute that is not shown but has a name is in `tag_source::attributes`, with `is_lost`.
struct lost_attribute {
  std::uint64_t begin = 0, end = 0;
  errc rule{};
  bool is_known = false;  ///< its meaning is: a namespace, or the same as another attribute
  bool may_be_base = false, may_be_language = false, may_be_namespace = false;
};

/// A start tag or empty tag. Offsets are those of the document, but for `attributes`, which count from `begin`.
struct tag_source {
  std::uint64_t begin = 0, end = 0;
  std::span<const xml_attribute> attributes;  ///< those of the `sax_element`, in its order
  std::span<const attribute_fault> faults;
  std::span<const lost_attribute> lost;
  bool holds_rdf = false;     ///< of a root: an rdf:RDF is ahead in it
  bool repeats_root = false;  ///< it is the start tag of rdf:RDF once more, in rdf:RDF

  [[nodiscard]] std::uint64_t attribute_begin(std::size_t i) const { return begin + attributes[i].begin; }
  [[nodiscard]] std::uint64_t value_begin(std::size_t i) const { return begin + attributes[i].value; }
  [[nodiscard]] std::uint64_t value_end(std::size_t i) const {
    return value_begin(i) + attributes[i].value_length;
  }
  /// Where the name of the element ends.
  [[nodiscard]] std::uint64_t name_end(const sax_element& element) const {
    const auto prefix = element.name.prefix == nullptr ? 0 : std::string_view(element.name.prefix).size() + 1;
    return begin + 1 + prefix + std::string_view(element.name.local).size();
  }
};

}  // namespace laundromat::rdfxml
