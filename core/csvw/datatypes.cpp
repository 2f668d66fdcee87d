// The table of built-in datatypes.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/datatypes.hpp"

#include <algorithm>

namespace laundromat::csvw {

namespace {

#define LAUNDROMAT_XSD(name) "http://www.w3.org/2001/XMLSchema#" name

constexpr built_in string_row{"string", LAUNDROMAT_XSD("string"), datatype::xsd_string, value_kind::text};

constexpr built_in rows[] = {
    {"any", LAUNDROMAT_XSD("anyAtomicType"), datatype::unchecked, value_kind::other},
    {"anyAtomicType", LAUNDROMAT_XSD("anyAtomicType"), datatype::unchecked, value_kind::other},
    {"anyURI", LAUNDROMAT_XSD("anyURI"), datatype::xsd_any_uri, value_kind::other},
    {"base64Binary", LAUNDROMAT_XSD("base64Binary"), datatype::xsd_base64_binary, value_kind::binary},
    {"binary", LAUNDROMAT_XSD("base64Binary"), datatype::xsd_base64_binary, value_kind::binary},
    {"boolean", LAUNDROMAT_XSD("boolean"), datatype::xsd_boolean, value_kind::boolean},
    {"byte", LAUNDROMAT_XSD("byte"), datatype::xsd_byte, value_kind::integer},
    {"date", LAUNDROMAT_XSD("date"), datatype::xsd_date, value_kind::time},
    {"dateTime", LAUNDROMAT_XSD("dateTime"), datatype::xsd_date_time, value_kind::time},
    {"dateTimeStamp", LAUNDROMAT_XSD("dateTimeStamp"), datatype::xsd_date_time_stamp, value_kind::time},
    {"datetime", LAUNDROMAT_XSD("dateTime"), datatype::xsd_date_time, value_kind::time},
    {"dayTimeDuration", LAUNDROMAT_XSD("dayTimeDuration"), datatype::xsd_day_time_duration,
     value_kind::duration},
    {"decimal", LAUNDROMAT_XSD("decimal"), datatype::xsd_decimal, value_kind::decimal},
    {"double", LAUNDROMAT_XSD("double"), datatype::xsd_double, value_kind::floating},
    {"duration", LAUNDROMAT_XSD("duration"), datatype::xsd_duration, value_kind::duration},
    {"float", LAUNDROMAT_XSD("float"), datatype::xsd_float, value_kind::floating},
    {"gDay", LAUNDROMAT_XSD("gDay"), datatype::xsd_g_day, value_kind::time},
    {"gMonth", LAUNDROMAT_XSD("gMonth"), datatype::xsd_g_month, value_kind::time},
    {"gMonthDay", LAUNDROMAT_XSD("gMonthDay"), datatype::xsd_g_month_day, value_kind::time},
    {"gYear", LAUNDROMAT_XSD("gYear"), datatype::xsd_g_year, value_kind::time},
    {"gYearMonth", LAUNDROMAT_XSD("gYearMonth"), datatype::xsd_g_year_month, value_kind::time},
    {"hexBinary", LAUNDROMAT_XSD("hexBinary"), datatype::xsd_hex_binary, value_kind::binary},
    {"html", "http://www.w3.org/1999/02/22-rdf-syntax-ns#HTML", datatype::unchecked, value_kind::text},
    {"int", LAUNDROMAT_XSD("int"), datatype::xsd_int, value_kind::integer},
    {"integer", LAUNDROMAT_XSD("integer"), datatype::xsd_integer, value_kind::integer},
    {"json", "http://www.w3.org/ns/csvw#JSON", datatype::unchecked, value_kind::text},
    {"language", LAUNDROMAT_XSD("language"), datatype::xsd_language, value_kind::text},
    {"long", LAUNDROMAT_XSD("long"), datatype::xsd_long, value_kind::integer},
    {"Name", LAUNDROMAT_XSD("Name"), datatype::xsd_name, value_kind::text},
    {"negativeInteger", LAUNDROMAT_XSD("negativeInteger"), datatype::xsd_negative_integer,
     value_kind::integer},
    {"NMTOKEN", LAUNDROMAT_XSD("NMTOKEN"), datatype::xsd_nmtoken, value_kind::text},
    {"nonNegativeInteger", LAUNDROMAT_XSD("nonNegativeInteger"), datatype::xsd_non_negative_integer,
     value_kind::integer},
    {"nonPositiveInteger", LAUNDROMAT_XSD("nonPositiveInteger"), datatype::xsd_non_positive_integer,
     value_kind::integer},
    {"normalizedString", LAUNDROMAT_XSD("normalizedString"), datatype::xsd_normalized_string,
     value_kind::text},
    {"number", LAUNDROMAT_XSD("double"), datatype::xsd_double, value_kind::floating},
    {"positiveInteger", LAUNDROMAT_XSD("positiveInteger"), datatype::xsd_positive_integer,
     value_kind::integer},
    {"QName", LAUNDROMAT_XSD("QName"), datatype::unchecked, value_kind::other},
    {"short", LAUNDROMAT_XSD("short"), datatype::xsd_short, value_kind::integer},
    {"time", LAUNDROMAT_XSD("time"), datatype::xsd_time, value_kind::time},
    {"token", LAUNDROMAT_XSD("token"), datatype::xsd_token, value_kind::text},
    {"unsignedByte", LAUNDROMAT_XSD("unsignedByte"), datatype::xsd_unsigned_byte, value_kind::integer},
    {"unsignedInt", LAUNDROMAT_XSD("unsignedInt"), datatype::xsd_unsigned_int, value_kind::integer},
    {"unsignedLong", LAUNDROMAT_XSD("unsignedLong"), datatype::xsd_unsigned_long, value_kind::integer},
    {"unsignedShort", LAUNDROMAT_XSD("unsignedShort"), datatype::xsd_unsigned_short, value_kind::integer},
    {"xml", "http://www.w3.org/1999/02/22-rdf-syntax-ns#XMLLiteral", datatype::unchecked, value_kind::text},
    {"yearMonthDuration", LAUNDROMAT_XSD("yearMonthDuration"), datatype::xsd_year_month_duration,
     value_kind::duration},
};

#undef LAUNDROMAT_XSD

}  // namespace

const built_in& string_type() {
  return string_row;
}

const built_in* find_built_in(std::string_view name) {
  if (name == string_row.name) return &string_row;
  const auto* const found = std::ranges::find(rows, name, &built_in::name);
  return found == std::end(rows) ? nullptr : found;
}

bool is_built_in_iri(std::string_view iri) {
  return iri == string_row.iri || std::ranges::find(rows, iri, &built_in::iri) != std::end(rows);
}

}  // namespace laundromat::csvw
