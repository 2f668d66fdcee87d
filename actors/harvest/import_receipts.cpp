// Goes through the imports without a receipt.
// SPDX-License-Identifier: Apache-2.0
#include "actors/harvest/import_receipts.hpp"

#include "actors/log.hpp"
#include "core/base/machine_fault.hpp"

namespace laundromat {

namespace {

/// Of one provider in one step, so that the others have their turn.
constexpr std::size_t most_receipts_written = 1'000;

}  // namespace

import_receipts::import_receipts(environment_ptr env, journal& db, harvest_step& step, writer write)
    : env_(std::move(env)), records_(db), step_(step), write_(std::move(write)) {}

result<void> import_receipts::write(const stored_provider& provider) {
  if (!write_) return {};
  const auto imports = records_.imports_without_receipt(provider.id, most_receipts_written);
  if (!imports) return tl::unexpected(imports.error());
  for (const auto& import : *imports) {
    if (auto written = write_(provider, import); !written) {
      if (is_machine_fault(written.error().code)) return written;
      if (failed_.insert(provider.name).second)
        log_error("the receipts of {} are not written: {}", provider.name, to_string(written.error()));
      return {};
    }
    if (auto noted = records_.note_receipt(import.id); !noted) return noted;
    if (settings_in_force(*env_).harvest.notify || import.notice.state != notice_state::waiting) continue;
    if (auto noted = records_.note_notice(import.id, {notice_state::unwanted, 0, {}, {}}); !noted)
      return noted;
  }
  if (imports->size() == most_receipts_written) step_.continue_next();
  return {};
}

}  // namespace laundromat
