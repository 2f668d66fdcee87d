// Names of datatypes.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/values/datatype.hpp"

#include <gtest/gtest.h>

#include <string>

namespace laundromat {
namespace {

struct row {
  const char* name;
  datatype type;
};

TEST(datatype, has_all_names_of_xml_schema) {
  using enum datatype;
  constexpr row rows[] = {
      {"string", xsd_string},
      {"normalizedString", xsd_normalized_string},
      {"token", xsd_token},
      {"NMTOKEN", xsd_nmtoken},
      {"Name", xsd_name},
      {"NCName", xsd_ncname},
      {"language", xsd_language},
      {"anyURI", xsd_any_uri},
      {"boolean", xsd_boolean},
      {"decimal", xsd_decimal},
      {"float", xsd_float},
      {"double", xsd_double},
      {"integer", xsd_integer},
      {"nonPositiveInteger", xsd_non_positive_integer},
      {"negativeInteger", xsd_negative_integer},
      {"long", xsd_long},
      {"int", xsd_int},
      {"short", xsd_short},
      {"byte", xsd_byte},
      {"nonNegativeInteger", xsd_non_negative_integer},
      {"unsignedLong", xsd_unsigned_long},
      {"unsignedInt", xsd_unsigned_int},
      {"unsignedShort", xsd_unsigned_short},
      {"unsignedByte", xsd_unsigned_byte},
      {"positiveInteger", xsd_positive_integer},
      {"dateTime", xsd_date_time},
      {"dateTimeStamp", xsd_date_time_stamp},
      {"date", xsd_date},
      {"time", xsd_time},
      {"gYear", xsd_g_year},
      {"gYearMonth", xsd_g_year_month},
      {"gMonth", xsd_g_month},
      {"gMonthDay", xsd_g_month_day},
      {"gDay", xsd_g_day},
      {"duration", xsd_duration},
      {"yearMonthDuration", xsd_year_month_duration},
      {"dayTimeDuration", xsd_day_time_duration},
      {"hexBinary", xsd_hex_binary},
      {"base64Binary", xsd_base64_binary},
      {"QName", unchecked},
      {"NOTATION", unchecked},
      {"ID", unchecked},
      {"IDREF", unchecked},
      {"IDREFS", unchecked},
      {"ENTITY", unchecked},
      {"ENTITIES", unchecked},
      {"NMTOKENS", unchecked},
      {"anyType", unchecked},
      {"anySimpleType", unchecked},
      {"anyAtomicType", unchecked},
      {"", unknown},
      {"Integer", unknown},
      {"integers", unknown},
      {"foo", unknown},
      {"nonPositiveIntegers", unknown},
  };
  for (const auto& [name, type] : rows)
    EXPECT_EQ(datatype_of(std::string(xsd_namespace) + name), type) << name;
}

TEST(datatype, has_those_of_rdf_and_no_others) {
  EXPECT_EQ(datatype_of(std::string(rdf_namespace) + "langString"), datatype::rdf_lang_string);
  EXPECT_EQ(datatype_of(std::string(rdf_namespace) + "XMLLiteral"), datatype::rdf_xml_literal);
  EXPECT_EQ(datatype_of(std::string(rdf_namespace) + "HTML"), datatype::rdf_html);
  EXPECT_EQ(datatype_of(std::string(rdf_namespace) + "JSON"), datatype::rdf_json);
  EXPECT_EQ(datatype_of(std::string(rdf_namespace) + "type"), datatype::unknown);
  EXPECT_EQ(datatype_of("http://www.w3.org/2001/XMLSchema"), datatype::unknown);
  EXPECT_EQ(datatype_of("http://dbpedia.org/datatype/euro"), datatype::unknown);
  EXPECT_EQ(datatype_of(""), datatype::unknown);
}

}  // namespace
}  // namespace laundromat
