// Errors and the depth limit that all steps of context processing share.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <utility>

#include "core/base/result.hpp"

namespace laundromat::jsonld {

/// How deep contexts may be nested, by scoped contexts and terms that depend on terms.
inline constexpr std::uint32_t deepest_context = 128;

/// `json_ld_invalid` with the error code of the specification (JSON-LD 1.1 API section 9.4.2, JsonLdErrorCode), such as
/// `invalid term definition`.
inline tl::unexpected<failure> refuse_context(std::string code) {
  return fail(errc::json_ld_invalid, std::move(code));
}

}  // namespace laundromat::jsonld
