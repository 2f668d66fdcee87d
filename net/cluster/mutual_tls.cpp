// Calls OpenSSL on non-blocking sockets.
// SPDX-License-Identifier: Apache-2.0
#include "net/cluster/mutual_tls.hpp"

#include <algorithm>
#include <limits>

namespace laundromat::openssl {

namespace {

tl::unexpected<failure> fail_setup(std::string_view doing) {
  return fail(errc::configuration, std::string{doing} + ": " + reason());
}

}  // namespace

result<ssl_context> make_mutual_context(const tls_files& files) {
  ERR_clear_error();
  ssl_context made{SSL_CTX_new(TLS_method())};
  if (!made) return fail_setup("TLS cannot be set up");
  SSL_CTX_set_default_passwd_cb(made.get(), no_passphrase);
  if (SSL_CTX_use_certificate_chain_file(made.get(), files.certificate.c_str()) != 1)
    return fail_setup("the certificate cannot be used");
  if (SSL_CTX_use_PrivateKey_file(made.get(), files.key.c_str(), SSL_FILETYPE_PEM) != 1)
    return fail_setup("the private key cannot be used");
  if (SSL_CTX_check_private_key(made.get()) != 1) return fail_setup("key and certificate do not match");
  if (SSL_CTX_load_verify_locations(made.get(), files.ca.c_str(), nullptr) != 1)
    return fail_setup("the certificate of the CA cannot be used");
  SSL_CTX_set_verify(made.get(), SSL_VERIFY_PEER | SSL_VERIFY_FAIL_IF_NO_PEER_CERT, nullptr);
  if (SSL_CTX_set_cipher_list(made.get(), "HIGH:!aNULL:!MD5") != 1) return fail_setup("TLS cannot be set up");
  // No session of a former connection is accepted, and no renegotiation.
  SSL_CTX_set_session_cache_mode(made.get(), SSL_SESS_CACHE_OFF);
  SSL_CTX_set_options(made.get(), SSL_OP_NO_TICKET | SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION);
  SSL_CTX_set_mode(made.get(), SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER |
                                   SSL_MODE_RELEASE_BUFFERS);
  return made;
}

called_end::called_end(SSL_CTX* context, int socket) : ssl_(SSL_new(context)) {
  if (ssl_ && SSL_set_fd(ssl_.get(), socket) == 1)
    SSL_set_accept_state(ssl_.get());
  else
    ssl_.reset();
}

called_end::progress called_end::explain(int answer) {
  const int why = SSL_get_error(ssl_.get(), answer);
  ERR_clear_error();
  if (why == SSL_ERROR_WANT_READ) return progress::wants_read;
  return why == SSL_ERROR_WANT_WRITE ? progress::wants_write : progress::closed;
}

called_end::progress called_end::perform_handshake() {
  if (!ssl_) return progress::closed;
  ERR_clear_error();
  const int answer = SSL_do_handshake(ssl_.get());
  return answer == 1 ? progress::done : explain(answer);
}

called_end::progress called_end::read(std::string& to, std::size_t most) {
  const auto before = to.size();
  to.resize(before + std::min<std::size_t>(most, std::numeric_limits<int>::max()));
  ERR_clear_error();
  const int got = SSL_read(ssl_.get(), to.data() + before, static_cast<int>(to.size() - before));
  to.resize(before + static_cast<std::size_t>(std::max(got, 0)));
  return got > 0 ? progress::done : explain(got);
}

called_end::progress called_end::write(std::string_view& from) {
  ERR_clear_error();
  const auto most = static_cast<int>(std::min<std::size_t>(from.size(), std::numeric_limits<int>::max()));
  const int sent = SSL_write(ssl_.get(), from.data(), most);
  if (sent <= 0) return explain(sent);
  from.remove_prefix(static_cast<std::size_t>(sent));
  return progress::done;
}

void called_end::send_goodbye() {
  if (!ssl_ || SSL_is_init_finished(ssl_.get()) != 1) return;
  static_cast<void>(SSL_shutdown(ssl_.get()));
  ERR_clear_error();
}

std::string called_end::name() const {
  const x509 certificate{ssl_ ? SSL_get1_peer_certificate(ssl_.get()) : nullptr};
  return certificate ? facts_of(certificate.get()).name : "";
}

}  // namespace laundromat::openssl
