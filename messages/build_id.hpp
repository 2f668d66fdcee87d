// Which build this is, for processes that must understand each other.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace laundromat {

/// The version, and what the declarations hash to that messages are made of: they carry no version of their own.
[[nodiscard]] std::string_view build_id();

}  // namespace laundromat
