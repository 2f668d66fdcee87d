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
    "lease_expired", "worker_crashed", "attempts_exhausted", "machine_failed",
    "body_lost", "crawl_lost", "put_off", "announcements_found", "readmitted"};

constexpr status in_order[] = {status::added,    status::downloading, status::filed,   status::unarchiving,
                               status::unarchived, status::depleted,  status::guessing, status::guessed,
                               status::parsing,  status::parsed,      status::cleaned, status::failed,
                               status::refused,  status::unchanged};

struct status_meaning {
  record_kind kind;
  status current;
  std::string_view meaning;
};

constexpr status_meaning status_meanings[] = {
    {record_kind::seed, status::added, "waits for its next crawl"},
    {record_kind::seed, status::downloading, "is crawled: not every document of its crawl is finished"},
    {record_kind::seed, status::refused, "is never fetched: its URI is relative or invalid, has a scheme that is not allowed, or is excluded"},
    {record_kind::entry, status::downloading, "a worker downloads it, or it waits for its host or for another attempt"},
    {record_kind::entry, status::filed, "is stored, and waits to be unpacked"},
    {record_kind::entry, status::unarchiving, "a worker looks for compression and archive members"},
    {record_kind::entry, status::unarchived, "is a single document, and waits until its format is determined"},
    {record_kind::entry, status::depleted, "is an archive, whose members have become entries, or a list, whose URIs have become seeds"},
    {record_kind::entry, status::guessing, "a worker determines its format"},
    {record_kind::entry, status::guessed, "has a known format, and waits to be washed"},
    {record_kind::entry, status::parsing, "a worker washes it"},
    {record_kind::entry, status::parsed, "has been washed: its statements, if any, are in a clean document"},
    {record_kind::entry, status::failed, "could not be downloaded, unpacked or washed; its cause tells why"},
    {record_kind::entry, status::refused, "must not be downloaded, as by robots.txt; its cause tells why"},
    {record_kind::entry, status::unchanged, "has no new body: the server answered that nothing changed"},
    {record_kind::clean, status::cleaned, "is a clean document"},
};
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

std::string_view meaning_of(record_kind kind, status s) {
  for (const auto& row : status_meanings)
    if (row.kind == kind && row.current == s) return row.meaning;
  return "";
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
