// Checks the certificate bundle with which a machine joins a cluster, before it is used.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "net/cluster/certificate.hpp"

namespace laundromat {

/// The files for the options `openssl.cafile`, `openssl.certificate` and `openssl.key` of CAF. For a bundle all three are the same file.
struct tls_files {
  std::string ca, certificate, key;
};

/// Checks the text of a bundle (`invitation::bundle`) and returns the facts of the certificate of the machine, not of the CA.
/// Shape: PEM; the certificate of the machine, its private key, and the certificate of the CA after that of the machine. Other text
/// is ignored.
/// Errors: `configuration`, with what is wrong and what to do: no PEM, a truncated file, a missing or repeated part, a key with a passphrase or
/// of another certificate, the certificates of CA and machine exchanged, a certificate of another CA, or one that is not valid `now`.
[[nodiscard]] result<certificate_facts> check_bundle(std::string_view pem, timestamp now);

/// Makes both ends of a TLS connection within the process, with the settings of CAF, and lets them verify each other. CAF ends the process when it
/// cannot load a bundle; it can load one that passed this test.
/// Errors: `configuration`, with OpenSSL's reason.
[[nodiscard]] result<void> perform_handshake(const tls_files& caller, const tls_files& called, timestamp now);

}  // namespace laundromat
