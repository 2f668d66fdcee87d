// Versions of OpenSSL and libsodium.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/library_version.hpp"

#include <openssl/crypto.h>
#include <sodium/version.h>

namespace laundromat {

std::vector<library_version> hash_libraries() {
  return {{"OpenSSL", ::OpenSSL_version(OPENSSL_VERSION_STRING)}, {"libsodium", ::sodium_version_string()}};
}

}  // namespace laundromat
