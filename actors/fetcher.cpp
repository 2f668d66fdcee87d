// Runs downloads hop by hop in one transfer loop.
// SPDX-License-Identifier: Apache-2.0
#include "actors/fetcher.hpp"

#include <caf/typed_event_based_actor.hpp>
#include <map>

#include "actors/campaign_request.hpp"
#include "actors/commit.hpp"
#include "actors/download_body.hpp"
#include "actors/job_requests.hpp"
#include "actors/log.hpp"
#include "core/base/machine_fault.hpp"
#include "core/discovery/catalogue/archive_index.hpp"
#include "core/discovery/links/negotiation.hpp"
#include "core/discovery/media_hint.hpp"
#include "core/records/announced_links.hpp"
#include "core/web/address_guard.hpp"
#include "core/web/file_store_path.hpp"
#include "core/web/ftp_uri.hpp"
#include "core/web/http_values.hpp"
#include "core/web/politeness.hpp"
#include "core/web/robots.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/shared_slots.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"
#include "messages/errors.hpp"
#include "net/hop_verdict.hpp"
#include "net/http_status.hpp"
#include "net/transfer.hpp"
#include "storage/files/local_file.hpp"
#include "storage/stores/raw_store.hpp"

namespace laundromat {

namespace {

constexpr milliseconds poll_wait{5};
constexpr std::size_t remembered_addresses = 10'000;
constexpr std::size_t copy_step_bytes = std::size_t{4} << 20;
/// Of a part whose length its index does not state.
constexpr std::uint64_t most_unknown_part_bytes = std::uint64_t{16} << 20;
constexpr std::uint64_t robots_bytes = robots_limits{}.body_bytes;

/// The requests of this process to one address.
struct used_address {
  shared_schedule requests;
  std::string authority;   ///< of the last request
  bool is_shared = false;  ///< used by several hosts: no idle connection to it is kept
};

/// A page that a URI answered with, while the server is asked for RDF only.
struct held_page {
  redirect_chain chain;
  std::unique_ptr<download_body> body;
  std::vector<http_hop> hops;
  std::vector<stream_warning> damage;
};

/// A download in progress, one hop after the other.
struct download {
  download(std::string uri, const campaign::network_limits& limits, raw_store& store, std::string path)
      : chain(std::move(uri), limits.max_redirects, limits.ftp), raw(store), file_path(std::move(path)) {
    begin_body();
  }
  void begin_body() { body = std::make_unique<download_body>(raw, file_path); }

  fetch_job job;
  std::uint64_t permit = 0;  ///< of the current hop
  std::string place;         ///< `permit_answer::place` of that permit
  caf::typed_response_promise<fetch_outcome> promise;
  redirect_chain chain;
  raw_store& raw;
  std::string file_path;
  std::unique_ptr<download_body> body;
  bool asks_for_rdf_only = false;
  std::optional<held_page> page;
  std::optional<byte_part>
      part;  ///< only this part of the file is asked for: a record of a web archive elsewhere
  std::uint32_t resumes = 0;  ///< how often the rest of a body was asked for
  fetch_outcome found;
  byte_source_ptr local;  ///< of a `file:` seed
};

/// A robots.txt that is being read. All its hops use the slot that the politeness scheduler has taken at the host.
struct robots_read {
  robots_read(std::string uri, raw_store& raw) : chain(std::move(uri), robots_redirects), exchange(raw, "") {}

  redirect_chain chain;
  download_body exchange;
  std::string place, address;  ///< of the host that is requested
  caf::typed_response_promise<robots_outcome> promise;
  string_sink body;
};

struct fetcher_state {
  static constexpr const char* name = "fetcher";

