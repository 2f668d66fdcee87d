// Resolution of IRI references against the base of a document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace laundromat {

/// Whether `iri` begins with a scheme and a colon (RFC 3986 section 3.1).
[[nodiscard]] bool has_scheme(std::string_view iri);
/// The absolute IRI that `reference` means under `base`. A reference with a scheme is returned as it is, so
/// that absolute IRIs keep their spelling; an empty or relative `base` resolves nothing, and the result is
/// empty. Source: RFC 3986 sections 5.2.2 to 5.3, applied to characters instead of octets (RFC 3987
/// section 6.5).
[[nodiscard]] std::string resolve_iri(std::string_view base, std::string_view reference);

}  // namespace laundromat
