// The callback that OpenSSL calls after each step of a verification.
// SPDX-License-Identifier: Apache-2.0
#include "net/certificate_fault.hpp"

#include <openssl/ssl.h>
#include <openssl/x509.h>

#include <ctime>

#include "core/base/time.hpp"

namespace laundromat {
namespace {

int slot() {
  static const int index = SSL_CTX_get_ex_new_index(0, nullptr, nullptr, nullptr, nullptr);
  return index;
}

std::string day_of(const ASN1_TIME* time) {
  std::tm parts{};
  if (ASN1_TIME_to_tm(time, &parts) != 1) return "a date that cannot be read";
  return to_iso8601(from_ms(std::int64_t{timegm(&parts)} * 1'000)).substr(0, 10);
}

int on_verified(int is_sound, X509_STORE_CTX* store) {
  const auto* tls =
      static_cast<const SSL*>(X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx()));
  const auto* certificate = X509_STORE_CTX_get_current_cert(store);
  if (is_sound != 0 || tls == nullptr || certificate == nullptr) return is_sound;
  auto& why = *static_cast<std::string*>(SSL_CTX_get_ex_data(SSL_get_SSL_CTX(tls), slot()));
  const auto fault = X509_STORE_CTX_get_error(store);
  if (fault == X509_V_ERR_CERT_HAS_EXPIRED)
    why = "certificate expired on " + day_of(X509_get0_notAfter(certificate));
  else if (fault == X509_V_ERR_CERT_NOT_YET_VALID)
    why = "certificate is not valid before " + day_of(X509_get0_notBefore(certificate));
  return is_sound;
}

}  // namespace

void watch_certificates(SSL_CTX* context, std::string& why) {
  SSL_CTX_set_ex_data(context, slot(), &why);
  SSL_CTX_set_verify(context, SSL_CTX_get_verify_mode(context), on_verified);
}

}  // namespace laundromat
