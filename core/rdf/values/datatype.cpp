// Names of datatypes, found by length and bytes.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/values/datatype.hpp"

#include <algorithm>
#include <array>
#include <cstring>

namespace laundromat {

namespace {

using enum datatype;

struct datatype_name {
  std::string_view name;
  datatype type;
};

// In the order of lengths; within a length the frequent ones first.
constexpr datatype_name xsd_names[] = {
    {"ID", unchecked},
    {"int", xsd_int},
    {"date", xsd_date},
    {"time", xsd_time},
    {"long", xsd_long},
    {"gDay", xsd_g_day},
    {"byte", xsd_byte},
    {"Name", xsd_name},
    {"float", xsd_float},
    {"gYear", xsd_g_year},
    {"short", xsd_short},
    {"token", xsd_token},
    {"IDREF", unchecked},
    {"QName", unchecked},
    {"string", xsd_string},
    {"double", xsd_double},
    {"anyURI", xsd_any_uri},
    {"gMonth", xsd_g_month},
    {"NCName", xsd_ncname},
    {"ENTITY", unchecked},
    {"IDREFS", unchecked},
    {"integer", xsd_integer},
    {"decimal", xsd_decimal},
    {"boolean", xsd_boolean},
    {"NMTOKEN", xsd_nmtoken},
    {"anyType", unchecked},
    {"dateTime", xsd_date_time},
    {"duration", xsd_duration},
    {"language", xsd_language},
    {"NMTOKENS", unchecked},
    {"ENTITIES", unchecked},
    {"NOTATION", unchecked},
    {"gMonthDay", xsd_g_month_day},
    {"hexBinary", xsd_hex_binary},
    {"gYearMonth", xsd_g_year_month},
    {"unsignedInt", xsd_unsigned_int},
    {"unsignedLong", xsd_unsigned_long},
    {"unsignedByte", xsd_unsigned_byte},
    {"base64Binary", xsd_base64_binary},
    {"dateTimeStamp", xsd_date_time_stamp},
    {"unsignedShort", xsd_unsigned_short},
    {"anySimpleType", unchecked},
    {"anyAtomicType", unchecked},
    {"negativeInteger", xsd_negative_integer},
    {"positiveInteger", xsd_positive_integer},
    {"dayTimeDuration", xsd_day_time_duration},
    {"normalizedString", xsd_normalized_string},
    {"yearMonthDuration", xsd_year_month_duration},
    {"nonNegativeInteger", xsd_non_negative_integer},
    {"nonPositiveInteger", xsd_non_positive_integer},
};
constexpr std::size_t longest_name = 18;
static_assert(std::ranges::is_sorted(xsd_names, {},
                                     [](const datatype_name& row) { return row.name.size(); }));
static_assert(std::end(xsd_names)[-1].name.size() == longest_name);

/// The first name of each length; those of the next length follow.
constexpr auto first_of_length = [] {
  std::array<std::uint8_t, longest_name + 2> first{};
  for (std::size_t length = 0; length < first.size(); ++length)
    first[length] = static_cast<std::uint8_t>(
        std::ranges::count_if(xsd_names, [&](const datatype_name& row) { return row.name.size() < length; }));
  return first;
}();

constexpr datatype_name rdf_names[] = {
    {"langString", rdf_lang_string},
    {"dirLangString", rdf_dir_lang_string},
    {"XMLLiteral", rdf_xml_literal},
    {"HTML", rdf_html},
    {"JSON", rdf_json},
};

datatype find_xsd(std::string_view name) {
  if (name.empty() || name.size() > longest_name) return unknown;
  for (auto i = first_of_length[name.size()]; i < first_of_length[name.size() + 1]; ++i)
    if (std::memcmp(xsd_names[i].name.data(), name.data(), name.size()) == 0) return xsd_names[i].type;
  return unknown;
}

}  // namespace

datatype datatype_of(std::string_view iri) {
  if (iri.starts_with(xsd_namespace)) return find_xsd(iri.substr(xsd_namespace.size()));
  if (!iri.starts_with(rdf_namespace)) return unknown;
  const auto name = iri.substr(rdf_namespace.size());
  const auto* row = std::ranges::find(rdf_names, name, &datatype_name::name);
  return row == std::end(rdf_names) ? unknown : row->type;
}

}  // namespace laundromat
