// Writes addresses on loopback.
// SPDX-License-Identifier: Apache-2.0
#include "core/campaign/served_folder.hpp"

namespace laundromat {

std::string served_authority(std::uint16_t port) {
  return "127.0.0.1:" + std::to_string(port);
}

std::string served_address(std::uint16_t port) {
  return "http://" + served_authority(port);
}

std::string served_address(const campaign& settings) {
  return settings.serve.folder.empty() ? std::string{} : served_address(settings.serve.port);
}

}  // namespace laundromat
