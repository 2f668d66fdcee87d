// Calls the check of each datatype.
// SPDX-License-Identifier: Apache-2.0
#include "core/rdf/values/lexical_form.hpp"

#include "core/rdf/values/json_text.hpp"
#include "core/rdf/values/xml_fragment.hpp"

namespace laundromat {

lexical_form judge_lexical_form(datatype type, std::string_view text) {
  using enum datatype;
  switch (type) {
    case unknown:
    case unchecked:
    case xsd_string:
    case rdf_lang_string:
    case rdf_dir_lang_string:
    case rdf_html:
      return lexical_form::canonical;
    case rdf_json:
      return is_json_text(text) ? lexical_form::canonical : lexical_form::outside;
    case rdf_xml_literal:
      return is_xml_fragment(text) ? lexical_form::canonical : lexical_form::outside;
    case xsd_boolean:
      return lexical::judge_boolean(text);
    case xsd_decimal:
      return lexical::judge_decimal(text);
    case xsd_float:
    case xsd_double:
      return lexical::judge_double(text);
    case xsd_hex_binary:
      return lexical::judge_hex_binary(text);
    case xsd_base64_binary:
      return lexical::judge_base64_binary(text);
    default:
      break;
  }
  if (type < xsd_boolean) return lexical::judge_text(type, text);
  if (type < xsd_date_time) return lexical::judge_integer(type, text);
  if (type < xsd_duration) return lexical::judge_time(type, text);
  return lexical::judge_duration(type, text);
}

}  // namespace laundromat
