// Keeps the errors of one TLS connection from others of the same thread.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace laundromat {

/// From now on this process empties OpenSSL's queue of errors whenever a connection over a socket reads or writes.
///
/// CAF 0.17 asks `SSL_get_error` why a connection pauses, which answers for the thread: one error that is left in its queue is taken for
/// one of whichever connection comes next (SSL_get_error(3), "the current thread's error queue must be empty"). Without this each
/// stranger who is turned away, and each machine that dies, ends the connections of all others.
///
/// Called before the first connection; more calls do nothing.
void keep_tls_errors_apart();

}  // namespace laundromat
