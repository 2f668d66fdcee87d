// The IRIs that deserialising JSON-LD needs.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rdf/model/statement.hpp"

namespace laundromat::jsonld::rdf {

#define LAUNDROMAT_RDF "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
inline constexpr term_view type{term_kind::iri, LAUNDROMAT_RDF "type", {}, {}};
inline constexpr term_view first{term_kind::iri, LAUNDROMAT_RDF "first", {}, {}};
inline constexpr term_view rest{term_kind::iri, LAUNDROMAT_RDF "rest", {}, {}};
inline constexpr term_view nil{term_kind::iri, LAUNDROMAT_RDF "nil", {}, {}};
inline constexpr term_view value{term_kind::iri, LAUNDROMAT_RDF "value", {}, {}};
inline constexpr term_view language{term_kind::iri, LAUNDROMAT_RDF "language", {}, {}};
inline constexpr term_view direction{term_kind::iri, LAUNDROMAT_RDF "direction", {}, {}};
inline constexpr std::string_view json = LAUNDROMAT_RDF "JSON";
#undef LAUNDROMAT_RDF

inline constexpr std::string_view xsd_boolean = "http://www.w3.org/2001/XMLSchema#boolean";
inline constexpr std::string_view xsd_integer = "http://www.w3.org/2001/XMLSchema#integer";
inline constexpr std::string_view xsd_double = "http://www.w3.org/2001/XMLSchema#double";

}  // namespace laundromat::jsonld::rdf
