// Owning pointers to OpenSSL's objects, and the texts of its errors. For this folder and for users of `mutual_tls.hpp`.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/bio.h>
#include <openssl/bn.h>
#include <openssl/err.h>
#include <openssl/evp.h>
#include <openssl/pem.h>
#include <openssl/ssl.h>
#include <openssl/x509v3.h>

#include <memory>
#include <string>
#include <string_view>

#include "net/cluster/certificate.hpp"

namespace laundromat::openssl {

template <auto Free>
struct freed_by {
  template <class T>
  void operator()(T* handle) const {
    Free(handle);
  }
};
using bio = std::unique_ptr<BIO, freed_by<BIO_free>>;
using bignum = std::unique_ptr<BIGNUM, freed_by<BN_free>>;
using extension = std::unique_ptr<X509_EXTENSION, freed_by<X509_EXTENSION_free>>;
using key = std::unique_ptr<EVP_PKEY, freed_by<EVP_PKEY_free>>;
using x509 = std::unique_ptr<X509, freed_by<X509_free>>;
using ssl = std::unique_ptr<SSL, freed_by<SSL_free>>;
using ssl_context = std::unique_ptr<SSL_CTX, freed_by<SSL_CTX_free>>;

/// Returns no passphrase, so that OpenSSL does not ask for one on the terminal.
int no_passphrase(char* buffer, int size, int is_writing, void* data);
/// Returns the text of the last OpenSSL error of this thread, and clears its errors.
[[nodiscard]] std::string reason();
/// Reads from `text`, which must outlive it.
[[nodiscard]] bio reader_of(std::string_view text);
/// The first private key of a PEM text; nothing when there is none that can be read without a passphrase.
[[nodiscard]] key first_key(std::string_view pem);
/// The first certificate of a PEM text, or nothing.
[[nodiscard]] x509 first_certificate(std::string_view pem);
[[nodiscard]] certificate_facts facts_of(const X509* certificate);

}  // namespace laundromat::openssl
