// Common properties: JSON-LD of a restricted form. Source: Metadata Vocabulary for Tabular Data, sections 5.8 and 6.
// SPDX-License-Identifier: Apache-2.0
#include <array>

#include "core/csvw/context.hpp"
#include "core/csvw/metadata_reading.hpp"
#include "core/rdf/model/rdf_vocabulary.hpp"
#include "core/rdf/values/language_tag.hpp"
#include "core/web/uri.hpp"

namespace laundromat::csvw {

namespace {

common_value literal(std::string text, std::string_view type, std::string language = {}) {
  common_value made;
  made.value = std::move(text);
  made.datatype = type;
  made.language = std::move(language);
  return made;
}

/// The canonical form of a double, as JSON-LD writes numbers that are not whole.
std::string double_text(double number) {
  std::array<char, 40> room{};
  std::snprintf(room.data(), room.size(), "%.15E", number);
  std::string text = room.data();
  const auto mark = text.find('E');
  auto mantissa = text.substr(0, mark);
  while (mantissa.ends_with('0') && !mantissa.ends_with(".0")) mantissa.pop_back();
  return mantissa + "E" + std::to_string(std::stoi(text.substr(mark + 1)));
}

std::optional<common_value> read_value_object(const reading& in, const json_value& object,
                                              std::string_view path) {
  const bool has_type = object.contains("@type"), has_language = object.contains("@language");
  if (object.size() > 1U + (has_type || has_language ? 1U : 0U)) {
    in.fail(path, "an object with @value has only one other member, @type or @language");
    return std::nullopt;
  }
  const auto& value = object["@value"];
  if (!value.is_primitive() || value.is_null()) {
    in.fail(below(path, "@value"), "write a text, a number, true or false as @value");
    return std::nullopt;
  }
  auto found = read_common_values(in, value, below(path, "@value"));
  if (found.empty()) return std::nullopt;
  auto made = std::move(found.front());
  made.language.clear();
  if (has_type) {
    const auto& type = object["@type"];
    const auto name = type.is_string() ? type.get<std::string>() : std::string{};
    const auto* const known = find_built_in(name);
    const auto iri = known != nullptr ? std::optional(std::string(known->iri)) : expand_property(name);
    if (!iri) {
      in.fail(
          below(path, "@type"),
          "the @type of a value has to be a datatype, a name with a known prefix such as xsd:date, or a URL");
      return std::nullopt;
    }
    made.datatype = *iri == iris::xsd_string ? std::string{} : *iri;
  }
  if (has_language) {
    const auto& language = object["@language"];
    if (!language.is_null() &&
        (!language.is_string() || !is_well_formed_language_tag(language.get<std::string>()))) {
      in.fail(below(path, "@language"),
              "the @language has to be a language tag of BCP 47 such as en, or null");
      return std::nullopt;
    }
    if (language.is_string()) made.language = language.get<std::string>();
  }
  return made;
}

std::optional<common_value> read_node(const reading& in, const json_value& object, std::string_view path,
                                      std::uint32_t depth) {
  common_value made;
  made.kind = common_kind::node;
  for (const auto& [name, value] : object.items()) {
    const auto where = below(path, name);
    if (name == "@id") {
      if (!value.is_string() || value.get<std::string>().starts_with("_:")) {
        in.fail(where, "the @id has to be a URL, and no blank node");
        return std::nullopt;
      }
      made.value = in.resolved(expand_prefix(value.get<std::string>()));
    } else if (name == "@type") {
      const auto types = value.is_array() ? value : json_value::array({value});
      for (const auto& type : types) {
        const auto iri = type.is_string() ? expand_class(type.get<std::string>()) : std::nullopt;
        if (!iri) {
          in.fail(where,
                  "the @type has to be a term of the context such as Table, a name with a known prefix, or a "
                  "URL");
          return std::nullopt;
        }
        made.types.push_back(*iri);
      }
    } else if (name == "@language") {
      in.fail(where, "@language is allowed only beside @value");
      return std::nullopt;
    } else if (name.starts_with('@')) {
      in.fail(where, name + " is not allowed here: use @id, @type, @value and @language only");
      return std::nullopt;
    } else {
      const auto iri = expand_property(name);
      if (!iri) {
        in.warn(where,
                "this property is ignored: write a name with a known prefix such as dc:title, or a URL");
        continue;
      }
      made.properties.push_back({*iri, read_common_values(in, value, where, depth + 1)});
    }
  }
  if (made.types.empty() && made.properties.empty() && !made.value.empty()) made.kind = common_kind::iri;
  return made;
}

}  // namespace

std::vector<common_value> read_common_values(const reading& in, const json_value& value,
                                             std::string_view path, std::uint32_t depth) {
  std::vector<common_value> values;
  if (depth > in.limits.nesting) {
    in.warn(path, "this value is ignored, because it is nested too deeply");
  } else if (value.is_array()) {
    for (std::size_t i = 0; i < value.size(); ++i)
      for (auto& one : read_common_values(in, value[i], below(path, i), depth + 1))
        values.push_back(std::move(one));
  } else if (value.is_object()) {
    auto made =
        value.contains("@value") ? read_value_object(in, value, path) : read_node(in, value, path, depth);
    if (made) values.push_back(std::move(*made));
  } else if (value.is_string()) {
    values.push_back(literal(value.get<std::string>(), {}, in.language));
  } else if (value.is_boolean()) {
    values.push_back(literal(value.get<bool>() ? "true" : "false", iris::xsd_boolean));
  } else if (value.is_number_integer()) {
    values.push_back(literal(value.dump(), iris::xsd_integer));
  } else if (value.is_number()) {
    values.push_back(literal(double_text(value.get<double>()), iris::xsd_double));
  }
  return values;
}

bool read_common(const reading& in, const std::string& name, const json_value& value, std::string_view path,
                 std::vector<common_property>& out) {
  const auto iri = expand_property(name);
  if (!iri || name.find(':') == std::string::npos) return false;
  out.push_back({*iri, read_common_values(in, value, path)});
  return true;
}

void read_other(const reading& in, const std::string& name, const json_value& value, std::string_view path,
                std::vector<common_property>* out) {
  const auto where = below(path, name);
  if (name.starts_with('@')) return in.fail(where, name + " is not allowed here");
  if (out != nullptr && read_common(in, name, value, where, *out)) return;
  in.warn(where, "this property is ignored, because an object of this kind has none with this name");
}

}  // namespace laundromat::csvw
