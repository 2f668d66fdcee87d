// Waits for hosts, reads their robots.txt, and sends requests.
// SPDX-License-Identifier: Apache-2.0
#include "app/requests/polite_requester.hpp"

#include <algorithm>
#include <thread>

#include "actors/campaign_request.hpp"
#include "core/base/count_words.hpp"
#include "core/web/address_guard.hpp"
#include "core/web/http_values.hpp"
#include "core/web/redirect_chain.hpp"
#include "core/web/uri.hpp"
#include "net/bounded_text.hpp"
#include "net/hop_verdict.hpp"

namespace laundromat {

namespace {

constexpr milliseconds between_looks{100};  // at whether the program is stopping

failure stopping() {
  return {errc::cancelled, "the program is stopping"};
}

std::string authority_of(const std::string& uri) {
  return authority_key(uri).value_or(uri);
}

}  // namespace

result<void> refuse_long_wait(timestamp until, const std::string& why, timestamp now, milliseconds longest) {
  if (until - now <= longest) return {};
  return fail(errc::host_suspended, "its host may be asked again at " + to_iso8601(until) + ": " + why);
}

polite_requester::polite_requester(const campaign& settings, requester_options options)
    : settings_(settings),
      options_(std::move(options)),
      loop_(
          [policy = allowed_addresses(settings)](std::span<const std::uint8_t> address, std::uint16_t port) {
            return judge(address, port, policy);
          },
          options_.now) {}

polite_requester::host& polite_requester::host_of(const std::string& authority) {
  const auto known = hosts_.find(authority);
  if (known != hosts_.end()) return known->second;
  auto policy = policy_for(settings_, authority);
  if (options_.delay) policy.delay = *options_.delay;
  robots_cache_policy cache;
  cache.fresh = std::chrono::hours{settings_.robots.expiry_h};
  const auto stored = std::ranges::find(options_.hosts, authority, &endpoint_host::authority);
  host made{host_robots{settings_.contact.product, cache},
            host_schedule{policy, stored == options_.hosts.end() ? host_state{} : stored->state}};
  made.robots.put_off();  // to be read before the first request
  return hosts_.emplace(authority, std::move(made)).first->second;
}

std::vector<endpoint_host> polite_requester::hosts() const {
  std::vector<endpoint_host> out;
  for (const auto& [authority, one] : hosts_) out.push_back({authority, one.schedule.state()});
  // Of an earlier process, and not requested in this one.
  for (const auto& one : options_.hosts)
    if (!hosts_.contains(one.authority)) out.push_back(one);
  for (auto& one : out) one.state.crawl_delay.reset();
  return out;
}

result<void> polite_requester::wait_until(timestamp time, const std::string& why) {
  const auto begun = std::chrono::steady_clock::now();
  if (time > options_.now() && options_.on_wait)
    if (auto told = options_.on_wait(time, why); !told) return told;
  for (auto now = options_.now(); now < time; now = options_.now()) {
    if (options_.is_stopping()) return tl::unexpected(stopping());
    std::this_thread::sleep_for(std::min<milliseconds>(time - now, between_looks));
  }
  if (options_.is_stopping()) return tl::unexpected(stopping());
  deadline_ += std::chrono::steady_clock::now() - begun;
  return {};
}

result<void> polite_requester::wait_for(host& at) {
  while (true) {
    const auto now = options_.now();
    const auto slot = at.schedule.next_allowed(now);
    if (!slot.at) return fail(slot.why, at.schedule.reason(slot.why));
    if (auto waited = wait_until(*slot.at, at.schedule.reason(slot.why)); !waited) return waited;
    if (at.schedule.begin(options_.now())) return {};
  }
}

result<requested_answer> polite_requester::request(const std::string& uri, const std::string& accept,
                                                   std::uint64_t enough_bytes) {
  auto& at = host_of(authority_of(uri));
  const bool may_be_lost = !at.closes_connections;
  auto got = send(at, uri, accept, enough_bytes);
  return got && may_be_lost && at.closes_connections ? send(at, uri, accept, enough_bytes) : got;
}

transfer_limits polite_requester::limits() const {
  auto limits = limits_of(settings_);
  if (!options_.total) return limits;
  const auto left =
      std::max(milliseconds{1},
               std::chrono::duration_cast<milliseconds>(deadline_ - std::chrono::steady_clock::now()));
  limits.connect = std::min(limits.connect, left);
  limits.first_byte = std::min(limits.first_byte, left);
  limits.total = left;
  limits.total_per_mib = milliseconds{0};
  return limits;
}

result<requested_answer> polite_requester::send(host& at, const std::string& uri, const std::string& accept,
                                                std::uint64_t enough_bytes, std::optional<posted_body> post) {
  if (auto waited = wait_for(at); !waited) return tl::unexpected(waited.error());
  requested_answer got;
  bounded_text body{got.body,
                    enough_bytes > 0 ? 2 * enough_bytes + (std::size_t{64} << 10) : options_.body_bytes};
  auto request = request_for(settings_, limits(), uri);
  request.accept = accept;
  request.enough_bytes = enough_bytes;
  // A POST is not sent twice, so that it must not be lost with a kept connection.
  request.own_connection = at.closes_connections || post;
  request.post = std::move(post);
  request.open_body = [&](const http_hop&) -> result<byte_sink*> { return &body; };
  const auto begun = options_.now();
  bool was_success = false;
  const auto id = loop_.start(std::move(request), [&](transfer_id, transfer_outcome outcome) {
    got.hop = std::move(outcome.hop);
    was_success = outcome.body_opened;
    at.closes_connections |= outcome.lost_connection;
    if (!was_success) got.body = std::move(outcome.excerpt);
  });
  while (loop_.active() > 0) {
    loop_.poll(between_looks);
    if (loop_.active() > 0 && options_.is_stopping()) {
      loop_.cancel(id);
      at.schedule.end(options_.now(), {options_.now() - begun, errc::cancelled, 0, {}});
      return tl::unexpected(stopping());
    }
  }
  const auto now = options_.now();
  at.schedule.end(now, {now - begun, got.hop.error, status_number(got.hop.status),
                        parse_retry_after(header_of(got.hop, "Retry-After"), now)});
  return got;
}

result<robots_answer> polite_requester::read_robots(const std::string& uri) {
  constexpr auto enough = robots_limits{}.body_bytes + 1;
  redirect_chain chain{uri, robots_redirects};
  while (true) {
    auto got = request(chain.current(), "text/plain, */*;q=0.1", enough);
    if (!got && (got.error().code == errc::cancelled || chain.redirects() == 0))
      return tl::unexpected(got.error());
    if (!got) return robots_answer{got.error().code, got.error().detail, {}, {}};
    const auto verdict = judge_hop(got->hop, chain);
    if (verdict.step == hop_step::follow) continue;
    return robots_answer{verdict.cause == errc::http_status ? errc::ok : verdict.cause, verdict.detail,
                         got->hop.status, std::move(got->body)};
  }
}

result<void> polite_requester::obey_robots(host& at, const std::string& uri) {
  const auto not_before = at.schedule.state().not_before;
  if (at.robots.state() != host_robots::knowledge::known || at.robots.expire(options_.now(), not_before)) {
    // A Crawl-delay so long that nothing is requested must not keep us from reading whether it still applies.
    at.schedule.obey_crawl_delay(std::nullopt);
    at.robots.begin_reading();
    auto answer = read_robots(resolve_iri(uri, "/robots.txt"));
    if (!answer) {
      at.robots.put_off();
      return tl::unexpected(answer.error());
    }
    if (!host_robots::is_answer(answer->cause)) {
      at.robots.put_off();
      return fail(answer->cause, answer->detail);
    }
    at.robots.learn(*answer, options_.now());
    at.schedule.obey_crawl_delay(at.robots.asked_pause(at.schedule.policy().crawl_delay_most));
  }
  if (const auto refusal = at.robots.refuse(uri, options_.now(), at.schedule.state().not_before))
    return tl::unexpected(refusal->why);
  return {};
}

result<void> polite_requester::ask_permission(const std::string& uri) {
  if (options_.judge)
    if (auto steered = options_.judge(uri); steered.code != errc::ok)
      return fail(steered.code, std::move(steered.detail));
  return obey_robots(host_of(authority_of(uri)), uri);
}

void polite_requester::begin_call() {
  if (options_.total) deadline_ = std::chrono::steady_clock::now() + *options_.total;
}

timestamp polite_requester::not_before(const std::string& uri) const {
  const auto known = hosts_.find(authority_of(uri));
  return known == hosts_.end() ? timestamp{} : known->second.schedule.state().not_before;
}

result<requested_answer> polite_requester::post(const std::string& uri, posted_body body) {
  begin_call();
  if (auto allowed = ask_permission(uri); !allowed) return tl::unexpected(allowed.error());
  return send(host_of(authority_of(uri)), uri, "*/*", 0, std::move(body));
}

result<requested_answer> polite_requester::request_allowed(const std::string& uri, const std::string& accept,
                                                           std::uint64_t enough_bytes) {
  if (auto allowed = ask_permission(uri); !allowed) return tl::unexpected(allowed.error());
  return request(uri, accept, enough_bytes);
}

result<requested_answer> polite_requester::follow(const std::string& uri, const std::string& accept,
                                                  std::uint64_t enough_bytes) {
  redirect_chain chain{uri};
  while (true) {
    auto got = request_allowed(chain.current(), accept, enough_bytes);
    if (!got) return got;
    const auto code = status_number(got->hop.status);
    if (got->hop.error != errc::ok || code < 300 || code >= 400) return got;
    if (const auto verdict = judge_hop(got->hop, chain); verdict.step != hop_step::follow)
      return fail(verdict.cause, verdict.detail);
  }
}

result<requested_answer> polite_requester::get(const std::string& uri, const std::string& accept) {
  begin_call();
  return follow(uri, accept, 0);
}

result<requested_answer> polite_requester::get_hop(const std::string& uri, const std::string& accept) {
  begin_call();
  return request_allowed(uri, accept, 0);
}

result<requested_answer> polite_requester::get_beginning(const std::string& uri, const std::string& accept) {
  begin_call();
  return follow(uri, accept, 1);
}

}  // namespace laundromat
