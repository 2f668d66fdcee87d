// Why a store did not do what it was asked: the errors of its client, by what is to be done about them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "core/base/result.hpp"
#include "core/base/time.hpp"

namespace laundromat {

enum class store_fault : std::uint8_t {
  unreachable,          ///< no connection, or it was lost: the request may have been done. Later
  timed_out,            ///< no answer within the limits. Later
  busy,                 ///< 429, 503, 504, or a deadlock in the store. Later
  failed,               ///< any other 5xx. Later
  refused_credentials,  ///< 401 and 403
  refused_request,      ///< another status: a wrong address, or a request that is too large
  refused_statements,   ///< the store refuses more statements than the limit
  incomplete,           ///< the store has or gives less than it was sent or counts itself
  local,                ///< of this program, its disk or the document: see `cause`
  cancelled,            ///< the program is stopping
};

/// `unreachable`, `timed_out`, …
[[nodiscard]] std::string_view to_string(store_fault fault);

/// `cause.detail` names the request without its secrets, and what the store said.
struct store_failure {
  store_fault fault = store_fault::failed;
  failure cause;
  int http_status = 0;  ///< 0: no answer
  std::optional<seconds> retry_after = {};

  /// The same request may succeed later: nothing is wrong with what was sent.
  [[nodiscard]] bool is_for_later() const {
    return fault == store_fault::unreachable || fault == store_fault::timed_out ||
           fault == store_fault::busy || fault == store_fault::failed;
  }
};

template <class T>
using store_result = tl::expected<T, store_failure>;

[[nodiscard]] inline tl::unexpected<store_failure> fail_store(store_fault fault, errc code,
                                                              std::string detail) {
  return tl::unexpected(store_failure{fault, {code, std::move(detail)}});
}
/// A fault of this program or its document.
[[nodiscard]] inline tl::unexpected<store_failure> fail_locally(failure why) {
  return tl::unexpected(store_failure{store_fault::local, std::move(why)});
}

}  // namespace laundromat
