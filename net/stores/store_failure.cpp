// The names of faults of stores.
// SPDX-License-Identifier: Apache-2.0
#include "net/stores/store_failure.hpp"

namespace laundromat {

std::string_view to_string(store_fault fault) {
  switch (fault) {
    case store_fault::unreachable:
      return "unreachable";
    case store_fault::timed_out:
      return "timed_out";
    case store_fault::busy:
      return "busy";
    case store_fault::failed:
      return "failed";
    case store_fault::refused_credentials:
      return "refused_credentials";
    case store_fault::refused_request:
      return "refused_request";
    case store_fault::refused_statements:
      return "refused_statements";
    case store_fault::incomplete:
      return "incomplete";
    case store_fault::local:
      return "local";
    case store_fault::cancelled:
      break;
  }
  return "cancelled";
}

}  // namespace laundromat
