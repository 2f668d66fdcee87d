// The datatypes with known values: those of XML Schema 1.1 and of the rdf: namespace.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

namespace laundromat {

inline constexpr std::string_view xsd_namespace = "http://www.w3.org/2001/XMLSchema#";
inline constexpr std::string_view rdf_namespace = "http://www.w3.org/1999/02/22-rdf-syntax-ns#";

enum class datatype : std::uint8_t {
  unknown,
  /// Of XML Schema, with a lexical space that cannot be decided from a literal alone: lists, QName, anyType and the like.
  unchecked,
  xsd_string,
  xsd_normalized_string,
  xsd_token,
  xsd_nmtoken,
  xsd_name,
  xsd_ncname,
  xsd_language,
  xsd_any_uri,
  xsd_boolean,
  xsd_decimal,
  xsd_float,
  xsd_double,
  xsd_integer,
  xsd_non_positive_integer,
  xsd_negative_integer,
  xsd_long,
  xsd_int,
  xsd_short,
  xsd_byte,
  xsd_non_negative_integer,
  xsd_unsigned_long,
  xsd_unsigned_int,
  xsd_unsigned_short,
  xsd_unsigned_byte,
  xsd_positive_integer,
  xsd_date_time,
  xsd_date_time_stamp,
  xsd_date,
  xsd_time,
  xsd_g_year,
  xsd_g_year_month,
  xsd_g_month,
  xsd_g_month_day,
  xsd_g_day,
  xsd_duration,
  xsd_year_month_duration,
  xsd_day_time_duration,
  xsd_hex_binary,
  xsd_base64_binary,
  rdf_lang_string,
  rdf_dir_lang_string,
  rdf_xml_literal,
  rdf_html,
  rdf_json,
};

/// The datatype with this IRI; `unknown` for all others, also for misspelt names in the two namespaces.
/// Source: XSD 1.1 part 2 section 3, RDF 1.2 Concepts section 5, JSON-LD 1.1 section 10.2.
[[nodiscard]] datatype datatype_of(std::string_view iri);

}  // namespace laundromat
