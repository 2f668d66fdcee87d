// Recomposing a split URI is the identity, normalising is idempotent, a seed's hash is that of its normal form.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/file_store_path.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "fuzz/require.hpp"

using namespace laundromat;

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* bytes, std::size_t size) {
  const std::string text{reinterpret_cast<const char*>(bytes), size};
  const auto once = normalize_seed(text);
  require(normalize_seed(once) == once, "normalising is idempotent");
  require(seed_hash(once) == seed_hash(text), "a hash is that of the normal form");
  const auto path = encode_path(text, from_ms(1'225'815'600'000));
  if (!path) return 0;
  require(path->find("/../") == std::string::npos && path->front() != '/', "a path is within the store");
  const auto back = decode_path(*path);
  require(back.has_value(), "a path decodes");
  require(!back->is_exact || back->uri == text, "an exact path is that of its URI");
  return 0;
}
