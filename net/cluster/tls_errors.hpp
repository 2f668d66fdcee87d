// Prevents that an error of one TLS connection is taken for an error of another one in the same thread.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace laundromat {

/// Makes this process clear OpenSSL's error queue before each read or write of a connection over a socket.
///
/// CAF 0.17 asks `SSL_get_error` why a connection has to wait. That function reads the error queue of the thread: an error that is left in the
/// queue is taken for one of the next connection (SSL_get_error(3), "the current thread's error queue must be empty"). Without this each
/// refused connection and each node that crashes would end the connections of all other nodes.
///
/// To be called before the first connection; more calls have no effect.
void keep_tls_errors_apart();

}  // namespace laundromat
