// The ways in which a download ends.
// SPDX-License-Identifier: Apache-2.0
#include "actors/fetching/fetcher_state.hpp"

#include <algorithm>

#include "actors/commit.hpp"
#include "actors/log.hpp"
#include "core/base/machine_fault.hpp"
#include "core/records/announced_links.hpp"
#include "core/web/http_values.hpp"
#include "core/web/politeness.hpp"
#include "messages/errors.hpp"
#include "net/hop_verdict.hpp"
#include "net/http_status.hpp"

namespace laundromat::fetching {

namespace {

/// The download with this lease has ended.
void end_job(fetcher_ptr self, std::uint64_t lease, bool was_slow) {
  auto& s = self->state;
  if (was_slow) {
    --s.slow;
    adjust_requests(self);
  }
  if (s.requests.end())
    self->send(s.dispatcher, pull_atom::value, caf::actor_cast<caf::actor>(self), lease);
  else
    self->send(s.dispatcher, over_atom::value, lease);
}

/// Returns a number from 0 to 1, always the same for one attempt of one download.
double jitter_of(const fetch_job& job) {
  return static_cast<double>((job.entry.bytes[0] + 97U * job.attempt) % 256) / 255;
}

/// Whether washing the body would give the same documents again: it has the same bytes, came from the same URI, and is declared as the same.
bool is_known_body(download& d) {
  const auto& kept = d.job.kept;
  return kept.is_there() && !kept.body.is_null() && d.found.damage.empty() && kept.uri == d.chain.current() &&
         kept.media_type == d.found.media_type && kept.charset == d.found.charset &&
         kept.body == d.body->measure().digest;
}

/// Checks that a stored part is the record that it is to be, and lets go of one that is not.
result<void> keep_if_right(raw_store& raw, const byte_part& part, const std::string& raw_path) {
  const auto bytes = raw.open(raw_path);
  auto right = bytes ? check_record(**bytes, part) : tl::unexpected(bytes.error());
  if (right) return right;
  raw.segments().let_go(raw_path);
  raw.remove(raw_path);
  return right;
}

}  // namespace

void finish(fetcher_ptr self, std::uint64_t id, event on, errc cause, std::string detail) {
  auto& s = self->state;
  auto node = s.downloads.extract(id);
  auto& d = *node.mapped();
  d.found.on = on;
  d.found.cause = cause;
  d.found.detail = std::move(detail);
  d.found.final_uri = d.chain.current();
  d.found.ended = now(*s.env, self);
  if (const auto given_up = d.body->abandon(); !given_up)
    log_warning("the cut answer of {} is not in the WARC: {}", d.chain.current(),
                to_string(given_up.error()));
  d.found.exchanges = d.body->take_exchanges();
  if (d.page) std::ranges::move(d.page->body->take_exchanges(), std::back_inserter(d.found.exchanges));
  d.promise.deliver(std::move(d.found));
  end_job(self, id, d.is_slow);
}

void retry(fetcher_ptr self, std::uint64_t id, errc cause, std::string detail) {
  auto& s = self->state;
  auto& d = *s.downloads.at(id);
  retry_policy policy;
  policy.delays.clear();
  for (const auto wait_s : s.env->settings.network.retries_s) policy.delays.emplace_back(wait_s);
  fetch_end failed{{}, cause, 0, {}};
  if (!d.found.hops.empty()) {
    const auto& last = d.found.hops.back();
    failed.http_status = status_code(last.status).value_or(0);
    failed.retry_after = parse_retry_after(header_of(last, "Retry-After"), now(*s.env, self));
  }
  const auto wait = policy.next_delay(d.job.attempt, failed, jitter_of(d.job));
  if (!wait) return finish(self, id, event::failed_for_good, cause, std::move(detail));
  d.found.not_before = now(*s.env, self) + *wait;
  finish(self, id, event::retry_later, cause, std::move(detail));
}

void put_off_or_retry(fetcher_ptr self, std::uint64_t id, const permit_answer& answer) {
  auto& d = *self->state.downloads.at(id);
  if (answer.later == retry_rule::put_off && answer.verdict != errc::host_suspended) {
    d.found.not_before = std::max(answer.not_before, now(*self->state.env, self));
    return finish(self, id, event::put_off, answer.verdict, answer.detail);
  }
  const bool is_last = d.job.attempt > self->state.env->settings.network.retries_s.size();
  d.found.not_before = std::max(answer.not_before, now(*self->state.env, self));
  finish(self, id, is_last ? event::failed_for_good : event::retry_later, answer.verdict, answer.detail);
}

void give_back(fetcher_ptr self, std::uint64_t id, const failure& why) {
  auto& s = self->state;
  const auto node = s.downloads.extract(id);
  node.mapped()->promise.deliver(to_error(why));
  end_job(self, id, node.mapped()->is_slow);
}

void fail_here(fetcher_ptr self, std::uint64_t id, const failure& why) {
  if (is_machine_fault(why.code)) return give_back(self, id, why);
  finish(self, id, event::failed_for_good, why.code, why.detail);
}

void end_unchanged(fetcher_ptr self, std::uint64_t id, std::string how) {
  auto& d = *self->state.downloads.at(id);
  d.found.compared_with = d.job.kept.download;
  finish(self, id, event::not_modified, errc::not_modified, std::move(how));
}

void store(fetcher_ptr self, std::uint64_t id, std::string note) {
  auto& d = *self->state.downloads.at(id);
  if (const auto* answer = d.part ? &d.found.hops.back() : answer_of(d.found.hops)) {
    const auto type = parse_content_type(header_of(*answer, "Content-Type"));
    d.found.media_type = media_type_with_version(type);
    d.found.charset = type.charset;
    const auto asked = asked_directives(*answer, obeyed_product(self->state.env->settings));
    if (!asked.may_publish(now(*self->state.env, self)))
      return finish(self, id, event::refused, errc::kept_out_by_publisher, "X-Robots-Tag");
    if (!asked.no_follow) d.found.announced = announced_links(*answer);
  }
  if (is_known_body(d)) return end_unchanged(self, id, "the same bytes as before");
  auto stored = d.body->store();
  if (!stored) return fail_here(self, id, stored.error());
  if (d.part)
    if (const auto right = keep_if_right(*self->state.env->raw, *d.part, stored->raw_path); !right)
      return fail_here(self, id, right.error());
  d.found.wire = stored->meta;
  d.found.raw_path = std::move(stored->raw_path);
  d.found.chain = std::move(stored->chain);
  if (!d.found.chain.empty()) d.found.damage.clear();  // the layers of the view show it again
  finish(self, id, event::body_stored, errc::ok, std::move(note));
}

}  // namespace laundromat::fetching
