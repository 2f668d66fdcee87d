// One hop after the other of a download: redirects, negotiation, parts of a body.
// SPDX-License-Identifier: Apache-2.0
#include "actors/fetching/fetcher_state.hpp"

#include <algorithm>

#include "actors/campaign_request.hpp"
#include "actors/commit.hpp"
#include "core/base/machine_fault.hpp"
#include "core/campaign/campaign.hpp"
#include "core/discovery/links/negotiation.hpp"
#include "core/discovery/media_hint.hpp"
#include "core/records/announced_links.hpp"
#include "core/web/ftp_uri.hpp"
#include "core/web/http_values.hpp"
#include "core/web/uri_characters.hpp"
#include "net/hop_verdict.hpp"
#include "net/http_status.hpp"

namespace laundromat::fetching {

namespace {

/// Of a part whose length its index does not state.
constexpr std::uint64_t most_unknown_part_bytes = std::uint64_t{16} << 20;

void follow(fetcher_ptr self, std::uint64_t id);

/// Whether the server may have RDF for the URI beside the page, or the refusal, that it answered with.
bool may_have_rdf_beside(const download& d) {
  const auto& answer = d.found.hops.back();
  if (answer.error != errc::ok) return false;
  std::string vary;
  for (const auto& field : answer.headers)
    if (equals_ignoring_case(field.name, "Vary")) vary.append(vary.empty() ? "" : ",").append(field.value);
  const auto announced = announced_links(answer);
  const bool has_rdf_alternate = std::ranges::any_of(announced.uris, [](const announcement& one) {
    return (one.kind == announced_as::alternate || one.kind == announced_as::description) &&
           hint_of(one.media_type) == rdf_hint::yes;
  });
  const auto type = parse_content_type(header_of(answer, "Content-Type"));
  return asks_again_for_rdf({status_code(answer.status).value_or(0), type.media_type, vary, has_rdf_alternate,
                             d.asks_for_rdf_only});
}

/// Requests the same URI once more, for RDF only. A page is kept for the case that there is none.
void ask_for_rdf_only(fetcher_ptr self, std::uint64_t id, bool has_page) {
  auto& d = *self->state.downloads.at(id);
  d.asks_for_rdf_only = true;
  if (has_page) d.page = held_page{d.chain, std::move(d.body), d.found.hops, d.found.damage};
  if (has_page) d.begin_body();
  follow(self, id);
}

/// Takes the page, because the request for RDF only brought none. Its hop is the last one, as that of each body is.
void take_page(fetcher_ptr self, std::uint64_t id) {
  auto& d = *self->state.downloads.at(id);
  auto& page = *d.page;
  std::rotate(d.found.hops.begin() + static_cast<std::ptrdiff_t>(page.hops.size()) - 1,
              d.found.hops.begin() + static_cast<std::ptrdiff_t>(page.hops.size()), d.found.hops.end());
  d.chain = page.chain;
  d.found.damage = page.damage;
  d.body.swap(page.body);
  store(self, id, "asked again for RDF only, which the server does not have");
}

/// Ends a request for RDF only that brought none; false: there was no such request.
bool has_no_rdf(fetcher_ptr self, std::uint64_t id) {
  auto& d = *self->state.downloads.at(id);
  if (!d.asks_for_rdf_only) return false;
  if (d.page)
    take_page(self, id);
  else
    finish(self, id, event::failed_for_good, errc::http_status,
           d.found.hops.empty() ? "" : d.found.hops.back().status);
  return true;
}

/// Requests a permit for the next hop, which may be at another host.
void follow(fetcher_ptr self, std::uint64_t id) {
  auto& s = self->state;
  self->request(s.politeness_scheduler, no_timeout, permit_atom::value, s.downloads.at(id)->chain.current())
      .then(
          [self, id](const permit_answer& answer) {
            auto& state = self->state;
            if (!state.downloads.contains(id))
              return self->send(state.politeness_scheduler, release_atom::value, never_sent(answer.permit));
            state.downloads.at(id)->permit = answer.permit;
            state.downloads.at(id)->place = answer.place;
            if (answer.verdict == errc::ok && answer.later == retry_rule::never) return start_hop(self, id);
            if (!answer.engine_stops && answer.verdict != errc::cancelled && has_no_rdf(self, id)) return;
            if (answer.later != retry_rule::never) return put_off_or_retry(self, id, answer);
            if (answer.verdict == errc::cancelled)
              return answer.engine_stops ? give_back(self, id, {answer.verdict, answer.detail})
                                         : follow(self, id);
            finish(self, id, event::refused, answer.verdict, answer.detail);
          },
          [self, id](const caf::error&) {
            if (self->state.downloads.contains(id))
              put_off_or_retry(self, id,
                               {errc::ok,
                                "the politeness scheduler did not answer in time",
                                {},
                                0,
                                false,
                                retry_rule::put_off});
          });
}

/// Follows a redirect, unless it leads a URI that was found to where the campaign does not go.
void follow_redirect(fetcher_ptr self, std::uint64_t id) {
  const auto& d = *self->state.downloads.at(id);
  const auto target = d.chain.current();
  const auto verdict = d.job.is_found ? judge_redirect_of_found(
                                            target, discovery_policy_of(settings_in_force(*self->state.env)))
                                      : errc::ok;
  if (verdict == errc::ok) return follow(self, id);
  if (has_no_rdf(self, id)) return;
  finish(self, id, event::refused, verdict, "redirect to " + target);
}

/// Whether the next hop asks for the rest of a body that was cut.
bool may_resume(const fetcher_state& s, const download& d, const transfer_outcome& outcome) {
  if (d.part || d.resumes >= s.env->settings.network.resumes) return false;
  if (!d.body->is_continued()) return d.body->can_continue(outcome);
  const auto error = outcome.hop.error;
  if (outcome.continued)
    return outcome.hop.wire_bytes > 0 && (error == errc::truncated_body || error == errc::http_timeout ||
                                          (error == errc::ok && d.body->lacks_bytes(outcome)));
  return outcome.hop.status.empty() && is_network_failure(error);
}

/// Goes on with a body that was cut, or begins anew where the server has another one now. Each is a request like any other.
void resume(fetcher_ptr self, std::uint64_t id, const transfer_outcome& outcome) {
  auto& d = *self->state.downloads.at(id);
  ++d.resumes;
  d.found.hops.push_back(outcome.hop);
  if (const auto kept = d.body->suspend(outcome); !kept) return fail_here(self, id, kept.error());
  follow(self, id);
}

/// Sends a request again that was lost with a kept connection, in the next slot of its host.
void repeat(fetcher_ptr self, std::uint64_t id, const transfer_outcome& outcome) {
  self->state.downloads.at(id)->found.hops.push_back(outcome.hop);
  follow(self, id);
}

/// Begins anew after a part that does not continue the body, and asks for no part any more.
void restart(fetcher_ptr self, std::uint64_t id, const transfer_outcome& outcome) {
  auto& d = *self->state.downloads.at(id);
  d.resumes = self->state.env->settings.network.resumes;
  d.found.hops.push_back(outcome.hop);
  auto kept = d.body->suspend(outcome);
  if (kept) kept = d.body->abandon();
  if (!kept) return fail_here(self, id, kept.error());
  follow(self, id);
}

void hop_ended(fetcher_ptr self, std::uint64_t id, transfer_outcome outcome) {
  auto& s = self->state;
  auto& d = *s.downloads.at(id);
  const auto& hop = outcome.hop;
  self->send(
      s.politeness_scheduler, release_atom::value,
      request_end{d.permit, std::chrono::duration_cast<milliseconds>(hop.walltime),
                  hop.error == errc::http_status ? errc::ok : hop.error, is_ftp(hop.uri) ? "" : hop.status,
                  std::string{header_of(hop, "Retry-After")}, hop.address, outcome.found_no_room});
  if (outcome.found_no_room) return follow(self, id);  // `release` has reported the address
  if (outcome.lost_connection) return repeat(self, id, outcome);
  if (is_machine_fault(hop.error)) return give_back(self, id, {hop.error, hop.detail});
  if (may_resume(s, d, outcome)) return resume(self, id, outcome);
  if (d.body->is_continued() && hop.error == errc::part_mismatch) return restart(self, id, outcome);
  const bool is_last_part = d.body->is_continued() && outcome.continued && hop.error == errc::ok;
  if (const auto kept = d.body->keep_exchange(outcome); !kept) return fail_here(self, id, kept.error());
  d.found.hops.push_back(hop);
  d.found.damage = std::move(outcome.damage);
  if (is_last_part && d.body->lacks_bytes(outcome))
    return retry(self, id, errc::truncated_body, "the rest of the body did not come");
  if (is_last_part || (d.part && hop.error == errc::ok && hop.status == "206")) return store(self, id, "");
  auto verdict = judge_hop(hop, d.chain);
  const bool has_body = verdict.step == hop_step::store;
  if ((has_body || verdict.step == hop_step::fail) && may_have_rdf_beside(d))
    return ask_for_rdf_only(self, id, has_body);
  const bool brings_rdf =
      has_body && hint_of(parse_content_type(header_of(hop, "Content-Type")).media_type) == rdf_hint::yes;
  const bool goes_on = verdict.step == hop_step::follow || verdict.step == hop_step::unchanged;
  if (d.page && !brings_rdf && !goes_on) return take_page(self, id);
  switch (verdict.step) {
    case hop_step::store:
      return store(self, id, std::move(verdict.detail));
    case hop_step::follow:
      return follow_redirect(self, id);
    case hop_step::unchanged:
      return end_unchanged(self, id, "");
    case hop_step::retry:
      return retry(self, id, verdict.cause, std::move(verdict.detail));
    case hop_step::refuse:
      return finish(self, id, event::refused, verdict.cause, std::move(verdict.detail));
    case hop_step::fail:
      if (auto& answer = d.found.hops.back(); hop.status == "401" || hop.status == "403")
        if (const auto note = withheld_secrets(settings_in_force(*s.env), hop.uri); !note.empty())
          answer.detail.append(answer.detail.empty() ? "" : "; ").append(note);
      return finish(self, id, event::failed_for_good, verdict.cause, std::move(verdict.detail));
  }
}

/// Asks for a part of a file only. Another answer ends before its body.
void ask_for_part(transfer_request& request, const byte_part& part) {
  request.accept = "*/*";
  request.range = range_of(part, most_unknown_part_bytes);
  request.check_part = [part](int status, std::string_view range) { return check_part(status, range, part); };
  request.limits.wire_bytes = std::min(request.limits.wire_bytes,
                                       part.length_bytes > 0 ? part.length_bytes : most_unknown_part_bytes);
}

}  // namespace

void start_hop(fetcher_ptr self, std::uint64_t id) {
  auto& s = self->state;
  auto request = request_for(settings_in_force(*s.env), s.limits, s.downloads.at(id)->chain.current());
  auto& d = *s.downloads.at(id);
  request.accept = d.asks_for_rdf_only ? rdf_only_accept() : accept_header();
  request.keeps_damaged = true;
  request.allow_ftp = s.env->settings.network.ftp;
  d.body->receive(request);
  if (d.part) ask_for_part(request, *d.part);
  if (d.job.kept.uri == d.chain.current() && !request.known_part) {
    request.if_none_match = d.job.kept.etag;
    request.if_modified_since = d.job.kept.last_modified;
  }
  start_transfer(self, std::move(request), d.place,
                 [self, id](transfer_outcome out) { hop_ended(self, id, std::move(out)); });
}

}  // namespace laundromat::fetching
