// The certificates of a cluster: a CA of its own, and what it signs for each machine. All as PEM text; files are others' business.
// SPDX-License-Identifier: Apache-2.0
//
// Whoever shows a certificate of the CA is let in, under whatever name; so the CA serves one cluster and nothing else. Nothing takes an
// invitation back before its time: another CA does.
#pragma once

#include <chrono>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/base/time.hpp"

namespace laundromat {

inline constexpr std::chrono::days authority_days{3'653};  ///< ten years
inline constexpr std::chrono::days machine_days{730};      ///< two years, unless somebody wants otherwise

/// What a certificate says.
struct certificate_facts {
  std::string name;    ///< the common name of its subject
  std::string serial;  ///< hexadecimal
  timestamp from, until;

  friend bool operator==(const certificate_facts&, const certificate_facts&) = default;
};

/// A CA that can sign.
struct authority {
  std::string certificate;
  std::string key;  ///< PKCS #8; whoever has it lets machines in
};

/// What one machine is given.
struct invitation {
  std::string certificate;
  /// One file with all that the machine needs: its certificate, its private key, and the certificate of the CA. That one is marked as
  /// trusted (`openssl x509 -trustout`), so that OpenSSL takes it for the CA and not for a link of the machine's own chain.
  std::string bundle;
  certificate_facts facts;
};

/// True for 1 to 64 letters in lower case, digits, `-` and `.`, as a host is called (RFC 1123 section 2.1; 64 is the bound of a common
/// name, RFC 5280 appendix A).
[[nodiscard]] bool is_machine_name(std::string_view text);

/// Makes a CA: EC P-256, self-signed, `CA:TRUE, pathlen:0`, for signing certificates only. Like every certificate here it is valid an hour
/// before `now`, for clocks differ, and has a random serial number of 128 bits.
/// Errors: `internal` when OpenSSL fails.
[[nodiscard]] result<authority> make_authority(timestamp now);

/// Makes a key and a certificate for the machine `name` that serves at both ends of a connection.
/// Errors: `invalid_argument` for what is no name, and for days that the CA does not live to see; `configuration` for a CA that is none, is
/// not valid `now`, or has another key; `internal`.
[[nodiscard]] result<invitation> invite_machine(const authority& by, std::string_view name, timestamp now,
                                                std::chrono::days valid = machine_days);

/// What the first certificate of a PEM text says. Errors: `configuration` when there is none.
[[nodiscard]] result<certificate_facts> read_certificate(std::string_view pem);

}  // namespace laundromat
