// Tests a certificate bundle with a TLS connection within the process.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "net/cluster/bundle.hpp"
#include "net/cluster/mutual_tls.hpp"

namespace laundromat {
namespace {

/// More rounds than any handshake needs.
constexpr int most_rounds = 100;

tl::unexpected<failure> fail_handshake(std::string_view doing) {
  return fail(errc::configuration, std::string{doing} + ": " + openssl::reason());
}

/// Makes one end of a connection over `pipe`, and owns `pipe`.
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

/// True when the handshake of this end is done or waits for the other end.
bool goes_on(SSL* end) {
  const auto answer = SSL_do_handshake(end);
  if (answer == 1) return true;
  const auto why = SSL_get_error(end, answer);
  return why == SSL_ERROR_WANT_READ || why == SSL_ERROR_WANT_WRITE;
}

}  // namespace

result<void> perform_handshake(const tls_files& caller, const tls_files& called, timestamp now) {
  const std::array contexts{openssl::make_mutual_context(caller), openssl::make_mutual_context(called)};
  for (const auto& context : contexts)
    if (!context) return tl::unexpected(context.error());
  std::array<BIO*, 2> pipes{};
  if (BIO_new_bio_pair(&pipes[0], 0, &pipes[1], 0) != 1) return fail_handshake("TLS cannot be set up");
  const std::array ends{make_end(contexts[0]->get(), pipes[0], now),
                        make_end(contexts[1]->get(), pipes[1], now)};
  if (!ends[0] || !ends[1]) return fail_handshake("TLS cannot be set up");
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
  return fail_handshake("a test connection with OpenSSL failed");
}

}  // namespace laundromat
