// A TLS test server that makes its own certificate.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>

namespace laundromat::test {

struct tls_server_options {
  std::string alternative_name = "IP:127.0.0.1";  ///< the subjectAltName; empty for none
  int valid_from_s = -3'600, valid_to_s = 3'600;  ///< from now
  int newest_version = 0;                         ///< of OpenSSL, for example TLS1_1_VERSION; 0: no limit
};

/// Answers every GET with the body `secret`, on 127.0.0.1 at a port that the system chooses. Self-signed.
class tls_server {
 public:
  explicit tls_server(tls_server_options options = {});
  ~tls_server();
  tls_server(const tls_server&) = delete;
  tls_server& operator=(const tls_server&) = delete;

  [[nodiscard]] std::string url() const;
  /// A PEM file with the certificate; it exists as long as the server.
  [[nodiscard]] const std::string& certificate_file() const;

 private:
  class state;
  std::unique_ptr<state> state_;
};

}  // namespace laundromat::test
