// Compares what is wrong now with what has been told.
// SPDX-License-Identifier: Apache-2.0
#include "app/webhooks/person_watch.hpp"

#include <algorithm>

#include "actors/log.hpp"
#include "app/providers/failed_harvests.hpp"
#include "core/base/count_words.hpp"
#include "core/base/machine_fault.hpp"
#include "storage/journal/journal_reader.hpp"

namespace laundromat {

namespace {

constexpr seconds between_looks{60};
constexpr seconds long_pause{3'600};
/// Keys of problems of this machine, which a full disk may keep from the journal.
constexpr std::string_view machine_prefix = "machine ";

/// Whether a wait of a host is one that a person should look at: no usual pause, nothing that the operator decided.
bool is_hindrance(const waiting_host& host, timestamp now) {
  if (host.cause == errc::host_suspended || host.cause == errc::robots_unreachable) return true;
  return (host.cause == errc::asked_to_wait || host.cause == errc::http_status) &&
         host.until >= now + long_pause && host.until != no_end;
}

std::string hindered_host(const waiting_host& host) {
  const auto what = host.cause == errc::robots_unreachable
                        ? " does not give us its robots.txt, so nothing may "
                          "be requested of it"
                    : host.cause == errc::host_suspended ? " fails again and again, so it is not asked now"
                                                         : " has asked for a long pause";
  return "The host " + host.authority + what + " (" + host.detail + "). The next request is at " +
         to_iso8601(host.until) +
         ". Look whether it can be reached from this machine and whether it refuses "
         "its address (`laundromat hosts " +
         host.authority +
         "`, `laundromat robots`); if it is gone, take it "
         "off with `laundromat exclude " +
         host.authority + "`.";
}

std::string refusing_host(const ended_crawl& crawl) {
  return "The host " + crawl.authority + " has refused " +
         number_of(refusing_hosts::refusals_to_tell, "crawl") + " in a row, the last one of " +
         crawl.seed_uri + " with HTTP status " + crawl.detail +
         ": it probably blocks this crawler. Pause it (`laundromat pause " + crawl.authority +
         "`), write to whoever runs it, and give it a longer `delay_s` in `hosts`, or a key that it gives "
         "you; "
         "or take it off with `laundromat exclude " +
         crawl.authority + "`.";
}

}  // namespace

person_watch::person_watch(const campaign& settings, journal db, std::function<machine_troubles()> troubles,
                           std::shared_ptr<unkept_events> unkept)
    : settings_(settings),
      db_(std::move(db)),
      records_(db_),
      troubles_(std::move(troubles)),
      unkept_(std::move(unkept)) {}

result<void> person_watch::load() {
  if (is_loaded_) return {};
  const auto all = records_.problems();
  if (!all) return tl::unexpected(all.error());
  for (const auto& one : *all) open_.emplace(one.key, one);
  // What ended in an earlier run must not end a problem that began after it.
  const auto newest = records_.newest();
  if (!newest) return tl::unexpected(newest.error());
  seen_ = *newest;
  is_loaded_ = true;
  return {};
}

result<void> person_watch::step(timestamp now) {
  if (auto loaded = load(); !loaded) return loaded;
  if (auto done = watch_machine(now); !done) return done;
  if (auto done = watch_crawls(now); !done) return done;
  if (auto done = records_.trim(seen_); !done) return done;
  if (now < next_look_ && next_look_ <= now + between_looks) return {};
  next_look_ = now + between_looks;
  if (auto done = watch_hosts(now); !done) return done;
  return watch_harvests(now);
}

result<void> person_watch::watch_machine(timestamp now) {
  const auto texts = troubles_();
  problems_by_key found;
  if (!texts.trouble.empty())
    found["machine work"] = {"machine", "this machine",
                             "No document is worked on, because of this machine: " + texts.trouble + "."};
  if (!texts.intake.empty())
    found["machine intake"] = {
        "disk", "the data folder",
        "No new crawl begins, while what was received is still washed: " + texts.intake + "."};
  for (const auto* key : {"machine work", "machine intake"})
    if (!found.contains(key)) tell_no_more(key);
  return compare(machine_prefix, found, seconds{0}, found.size(), now);
}

result<void> person_watch::watch_crawls(timestamp now) {
  constexpr std::size_t at_once = 10'000;
  const auto newest = records_.newest();
  const auto ended = records_.events(seen_, only(webhook_event_kind::seed_ended), at_once);
  if (!ended || !newest) return tl::unexpected(ended ? newest.error() : ended.error());
  for (const auto& event : *ended) {
    seen_ = event.number;
    const auto crawl = records_.crawl_of(event);
    if (!crawl) return tl::unexpected(crawl.error());
    if (!*crawl || (*crawl)->download.is_null()) continue;
    const auto& authority = (*crawl)->authority;
    const auto key = "refusing " + authority;
    const auto is = refusals_.add(**crawl);
    result<void> done;
    if (is == refusing_hosts::finding::refuses)
      done = begin(key, {"host_refuses", authority, refusing_host(**crawl)}, now, now);
    else if (is == refusing_hosts::finding::answers && open_.contains(key))
      done = end(key, now);
    if (!done) return done;
  }
  if (ended->empty()) seen_ = std::max(seen_, *newest);
  return {};
}

result<void> person_watch::watch_hosts(timestamp now) {
  const auto waiting = journal_reader{db_}.waiting_hosts(now);
  if (!waiting) return tl::unexpected(waiting.error());
  problems_by_key found;
  for (const auto& host : *waiting)
    if (is_hindrance(host, now))
      found["host " + host.authority] = {"host_fails", host.authority, hindered_host(host)};
  return compare("host ", found, patience, most_hosts, now);
}

result<void> person_watch::watch_harvests(timestamp now) {
  if (settings_.harvest.registry.empty()) return {};
  const auto failed = failed_harvests(settings_, db_, now);
  if (!failed) return tl::unexpected(failed.error());
  problems_by_key found;
  for (std::size_t i = 0; i < failed->lines.size(); ++i)
    found["harvest " + failed->about[i]] = {
        "harvest_fails", failed->about[i],
        "A graph is not up to date: " + failed->lines[i] + ". Look at it with `laundromat providers`."};
  return compare("harvest ", found, patience, most_hosts, now);
}

result<void> person_watch::compare(std::string_view prefix, const problems_by_key& found, seconds after,
                                   std::size_t most, timestamp now) {
  std::vector<std::string> over;
  std::size_t open = 0;
  for (const auto& [key, one] : open_) {
    if (!key.starts_with(prefix)) continue;
    if (found.contains(key))
      ++open;
    else
      over.push_back(key);
  }
  for (const auto& key : over)
    if (auto done = end(key, now); !done) return done;
  std::erase_if(found_at_,
                [&](const auto& one) { return one.first.starts_with(prefix) && !found.contains(one.first); });
  for (const auto& [key, what] : found) {
    if (open_.contains(key)) continue;
    const auto since = found_at_.try_emplace(key, now).first->second;
    if (now - since < after || open >= most) continue;
    if (auto done = begin(key, what, since, now); !done) return done;
    ++open;
  }
  return {};
}

result<void> person_watch::begin(const std::string& key, const problem& what, timestamp since,
                                 timestamp now) {
  const auto facts = person_facts(what.kind, what.subject, since, false, what.message);
  const webhook_problem begun{key, since, text_of(facts)};
  const auto stored = records_.begin_problem(begun, now);
  if (stored) {
    open_.emplace(key, begun);
    tell_no_more(key);
    return {};
  }
  if (!is_machine_fault(stored.error().code) || !key.starts_with(machine_prefix)) return stored;
  if (unkept_ids_.contains(key)) return {};
  const auto id = "unkept-" + std::to_string(to_ms(now)) + "-" + std::to_string(unkept_ids_.size());
  json_fact event{{"id", id}, {"type", "needs_person"}, {"time", to_iso8601(now)}};
  event.update(facts);
  unkept_ids_.emplace(key, id);
  unkept_->put(id, text_of(event));
  return {};
}

void person_watch::tell_no_more(std::string_view key) {
  const auto known = unkept_ids_.find(key);
  if (known == unkept_ids_.end()) return;
  unkept_->remove(known->second);
  unkept_ids_.erase(known);
}

result<void> person_watch::end(const std::string& key, timestamp now) {
  const auto known = open_.find(key);
  if (known == open_.end()) return {};
  auto facts = json_fact::parse(known->second.facts, nullptr, false);
  if (!facts.is_object()) facts = json_fact::object();
  facts["state"] = "ended";
  facts["message"] = "This is over: " + facts.value("message", std::string{});
  if (auto stored = records_.end_problem(key, now, text_of(facts)); !stored) return stored;
  open_.erase(known);
  return {};
}

}  // namespace laundromat
