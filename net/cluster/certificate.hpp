// Makes the certificates of a cluster, as PEM texts: its CA, and a certificate signed by the CA for each machine.
// SPDX-License-Identifier: Apache-2.0
//
// Every certificate of the CA lets its owner join, with any name. So a CA must serve only one cluster. A certificate cannot be revoked; a new
// CA makes all of them invalid.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/base/time.hpp"

namespace laundromat {

inline constexpr std::chrono::days authority_days{3'653};  ///< ten years
inline constexpr std::chrono::days machine_days{730};      ///< two years by default

/// The facts of a certificate.
struct certificate_facts {
  std::string name;    ///< the common name of its subject
  std::string serial;  ///< hexadecimal
  timestamp from, until;

  friend bool operator==(const certificate_facts&, const certificate_facts&) = default;
};

/// A CA that can sign.
struct authority {
  std::string certificate;
  std::string key;  ///< PKCS #8; its owner can invite machines
};

/// The file for one machine.
struct invitation {
  std::string certificate;
  /// The certificate of the machine, its private key, and the certificate of the CA. The last one is marked as trusted (`openssl x509
  /// -trustout`), so that OpenSSL uses it as the CA and not as part of the machine's own chain.
  std::string bundle;
  certificate_facts facts;
};

/// True for 1 to 64 lower-case letters, digits, `-` and `.`, as in a host name (RFC 1123 section 2.1; 64 is the bound of a common
/// name, RFC 5280 appendix A).
[[nodiscard]] bool is_machine_name(std::string_view text);

/// Makes a CA: EC P-256, self-signed, `CA:TRUE, pathlen:0`, for signing certificates only. Like every certificate here it is valid from one
/// hour before `now`, because clocks differ, and has a random serial number of 128 bits.
/// Errors: `internal` when OpenSSL fails.
[[nodiscard]] result<authority> make_authority(timestamp now);

/// Makes a key and a certificate for the machine `name` that serves at both ends of a connection.
/// Errors: `invalid_argument` for a text that is no name, and for an end after that of the CA; `configuration` when the CA is no CA, is not
/// valid `now`, or has another key; `internal`.
[[nodiscard]] result<invitation> invite_machine(const authority& by, std::string_view name, timestamp now,
                                                std::chrono::days valid = machine_days);

/// Reads the facts of the first certificate of a PEM text. Errors: `configuration` when there is none.
[[nodiscard]] result<certificate_facts> read_certificate(std::string_view pem);

}  // namespace laundromat
