// Journal before acting: the one way in which seeds and entries report events.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <spdlog/spdlog.h>

#include <exception>
#include <new>
#include <string>
#include <system_error>

#include "messages/errors.hpp"
#include "messages/interfaces.hpp"

namespace laundromat {

/// A full disk makes the journal wait, not fail; so does the actor that asks.
inline constexpr seconds journal_timeout{3'600};

/// Sends the change to the journal and runs `then` with the answer, after COMMIT. When the journal refuses, the actor
/// ends with its reason: the supervisor starts it again from the row, which is the truth.
template <class Self, class Then>
void commit(Self* self, change c, Then then) {
  self->request(self->state.services.journal, journal_timeout, commit_atom::value, std::move(c))
      .then([then = std::move(then)](const committed& stored) { then(stored); },
            [self](const caf::error& e) { self->quit(e); });
}

/// Turns what escaped from a handler into the reason with which the actor ends.
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
