// Counts what waits for webhooks.
// SPDX-License-Identifier: Apache-2.0
#include "app/webhooks/webhook_status.hpp"

#include "app/terminal/timestamp_text.hpp"
#include "storage/webhooks/webhook_records.hpp"

namespace laundromat {

std::string origin_of(const std::string& url) {
  const auto host = url.find("://");
  return url.substr(0, host == url.npos ? 0 : url.find_first_of("/?#", host + 3));
}

result<std::vector<webhook_status>> webhook_statuses_of(journal& db) {
  webhook_records records{db};
  auto states = records.webhooks();
  if (!states) return tl::unexpected(states.error());
  std::vector<webhook_status> all;
  for (auto& one : *states) {
    const auto waiting = one.is_gone ? result<std::uint64_t>{0} : records.count(one.told, one.wanted);
    if (!waiting) return tl::unexpected(waiting.error());
    all.push_back({std::move(one), *waiting});
  }
  return all;
}

std::string in_one_line(const webhook_status& status) {
  const auto& s = status.state;
  std::string text = "the webhook " + s.name;
  if (s.is_gone)
    text += " has answered 410 Gone: nothing is sent to it any more; give it another `url`, or remove it";
  else if (status.waiting == 0)
    text += " has all events";
  else
    text += " has not got " + number_of(status.waiting, "event");
  if (!s.is_gone && !s.problem.empty())
    text += ", failing since " + to_iso8601(s.failing_since) + ": " + s.problem + "; next try after " +
            to_iso8601(s.not_before);
  if (s.dropped > 0) text += "; " + number_of(s.dropped, "event") + " were dropped, because too many waited";
  return text;
}

json_fact fact_of(const webhook_status& status) {
  const auto& s = status.state;
  json_fact fact{{"name", s.name},
                 {"url", origin_of(s.url)},
                 {"state", s.is_gone           ? "gone"
                           : s.problem.empty() ? "ok"
                                               : "failing"},
                 {"waiting", status.waiting},
                 {"dropped", s.dropped},
                 {"told_at", timestamp_text(s.told_at)}};
  if (s.problem.empty()) return fact;
  fact["problem"] = s.problem;
  fact["failing_since"] = timestamp_text(s.failing_since);
  fact["tries"] = s.tries;
  if (!s.is_gone) fact["next_try"] = timestamp_text(s.not_before);
  return fact;
}

}  // namespace laundromat
