// The lifecycle of seeds, entries and clean documents: statuses, events, and the one table between them.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/base/result.hpp"

namespace laundromat {

/// The kind of a record.
enum class record_kind : std::uint8_t { seed = 1, entry = 2, clean = 3 };

/// The status names of the field (LOD Laundromat 2), plus `failed`, `refused` and `unchanged`. Numbers are stored.
enum class status : std::uint8_t {
  none = 0,  ///< before a record exists
  added = 1,
  downloading = 2,
  filed = 3,
  unarchiving = 4,
  unarchived = 5,
  depleted = 6,
  guessing = 7,
  guessed = 8,
  parsing = 9,
  parsed = 10,
  cleaned = 11,
  failed = 12,
  refused = 13,
  unchanged = 14,
};

/// What actors report. A record changes by events only. Numbers are stored.
enum class event : std::uint8_t {
  added = 1,           ///< a new URI on the seed list
  came_due = 2,        ///< the seed is stale: `processed + interval < now`
  refused = 3,         ///< policy forbids it: robots, address guard, relative URI, scheme
  crawl_ended = 4,     ///< every record of the crawl is final
  download_begun = 5,  ///< a new root entry
  body_stored = 6,
  not_modified = 7,
  retry_later = 8,
  failed_for_good = 9,
  found_in_archive = 10,  ///< a new entry below an archive
  claimed = 11,           ///< a worker has the lease
  leaf_found = 12,
  children_found = 13,
  format_found = 14,
  not_rdf = 15,
  statements_stored = 16,
  written = 17,  ///< a new clean document
  lease_expired = 18,
  worker_crashed = 19,  ///< with the document; a lost worker node is `machine_failed`
  attempts_exhausted = 20,
  machine_failed = 21,  ///< this machine or a worker node could not work; no failure of the document
  body_lost = 22,       ///< after a stop the stored body is damaged or missing
  crawl_lost = 23,      ///< the crawl is given up because of a lost body, and the seed is due again at once
  put_off = 24,         ///< its host may not be asked yet: nothing was tried
  announcements_found = 25,  ///< a list of other URIs, as a sitemap: they become seeds
  readmitted = 26,           ///< the operator lifts the exclusion of a seed
  last = readmitted,
};

/// Waiting records may be claimed, working ones have a lease, final ones are finished.
enum class phase : std::uint8_t { waiting, working, final };

/// How a transition changes the attempt counter of a record.
enum class attempt_rule : std::uint8_t { keep, next, reset };

struct lifecycle_rule {
  record_kind kind;
  status from;
  event on;
  status to;
  attempt_rule attempts;
};

namespace detail {
using enum status;
using enum attempt_rule;
inline constexpr auto seed_kind = record_kind::seed, entry_kind = record_kind::entry,
                      clean_kind = record_kind::clean;
}  // namespace detail

/// The table. Everything else about the lifecycle is derived from it: checks, documentation, diagrams.
// clang-format off
inline constexpr std::array lifecycle_table = {
    // kind               from                       event                      to                     attempts
    lifecycle_rule{detail::seed_kind, detail::none, event::added, detail::added, detail::reset},
    lifecycle_rule{detail::seed_kind, detail::added, event::came_due, detail::downloading, detail::reset},
    lifecycle_rule{detail::seed_kind, detail::added, event::refused, detail::refused, detail::keep},
    lifecycle_rule{detail::seed_kind, detail::refused, event::readmitted, detail::added, detail::keep},
    lifecycle_rule{detail::seed_kind, detail::downloading, event::crawl_ended, detail::added, detail::reset},
    lifecycle_rule{detail::seed_kind, detail::downloading, event::crawl_lost, detail::added, detail::reset},

    lifecycle_rule{detail::entry_kind, detail::none, event::download_begun, detail::downloading, detail::reset},
    lifecycle_rule{detail::entry_kind, detail::downloading, event::body_stored, detail::filed, detail::reset},
    lifecycle_rule{detail::entry_kind, detail::downloading, event::not_modified, detail::unchanged, detail::keep},
    lifecycle_rule{detail::entry_kind, detail::downloading, event::refused, detail::refused, detail::keep},
    lifecycle_rule{detail::entry_kind, detail::downloading, event::retry_later, detail::downloading, detail::next},
    lifecycle_rule{detail::entry_kind, detail::downloading, event::put_off, detail::downloading, detail::keep},
    lifecycle_rule{detail::entry_kind, detail::downloading, event::failed_for_good, detail::failed, detail::keep},
    lifecycle_rule{detail::entry_kind, detail::downloading, event::lease_expired, detail::downloading, detail::next},
    lifecycle_rule{detail::entry_kind, detail::downloading, event::worker_crashed, detail::downloading, detail::next},
    lifecycle_rule{detail::entry_kind, detail::downloading, event::machine_failed, detail::downloading, detail::keep},
    lifecycle_rule{detail::entry_kind, detail::downloading, event::attempts_exhausted, detail::failed, detail::keep},

    lifecycle_rule{detail::entry_kind, detail::none, event::found_in_archive, detail::filed, detail::reset},
    lifecycle_rule{detail::entry_kind, detail::filed, event::claimed, detail::unarchiving, detail::keep},
    lifecycle_rule{detail::entry_kind, detail::filed, event::body_lost, detail::failed, detail::keep},
    lifecycle_rule{detail::entry_kind, detail::unarchiving, event::leaf_found, detail::unarchived, detail::reset},
    lifecycle_rule{detail::entry_kind, detail::unarchiving, event::children_found, detail::depleted, detail::keep},
    lifecycle_rule{detail::entry_kind, detail::unarchiving, event::failed_for_good, detail::failed, detail::keep},
    lifecycle_rule{detail::entry_kind, detail::unarchiving, event::lease_expired, detail::filed, detail::next},
    lifecycle_rule{detail::entry_kind, detail::unarchiving, event::worker_crashed, detail::filed, detail::next},
    lifecycle_rule{detail::entry_kind, detail::unarchiving, event::machine_failed, detail::filed, detail::keep},
    lifecycle_rule{detail::entry_kind, detail::unarchiving, event::attempts_exhausted, detail::failed, detail::keep},

    lifecycle_rule{detail::entry_kind, detail::unarchived, event::claimed, detail::guessing, detail::keep},
    lifecycle_rule{detail::entry_kind, detail::unarchived, event::body_lost, detail::failed, detail::keep},
    lifecycle_rule{detail::entry_kind, detail::guessing, event::format_found, detail::guessed, detail::reset},
    lifecycle_rule{detail::entry_kind, detail::guessing, event::announcements_found, detail::depleted, detail::keep},
    lifecycle_rule{detail::entry_kind, detail::guessing, event::not_rdf, detail::failed, detail::keep},
    lifecycle_rule{detail::entry_kind, detail::guessing, event::failed_for_good, detail::failed, detail::keep},
    lifecycle_rule{detail::entry_kind, detail::guessing, event::lease_expired, detail::unarchived, detail::next},
    lifecycle_rule{detail::entry_kind, detail::guessing, event::worker_crashed, detail::unarchived, detail::next},
    lifecycle_rule{detail::entry_kind, detail::guessing, event::machine_failed, detail::unarchived, detail::keep},
    lifecycle_rule{detail::entry_kind, detail::guessing, event::attempts_exhausted, detail::failed, detail::keep},

    lifecycle_rule{detail::entry_kind, detail::guessed, event::claimed, detail::parsing, detail::keep},
    lifecycle_rule{detail::entry_kind, detail::guessed, event::body_lost, detail::failed, detail::keep},
    lifecycle_rule{detail::entry_kind, detail::parsing, event::statements_stored, detail::parsed, detail::keep},
    lifecycle_rule{detail::entry_kind, detail::parsing, event::failed_for_good, detail::failed, detail::keep},
    lifecycle_rule{detail::entry_kind, detail::parsing, event::lease_expired, detail::guessed, detail::next},
    lifecycle_rule{detail::entry_kind, detail::parsing, event::worker_crashed, detail::guessed, detail::next},
    lifecycle_rule{detail::entry_kind, detail::parsing, event::machine_failed, detail::guessed, detail::keep},
    lifecycle_rule{detail::entry_kind, detail::parsing, event::attempts_exhausted, detail::failed, detail::keep},

    lifecycle_rule{detail::clean_kind, detail::none, event::written, detail::cleaned, detail::reset},
};
// clang-format on

/// The rule for an event in a status, or nothing: the pair is illegal.
[[nodiscard]] constexpr std::optional<lifecycle_rule> find_rule(record_kind kind, status from, event on) {
  for (const auto& rule : lifecycle_table)
    if (rule.kind == kind && rule.from == from && rule.on == on) return rule;
  return std::nullopt;
}

/// Derived from the table: a status that a claim leads to, and `downloading`, is working; one with a way out is
/// waiting; the others are final, also where an operator may take back what he has decided. A seed waits while it is `added` and works while it is `downloading`.
[[nodiscard]] constexpr phase phase_of(record_kind kind, status s) {
  if (find_rule(kind, s, event::worker_crashed) || find_rule(kind, s, event::crawl_ended))
    return phase::working;
  for (const auto& rule : lifecycle_table)
    if (rule.kind == kind && rule.from == s && rule.on != event::readmitted) return phase::waiting;
  return phase::final;
}
[[nodiscard]] constexpr bool is_waiting(record_kind kind, status s) {
  return phase_of(kind, s) == phase::waiting;
}
[[nodiscard]] constexpr bool is_working(record_kind kind, status s) {
  return phase_of(kind, s) == phase::working;
}
[[nodiscard]] constexpr bool is_final(record_kind kind, status s) {
  return phase_of(kind, s) == phase::final;
}

/// What `advance` did, as the journal stores it.
struct transition {
  record_kind kind{};
  status from{};
  event on{};
  status to{};
  std::uint32_t attempt = 0;  ///< the attempt of the record after the transition, counted from 1

