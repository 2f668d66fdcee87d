// Describes faults of certificates with their dates, which the messages of libcurl omit.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/types.h>

#include <string>

namespace laundromat {

/// Observes the handshakes of a context. When one fails because a certificate has expired or is not valid yet, `why` is set to a text with that
/// date; other faults do not change `why`. Which certificates are accepted does not change. `why` must outlive the connections of the context.
void watch_certificates(SSL_CTX* context, std::string& why);

}  // namespace laundromat
