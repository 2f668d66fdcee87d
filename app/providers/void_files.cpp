// Keeps the URIs of a registry.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/void_files.hpp"

#include "core/campaign/served_folder.hpp"

namespace laundromat {

void_files::void_files(const campaign& settings)
    : registry_(settings.harvest.registry, served_address(settings), registry_log::nothing) {}

bool void_files::has(std::string_view uri) {
  if (registry_.file().empty()) return false;
  const auto& now = registry_.read();
  if (changes_ != registry_.changes()) {
    changes_ = registry_.changes();
    uris_.clear();
    for (const auto& one : now.content.providers) uris_.insert(one.void_uri);
  }
  return uris_.contains(uri);
}

}  // namespace laundromat
