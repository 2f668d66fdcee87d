// The vocabulary of an item, and the IRIs of the properties that it names.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <string_view>

#include "core/rdf/model/property_alias.hpp"

namespace laundromat::rdfa {

/// The vocabulary of a type, a prefix of it: that of the registry or of `more`, else all up to its `#` or the last `/` of its path, or all of it.
/// Source: Microdata to RDF (Second Edition), section 5.2, "generate the triples", and section 4.
[[nodiscard]] std::string_view vocabulary_of(std::string_view type, std::span<const property_alias> more);
/// The name of a property as its IRI has it: characters that a fragment cannot have are escaped.
[[nodiscard]] std::string escape_property_name(std::string_view name);

/// The IRI of a property: the name when it is one, else the vocabulary, `#` unless that ends with a separator, and the name.
[[nodiscard]] std::string property_iri(std::string_view vocabulary, std::string_view name);

/// Calls `use` with each property that the registry, or `more`, gives a subject and value besides `property`, an IRI of the vocabulary.
template <class Use>
void expand_property(std::string_view vocabulary, std::string_view property,
                     std::span<const property_alias> more, const Use& use) {
  static constexpr property_alias registry[] = {
      {"http://schema.org/", "additionalType", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"},
      {"https://schema.org/", "additionalType", "http://www.w3.org/1999/02/22-rdf-syntax-ns#type"}};
  for (const auto& entries : {std::span<const property_alias>(registry), more})
    for (const auto& one : entries)
      if (one.vocabulary == vocabulary && property.ends_with(one.property) &&
          property == property_iri(vocabulary, one.property))
        use(one.also);
}

}  // namespace laundromat::rdfa
