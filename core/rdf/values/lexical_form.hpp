// Whether a text is a value of a datatype, and whether it is written in the canonical way.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string_view>

#include "core/rdf/values/datatype.hpp"

namespace laundromat {

enum class lexical_form : std::uint8_t {
  outside,    ///< not in the lexical space of the datatype
  variant,    ///< a value, but written otherwise than its canonical form
  canonical,  ///< the canonical form of a value, or of a datatype whose forms are not told apart
};

/// Judges `text`, valid UTF-8, as it stands: white space at the ends belongs to it. Constant memory, linear time, no allocation.
/// `unknown`, `unchecked` and `rdf_html` hold everything.
/// A whole number as xsd:decimal is canonical with (XSD 1.0) and without (1.1) `.0`. Year 0000 is a year, as XSD 1.1 has it.
/// Source: XSD 1.1 part 2 section 3 and appendix E; RDF 1.1 Concepts section 5.
[[nodiscard]] lexical_form judge_lexical_form(datatype type, std::string_view text);

/// The single judges, by kind of datatype; `type` is one of the kind.
namespace lexical {

[[nodiscard]] lexical_form judge_integer(datatype type, std::string_view text);
[[nodiscard]] lexical_form judge_boolean(std::string_view text);
[[nodiscard]] lexical_form judge_decimal(std::string_view text);
/// xsd:double and xsd:float. The exponent may have any size: the value is then infinite or zero.
[[nodiscard]] lexical_form judge_double(std::string_view text);
/// xsd:dateTime, dateTimeStamp, date, time and the five that begin with g, on the proleptic Gregorian calendar.
[[nodiscard]] lexical_form judge_time(datatype type, std::string_view text);
[[nodiscard]] lexical_form judge_duration(datatype type, std::string_view text);
[[nodiscard]] lexical_form judge_hex_binary(std::string_view text);
[[nodiscard]] lexical_form judge_base64_binary(std::string_view text);
/// xsd:normalizedString, token, NMTOKEN, Name, NCName, language and anyURI.
[[nodiscard]] lexical_form judge_text(datatype type, std::string_view text);

}  // namespace lexical

}  // namespace laundromat
