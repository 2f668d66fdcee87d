// What the program says when it can go on no more, and with which exit code it ends then.
// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace laundromat {

/// From now on an error that nobody catches ends the program with words. A lack of memory or threads, in whatever thread, ends it with
/// `exit_disk`, and counts against no document; anything else is a crash, as before.
void write_last_words();

/// Of the exception that is being handled: says what it is, and answers the exit code.
[[nodiscard]] int end_by_exception();

}  // namespace laundromat