  environment_ptr env;
  dispatcher_actor dispatcher;
  politeness_actor politeness_scheduler;
  std::unique_ptr<transfer_loop> loop;
  transfer_limits limits;
  std::map<std::uint64_t, std::unique_ptr<download>> downloads;  ///< by lease
  std::map<std::uint64_t, std::unique_ptr<robots_read>> robots;
  std::uint64_t next_robots = 1;
  std::map<std::string, used_address> addresses;  ///< by place
  bool polling = false;
  job_requests requests;
};

using fetcher_ptr = fetcher_actor::stateful_pointer<fetcher_state>;

void request_jobs(fetcher_ptr self, std::uint32_t jobs) {
  for (; jobs > 0; --jobs)
    self->send(self->state.dispatcher, pull_atom::value, caf::actor_cast<caf::actor>(self), std::uint64_t{0});
}

/// The download with this lease has ended.
void end_job(fetcher_ptr self, std::uint64_t lease) {
  auto& s = self->state;
  if (s.requests.end())
    self->send(s.dispatcher, pull_atom::value, caf::actor_cast<caf::actor>(self), lease);
  else
    self->send(s.dispatcher, over_atom::value, lease);
}

void keep_polling(fetcher_ptr self) {
  if (!std::exchange(self->state.polling, true)) self->send(self, poll_atom::value);
}

/// The slots at addresses that one transfer has taken.
struct held_slots {
  std::string authority,
      granted;  ///< the host, and the address at which the politeness scheduler has granted a slot
  std::vector<std::string> places;
};

/// Takes a slot at `address` before the connection is made. At the address for which the politeness scheduler granted a slot only the number of
/// requests is checked, at any other one also the delay, because the politeness scheduler did not check that address.
address_slot take_slot(fetcher_ptr self, held_slots& held, std::span<const std::uint8_t> address) {
  auto& s = self->state;
  const auto at = now(*s.env, self);
  auto place = place_of_address(address);
  auto& used =
      s.addresses.try_emplace(place, used_address{shared_schedule{address_policy_for(s.env->settings)}, {}})
          .first->second;
  if (std::ranges::find(held.places, place) == held.places.end()) {
    const auto slot = used.requests.next_allowed(at);
    if (!slot || (place != held.granted && *slot > at)) return address_slot::refused;
    used.requests.begin(at);
    used.is_shared |= !used.authority.empty() && used.authority != held.authority;
    used.authority = held.authority;
    held.places.push_back(std::move(place));
  }
  return used.is_shared ? address_slot::alone : address_slot::granted;
}

/// Starts a transfer that takes its slot at the address to which the name of its host resolves.
template <class Done>
void start_transfer(fetcher_ptr self, transfer_request request, const std::string& place, Done done) {
  auto held = std::make_shared<held_slots>();
  held->authority = authority_key(request.uri).value_or("");
  held->granted = place;
  if (place != any_place)
    request.take_slot = [self, held](std::span<const std::uint8_t> address) {
      return take_slot(self, *held, address);
    };
  self->state.loop->start(std::move(request), [self, held, done](transfer_id, transfer_outcome out) {
    for (const auto& one : held->places) self->state.addresses.at(one).requests.end();
    done(std::move(out));
  });
  keep_polling(self);
}

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
  end_job(self, id);
}

/// Returns a number from 0 to 1, always the same for one attempt of one download.
double jitter_of(const fetch_job& job) {
  return static_cast<double>((job.entry.bytes[0] + 97U * job.attempt) % 256) / 255;
}

/// Ends an attempt that failed: the download is tried again when the campaign allows more attempts, else it has failed.
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

/// Ends a download because the host of a redirect takes no request before a certain time. The whole chain is requested again then. When the
/// host is suspended or its robots.txt failed this counts as an attempt, so that the download ends some day.
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

/// Ends a download with an error instead of an outcome. The journal is not changed.
void give_back(fetcher_ptr self, std::uint64_t id, const failure& why) {
  auto& s = self->state;
  s.downloads.at(id)->promise.deliver(to_error(why));
  s.downloads.erase(id);
  end_job(self, id);
}

/// Ends a download for an error on our side. A fault of our machine does not count against the document.
void fail_here(fetcher_ptr self, std::uint64_t id, const failure& why) {
  if (is_machine_fault(why.code)) return give_back(self, id, why);
  finish(self, id, event::failed_for_good, why.code, why.detail);
}

/// Ends the download of a local file that cannot be read. That is a failure of the seed, unless our machine has no more descriptors.
void fail_to_read(fetcher_ptr self, std::uint64_t id, const failure& why) {
  if (why.code == errc::io_failed) return retry(self, id, why.code, why.detail);
  fail_here(self, id, why);
}

/// Ends a download whose body is the same as that of an earlier crawl, whose documents are kept.
void end_unchanged(fetcher_ptr self, std::uint64_t id, std::string how) {
  auto& d = *self->state.downloads.at(id);
  d.found.compared_with = d.job.kept.download;
  finish(self, id, event::not_modified, errc::not_modified, std::move(how));
}

/// Whether washing the body would give the same documents again: it has the same bytes, came from the same URI, and is declared as the same.
bool is_known_body(download& d) {
  const auto& kept = d.job.kept;
  return kept.is_there() && !kept.body.is_null() && d.found.damage.empty() && kept.uri == d.chain.current() &&
         kept.media_type == d.found.media_type && kept.charset == d.found.charset &&
         kept.body == d.body->measure().digest;
}

/// Stores the body and ends the download, unless its publisher asks not to keep it.
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
  d.found.wire = stored->meta;
  d.found.raw_path = std::move(stored->raw_path);
  d.found.chain = std::move(stored->chain);
  if (!d.found.chain.empty()) d.found.damage.clear();  // the layers of the view show it again
  finish(self, id, event::body_stored, errc::ok, std::move(note));
}

