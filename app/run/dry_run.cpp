// Judges due seeds and waiting downloads by what is stored.
// SPDX-License-Identifier: Apache-2.0
#include "app/run/dry_run.hpp"

#include <algorithm>

#include "app/planning/stored_robots.hpp"
#include "app/terminal/terminal.hpp"
#include "core/records/cause_name.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "storage/journal/host_list.hpp"
#include "storage/journal/host_wait.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

namespace {

std::string rule_in_words(const steering_rule& rule) {
  return std::string{to_string(rule.kind)} + (rule.what.empty() ? "" : " " + rule.what) +
         (rule.reason.empty() ? "" : ": " + rule.reason);
}

/// What is used up of a budget.
std::string used_up(const crawl_use& at_host, const crawl_use& in_all, const crawl_budgets& budgets) {
  auto text = describe_used_up(in_all, budgets.campaign);
  return text.empty() ? describe_used_up(at_host, budgets.host) : text;
}

}  // namespace

dry_run::dry_run(const campaign& settings, journal* db, steering_rules rules, timestamp now,
                 std::string no_room)
    : settings_(settings),
      db_(db),
      now_(now),
      rules_(std::move(rules)),
      no_room_(std::move(no_room)),
      budgets_(budgets_for(settings)) {}

/// Why the host is not asked now, if so.
void dry_run::explain_wait(dry_host& host, const std::string& authority,
                           const std::optional<waiting_host>& known) const {
  host.first = now_;
  if (const auto* rule = rules_.rule_of_host(authority)) {
    host.first = no_end;
    host.waits_for = rule_in_words(*rule);
    return;
  }
  if (const auto budget = used_up(host.used, *spent_, budgets_); !budget.empty()) {
    host.first = no_end;
    host.waits_for = std::string{to_string(errc::budget_used)} + ": " + budget;
    return;
  }
  if (!known) return;
  host.first = known->until;
  const auto delay = "delay" + (known->detail.empty() ? "" : ": " + known->detail);
  host.waits_for = known->cause == errc::ok ? delay : cause_and_detail(known->cause, known->detail);
}

result<void> dry_run::read_host(dry_host& host, const std::string& authority) {
  const auto policy = policy_for(settings_, authority);
  host.pause = policy.delay;
  if (!spent_) {
    const auto spent = db_ ? host_lister{*db_}.spent() : result<crawl_use>{};
    if (!spent) return tl::unexpected(spent.error());
    spent_ = *spent;
  }
  if (!db_) {
    explain_wait(host, authority, std::nullopt);
    return {};
  }
  const auto used = host_lister{*db_}.spent_at(authority);
  if (!used) return tl::unexpected(used.error());
  host.used = *used;
  const auto known = db_->host(authority);
  if (!known) return tl::unexpected(known.error());
  const auto stored = db_->robots(authority);
  if (!stored) return tl::unexpected(stored.error());
  explain_wait(host, authority,
               wait_of(known->value_or(stored_host{}), stored->value_or(stored_robots{}), now_));
  auto robots = stored_robots_rules(*db_, authority, settings_.contact.product, now_);
  if (!robots) return tl::unexpected(robots.error());
  if (!*robots) return {};
  host.has_robots = true;
  host.robots = **std::move(robots);
  if (const auto asked = host.robots.asked_pause(policy.crawl_delay_most))
    host.pause = std::max(host.pause, *asked);
  return {};
}

result<dry_host*> dry_run::host_of(const std::string& authority) {
  const auto [found, is_new] = hosts_.try_emplace(authority);
  if (is_new)
    if (auto read = read_host(found->second, authority); !read) return tl::unexpected(read.error());
  return &found->second;
}

dry_verdict dry_run::judge_at(const dry_host& host, const std::string& authority,
                              const std::string& uri) const {
  if (auto budget = used_up(host.used, *spent_, budgets_); !budget.empty())
    return {errc::budget_used, std::move(budget)};
  const auto longest = policy_for(settings_, authority).crawl_delay_most;
  if (const auto asked = host.robots.asked_pause(longest); asked && *asked > longest)
    return {errc::crawl_delay_too_long, "robots.txt asks for " + human_duration(*asked)};
  if (const auto robots = host.robots.judge_uri(fetchable(uri)); !robots.is_allowed)
    return {robots.code, robots.rule};
  return {};
}

result<dry_verdict> dry_run::judge(const std::string& uri, dry_verdict not_yet) {
  auto verdict = classify_seed(uri, schemes_of(settings_));
  if (verdict.code != errc::ok) return dry_verdict{verdict.code, verdict.suggestion};
  auto steered = rules_.judge(uri);
  dry_verdict out{steered.code, std::move(steered.detail)};
  if (out.code == errc::ok && !no_room_.empty()) out = {errc::no_space, no_room_};
  if (out.code == errc::ok) out = std::move(not_yet);
  if (uri.starts_with("file:")) return out;
  const auto authority = authority_key(normalize_seed(uri)).value_or("");
  const auto host = host_of(authority);
  if (!host) return tl::unexpected(host.error());
  if (out.code == errc::ok) out = judge_at(**host, authority, uri);
  const bool is_requested = out.code == errc::ok;
  ++(is_requested ? (*host)->requests : (*host)->kept_back);
  (*host)->used.documents += is_requested ? 1 : 0;
  spent_->documents += is_requested ? 1 : 0;
  return out;
}

result<dry_verdict> dry_run::judge(const std::string& uri) {
  return judge(uri, dry_verdict{});
}

result<dry_verdict> dry_run::judge(const entry_record& waiting) {
  if (waiting.not_before <= now_) return judge(waiting.uri, dry_verdict{});
  return judge(waiting.uri,
               {waiting.cause == errc::ok ? errc::asked_to_wait : waiting.cause,
                "not before " + to_iso8601(waiting.not_before) +
                    (waiting.detail.empty() || waiting.cause == errc::ok ? "" : "; " + waiting.detail)});
}

}  // namespace laundromat
