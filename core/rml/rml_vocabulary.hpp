// The words of RML, and of the older vocabularies that mean the same.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>

namespace laundromat::rml {

inline constexpr std::string_view namespace_iri = "http://w3id.org/rml/";

/// The local name of a word of RML, of R2RML (`http://www.w3.org/ns/r2rml#`), or of RML before it was standardised
/// (`http://semweb.mmlab.be/ns/rml#` and `ql#`); empty for any other IRI. A word that was renamed has its new name.
[[nodiscard]] std::string_view word(std::string_view iri);

/// The properties that a mapping may use.
[[nodiscard]] std::span<const std::string_view> known_properties();
/// The properties that have one value, and whose other values no other check refuses.
[[nodiscard]] std::span<const std::string_view> single_properties();
/// What to do instead of a property of RML that is not supported; empty for one that is.
[[nodiscard]] std::string_view instead_of(std::string_view property);

}  // namespace laundromat::rml
