// Checks the XML declaration that a document begins with.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace laundromat::rdfxml {

/// What is wrong with `<?xml …?>` at the beginning of a document, from its first byte to its last; empty when it is well-formed.
/// Source: XML 1.0 sections 2.8 and 2.9 (XMLDecl, SDDecl) and 4.3.3 (EncodingDecl).
[[nodiscard]] std::string_view find_declaration_fault(std::string_view declaration);

}  // namespace laundromat::rdfxml
