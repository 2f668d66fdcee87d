// The datatypes of XML Schema whose values are texts that match a pattern.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/rdf/values/lexical_form.hpp"
#include "core/rdf/values/xml_name.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat::lexical {

namespace {

bool is_normalized(std::string_view text) {
  return text.find_first_of("\t\n\r") == text.npos;
}

bool is_token(std::string_view text) {
  return is_normalized(text) && !text.starts_with(' ') && !text.ends_with(' ') &&
         text.find("  ") == text.npos;
}

/// [a-zA-Z]{1,8}(-[a-zA-Z0-9]{1,8})*
bool is_language(std::string_view text) {
  std::size_t length = 0;
  bool is_first = true;
  for (const char c : text) {
    if (c == '-') {
      if (length == 0) return false;
      length = 0;
      is_first = false;
    } else if ((!is_alpha(c) && (is_first || !is_digit(c))) || ++length > 8) {
      return false;
    }
  }
  return length > 0;
}

bool is_value(datatype type, std::string_view text) {
  using enum datatype;
  switch (type) {
    case xsd_normalized_string:
      return is_normalized(text);
    case xsd_nmtoken:
      return !text.empty() && count_name_bytes(text) == text.size();
    case xsd_name:
      return is_xml_name(text);
    case xsd_ncname:
      return is_xml_name(text) && text.find(':') == text.npos;
    case xsd_language:
      return is_language(text);
    default:  // xsd:token, and xsd:anyURI, which XSD 1.1 restricts no further.
      return is_token(text);
  }
}

}  // namespace

lexical_form judge_text(datatype type, std::string_view text) {
  return is_value(type, text) ? lexical_form::canonical : lexical_form::outside;
}

}  // namespace laundromat::lexical
