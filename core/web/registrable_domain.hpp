// Finds the registrable domain of a host with the Public Suffix List.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace laundromat {

/// Returns `example.co.uk` for `www.example.co.uk`, the host itself when it is a public suffix, and an empty text for an IP address.
/// Shape: lower case, internationalised names in either form, no port. Source: publicsuffix.org, as compiled into libpsl.
[[nodiscard]] std::string registrable_domain(std::string_view host);

}  // namespace laundromat
