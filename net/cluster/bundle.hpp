// What lets a machine into a cluster, checked before anybody relies on it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "net/cluster/certificate.hpp"

namespace laundromat {

/// The files that CAF takes: its options `openssl.cafile`, `openssl.certificate` and `openssl.key`. Of a bundle all three are the one
/// file.
struct tls_files {
  std::string ca, certificate, key;
};

/// Checks the text of a bundle (`invitation::bundle`) and answers what its certificate says: of the machine, not of the CA.
/// Shape: PEM; the certificate of the machine, its private key, and the certificate of the CA behind that of the machine. Text around
/// them is left out.
/// Errors: `configuration`, with what is wrong and what to do: no PEM, cut off, a part that is missing or there twice, a key that is locked
/// or belongs to another certificate, a CA in the place of the machine or the reverse, a certificate of another CA, or one that is not valid
/// `now`.
[[nodiscard]] result<certificate_facts> check_bundle(std::string_view pem, timestamp now);

/// Sets up both ends of a TLS connection within the process, as CAF does it at each connection, and lets them verify each other. A bundle
/// that has shaken hands with itself can be loaded by CAF, which ends the process otherwise.
/// Errors: `configuration`, with OpenSSL's reason.
[[nodiscard]] result<void> perform_handshake(const tls_files& caller, const tls_files& called, timestamp now);

}  // namespace laundromat