void start_hop(fetcher_ptr self, std::uint64_t id);
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
      return follow(self, id);
    case hop_step::unchanged:
      return end_unchanged(self, id, "");
    case hop_step::retry:
      return retry(self, id, verdict.cause, std::move(verdict.detail));
    case hop_step::refuse:
      return finish(self, id, event::refused, verdict.cause, std::move(verdict.detail));
    case hop_step::fail:
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

void start_hop(fetcher_ptr self, std::uint64_t id) {
  auto& s = self->state;
  auto request = request_for(settings_of(*s.env), s.limits, s.downloads.at(id)->chain.current());
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

/// Starts the copy of a local file, which is a download without hops.
void start_copy(fetcher_ptr self, std::uint64_t id) {
  auto& s = self->state;
  auto& d = *s.downloads.at(id);
  auto source = open_local_file(d.chain.current(), s.env->settings.files.roots);
  if (!source && source.error().code == errc::file_root_refused)
    return finish(self, id, event::refused, source.error().code, source.error().detail);
  if (!source) return fail_to_read(self, id, source.error());
  d.local = std::move(*source);
  keep_polling(self);
}

/// Copies one step of each local file, so that a large file does not block the transfers.
bool copy_on(fetcher_ptr self) {
  auto& s = self->state;
  std::vector<std::uint64_t> copying;
  for (const auto& [id, d] : s.downloads)
    if (d->local) copying.push_back(id);
  std::string buffer;
  for (const auto id : copying) {
    auto& d = *s.downloads.at(id);
    buffer.resize(copy_step_bytes);
    const auto n = d.local->read(buffer);
    const auto written = n && *n > 0
                             ? d.body->write_local({buffer.data(), *n}, d.chain.current(), d.found.begun)
                             : result<void>{};
    if (!n) {
      fail_to_read(self, id, n.error());
    } else if (!written) {
      fail_here(self, id, written.error());
    } else if (*n > 0) {
      continue;
    } else if (const auto kept = d.body->keep_local(d.chain.current(), d.found.begun); !kept) {
      fail_here(self, id, kept.error());
    } else {
      store(self, id, "");
    }
  }
  return !copying.empty();
}

caf::result<fetch_outcome> take_job(fetcher_ptr self, const fetch_job& job) {
  auto& s = self->state;
  const auto uri = fetchable(job.uri);
  const auto named = part_of(job.uri) ? encode_illegal(job.uri) : uri;
  auto path = s.env->raw->writes_segments() ? result<std::string>{} : encode_path(named, job.begun);
  auto d = std::make_unique<download>(uri, s.env->settings.network, *s.env->raw, path.value_or(""));
  d->job = job;
  d->part = part_of(job.uri);
  if (job.may_be_repeated) d->body->may_repeat(seed_hash(job.uri));
  d->permit = job.permit;
  d->place = job.place;
  d->promise = self->make_response_promise<fetch_outcome>();
  d->found.begun = now(*s.env, self);
  auto promise = d->promise;
  const bool is_file = d->chain.current().starts_with("file:");
  s.downloads.emplace(job.lease, std::move(d));
  if (!path)
    finish(self, job.lease, event::failed_for_good, path.error().code, path.error().detail);
  else if (is_file)
    start_copy(self, job.lease);
  else
    start_hop(self, job.lease);
  return promise;
}

void read_robots(fetcher_ptr self, std::uint64_t id);

void robots_hop_ended(fetcher_ptr self, std::uint64_t id, const transfer_outcome& outcome) {
  auto& s = self->state;
  auto& r = *s.robots.at(id);
  if (r.chain.redirects() == 0) r.address = outcome.hop.address;
  const auto verdict = judge_hop(outcome.hop, r.chain);
  if (!outcome.found_no_room && !is_machine_fault(outcome.hop.error))
    if (const auto kept = r.exchange.keep_exchange(outcome); !kept)
      log_warning("the request for {} is not in the WARC: {}", outcome.hop.uri, to_string(kept.error()));
  if (verdict.step == hop_step::follow) return read_robots(self, id);
  robots_outcome out;
  out.address = r.address;
  out.found_no_room = outcome.found_no_room;
  out.detail = verdict.detail;
  out.cause = verdict.cause == errc::http_status ? errc::ok : verdict.cause;
  out.status = outcome.hop.status;
  out.redirects = static_cast<std::uint32_t>(r.chain.redirects());
  out.body = first_lines(r.body.text, robots_bytes);
  out.retry_after = header_of(outcome.hop, "Retry-After");
  r.promise.deliver(std::move(out));
  s.robots.erase(id);
}

void read_robots(fetcher_ptr self, std::uint64_t id) {
  auto& s = self->state;
  auto request = request_for(settings_of(*s.env), s.limits, s.robots.at(id)->chain.current());
  s.robots.at(id)->exchange.receive(request);
  request.open_body = [self, id](const http_hop&) -> result<byte_sink*> {
    return &self->state.robots.at(id)->body;
  };
  request.enough_bytes = robots_bytes + 1;       // one byte more shows whether a line ends at the limit
  request.limits.wire_bytes = 2 * robots_bytes;  // a bound for empty gzip blocks
  const auto& r = *s.robots.at(id);
  const bool is_first = r.chain.redirects() == 0;
  start_transfer(self, std::move(request), is_first || r.place == any_place ? r.place : "",
                 [self, id](const transfer_outcome& out) { robots_hop_ended(self, id, out); });
}

caf::result<robots_outcome> take_robots_job(fetcher_ptr self, const robots_job& job) {
  auto& s = self->state;
  const auto id = s.next_robots++;
  auto r = std::make_unique<robots_read>(job.uri, *s.env->raw);
  r->place = job.place;
  r->promise = self->make_response_promise<robots_outcome>();
  auto promise = r->promise;
  s.robots.emplace(id, std::move(r));
  read_robots(self, id);
  return promise;
}

/// Holds so many downloads at once from now on.
void hold_at_once(fetcher_ptr self, std::uint32_t downloads) {
  auto& s = self->state;
  s.loop->allow(downloads);
  request_jobs(self, s.requests.change(downloads));
  if (s.requests.too_many() == 0) return;
  self->request(s.dispatcher, no_timeout, rescind_atom::value, caf::actor_cast<caf::actor>(self),
                s.requests.too_many())
      .then([self](std::uint32_t back) { request_jobs(self, self->state.requests.taken_back(back)); },
            [](const caf::error&) {});
}

void poll(fetcher_ptr self) {
  auto& s = self->state;
  s.polling = false;
  if (s.env->cancelled) return self->quit(caf::exit_reason::user_shutdown);
  const bool copying = copy_on(self);
  if (s.loop->active() > 0) s.loop->poll(copying ? milliseconds{0} : poll_wait);
  if (s.addresses.size() > remembered_addresses)
    std::erase_if(s.addresses, [](const auto& one) { return one.second.requests.open() == 0; });
  if (copying || s.loop->active() > 0) keep_polling(self);
}

fetcher_actor::behavior_type fetcher(fetcher_ptr self, environment_ptr env, dispatcher_actor dispatcher,
                                     politeness_actor politeness_scheduler, bool reads_robots) {
  auto& s = self->state;
  s.env = std::move(env);
  s.dispatcher = std::move(dispatcher);
  s.politeness_scheduler = std::move(politeness_scheduler);
  s.limits = limits_of(s.env->settings);
  transfer_loop_options options;
  s.requests = job_requests{settings_of(*s.env).pools.transfers};
  options.at_once = s.requests.most();
  s.loop = std::make_unique<transfer_loop>(
      [policy = allowed_addresses(s.env->settings)](
          std::span<const std::uint8_t> address, std::uint16_t port) { return judge(address, port, policy); },
      [self] { return now(*self->state.env, self); }, options);
  self->monitor(s.dispatcher);
  self->set_down_handler([self](caf::down_msg& down) { self->quit(down.reason); });
  self->set_exception_handler([](std::exception_ptr& what) { return describe(what, "fetcher"); });
  if (reads_robots) self->send(s.politeness_scheduler, pull_atom::value, fetcher_actor{self});
  request_jobs(self, s.requests.most());
  return {
      [=](const fetch_job& job) { return take_job(self, job); },
      [=](const robots_job& job) { return take_robots_job(self, job); },
      [=](reload_atom, std::uint32_t downloads) { hold_at_once(self, downloads); },
      [=](poll_atom) { poll(self); },
  };
}

}  // namespace

fetcher_factory make_fetcher(environment_ptr env, bool reads_robots) {
  return [env = std::move(env), reads_robots](caf::local_actor* parent, dispatcher_actor dispatcher,
                                              politeness_actor politeness_scheduler) {
    return caf::actor_cast<caf::actor>(parent->spawn<caf::detached>(
        fetcher, env, std::move(dispatcher), std::move(politeness_scheduler), reads_robots));
  };
}

}  // namespace laundromat
