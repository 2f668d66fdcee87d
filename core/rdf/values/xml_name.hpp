// Names of XML 1.0 (fifth edition), in valid UTF-8.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string_view>

namespace laundromat {

/// The length of the longest run of NameChar at the front (XML 1.0 production 4a), colons included.
[[nodiscard]] std::size_t count_name_bytes(std::string_view text);
/// Whether the first character is a NameStartChar (production 4).
[[nodiscard]] bool starts_name(std::string_view text);
/// Name, production 5.
[[nodiscard]] bool is_xml_name(std::string_view text);
/// A name without a colon (Namespaces in XML 1.0, production NCName).
[[nodiscard]] bool is_nc_name(std::string_view text);

}  // namespace laundromat
