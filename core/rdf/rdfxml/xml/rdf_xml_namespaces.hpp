// Well-known namespaces: those of RDF, XML, ITS and OWL, and XML vocabularies that are no RDF.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/rdf/values/datatype.hpp"  // rdf_namespace

namespace laundromat::rdfxml {

inline constexpr std::string_view xml_namespace = "http://www.w3.org/XML/1998/namespace";
inline constexpr std::string_view owl_namespace = "http://www.w3.org/2002/07/owl#";
/// Of the Internationalization Tag Set: its `dir` is the base direction of literals (RDF/XML 1.2).
inline constexpr std::string_view its_namespace = "http://www.w3.org/2005/11/its";

/// Stands for the namespace of a prefix whose declaration cannot be read: names in it mean nothing.
inline constexpr std::string_view unknown_namespace = "urn:x-laundromat:unknown-namespace";

/// Whether the namespace belongs to an XML vocabulary whose documents are never RDF/XML, though they may contain some: XHTML, SVG, Atom, OAI-PMH
/// and the like.
[[nodiscard]] bool is_foreign_namespace(std::string_view iri);

}  // namespace laundromat::rdfxml
