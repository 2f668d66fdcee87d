// The URL of a path of this server, as a client sees it.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

#include "net/http/http_message.hpp"

namespace laundromat {

/// `below_base`: the path of the request below the public base or `/`. Where the request names the host of the public base, that is used; otherwise http and the name that the request has.
[[nodiscard]] inline std::string own_url(const http_request& request, std::string public_base,
                                         std::string_view below_base) {
  if (!public_base.ends_with('/')) public_base.push_back('/');
  const auto scheme = public_base.find("://");
  const auto host = request.field("host");
  const bool is_public =
      scheme != std::string::npos &&
      public_base.substr(scheme + 3, public_base.find('/', scheme + 3) - scheme - 3) == host;
  // A proxy may have removed the path of the public base.
  return is_public ? public_base + std::string{below_base} : "http://" + std::string{host} + request.path;
}

}  // namespace laundromat
