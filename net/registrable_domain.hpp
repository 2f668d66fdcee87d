// Which domain somebody registered, by the list of public suffixes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace laundromat {

/// `example.co.uk` of `www.example.co.uk`; the host itself where it is a public suffix; empty for an IP address.
/// Shape: lower case, internationalised names in either form, no port. Source: publicsuffix.org, as compiled into libpsl.
[[nodiscard]] std::string registrable_domain(std::string_view host);

}  // namespace laundromat
