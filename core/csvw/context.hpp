// The names that every metadata document can use without declaring them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace laundromat::csvw {

inline constexpr std::string_view csvw_namespace = "http://www.w3.org/ns/csvw#";
/// `http://www.w3.org/ns/csvw#Table`.
[[nodiscard]] inline std::string csvw_iri(std::string_view name) {
  return std::string(csvw_namespace) + std::string(name);
}
/// What `@context` has to be.
inline constexpr std::string_view csvw_context = "http://www.w3.org/ns/csvw";

/// `dc:title` with the IRI of its prefix; a text without a prefix of the context as it is.
/// Source: http://www.w3.org/ns/csvw, which has the prefixes of the RDFa initial context.
[[nodiscard]] std::string expand_prefix(std::string_view name);
/// The IRI of a property or class: a prefixed name or an absolute IRI, and of a class also a term such as `Table`. Nothing for others, and
/// for blank nodes.
[[nodiscard]] std::optional<std::string> expand_property(std::string_view name);
[[nodiscard]] std::optional<std::string> expand_class(std::string_view name);

/// An IRI as IRIs of tables are compared: scheme and host in lower case, without the default port, dot segments and needless percent codes.
/// Source: RFC 3986 section 6.2.2 and 6.2.3.
[[nodiscard]] std::string comparable_url(std::string_view url);

}  // namespace laundromat::csvw
