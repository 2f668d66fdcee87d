// Inherited properties of metadata. Source: Metadata Vocabulary for Tabular Data, section 5.7.
// SPDX-License-Identifier: Apache-2.0
#include "core/csvw/metadata_reading.hpp"
#include "core/csvw/uri_template.hpp"
#include "core/rdf/values/language_tag.hpp"

namespace laundromat::csvw {

namespace {

std::optional<std::string> read_template(const reading& in, const json_value& value, std::string_view path) {
  // A value of another type is as an empty text (section 5.1.3).
  auto text = std::optional(read_text(in, value, path).value_or(""));
  if (!uri_template::compile(*text)) {
    in.warn(
        path,
        "this template is ignored: write names of columns between { and }, as in http://example.org/{name}");
    return std::nullopt;
  }
  return text;
}

}  // namespace

bool read_inherited(const reading& in, const std::string& name, const json_value& value,
                    std::string_view path, inherited_properties& out) {
  if (name == "aboutUrl") {
    out.about_url = read_template(in, value, path);
  } else if (name == "propertyUrl") {
    out.property_url = read_template(in, value, path);
  } else if (name == "valueUrl") {
    out.value_url = read_template(in, value, path);
  } else if (name == "lang") {
    const auto tag = read_text(in, value, path);
    if (tag && !is_well_formed_language_tag(*tag))
      in.warn(path, "this language is ignored: write a language tag of BCP 47, such as en");
    else if (tag)
      out.language = *tag == "und" ? std::string{} : *tag;
  } else if (name == "textDirection") {
    const auto text = read_text(in, value, path);
    if (text == "ltr" || text == "rtl" || text == "auto" || text == "inherit")
      out.text_direction = text;
    else if (text)
      in.warn(path, "this direction is ignored: write ltr, rtl, auto or inherit");
  } else if (name == "default") {
    out.default_value = read_text(in, value, path);
  } else if (name == "null") {
    auto texts = read_texts(in, value, path);
    if (!texts.empty() || (value.is_array() && value.empty())) out.nulls = std::move(texts);
  } else if (name == "separator") {
    if (value.is_null())
      out.separator.emplace(std::nullopt);
    else if (auto text = read_text(in, value, path))
      out.separator.emplace(std::move(text));
  } else if (name == "ordered") {
    out.is_ordered = read_boolean(in, value, path);
  } else if (name == "required") {
    out.is_required = read_boolean(in, value, path);
  } else if (name == "datatype") {
    out.type = read_datatype(in, value, path);
  } else {
    return false;
  }
  return true;
}

}  // namespace laundromat::csvw
