// Implements type_terms.
// SPDX-License-Identifier: Apache-2.0
#include "core/extraction/plan/typed_terms.hpp"

#include <algorithm>
#include <string>

#include "core/rdf/values/datatype.hpp"

namespace laundromat {

namespace {

/// The field at a path of names with dots.
const field_spec* find_field(const std::vector<field_spec>& fields, std::string_view path) {
  for (const auto& field : fields)
    for (const auto& name : field.names) {
      if (path == name) return &field;
      if (path.starts_with(name) && path.substr(name.size()).starts_with('.'))
        return find_field(field.fields, path.substr(name.size() + 1));
    }
  return nullptr;
}

std::string_view datatype_name(field_type type) {
  switch (type) {
    case field_type::date:
      return "date";
    case field_type::time:
      return "time";
    case field_type::date_time:
      return "dateTime";
    case field_type::year:
      return "gYear";
    case field_type::integer:
      return "integer";
    case field_type::decimal:
      return "decimal";
    case field_type::number:
      return "double";
    default:
      return {};
  }
}

bool is_number(field_type type) {
  return type == field_type::integer || type == field_type::decimal || type == field_type::number;
}

void type_resource(resource_spec& resource, const std::vector<field_spec>& fields) {
  for (auto& property : resource.properties) {
    for (auto& term : property.objects) {
      const auto* field = term.is_natural ? find_field(fields, term.parts.front().field) : nullptr;
      if (field != nullptr) static_cast<void>(type_term(term, field->steps.type));
    }
    for (auto& inner : property.resources) {
      const auto* field = find_field(fields, inner.each);
      type_resource(inner, field ? field->fields : fields);
    }
  }
}

}  // namespace

bool type_term(term_spec& term, field_type type) {
  if (type == field_type::iri) {
    term.form = term_form::iri;
    term.is_natural = false;
    return true;
  }
  const auto name = datatype_name(type);
  if (name.empty()) return false;
  term.datatype = std::string(xsd_namespace) + std::string(name);
  // With `warn` the field may have a text, which is no number.
  term.is_natural = is_number(type);
  return true;
}

void type_terms(record_spec& spec) {
  if (spec.rdf) type_resource(*spec.rdf, spec.fields);
}

}  // namespace laundromat
