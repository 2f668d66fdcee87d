// Damage to markup.
// SPDX-License-Identifier: Apache-2.0
#include "bench/reader_recovery/injection.hpp"

namespace laundromat::recovery {

std::span<const kind> json_kinds() {
  return {};
}

}  // namespace laundromat::recovery
