// Whether a text is a value of a datatype, and whether it is in canonical form.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/rdf/values/datatype.hpp"

namespace laundromat {

enum class lexical_form : std::uint8_t {
  outside,    ///< not in the lexical space of the datatype
  variant,    ///< a value, but not in canonical form
  canonical,  ///< in canonical form, or of a datatype whose forms are not compared
};

/// Checks `text`, valid UTF-8, without trimming white space. Constant memory, linear time, no allocation.
/// For `unknown`, `unchecked` and `rdf_html` every text is valid.
/// A whole number as xsd:decimal is canonical with (XSD 1.0) and without (1.1) `.0`. Year 0000 is valid, as in XSD 1.1.
/// Source: XSD 1.1 part 2 section 3 and appendix E; RDF 1.1 Concepts section 5.
[[nodiscard]] lexical_form judge_lexical_form(datatype type, std::string_view text);

/// The checks by kind of datatype; `type` is one of the kind.
namespace lexical {

[[nodiscard]] lexical_form judge_integer(datatype type, std::string_view text);
[[nodiscard]] lexical_form judge_boolean(std::string_view text);
[[nodiscard]] lexical_form judge_decimal(std::string_view text);
/// xsd:double and xsd:float. The exponent may be of any size: the value is then infinite or zero.
[[nodiscard]] lexical_form judge_double(std::string_view text);
/// xsd:dateTime, dateTimeStamp, date, time and the five that begin with g, in the proleptic Gregorian calendar.
[[nodiscard]] lexical_form judge_time(datatype type, std::string_view text);
[[nodiscard]] lexical_form judge_duration(datatype type, std::string_view text);
[[nodiscard]] lexical_form judge_hex_binary(std::string_view text);
[[nodiscard]] lexical_form judge_base64_binary(std::string_view text);
/// xsd:normalizedString, token, NMTOKEN, Name, NCName, language and anyURI.
[[nodiscard]] lexical_form judge_text(datatype type, std::string_view text);

}  // namespace lexical

}  // namespace laundromat
