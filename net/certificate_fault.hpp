// Says what is wrong with a certificate together with its dates, which libcurl's messages leave out.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <openssl/types.h>

#include <string>

namespace laundromat {

/// Watches the handshakes of a context. When one fails because a certificate has expired or is not valid yet, `why` says since or from
/// when; for other faults it stays as it is. What is accepted does not change. `why` outlives the connections of the context.
void watch_certificates(SSL_CTX* context, std::string& why);

}  // namespace laundromat
