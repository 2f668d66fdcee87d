// Why nothing is requested of a host, or of a URI, and until when.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/base/errc.hpp"
#include "core/base/time.hpp"

namespace laundromat {

/// A host to which requests pause.
struct waiting_host {
  std::string authority;
  errc cause = errc::ok;  ///< `ok`: the pause of the campaign
  std::string detail;
  timestamp until{};

  friend bool operator==(const waiting_host&, const waiting_host&) = default;
};

/// The end of a wait that only the operator ends: 9999-12-31T23:59:59Z.
inline constexpr timestamp no_end = from_ms(253'402'300'799'000);

/// Why a URI on the list is not requested now.
struct request_wait {
  std::string uri;
  /// Of the host at which it waits. Until `no_end`: for the operator.
  waiting_host at;
  /// The host may be asked, and the pause before another attempt of the download is not over.
  bool is_attempt = false;

  friend bool operator==(const request_wait&, const request_wait&) = default;
};

}  // namespace laundromat