  friend bool operator==(const transition&, const transition&) = default;
};

/// The status of one record. The only way to change it is `advance`.
class record_state {
 public:
  /// A record that does not exist yet: its first event creates it.
  explicit constexpr record_state(record_kind kind) : kind_(kind) {}
  /// A record as the journal stored it.
  [[nodiscard]] static constexpr record_state restore(record_kind kind, status s, std::uint32_t attempt) {
    record_state r{kind};
    r.status_ = s;
    r.attempt_ = attempt;
    return r;
  }

  /// Applies an event. Errors: `illegal_transition`; the state is then unchanged.
  [[nodiscard]] result<transition> advance(event on);

  [[nodiscard]] constexpr record_kind kind() const { return kind_; }
  [[nodiscard]] constexpr status current() const { return status_; }
  /// The number of this try of the current stage, counted from 1.
  [[nodiscard]] constexpr std::uint32_t attempt() const { return attempt_; }

 private:
  record_kind kind_;
  status status_ = status::none;
  std::uint32_t attempt_ = 1;
};

[[nodiscard]] std::string_view to_string(record_kind kind);
[[nodiscard]] std::string_view to_string(status s);
[[nodiscard]] std::string_view to_string(event e);
[[nodiscard]] std::string_view to_string(phase p);
/// What the status means for a record of this kind, for users; empty for a status that the kind cannot reach.
[[nodiscard]] std::string_view meaning_of(record_kind kind, status s);
[[nodiscard]] std::optional<status> status_from_name(std::string_view name);

/// Every status, `none` left out, in the order of a document's journey.
[[nodiscard]] std::span<const status> all_statuses();

// Properties of the table, proved at compile time.
namespace proof {

constexpr bool is_deterministic() {
  for (std::size_t i = 0; i < lifecycle_table.size(); ++i)
    for (std::size_t j = i + 1; j < lifecycle_table.size(); ++j)
      if (lifecycle_table[i].kind == lifecycle_table[j].kind &&
          lifecycle_table[i].from == lifecycle_table[j].from &&
          lifecycle_table[i].on == lifecycle_table[j].on)
        return false;
  return true;
}

/// The statuses that a record of this kind can reach.
constexpr std::array<bool, 32> reachable(record_kind kind) {
  std::array<bool, 32> seen{};
  seen[static_cast<std::size_t>(status::none)] = true;
  for (bool more = true; more;) {
    more = false;
    for (const auto& rule : lifecycle_table) {
      const auto from = static_cast<std::size_t>(rule.from), to = static_cast<std::size_t>(rule.to);
      if (rule.kind != kind || !seen[from] || seen[to]) continue;
      seen[to] = more = true;
    }
  }
  return seen;
}

constexpr bool reaches(record_kind kind, status goal) {
  return reachable(kind)[static_cast<std::size_t>(goal)];
}

constexpr bool every_status_is_reachable() {
  std::array<bool, 32> any{};
  for (auto kind : {record_kind::seed, record_kind::entry, record_kind::clean}) {
    const auto seen = reachable(kind);
    for (const auto& rule : lifecycle_table)
      if (rule.kind == kind && !seen[static_cast<std::size_t>(rule.from)]) return false;
    for (std::size_t s = 0; s < any.size(); ++s) any[s] = any[s] || seen[s];
  }
  for (int s = 1; s <= static_cast<int>(status::unchanged); ++s)
    if (!any[static_cast<std::size_t>(s)]) return false;
  return true;
}

/// A working entry can lose its worker and return to a status that may be claimed, and it can fail. A fault of our own machine counts no
/// attempt.
constexpr bool every_working_status_has_a_way_back_and_a_way_to_fail() {
  for (const auto& rule : lifecycle_table) {
    if (rule.kind != record_kind::entry || !is_working(rule.kind, rule.to)) continue;
    for (auto lost : {event::lease_expired, event::worker_crashed}) {
      const auto back = find_rule(rule.kind, rule.to, lost);
      if (!back || is_final(rule.kind, back->to) || back->attempts != attempt_rule::next) return false;
      const auto again = find_rule(rule.kind, back->to, event::claimed);
      if (back->to != rule.to && (!again || again->to != rule.to)) return false;
      const auto spared = find_rule(rule.kind, rule.to, event::machine_failed);
      if (!spared || spared->to != back->to || spared->attempts != attempt_rule::keep) return false;
    }
    for (auto end : {event::attempts_exhausted, event::failed_for_good}) {
      const auto over = find_rule(rule.kind, rule.to, end);
      if (!over || over->to != status::failed) return false;
    }
  }
  return true;
}

/// An entry that waits for a worker needs the stored body. Where the body is lost the entry becomes final, and the seed can be crawled again.
constexpr bool every_waiting_status_can_lose_its_body() {
  for (const auto& rule : lifecycle_table) {
    if (rule.kind != record_kind::entry || !is_waiting(rule.kind, rule.to)) continue;
    const auto lost = find_rule(rule.kind, rule.to, event::body_lost);
    if (!lost || !is_final(rule.kind, lost->to)) return false;
  }
  const auto anew = find_rule(record_kind::seed, status::downloading, event::crawl_lost);
  return anew && find_rule(record_kind::seed, anew->to, event::came_due);
}

static_assert(is_deterministic());
static_assert(every_status_is_reachable());
static_assert(every_working_status_has_a_way_back_and_a_way_to_fail());
static_assert(every_waiting_status_can_lose_its_body());

}  // namespace proof

}  // namespace laundromat
