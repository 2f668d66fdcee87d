// What a name of an element or attribute means in RDF/XML: one of its own words, or an IRI.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/keyed_table.hpp"
#include "core/rdf/rdfxml/xml/sax_tags.hpp"

namespace laundromat::rdfxml {

/// The words of the grammar (RDF/XML section 6.2.2), and what other names can be.
enum class rdf_word : std::uint8_t {
  other,  ///< any name in a namespace, also of RDF, such as `rdf:Seq`, `rdf:_1`, `rdf:value`
  rdf,    ///< `rdf:RDF`
  description,
  id,
  about,
  parse_type,
  resource,
  node_id,
  datatype,
  li,
  type,
  annotation,
  annotation_node_id,
  withdrawn,  ///< `rdf:aboutEach`, `rdf:aboutEachPrefix`: no longer part of RDF
  bag_id,     ///< `rdf:bagID`: the same, but what it said was only about statements
  version,
  xml_lang,
  xml_base,
  its_dir,
  xml_other,  ///< reserved for XML or for ITS, to be ignored
  no_namespace,
  undeclared,  ///< has a prefix that was not declared
  malformed,   ///< has more than one colon
  misspelt,    ///< of an attribute: nearly a word of RDF or XML, and in its namespace
};

/// Whether the word is no name of an element (RDF/XML section 5.1: core syntax terms and old terms).
[[nodiscard]] constexpr bool is_reserved(rdf_word word) {
  switch (word) {
    case rdf_word::rdf:
    case rdf_word::id:
    case rdf_word::about:
    case rdf_word::parse_type:
    case rdf_word::resource:
    case rdf_word::node_id:
    case rdf_word::datatype:
    case rdf_word::annotation:
    case rdf_word::annotation_node_id:
    case rdf_word::version:
    case rdf_word::withdrawn:
    case rdf_word::bag_id:
      return true;
    default:
      return false;
  }
}
/// Whether an attribute of this name holds for all in its element.
[[nodiscard]] constexpr bool is_scope(rdf_word word) {
  return word >= rdf_word::version && word <= rdf_word::its_dir;
}
/// Whether an attribute of this name says nothing about the node or property that has it.
[[nodiscard]] constexpr bool is_passed_over(rdf_word word) {
  return is_scope(word) || word == rdf_word::xml_other;
}
/// Whether what an attribute of this name says is about the statement, which is sure without it, or means nothing any more.
[[nodiscard]] constexpr bool is_aside(rdf_word word) {
  return word == rdf_word::annotation || word == rdf_word::annotation_node_id || word == rdf_word::bag_id ||
         word == rdf_word::version;
}

/// Whether an attribute of this name means nothing, and may be a misspelt one that does.
[[nodiscard]] constexpr bool is_nameless(rdf_word word) {
  return word == rdf_word::no_namespace || word == rdf_word::undeclared || word == rdf_word::malformed ||
         word == rdf_word::misspelt;
}

/// The word of RDF or XML of which an attribute's name may be a misspelling: in another case, with the prefix run into it, or with one
/// character wrong; `other` for none.
[[nodiscard]] rdf_word meant_by(std::string_view local);

struct rdf_xml_name {
  rdf_word word = rdf_word::other;
  std::string
      iri;  ///< namespace and local name; of `no_namespace` the local name, of `undeclared` the prefix
  bool is_plain = false;    ///< the IRI needs no check
  bool is_foreign = false;  ///< in the namespace of a vocabulary that is no RDF
  bool is_owl = false;
  bool is_odd = false;  ///< in the namespace of RDF, which does not define it
};

/// A cache of what names mean, by the addresses of their interned texts. Memory: about 4 MiB, then it is cleared.
class rdf_xml_names {
 public:
  /// `repairs_prefixes`: well-known prefixes that are not declared have their usual namespace. Valid until the next call.
  const rdf_xml_name& find(const sax_name& name, bool is_attribute, bool repairs_prefixes);
  void forget();

 private:
  struct key {
    const char *local, *prefix, *iri;
    bool is_attribute;
    friend bool operator==(const key&, const key&) = default;
  };
  /// Keyed, as a document could choose names that collide.
  struct hash {
    std::size_t operator()(const key& k) const {
      const std::array parts{std::bit_cast<std::uintptr_t>(k.local), std::bit_cast<std::uintptr_t>(k.prefix),
                             std::bit_cast<std::uintptr_t>(k.iri), std::uintptr_t{k.is_attribute}};
      return keyed_hash({reinterpret_cast<const char*>(parts.data()), sizeof parts});
    }
  };

  [[nodiscard]] static std::size_t recent_slot(const key& k);

  struct recent_name {
    key name{};
    const rdf_xml_name* meaning = nullptr;
  };

  keyed_map<key, rdf_xml_name, hash> known_;
  std::array<recent_name, 64> recent_{};  ///< by `recent_slot`: most tags are like those before
  std::size_t bytes_ = 0;
};

}  // namespace laundromat::rdfxml
