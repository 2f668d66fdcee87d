// Implements the state of one host's robots.txt.
// SPDX-License-Identifier: Apache-2.0
#include "core/web/host_robots.hpp"

#include <algorithm>
#include <charconv>

#include "core/base/machine_fault.hpp"

namespace laundromat {

namespace {

/// The cause for documents. When robots.txt failed by its HTTP status it is `robots_unreachable`, else the error of the request itself.
failure cause_for_documents(const failure& why, const std::string& status) {
  if (why.code == errc::ok || why.code == errc::http_status)
    return {errc::robots_unreachable, "http_status " + status + " for robots.txt"};
  return {why.code, "reading robots.txt" + (why.detail.empty() ? "" : ": " + why.detail)};
}

/// The form of `robots_record::status`.
std::string write_robots_status(const robots_answer& answer) {
  return answer.cause == errc::ok ? answer.status : to_string(failure{answer.cause, answer.detail});
}
failure read_robots_status(const std::string& text) {
  const auto colon = std::min(text.find(": "), text.size());
  const auto cause = errc_from_name(text.substr(0, colon));
  return cause ? failure{*cause, text.substr(std::min(colon + 2, text.size()))} : failure{};
}

}  // namespace

int status_number(std::string_view status) {
  int out = 0;
  std::from_chars(status.data(), status.data() + status.size(), out);
  return out;
}

bool host_robots::is_answer(errc cause, std::uint32_t redirects) {
  if (cause == errc::address_refused || cause == errc::port_refused) return redirects > 0;
  return cause != errc::cancelled && !is_machine_fault(cause);
}

void host_robots::restore(const robots_record& stored) {
  state_ = knowledge::stale;
  if (stored.fetched == timestamp{}) return;
  memory_ = {stored.read, robots_access::by_rules, stored.failing_since, stored.fetched, stored.failures};
  unreachable_ = cause_for_documents(read_robots_status(stored.status), stored.status);
  if (stored.read != timestamp{}) rules_ = parse_robots(stored.body.value_or(""), product_);
  state_ = knowledge::known;
  // An operator may have ended the pause after a failure.
  if (const auto next = memory_.next_fetch(policy_); memory_.failures > 0 && stored.expires < next)
    memory_.tried_at -= next - stored.expires;
}

void host_robots::learn(const robots_answer& answer, timestamp at) {
  const auto access = access_from_status(answer.cause, status_number(answer.status));
  unreachable_ = cause_for_documents({answer.cause, answer.detail}, answer.status);
  memory_.note(access, at);
  if (access != robots_access::disallow_all)
    rules_ = parse_robots(access == robots_access::by_rules ? answer.body : "", product_);
  state_ = knowledge::known;
}

bool host_robots::expire(timestamp now, timestamp not_before) {
  if (state_ != knowledge::known || next_fetch(not_before) > now) return false;
  state_ = knowledge::stale;
  return true;
}

timestamp host_robots::next_fetch(timestamp not_before) const {
  const auto next = memory_.next_fetch(policy_);
  return memory_.failures > 0 ? std::max(next, not_before) : next;
}

std::optional<robots_refusal> host_robots::refuse(std::string_view uri, timestamp now,
                                                  timestamp not_before) const {
  const auto access = memory_.access_at(now, policy_);
  if (access == robots_access::allow_all) return std::nullopt;
  const auto verdict =
      access == robots_access::by_rules ? rules_.judge_uri(uri) : robots_rules::disallow_all().judge_uri(uri);
  if (verdict.is_allowed) return std::nullopt;
  if (verdict.code == errc::robots_unreachable) return robots_refusal{unreachable_, next_fetch(not_before)};
  return robots_refusal{{verdict.code, verdict.rule}, std::nullopt};
}

robots_record host_robots::record(const robots_answer& answer, timestamp at, timestamp not_before) const {
  robots_record out;
  out.fetched = at;
  out.expires = next_fetch(not_before);
  out.status = write_robots_status(answer);
  const bool has_rules = memory_.access == robots_access::by_rules;
  if (memory_.failures == 0) out.body = has_rules ? answer.body : "";
  out.read = memory_.read_at;
  out.failing_since = memory_.failing_since;
  out.failures = memory_.failures;
  return out;
}

}  // namespace laundromat
