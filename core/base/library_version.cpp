// Versions of the libraries for digests and hashes.
// SPDX-License-Identifier: Apache-2.0
#include "core/base/library_version.hpp"

#include <openssl/crypto.h>
#include <sodium/version.h>

#if defined(LAUNDROMAT_HAS_IPSEC_MB)
#include <intel-ipsec-mb.h>
#endif

namespace laundromat {

std::vector<library_version> hash_libraries() {
  std::vector<library_version> all{{"OpenSSL", ::OpenSSL_version(OPENSSL_VERSION_STRING)},
                                   {"libsodium", ::sodium_version_string()}};
#if defined(LAUNDROMAT_HAS_IPSEC_MB)
  all.push_back({"Intel IPsec MB", ::imb_get_version_str()});
#endif
  return all;
}

}  // namespace laundromat
