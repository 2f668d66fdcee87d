// Describes the remaining work as text and as JSON members.
// SPDX-License-Identifier: Apache-2.0
#include "app/run/work_left.hpp"

#include <ranges>

namespace laundromat {

std::string describe_retries(const pending_work& left) {
  auto text = number_of(left.retries, "download failed and waits", "downloads failed and wait") +
              " for another attempt at " + to_iso8601(left.first_retry);
  if (left.last_retry > left.first_retry) text += " and later, the last at " + to_iso8601(left.last_retry);
  return text;
}

std::string describe_interrupted(const pending_work& left) {
  return number_of(left.interrupted, "download was", "downloads were") +
         " interrupted: run again to continue";
}

std::string describe_used_budget(const pending_work& left) {
  return "the budget of the campaign is used (" + left.used_budget +
         "): raise `budgets` in the campaign to continue";
}

std::string describe_pauses(const pending_work& left) {
  constexpr std::size_t shown = 5;
  std::string lines;
  for (const auto& [rule, uri] : left.pauses | std::views::take(shown)) {
    const auto what = harmless(uri.empty() ? rule.what : uri);
    lines += what.empty() ? "the campaign" : what;
    lines += " is paused since " + to_iso8601(rule.since);
    if (!rule.reason.empty()) lines += " (" + harmless(rule.reason) + ')';
    lines += ": end it with `laundromat resume" + (what.empty() ? "" : ' ' + what) + "`\n";
  }
  if (left.pauses.size() > shown)
    lines += "and " + number_of(left.pauses.size() - shown, "more pause") +
             ": `laundromat pause --list` prints all\n";
  return lines;
}

std::string describe_work_left(const pending_work& left, const std::string& lack_of_room) {
  std::string lines = describe_pauses(left);
  if (left.is_campaign_paused()) {
    const auto begun = left.in_progress + left.waiting;
    if (begun > 0) lines += number_of(begun, "download waits", "downloads wait") + " for it\n";
    return lines;
  }
  if (!lack_of_room.empty()) return lines + lack_of_room + '\n';
  if (left.retries > 0) lines += describe_retries(left) + ": run again then\n";
  if (left.interrupted > 0) lines += describe_interrupted(left) + '\n';
  if (left.in_progress > 0)
    return lines + number_of(left.in_progress, "download is", "downloads are") +
           " in progress: run again to continue\n";
  if (!left.used_budget.empty()) return lines + describe_used_budget(left) + '\n';
  if (!left.next) return lines;
  if (left.waits_for.cause == errc::budget_used)
    return lines + "nothing is due now but at " + harmless(left.waits_for.authority) +
           ", whose budget is used (" + left.waits_for.detail +
           "): raise `budgets.host_…` in the campaign to continue there\n";
  if (left.waits_for.cause == errc::paused)
    return lines + "nothing is due now but at " + harmless(left.waits_for.authority) + ", which is paused\n";
  if (*left.next <= left.now) return lines + "more is due now: run again to continue\n";
  lines += "nothing is due now; next due at " + to_iso8601(*left.next);
  if (!left.waits_for.authority.empty())
    lines += "; requests to " + harmless(left.waits_for.authority) + " pause until then";
  else if (left.retries == 0)
    lines += " (interval_s after the last crawl of a seed; a new --data folder begins anew)";
  return lines + '\n';
}

void add_work_left(json_fact& to, const pending_work& left) {
  to["in_progress"] = left.in_progress;
  to["waiting_downloads"] = left.waiting;
  to["interrupted_downloads"] = left.interrupted;
  to["waiting_retries"] = {{"count", left.retries}};
  if (left.retries > 0) {
    to["waiting_retries"]["first"] = to_iso8601(left.first_retry);
    to["waiting_retries"]["last"] = to_iso8601(left.last_retry);
  }
  if (!left.used_budget.empty()) to["used_budget"] = left.used_budget;
  for (const auto& [rule, uri] : left.pauses) {
    auto& pause = to["pauses"].emplace_back(json_fact{{"rule", to_string(rule.kind)},
                                                      {"what", rule.what},
                                                      {"reason", rule.reason},
                                                      {"since", to_iso8601(rule.since)}});
    if (!uri.empty()) pause["uri"] = uri;
  }
  if (left.next && *left.next < no_end) to["next_due"] = to_iso8601(*left.next);
}

}  // namespace laundromat
