// What becomes of a stage that the system gives no more memory, or no thread.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <new>
#include <system_error>

#include "core/base/result.hpp"
#include "core/records/outcomes.hpp"

namespace laundromat {

/// Runs a stage. `std::bad_alloc`, and a thread that the system does not start, become `out_of_memory`: the outcome of the document where
/// the memory of the process is the document's alone, else an error, which is a fault of our own machine.
template <class Work>
auto within_memory(bool is_the_documents, Work&& work) -> decltype(work()) {
  using answered = decltype(work());
  try {
    return work();
  } catch (const std::bad_alloc&) {
    if (!is_the_documents) return fail(errc::out_of_memory, "the system gives this process no more memory");
    typename answered::value_type out{};
    out.on = event::failed_for_good;
    out.cause = errc::out_of_memory;
    out.detail = "the document needs more memory than one may have";
    return out;
  } catch (const std::system_error& e) {
    if (e.code() != std::errc::resource_unavailable_try_again) throw;
    return fail(errc::out_of_memory, std::string{"the system starts no more threads: "} + e.what());
  }
}

}  // namespace laundromat
