// Sends the events of seeds and entries to the journal, and makes errors of exceptions.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <exception>
#include <new>
#include <string>
#include <system_error>

#include "messages/errors.hpp"
#include "messages/interfaces.hpp"

namespace laundromat {

/// Requests within an engine have no time-out: an actor that ends answers them with an error, a full disk makes the journal wait and not fail,
/// and a dispatcher ends the lease of a worker that hangs. Each time-out would cost two messages to the thread of the clock.
inline constexpr caf::infinite_t no_timeout = caf::infinite;

/// Sends the change to the journal and calls `then` with the answer, after COMMIT. When the journal returns an error, the actor ends with it,
/// and its supervisor starts it again from the stored row.
template <class Self, class Then>
void commit(Self* self, change c, Then then) {
  self->request(self->state.services.journal, no_timeout, commit_atom::value, std::move(c))
      .then([then = std::move(then)](const committed& stored) { then(stored); },
            [self](const caf::error& e) { self->quit(e); });
}

/// Makes of an exception that left a handler the error with which the actor ends. `about` names the record.
[[nodiscard]] inline caf::error describe(const std::exception_ptr& what, const std::string& about) {
  try {
    std::rethrow_exception(what);
  } catch (const std::bad_alloc&) {
    return to_error({errc::out_of_memory, about + ": the system gives this process no more memory"});
  } catch (const std::system_error& e) {
    const bool is_lack = e.code() == std::errc::resource_unavailable_try_again;
    return to_error({is_lack ? errc::out_of_memory : errc::internal, about + ": " + e.what()});
  } catch (const std::exception& e) {
    return to_error({errc::internal, about + ": " + e.what()});
  } catch (...) {
    return to_error({errc::internal, about + ": unknown exception"});
  }
}

}  // namespace laundromat
