// Records what cannot be imported, writes receipts, and tells providers.
// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "actors/harvest/provider_harvest.hpp"
#include "actors/log.hpp"
#include "core/base/machine_fault.hpp"

namespace laundromat {

namespace {

/// Of one provider in one step, so that the others have their turn.
constexpr std::size_t most_receipts_written = 1'000;
/// Imports among which the last one of a dataset is looked for.
constexpr std::size_t most_last_imports = 50;

}  // namespace

result<bool> provider_harvest::is_recorded(const stored_provider& provider, const graph_import& attempt) {
  const auto recent = records_.void_attempts(provider.id, attempt.ended - void_attempts_period);
  if (!recent) return tl::unexpected(recent.error());
  return !is_worth_recording(attempt, *recent);
}

result<void> provider_harvest::record_attempt(const stored_provider& provider, graph_import attempt) {
  if (provider.problem == attempt.detail) return {};
  attempt.ended = std::max(time_now(), attempt.begun);
  attempt.statements = provider.statements;
  const auto is_known = is_recorded(provider, attempt);
  if (!is_known) return tl::unexpected(is_known.error());
  auto problem = attempt.detail;
  if (!*is_known)  // first, so that a stop between loses no attempt
    if (const auto stored = records_.commit(provider.id, {std::move(attempt), {}, {}, provider.version});
        !stored)
      return tl::unexpected(stored.error());
  return note_problem(provider, problem);
}

result<bool> provider_harvest::failed_so_before(const stored_provider& provider,
                                                const stored_dataset& dataset, const std::string& why) {
  if (dataset.failures == 0) return false;
  const auto imports = records_.imports(provider.id, most_last_imports);
  if (!imports) return tl::unexpected(imports.error());
  const auto last = std::ranges::find(*imports, dataset.announced.key, &graph_import::dataset);
  return last != imports->end() && last->outcome == import_outcome::failed && last->detail == why;
}

result<void> provider_harvest::write_receipts(const stored_provider& provider) {
  if (!ports_.write_receipt) return {};
  const auto imports = records_.imports_without_receipt(provider.id, most_receipts_written);
  if (!imports) return tl::unexpected(imports.error());
  for (const auto& import : *imports) {
    if (auto written = ports_.write_receipt(provider, import); !written) {
      if (is_machine_fault(written.error().code)) return written;
      if (receipt_failed_.insert(provider.name).second)
        log_error("the receipts of {} are not written: {}", provider.name, to_string(written.error()));
      return {};
    }
    if (auto noted = records_.note_receipt(import.id); !noted) return noted;
    if (settings_in_force(*env_).harvest.notify || import.notice.state != notice_state::waiting) continue;
    if (auto noted = records_.note_notice(import.id, {notice_state::unwanted, 0, {}, {}}); !noted)
      return noted;
  }
  has_work_ = has_work_ || imports->size() == most_receipts_written;
  return {};
}

}  // namespace laundromat
