// Returns the build id, which messages/CMakeLists.txt computes.
// SPDX-License-Identifier: Apache-2.0
#include "messages/build_id.hpp"

namespace laundromat {

std::string_view build_id() {
  return LAUNDROMAT_BUILD_ID;
}

}  // namespace laundromat
