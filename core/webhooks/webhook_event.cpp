// Names the kinds of events.
// SPDX-License-Identifier: Apache-2.0
#include "core/webhooks/webhook_event.hpp"

namespace laundromat {

std::string_view type_of(webhook_event_kind kind) {
  switch (kind) {
    case webhook_event_kind::run_started:
      return "run_started";
    case webhook_event_kind::run_ended:
      return "run_ended";
    case webhook_event_kind::seed_ended:
      return "seed_ended";
    case webhook_event_kind::needs_person:
    case webhook_event_kind::document_poisoned:
      return "needs_person";
  }
  return {};
}

std::optional<webhook_events> events_of_types(const std::vector<std::string>& types) {
  webhook_events all = 0;
  for (const auto& type : types) {
    webhook_events of_type = 0;
    for (auto number = 1U; number <= static_cast<unsigned>(webhook_event_kind::last); ++number)
      if (const auto kind = static_cast<webhook_event_kind>(number); type_of(kind) == type)
        of_type |= only(kind);
    if (of_type == 0) return std::nullopt;
    all |= of_type;
  }
  return all;
}

webhook_events events_to_keep(webhook_events wanted) {
  return has(wanted, webhook_event_kind::needs_person) ? wanted | only(webhook_event_kind::seed_ended)
                                                       : wanted;
}

}  // namespace laundromat
