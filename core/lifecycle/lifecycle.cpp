// Names of the lifecycle, and the one function that changes the status of a record.
// SPDX-License-Identifier: Apache-2.0
#include "core/lifecycle/lifecycle.hpp"

namespace laundromat {

namespace {

// clang-format off
constexpr std::string_view status_names[] = {"none",     "added",   "downloading", "filed",  "unarchiving",
                                             "unarchived", "depleted", "guessing",  "guessed", "parsing",
                                             "parsed",   "cleaned", "failed",      "refused", "unchanged"};

constexpr std::string_view event_names[] = {
    "none",         "added",         "came_due",        "refused",   "crawl_ended",    "download_begun",
    "body_stored",  "not_modified",  "retry_later",     "failed_for_good", "found_in_archive", "claimed",
    "leaf_found",   "children_found", "format_found",   "not_rdf",   "statements_stored", "written",
    "lease_expired", "worker_lost",  "attempts_exhausted", "machine_failed",
    "body_lost", "crawl_lost", "put_off"};

constexpr status in_order[] = {status::added,    status::downloading, status::filed,   status::unarchiving,
                               status::unarchived, status::depleted,  status::guessing, status::guessed,
                               status::parsing,  status::parsed,      status::cleaned, status::failed,
                               status::refused,  status::unchanged};
// clang-format on

}  // namespace

result<transition> record_state::advance(event on) {
  const auto rule = find_rule(kind_, status_, on);
  if (!rule)
    return fail(errc::illegal_transition, std::string{to_string(kind_)}
                                              .append(" in status ")
                                              .append(to_string(status_))
                                              .append(" does not allow event ")
                                              .append(to_string(on)));
  status_ = rule->to;
  if (rule->attempts == attempt_rule::next) ++attempt_;
  if (rule->attempts == attempt_rule::reset) attempt_ = 1;
  return transition{kind_, rule->from, on, rule->to, attempt_};
}

std::string_view to_string(record_kind kind) {
  switch (kind) {
    case record_kind::seed:
      return "seed";
    case record_kind::entry:
      return "entry";
    case record_kind::clean:
      return "clean";
  }
  return "unknown";
}

std::string_view to_string(status s) {
  const auto i = static_cast<std::size_t>(s);
  return i < std::size(status_names) ? status_names[i] : "unknown";
}

std::string_view to_string(event e) {
  const auto i = static_cast<std::size_t>(e);
  return i < std::size(event_names) ? event_names[i] : "unknown";
}

std::string_view to_string(phase p) {
  switch (p) {
    case phase::waiting:
      return "waiting";
    case phase::working:
      return "working";
    case phase::final:
      return "final";
  }
  return "unknown";
}

std::optional<status> status_from_name(std::string_view name) {
  for (auto s : in_order)
    if (to_string(s) == name) return s;
  return std::nullopt;
}

std::span<const status> all_statuses() {
  return in_order;
}

}  // namespace laundromat
