// Compares the versions of graphs with those that were exported.
// SPDX-License-Identifier: Apache-2.0
#include "actors/harvest/changed_export.hpp"

#include "actors/log.hpp"

namespace laundromat {

void changed_export::write(timestamp now) {
  if (!write_ || (now < next_ && !env_->runs_once)) return;
  std::map<std::string, std::uint64_t, std::less<>> versions;
  const auto all = records_.providers();
  if (!all) return;
  for (const auto& one : *all)
    if (one.version > 0) versions[one.name] = one.version;
  if (versions == exported_) return;
  next_ = now + seconds{settings_in_force(*env_).harvest.export_every_s};
  if (const auto done = write_(); done)
    exported_ = std::move(versions);
  else
    log_error("the graphs are not exported: {}", to_string(done.error()));
}

}  // namespace laundromat
