// The IRIs behind Turtle's short forms.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace laundromat::turtle {

inline constexpr std::string_view rdf_type = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
inline constexpr std::string_view rdf_first = "http://www.w3.org/1999/02/22-rdf-syntax-ns#first";
inline constexpr std::string_view rdf_rest = "http://www.w3.org/1999/02/22-rdf-syntax-ns#rest";
inline constexpr std::string_view rdf_nil = "http://www.w3.org/1999/02/22-rdf-syntax-ns#nil";
inline constexpr std::string_view rdf_lang_string = "http://www.w3.org/1999/02/22-rdf-syntax-ns#langString";

inline constexpr std::string_view xsd_string = "http://www.w3.org/2001/XMLSchema#string";
inline constexpr std::string_view xsd_integer = "http://www.w3.org/2001/XMLSchema#integer";
inline constexpr std::string_view xsd_decimal = "http://www.w3.org/2001/XMLSchema#decimal";
inline constexpr std::string_view xsd_double = "http://www.w3.org/2001/XMLSchema#double";
inline constexpr std::string_view xsd_boolean = "http://www.w3.org/2001/XMLSchema#boolean";

}  // namespace laundromat::turtle
