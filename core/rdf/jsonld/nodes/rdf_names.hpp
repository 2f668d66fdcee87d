// The IRIs of RDF that deserialising JSON-LD needs, as terms.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/model/statement.hpp"

namespace laundromat::jsonld::rdf {

inline constexpr term_view type{term_kind::iri, iris::rdf_type, {}, {}};
inline constexpr term_view first{term_kind::iri, iris::rdf_first, {}, {}};
inline constexpr term_view rest{term_kind::iri, iris::rdf_rest, {}, {}};
inline constexpr term_view nil{term_kind::iri, iris::rdf_nil, {}, {}};
inline constexpr term_view value{term_kind::iri, iris::rdf_value, {}, {}};
inline constexpr term_view language{term_kind::iri, iris::rdf_language, {}, {}};
inline constexpr term_view direction{term_kind::iri, iris::rdf_direction, {}, {}};
inline constexpr std::string_view json = iris::rdf_json;

}  // namespace laundromat::jsonld::rdf
