// Makes the report of a stored change.
// SPDX-License-Identifier: Apache-2.0
#include "actors/journal/reported_change.hpp"

#include "net/http_status.hpp"

namespace laundromat {

namespace {

template <class Outcome>
constexpr stage stage_of_outcome = stage::fetch;
template <>
constexpr stage stage_of_outcome<unpack_outcome> = stage::unpack;
template <>
constexpr stage stage_of_outcome<guess_outcome> = stage::guess;
template <>
constexpr stage stage_of_outcome<parse_outcome> = stage::parse;

/// What is counted of an outcome; nothing when no worker made it.
std::optional<reported_work> work_of(const change& c) {
  if (c.work == outcome_work::none) return std::nullopt;
  return std::visit(
      [&]<class Fact>(const Fact& fact) -> std::optional<reported_work> {
        if constexpr (!std::is_base_of_v<outcome, Fact>) {
          return std::nullopt;
        } else {
          reported_work out{stage_of_outcome<Fact>};
          out.failed = fact.on == event::failed_for_good || fact.on == event::not_rdf;
          out.by = c.work;
          out.took = fact.ended - fact.begun;
          if constexpr (std::is_same_v<Fact, fetch_outcome>) {
            out.cause = fact.cause;
            out.hops = static_cast<std::uint32_t>(fact.hops.size());
            out.was_answered = !fact.hops.empty() && !fact.hops.back().status.empty();
            if (out.was_answered)
              out.http_status = static_cast<std::uint16_t>(status_code(fact.hops.back().status).value_or(0));
          }
          return out;
        }
      },
      c.fact);
}

}  // namespace

reported_transition reported(const change& c, const committed& stored) {
  reported_transition out;
  out.what.kind = c.kind;
  out.what.on = c.on;
  out.what.to = stored.current;
  out.cause = c.cause;
  out.detail = c.detail;
  out.uri = c.uri;
  out.hash = c.hash;
  out.at = c.at;
  out.format = c.format;
  out.size_bytes = c.size_bytes;
  out.work = work_of(c);
  if (const auto* fetched = std::get_if<fetch_outcome>(&c.fact)) out.received_bytes = fetched->wire.bytes;
  if (const auto* parsed = std::get_if<parse_outcome>(&c.fact)) {
    out.statements = parsed->clean.statements;
    out.counters = parsed->counters;
  }
  return out;
}

}  // namespace laundromat
