// Uses the generators of the codec tests, whose namespace `testing` would hide that of GoogleTest.
// SPDX-License-Identifier: Apache-2.0
#include "tests/app/compressed_text.hpp"

#include "tests/core/codec/support.hpp"

namespace laundromat::test {

std::string compressed(layer_kind kind, std::string_view bytes) {
  return testing::compress(kind, bytes);
}

std::string tar_of(const std::string& bytes) {
  return testing::make_archive("ustar", {{"list", bytes}});
}

}  // namespace laundromat::test
