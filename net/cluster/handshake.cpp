// A TLS connection within the process, to see whether there could be one between two.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "net/cluster/bundle.hpp"
#include "net/cluster/openssl_handles.hpp"

namespace laundromat {
namespace {

/// More than any handshake takes.
constexpr int most_rounds = 100;

tl::unexpected<failure> refuse(std::string_view doing) {
  return fail(errc::configuration, std::string{doing} + ": " + openssl::reason());
}

/// As `caf::openssl::session` does it in CAF 0.17 when all three files are given.
result<openssl::ssl_context> make_context(const tls_files& files) {
  ERR_clear_error();
  openssl::ssl_context made{SSL_CTX_new(TLS_method())};
  if (!made) return refuse("TLS cannot be set up");
  SSL_CTX_set_default_passwd_cb(made.get(), openssl::no_passphrase);
  if (SSL_CTX_use_certificate_chain_file(made.get(), files.certificate.c_str()) != 1)
    return refuse("the certificate cannot be used");
  if (SSL_CTX_use_PrivateKey_file(made.get(), files.key.c_str(), SSL_FILETYPE_PEM) != 1)
    return refuse("the private key cannot be used");
  if (SSL_CTX_check_private_key(made.get()) != 1) return refuse("key and certificate do not match");
  if (SSL_CTX_load_verify_locations(made.get(), files.ca.c_str(), nullptr) != 1)
    return refuse("the certificate of the CA cannot be used");
  SSL_CTX_set_verify(made.get(), SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  if (SSL_CTX_set_cipher_list(made.get(), "HIGH:!aNULL:!MD5") != 1) return refuse("TLS cannot be set up");
  return made;
}

/// One end of a connection over `pipe`, which it takes.
openssl::ssl make_end(SSL_CTX* context, BIO* pipe, timestamp now) {
  openssl::ssl made{SSL_new(context)};
  if (!made) {
    BIO_free(pipe);
    return made;
  }
  SSL_set_bio(made.get(), pipe, pipe);
  X509_VERIFY_PARAM_set_time(SSL_get0_param(made.get()),
                             std::chrono::duration_cast<seconds>(now.time_since_epoch()).count());
  return made;
}

/// True when the handshake of this end is done or waits for the other.
bool goes_on(SSL* end) {
  const auto answer = SSL_do_handshake(end);
  if (answer == 1) return true;
  const auto why = SSL_get_error(end, answer);
  return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE;
}

}  // namespace

result<void> shake_hands(const tls_files& caller, const tls_files& called, timestamp now) {
  const std::array contexts{make_context(caller), make_context(called)};
  for (const auto& context : contexts)
    if (!context) return tl::unexpected(context.error());
  std::array<BIO*, 2> pipes{};
  if (BIO_new_bio_pair(&pipes[0], 0, &pipes[1], 0) != 1) return refuse("TLS cannot be set up");
  const std::array ends{make_end(contexts[0]->get(), pipes[0], now),
                        make_end(contexts[1]->get(), pipes[1], now)};
  if (!ends[0] || !ends[1]) return refuse("TLS cannot be set up");
  SSL_set_connect_state(ends[0].get());
  SSL_set_accept_state(ends[1].get());
  for (int round = 0; round < most_rounds; ++round) {
    const bool both = goes_on(ends[0].get()) && goes_on(ends[1].get());
    if (!both) break;
    if (SSL_is_init_finished(ends[0].get()) == 1 && SSL_is_init_finished(ends[1].get()) == 1) {
      ERR_clear_error();
      return {};
    }
  }
  for (const auto& end : ends)
    if (const auto verdict = SSL_get_verify_result(end.get()); verdict != X509_V_OK) {
      ERR_clear_error();
      return fail(errc::configuration, std::string{"OpenSSL does not accept the certificate: "} +
                                           X509_verify_cert_error_string(verdict));
    }
  return refuse("OpenSSL does not connect with it");
}

}  // namespace laundromat
