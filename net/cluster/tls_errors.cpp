// Sets a callback on every socket of OpenSSL.
// SPDX-License-Identifier: Apache-2.0
#include "net/cluster/tls_errors.hpp"

#include <openssl/bio.h>
#include <openssl/crypto.h>
#include <openssl/err.h>

namespace laundromat {

namespace {

/// Clears the queue before a socket is used: its errors are those of other connections.
long forget_errors(BIO*, int operation, const char*, std::size_t, int, long, int returned, std::size_t*) {
  if (operation == BIO_CB_READ || operation == BIO_CB_WRITE) ERR_clear_error();
  return returned;
}

void watch(void* parent, void*, CRYPTO_EX_DATA*, int, long, void*) {
  auto* const made = static_cast<BIO*>(parent);
  if (BIO_method_type(made) == BIO_TYPE_SOCKET) BIO_set_callback_ex(made, forget_errors);
}

}  // namespace

void keep_tls_errors_apart() {
  [[maybe_unused]] static const int index =
      CRYPTO_get_ex_new_index(CRYPTO_EX_INDEX_BIO, 0, nullptr, watch, nullptr, nullptr);
}

}  // namespace laundromat
