// Which FTP URIs are requested.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "core/base/result.hpp"

namespace laundromat {

[[nodiscard]] bool is_ftp(std::string_view uri);

/// Checks that an FTP URI names one file. Errors: `scheme_refused` with words for one that ends in `/` (folders are not listed), has a segment `..` or
/// an encoded `/` or control character, a query, or another type than `;type=i`; `uri_syntax` without a host. Source: RFC 1738 section 3.2.
[[nodiscard]] result<void> check_ftp_uri(std::string_view uri);

}  // namespace laundromat
