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

std::string archive_of(const std::string& format, const std::map<std::string, std::string>& members) {
  std::vector<testing::made_member> made;
  for (const auto& [path, bytes] : members) made.push_back({path, bytes});
  return testing::make_archive(format, made);
}

}  // namespace laundromat::test
