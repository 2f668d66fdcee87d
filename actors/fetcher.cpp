// Runs downloads hop by hop in one transfer loop.
// SPDX-License-Identifier: Apache-2.0
#include "actors/fetcher.hpp"

#include "actors/campaign_request.hpp"
#include "actors/commit.hpp"
#include "actors/fetching/fetcher_state.hpp"
#include "core/web/address_guard.hpp"
#include "core/web/file_store_path.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "messages/errors.hpp"
#include "storage/stores/raw_store.hpp"

namespace laundromat {

namespace {

using namespace fetching;

constexpr milliseconds poll_wait{5}, late_poll_wait{1'000};
constexpr std::size_t remembered_addresses = 10'000;

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

/// Holds so many downloads at once from now on.
void hold_at_once(fetcher_ptr self, std::uint32_t downloads) {
  auto& s = self->state;
  s.at_once = downloads;
  adjust_requests(self);
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
  const bool waits = go_on_with_robots(self);
  find_slow(self);
  if (s.loop->active() > 0 || waits) s.loop->poll(copying ? milliseconds{0} : poll_wait);
  if (s.addresses.size() > remembered_addresses)
    std::erase_if(s.addresses, [](const auto& one) { return one.second.requests.open() == 0; });
  if (copying || waits || s.loop->active() > 0) return keep_polling(self);
  const auto at = now(*s.env, self);
  if (s.downloads.empty() || at < s.next_late_poll) return;
  s.next_late_poll = at + late_poll_wait;
  self->delayed_send(self, late_poll_wait, poll_atom::value);
}

fetcher_actor::behavior_type fetcher(fetcher_ptr self, environment_ptr env, dispatcher_actor dispatcher,
                                     politeness_actor politeness_scheduler, bool reads_robots) {
  auto& s = self->state;
  s.env = std::move(env);
  s.dispatcher = std::move(dispatcher);
  s.politeness_scheduler = std::move(politeness_scheduler);
  s.limits = limits_of(s.env->settings);
  transfer_loop_options options;
  s.at_once = settings_in_force(*s.env).pools.transfers;
  s.requests = job_requests{s.at_once};
  options.at_once = s.at_once;
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
