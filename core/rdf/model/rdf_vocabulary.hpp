// The IRIs of RDF and XML Schema that readers and writers use.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace laundromat::iris {

inline constexpr std::string_view rdf_type = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
inline constexpr std::string_view rdf_first = "http://www.w3.org/1999/02/22-rdf-syntax-ns#first";
inline constexpr std::string_view rdf_rest = "http://www.w3.org/1999/02/22-rdf-syntax-ns#rest";
inline constexpr std::string_view rdf_nil = "http://www.w3.org/1999/02/22-rdf-syntax-ns#nil";
inline constexpr std::string_view rdf_subject = "http://www.w3.org/1999/02/22-rdf-syntax-ns#subject";
inline constexpr std::string_view rdf_predicate = "http://www.w3.org/1999/02/22-rdf-syntax-ns#predicate";
inline constexpr std::string_view rdf_object = "http://www.w3.org/1999/02/22-rdf-syntax-ns#object";
inline constexpr std::string_view rdf_statement = "http://www.w3.org/1999/02/22-rdf-syntax-ns#Statement";
inline constexpr std::string_view rdf_value = "http://www.w3.org/1999/02/22-rdf-syntax-ns#value";
inline constexpr std::string_view rdf_language = "http://www.w3.org/1999/02/22-rdf-syntax-ns#language";
inline constexpr std::string_view rdf_direction = "http://www.w3.org/1999/02/22-rdf-syntax-ns#direction";
inline constexpr std::string_view rdf_lang_string = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString";
inline constexpr std::string_view rdf_dir_lang_string =
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#dirLangString";
inline constexpr std::string_view rdf_reifies = "http://www.w3.org/1999/02/22-rdf-syntax-ns#reifies";
inline constexpr std::string_view rdf_xml_literal = "http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral";
inline constexpr std::string_view rdf_html = "http://www.w3.org/1999/02/22-rdf-syntax-ns#HTML";
inline constexpr std::string_view rdf_json = "http://www.w3.org/1999/02/22-rdf-syntax-ns#JSON";

inline constexpr std::string_view xsd_string = "http://www.w3.org/2001/XMLSchema#string";
inline constexpr std::string_view xsd_integer = "http://www.w3.org/2001/XMLSchema#integer";
inline constexpr std::string_view xsd_decimal = "http://www.w3.org/2001/XMLSchema#decimal";
inline constexpr std::string_view xsd_double = "http://www.w3.org/2001/XMLSchema#double";
inline constexpr std::string_view xsd_boolean = "http://www.w3.org/2001/XMLSchema#boolean";

}  // namespace laundromat::iris
