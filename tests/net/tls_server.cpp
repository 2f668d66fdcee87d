// Runs the TLS server of cpp-httplib with an OpenSSL key and certificate.
// SPDX-License-Identifier: Apache-2.0
#include "tests/net/tls_server.hpp"

#include <httplib.h>
#include <openssl/ec.h>
#include <openssl/pem.h>
#include <openssl/x509v3.h>
#include <stdlib.h>
#include <unistd.h>

#include <cstdio>
#include <stdexcept>
#include <thread>

namespace laundromat::test {
namespace {

X509* make_certificate(EVP_PKEY* key, const tls_server_options& options) {
  X509* certificate = X509_new();
  X509_set_version(certificate, X509_VERSION_3);
  ASN1_INTEGER_set(X509_get_serialNumber(certificate), 1);
  X509_gmtime_adj(X509_getm_notBefore(certificate), options.valid_from_s);
  X509_gmtime_adj(X509_getm_notAfter(certificate), options.valid_to_s);
  X509_set_pubkey(certificate, key);
  X509_NAME* name = X509_get_subject_name(certificate);
  X509_NAME_add_entry_by_txt(name, "CN", MBSTRING_ASC, reinterpret_cast<const unsigned char*>("test"), -1, -1,
                             0);
  X509_set_issuer_name(certificate, name);
  if (!options.alternative_name.empty()) {
    X509_EXTENSION* extension =
        X509V3_EXT_conf_nid(nullptr, nullptr, NID_subject_alt_name, options.alternative_name.c_str());
    X509_add_ext(certificate, extension, -1);
    X509_EXTENSION_free(extension);
  }
  X509_sign(certificate, key, EVP_sha256());
  return certificate;
}

}  // namespace

class tls_server::state {
 public:
  explicit state(const tls_server_options& options) {
    key_ = EVP_EC_gen("P-256");
    certificate_ = make_certificate(key_, options);
    char name[] = "/tmp/tls_server_test.XXXXXX";
    const int fd = mkstemp(name);
    std::FILE* file = fd < 0 ? nullptr : fdopen(fd, "w");
    if (file == nullptr || PEM_write_X509(file, certificate_) != 1)
      throw std::runtime_error("tls_server: no PEM file");
    std::fclose(file);
    file_ = name;
    server_ = std::make_unique<httplib::SSLServer>(certificate_, key_);
    if (options.newest_version != 0) {
      SSL_CTX_set_min_proto_version(server_->ssl_context(), TLS1_VERSION);
      SSL_CTX_set_max_proto_version(server_->ssl_context(), options.newest_version);
      SSL_CTX_set_security_level(server_->ssl_context(), 0);
    }
    server_->set_keep_alive_timeout(1);
    server_->Get("/", [](const httplib::Request&, httplib::Response& response) {
      response.set_content("secret", "application/octet-stream");
    });
    port_ = server_->bind_to_any_port("127.0.0.1");
    thread_ = std::thread([this] { server_->listen_after_bind(); });
    while (!server_->is_running()) std::this_thread::yield();
  }
  ~state() {
    server_->stop();
    thread_.join();
    server_.reset();
    X509_free(certificate_);
    EVP_PKEY_free(key_);
    unlink(file_.c_str());
  }
  int port_ = 0;
  std::string file_;

 private:
  EVP_PKEY* key_ = nullptr;
  X509* certificate_ = nullptr;
  std::unique_ptr<httplib::SSLServer> server_;
  std::thread thread_;
};

tls_server::tls_server(tls_server_options options) : state_(std::make_unique<state>(options)) {}
tls_server::~tls_server() = default;
std::string tls_server::url() const {
  return "https://127.0.0.1:" + std::to_string(state_->port_) + "/";
}
const std::string& tls_server::certificate_file() const {
  return state_->file_;
}

}  // namespace laundromat::test
