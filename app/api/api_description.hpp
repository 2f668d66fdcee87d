// The description of the API in OpenAPI 3.1, made of the routes and of the commands that answer them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

namespace laundromat {

/// The same text each time. Source: OpenAPI Specification 3.1.
[[nodiscard]] std::string api_description();

}  // namespace laundromat
