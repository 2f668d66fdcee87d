// Checks the host, the rate, and the right to write.
// SPDX-License-Identifier: Apache-2.0
#include "app/api/request_guard.hpp"

#include <algorithm>
#include <sstream>
#include <thread>

#include "app/api/http_answers.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/base/count_words.hpp"
#include "core/http/address_site.hpp"
#include "core/http/bearer_token.hpp"

namespace laundromat {
namespace {

constexpr double cost_of_wrong_token = 10;

http_response unauthorized(std::string detail, std::string_view error) {
  auto answer = problem_answer(401, std::move(detail));
  answer.fields.push_back(
      {"WWW-Authenticate", "Bearer realm=\"laundromat\"" +
                               (error.empty() ? std::string{} : ", error=\"" + std::string{error} + '"')});
  return answer;
}

/// Ends the connection: requests that are already on it would cost as much again.
http_response come_later(int status, std::string detail, seconds retry_after) {
  auto answer = problem_answer(status, std::move(detail));
  answer.fields.push_back({"Retry-After", std::to_string(retry_after.count())});
  answer.is_last = true;
  return answer;
}

http_response too_often(double requests_per_second, seconds retry_after) {
  std::ostringstream number;
  number << requests_per_second;
  return come_later(429,
                    "one address may send " + number.str() +
                        " requests a second in the long run: send the next one after the time of Retry-After",
                    retry_after);
}

http_response too_many_at_once(std::uint32_t most) {
  return come_later(429,
                    "one address may have " + number_of(most, "request") +
                        " answered at the same time: send the next one when one is answered",
                    seconds{1});
}

http_response no_processors(seconds retry_after) {
  return come_later(
      503,
      "the campaign needs the processors of this machine: send the next request after the time of "
      "Retry-After",
      retry_after);
}

// Of all processors; how often each client is answered all the same; and how often the clocks are read.
constexpr double share_of_answers = 0.05, requests_per_second_without_share = 0.1;
constexpr milliseconds between_observations{100};

}  // namespace

request_guard::request_guard(guard_settings settings)
    : settings_(std::move(settings)),
      rate_(settings_.rate),
      rate_of_probes_({.requests_per_second = std::max(10.0, settings_.rate.requests_per_second),
                       .burst = std::max(50.0, settings_.rate.burst)}),
      rate_without_share_({.requests_per_second = requests_per_second_without_share, .burst = 1}),
      share_(share_of_answers, std::max(1U, std::thread::hardware_concurrency())) {}

tl::expected<request_guard::running_request, http_response> request_guard::begin(
    const http_request& request) {
  const std::lock_guard lock{mutex_};
  if (const auto now = wall_now(); is_share_spent(now))
    if (const auto verdict = rate_without_share_.ask(request.client, now); !verdict.is_allowed)
      return tl::unexpected(no_processors(verdict.retry_after));
  const auto site = address_site(request.client);
  auto client = site ? to_string(*site) : request.client;
  auto& count = running_[client];
  if (count >= settings_.at_once) return tl::unexpected(too_many_at_once(settings_.at_once));
  ++count;
  return running_request{*this, std::move(client)};
}

bool request_guard::is_share_spent(timestamp now) {
  if (!settings_.processor_times) return false;
  if (now - observed_ >= between_observations || now < observed_) {
    share_.observe(settings_.processor_times(), now);
    observed_ = now;
  }
  return share_.is_spent();
}

void request_guard::end(const std::string& client) {
  const std::lock_guard lock{mutex_};
  const auto found = running_.find(client);
  if (found != running_.end() && --found->second == 0) running_.erase(found);
}

std::optional<http_response> request_guard::refuse(const http_request& request) {
  if (auto refused = refuse_too_many(request, rate_)) return refused;
  if (!names_this_server(request.field("host"), settings_.names))
    return problem_answer(
        421,
        "this server has another name than the field Host of the request: use the address at "
        "which it listens, or set public_base in the campaign to the URL at which it is reached");
  return std::nullopt;
}

std::optional<http_response> request_guard::refuse_probe(const http_request& request) {
  return refuse_too_many(request, rate_of_probes_);
}

std::optional<http_response> request_guard::refuse_too_many(const http_request& request, request_rate& rate) {
  const std::lock_guard lock{mutex_};
  const auto verdict = rate.ask(request.client, wall_now());
  if (verdict.is_allowed) return std::nullopt;
  return too_often(rate.limits().requests_per_second, verdict.retry_after);
}

std::optional<http_response> request_guard::refuse_write(const http_request& request) {
  if (settings_.token.empty())
    return problem_answer(403,
                          "this server only answers questions: to change something, name a file with a token "
                          "in `http.token_file` of the campaign, or use the command line");
  if (is_cross_site({request.field("host"), request.field("origin"), request.field("sec-fetch-site")},
                    settings_.names))
    return problem_answer(403, "a page of another site has sent this request");
  const auto given = bearer_token(request.field("authorization"));
  if (!given)
    return unauthorized("this request needs the token of the campaign: send `Authorization: Bearer TOKEN`",
                        {});
  if (is_same_secret(*given, settings_.token)) return std::nullopt;
  {
    const std::lock_guard lock{mutex_};
    rate_.charge(request.client, wall_now(), cost_of_wrong_token);
  }
  return unauthorized("the token is not that of the campaign", "invalid_token");
}

}  // namespace laundromat
