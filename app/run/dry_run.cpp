// Judges the due seeds of a campaign by what is stored.
// SPDX-License-Identifier: Apache-2.0
#include "app/run/dry_run.hpp"

#include <algorithm>
#include <ostream>

#include "app/campaign/seed_file.hpp"
#include "app/commands/commands.hpp"
#include "app/records/open_journal.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/timestamp_text.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/journal/steering_store.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {

namespace {

constexpr std::size_t most_shown_hosts_of_dry_run = 50;

/// Prints verdicts as they come, and the table at the end.
class dry_printer {
 public:
  dry_printer(std::uint64_t limit, bool json, console& io) : limit_(limit), json_(json), io_(io) {}

  void take(const std::string& uri, const dry_verdict& verdict) {
    ++(verdict.code == errc::ok ? requests_ : kept_back_);
    if (shown_++ >= limit_) return;
    const std::string why{verdict.code == errc::ok ? "" : to_string(verdict.code)};
    if (json_)
      print_fact(
          io_.out,
          {{"uri", uri}, {"request", verdict.code == errc::ok}, {"cause", why}, {"detail", verdict.detail}});
    else
      seeds_.add_row({verdict.code == errc::ok ? "request" : why, uri, verdict.detail});
  }

  void finish(const std::map<std::string, dry_host>& hosts) {
    if (json_) return print_hosts_as_json(hosts);
    seeds_.print(io_.out, io_.out_terminal);
    if (shown_ > limit_) io_.out << "… " << number_of(shown_ - limit_, "more seed") << '\n';
    io_.out << '\n';
    print_hosts(hosts);
    io_.out << number_of(requests_, "request") << " to " << number_of(hosts.size(), "host") << "; "
            << number_of(kept_back_, "seed") << " kept back\n";
  }

 private:
  /// The time that the requests to one host take at least.
  static milliseconds least_time(const dry_host& host) {
    return host.pause * static_cast<std::int64_t>(host.requests > 0 ? host.requests - 1 : 0);
  }

  void print_hosts(const std::map<std::string, dry_host>& hosts) {
    text_table table{{{"host"},
                      {"requests", text_table::align::right},
                      {"pause", text_table::align::right},
                      {"at least", text_table::align::right},
                      {"robots.txt"},
                      {"waits for"}}};
    std::vector<const std::pair<const std::string, dry_host>*> longest;
    for (const auto& one : hosts) longest.push_back(&one);
    std::ranges::stable_sort(
        longest, [](const auto* a, const auto* b) { return least_time(a->second) > least_time(b->second); });
    for (std::size_t i = 0; i < std::min(longest.size(), most_shown_hosts_of_dry_run); ++i) {
      const auto& [name, host] = *longest[i];
      table.add_row({name, human_count(host.requests), human_duration(host.pause),
                     human_duration(least_time(host)), host.has_robots ? "known" : "requested first",
                     host.waits_for});
    }
    table.print(io_.out, io_.out_terminal);
  }

  void print_hosts_as_json(const std::map<std::string, dry_host>& hosts) {
    for (const auto& [name, host] : hosts)
      print_fact(io_.out, {{"host", name},
                           {"requests", host.requests},
                           {"kept_back", host.kept_back},
                           {"pause_ms", host.pause.count()},
                           {"least_ms", least_time(host).count()},
                           {"robots_known", host.has_robots},
                           {"first", timestamp_text(host.first)},
                           {"waits_for", host.waits_for}});
  }

