// Handles out-of-memory errors in a stage, and threads that cannot be started.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <new>
#include <system_error>

#include "core/base/result.hpp"
#include "core/records/outcomes.hpp"

namespace laundromat {

/// Runs a stage. `std::bad_alloc`, and a thread that cannot be started, become `out_of_memory`: as the outcome of the document where
/// the memory of the process is for that document only, else as an error, which is a fault of our own machine.
template <class Work>
auto within_memory(bool is_the_documents, Work&& work) -> decltype(work()) {
  using answered = decltype(work());
  try {
    return work();
  } catch (const std::bad_alloc&) {
    if (!is_the_documents) return fail(errc::out_of_memory, "the system has no more memory for this process");
    typename answered::value_type out{};
    out.on = event::failed_for_good;
    out.cause = errc::out_of_memory;
    out.detail = "the document needs more memory than the limit of one document";
    return out;
  } catch (const std::system_error& e) {
    if (e.code() != std::errc::resource_unavailable_try_again) throw;
    return fail(errc::out_of_memory, std::string{"the system cannot start another thread: "} + e.what());
  }
}

}  // namespace laundromat
