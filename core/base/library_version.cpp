// Versions of OpenSSL, libsodium and, on x86-64, the multi-buffer library.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/library_version.hpp"

#include <openssl/crypto.h>
#include <sodium/version.h>

#if defined(__x86_64__)
#include <intel-ipsec-mb.h>
#endif

namespace laundromat {

std::vector<library_version> hash_libraries() {
  return {
    {"OpenSSL", ::OpenSSL_version(OPENSSL_VERSION_STRING)}, {"libsodium", ::sodium_version_string()},
#if defined(__x86_64__)
        {"intel-ipsec-mb", ::imb_get_version_str()},
#endif
  };
}

}  // namespace laundromat
