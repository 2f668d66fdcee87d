// Calls libpsl.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/registrable_domain.hpp"

#include <libpsl.h>

#include "core/web/ip_address.hpp"

namespace laundromat {

std::string registrable_domain(std::string_view host) {
  if (host.starts_with('[') || parse_ipv4(host)) return {};
  const std::string name{host};
  const auto* const found = psl_registrable_domain(psl_builtin(), name.c_str());
  return found == nullptr ? name : std::string{found};
}

}  // namespace laundromat
