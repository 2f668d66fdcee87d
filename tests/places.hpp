// Where tests find the source tree and the programs that they start.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace laundromat {

/// A path in the source tree, `conf/demo.yaml`; without argument its root. Only places.cpp is compiled with these paths, so that clones share all other tests
/// in the cache of the compiler.
[[nodiscard]] std::string source_path(std::string_view below = {});
/// `laundromat`, as it was built.
[[nodiscard]] std::string program_path();
/// tests/washer/evil_washer.cpp.
[[nodiscard]] std::string evil_washer_path();

}  // namespace laundromat
