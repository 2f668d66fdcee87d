// Collects the times of datasets that were harvested.
// SPDX-License-Identifier: Apache-2.0
#include "actors/harvest/registry_write_back.hpp"

#include "actors/log.hpp"

namespace laundromat {

result<void> registry_write_back::write(const stored_provider& provider) {
  const auto all = records_.datasets(provider.id);
  if (!all) return tl::unexpected(all.error());
  harvest_times times{provider.name, {}, false};
  bool has_new = false;
  for (const auto& one : *all) {
    if (one.harvested == timestamp{}) {
      times.has_others = true;
      continue;
    }
    times.datasets[one.announced.key] = one.harvested;
    has_new = has_new || !one.is_written;
  }
  if (!has_new || !write_) return {};
  if (auto written = write_(times); !written) {
    if (auto& at = failed_[provider.name]; at != times.datasets) {
      at = times.datasets;
      log_error("the registry does not say yet what was harvested of {}: {}", provider.name,
                written.error().code == errc::invalid_argument ? written.error().detail
                                                               : to_string(written.error()));
    }
    return {};
  }
  for (auto one : *all)
    if (one.harvested != timestamp{} && !one.is_written) {
      one.is_written = true;
      if (auto saved = records_.save_dataset(provider, one); !saved) return saved;
    }
  return {};
}

}  // namespace laundromat
