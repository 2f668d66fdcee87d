// Sort keys of URLs, as indexes of web archives have them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace laundromat {

/// The sort key of a URL (SURT): `http://www.A.example:8080/X?b&a` is `example,a:8080)/x?a&b`. As npm warcio forms it: without `www` and a
/// default port, in lower case, parameters sorted. Other schemes than http and https stay as they are.
[[nodiscard]] std::string surt(std::string_view url);

}  // namespace laundromat
