// The id of this build. Processes exchange messages only when their ids are equal.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

namespace laundromat {

/// The version of the program and a hash of all headers that declare what messages consist of (`messages/CMakeLists.txt` lists the
/// folders), comments included. Messages have no version of their own.
[[nodiscard]] std::string_view build_id();

}  // namespace laundromat
