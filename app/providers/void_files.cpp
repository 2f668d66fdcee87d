// Keeps the URIs of a registry.
// SPDX-License-Identifier: Apache-2.0
#include "app/providers/void_files.hpp"

#include "app/providers/noted_registry.hpp"
#include "app/providers/registry_file.hpp"

namespace laundromat {

void_files::void_files(const campaign& settings)
    : file_(settings.harvest.registry), served_(served_address(settings)) {}

bool void_files::has(std::string_view uri) {
  if (file_.empty()) return false;
  std::error_code code;
  if (const auto written = std::filesystem::last_write_time(file_, code); !code && written != written_) {
    written_ = written;
    if (const auto read = load_registry(file_, served_)) {
      uris_.clear();
      for (const auto& one : read->content.providers) uris_.insert(one.void_uri);
    }
  }
  return uris_.contains(uri);
}

}  // namespace laundromat