  std::uint64_t limit_, shown_ = 0, requests_ = 0, kept_back_ = 0;
  bool json_;
  console& io_;
  text_table seeds_{{{"would be"}, {"uri"}, {"why not"}}};
};

/// The seeds of the campaign that the journal does not have.
result<void> take_new_seeds(const campaign& c, journal* db, dry_run& run, dry_printer& printer) {
  listed_seeds listed{c.seeds, c.seed_files};
  for (;;) {
    auto one = listed.next();
    if (!one) return fail(errc::invalid_argument, to_string(one.error()));
    if (!*one) return {};
    const auto seed = seed_to_crawl(c, **std::move(one));
    const auto known = db ? journal_reader{*db}.has_seed(seed_hash(seed.uri)) : result<bool>{false};
    if (!known) return tl::unexpected(known.error());
    if (*known) continue;
    const auto verdict = run.judge(seed.uri);
    if (!verdict) return tl::unexpected(verdict.error());
    printer.take(seed.uri, *verdict);
  }
}

result<void> take_due_seeds(journal& db, timestamp now, dry_run& run, dry_printer& printer) {
  std::optional<failure> broken;
  const auto read = journal_reader{db}.each_seed({}, [&](const seed_row& row) {
    if (row.seed.current != status::added || row.seed.relative || !is_stale(row.seed, now)) return true;
    const auto verdict = run.judge(row.seed.uri);
    if (!verdict) broken = verdict.error();
    if (verdict) printer.take(row.seed.uri, *verdict);
    return !broken;
  });
  if (broken) return tl::unexpected(*broken);
  return read;
}

}  // namespace

dry_run::dry_run(const campaign& settings, journal* db, steering_rules rules, timestamp now)
    : settings_(settings), db_(db), now_(now), rules_(std::move(rules)) {}

result<dry_host*> dry_run::host_of(const std::string& authority) {
  const auto [found, is_new] = hosts_.try_emplace(authority);
  auto& host = found->second;
  if (!is_new) return &host;
  const auto policy = policy_for(settings_, authority);
  host.pause = policy.delay;
  host.first = now_;
  if (!db_) return &host;
  const auto known = db_->host(authority);
  if (!known) return tl::unexpected(known.error());
  if (*known) {
    host.first = std::max({now_, (*known)->next_allowed, (*known)->suspended_until});
    if (host.first > now_) host.waits_for = (*known)->detail;
  }
  const auto robots = db_->robots(authority);
  if (!robots) return tl::unexpected(robots.error());
  if (!*robots || (*robots)->expires <= now_) return &host;
  host.has_robots = true;
  if ((*robots)->body) host.robots = parse_robots(*(*robots)->body, settings_.contact.product);
  if ((*robots)->read == timestamp{}) host.robots = robots_rules::disallow_all();
  if (const auto asked = host.robots.asked_pause(policy.crawl_delay_most))
    host.pause = std::max(host.pause, *asked);
  return &host;
}

result<dry_verdict> dry_run::judge(const std::string& uri) {
  auto verdict = classify_seed(uri, !settings_.files.roots.empty());
  if (verdict.code != errc::ok) return dry_verdict{verdict.code, verdict.suggestion};
  auto steered = rules_.judge(uri);
  if (uri.starts_with("file:")) return dry_verdict{steered.code, std::move(steered.detail)};
  const auto host = host_of(authority_key(normalize_seed(uri)).value_or(""));
  if (!host) return tl::unexpected(host.error());
  dry_verdict out{steered.code, std::move(steered.detail)};
  if (out.code == errc::ok)
    if (const auto robots = (*host)->robots.judge_uri(fetchable(uri)); !robots.is_allowed)
      out = {robots.code, robots.rule};
  ++(out.code == errc::ok ? (*host)->requests : (*host)->kept_back);
  return out;
}

void print_dry_run(const campaign& c, std::uint64_t limit, bool json, command_context& context) {
  std::optional<journal> db;
  if (std::error_code none; std::filesystem::exists(data_layout{c.data}.journal(), none)) {
    auto opened = open_journal_to_read(c.data);
    if (!opened) return refuse(opened.error(), context);
    db = *std::move(opened);
  }
  const auto now = wall_now();
  auto rules = db ? steering_store{*db}.rules() : std::vector<steering_rule>{};
  if (!rules) return refuse(rules.error(), context);
  dry_run run{c, db ? &*db : nullptr, steering_rules{*std::move(rules)}, now};
  dry_printer printer{limit, json, context.io};
  auto done = db ? take_due_seeds(*db, now, run, printer) : result<void>{};
  if (done) done = take_new_seeds(c, db ? &*db : nullptr, run, printer);
  if (!done) return refuse(done.error(), context);
  printer.finish(run.hosts());
}

}  // namespace laundromat
