// How a user proves to a store who he is, and the names of these ways.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace laundromat {

enum class store_login : std::uint8_t {
  none,
  any,    ///< Digest or Basic, as the store asks for; needs one request without a body more
  basic,  ///< readable for everybody between here and the store, unless it is https
  digest,
  bearer,  ///< a token, without a user
};

/// `any`, `basic`, `digest` and `bearer`, as campaigns and command lines name them; nothing for other texts.
[[nodiscard]] std::optional<store_login> store_login_from_name(std::string_view name);

}  // namespace laundromat
