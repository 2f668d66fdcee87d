// Reads what a run would take up, and prints the verdicts.
// SPDX-License-Identifier: Apache-2.0
#include "app/run/dry_run_report.hpp"

#include <algorithm>
#include <ostream>
#include <set>

#include "app/campaign/seed_file.hpp"
#include "app/records/open_journal.hpp"
#include "app/run/dry_harvests.hpp"
#include "app/run/dry_run.hpp"
#include "app/site/served_site.hpp"
#include "app/terminal/json.hpp"
#include "app/terminal/timestamp_text.hpp"
#include "app/terminal/wall_clock.hpp"
#include "core/campaign/served_folder.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/files/machine_probe.hpp"
#include "storage/journal/journal_presence.hpp"
#include "storage/journal/journal_reader.hpp"
#include "storage/journal/steering_store.hpp"
#include "storage/stores/data_folder.hpp"

namespace laundromat {

namespace {

constexpr std::size_t most_shown_hosts_of_dry_run = 50;
constexpr std::size_t most_waiting_downloads = 1'000'000;

/// A URI as the campaign names it.
std::string shown_uri(std::string uri) {
  static const auto unknown = served_address(unknown_served_port);
  if (uri.starts_with(unknown + '/')) uri.replace(0, unknown.size(), serve_placeholder);
  return uri;
}

std::string shown_host(const std::string& authority) {
  return authority == served_authority(unknown_served_port) ? std::string{serve_placeholder} : authority;
}

/// Prints verdicts as they come, and the table at the end.
class dry_printer {
 public:
  dry_printer(std::uint64_t limit, bool json, console& io) : limit_(limit), json_(json), io_(io) {}

  /// VoID files, which are taken once only, whether as seeds or because a harvest begins.
  void expect_void_file(const std::string& uri) { void_files_.insert(seed_hash(uri)); }
  [[nodiscard]] bool still_expects(const std::string& uri) const {
    return void_files_.contains(seed_hash(uri));
  }

  void take(const std::string& uri, const dry_verdict& verdict) {
    const bool is_requested = verdict.code == errc::ok;
    ++(is_requested ? requests_ : kept_back_);
    void_files_.erase(seed_hash(uri));
    if (shown_++ >= limit_) return;
    const std::string why{is_requested ? "" : to_string(verdict.code)};
    if (json_)
      print_fact(
          io_.out,
          {{"uri", shown_uri(uri)}, {"request", is_requested}, {"cause", why}, {"detail", verdict.detail}});
    else
      seeds_.add_row({is_requested ? "request" : why, shown_uri(uri), verdict.detail});
  }

  void finish(const std::map<std::string, dry_host>& hosts, timestamp now) {
    if (json_) return print_hosts_as_json(hosts);
    seeds_.print(io_.out, io_.out_terminal);
    if (shown_ > limit_) io_.out << "… " << number_of(shown_ - limit_, "more URI") << '\n';
    io_.out << '\n';
    print_hosts(hosts, now);
    io_.out << number_of(requests_, "request") << " to " << number_of(hosts.size(), "host") << "; "
            << number_of(kept_back_, "URI") << " kept back\n";
  }

 private:
  /// The time that the requests to one host take at least.
  static milliseconds least_time(const dry_host& host) {
    return host.pause * static_cast<std::int64_t>(host.requests > 0 ? host.requests - 1 : 0);
  }
  static std::string wait_in_words(const dry_host& host, timestamp now) {
    if (host.first <= now || host.first == no_end) return host.waits_for;
    return "until " + to_iso8601(host.first) + ", " + host.waits_for;
  }

  void print_hosts(const std::map<std::string, dry_host>& hosts, timestamp now) {
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
      table.add_row({shown_host(name), human_count(host.requests), human_duration(host.pause),
                     human_duration(least_time(host)), host.has_robots ? "known" : "requested first",
                     wait_in_words(host, now)});
    }
    table.print(io_.out, io_.out_terminal);
  }

  void print_hosts_as_json(const std::map<std::string, dry_host>& hosts) {
    for (const auto& [name, host] : hosts) {
      json_fact fact{{"host", shown_host(name)},
                     {"requests", host.requests},
                     {"kept_back", host.kept_back},
                     {"pause_ms", host.pause.count()},
                     {"least_ms", least_time(host).count()},
                     {"robots_known", host.has_robots},
                     {"waits_for", host.waits_for}};
      if (host.first != no_end) fact["first"] = timestamp_text(host.first);
      print_fact(io_.out, fact);
    }
  }

  std::uint64_t limit_, shown_ = 0, requests_ = 0, kept_back_ = 0;
  std::set<record_hash> void_files_;
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
  const auto read = journal_reader{db}.each_seed({}, {}, [&](const seed_row& row) {
    if (row.seed.current != status::added || row.seed.relative || !is_stale(row.seed, now)) return true;
    const auto verdict = run.judge(row.seed.uri);
    if (!verdict) broken = verdict.error();
    if (verdict) printer.take(row.seed.uri, *verdict);
    return !broken;
  });
  if (broken) return tl::unexpected(*broken);
  return read;
}

/// Downloads that wait for another attempt, or were put off. They come before new crawls.
result<void> take_waiting_downloads(journal& db, dry_run& run, dry_printer& printer) {
  const auto waiting = db.due_downloads(no_end, most_waiting_downloads);
  if (!waiting) return tl::unexpected(waiting.error());
  for (const auto& one : *waiting) {
    const auto verdict = run.judge(one);
    if (!verdict) return tl::unexpected(verdict.error());
    printer.take(one.uri, *verdict);
  }
  return {};
}

/// The VoID files that a harvest requests as soon as it begins, and that are no due seeds.
result<void> take_void_files(const std::vector<dry_harvest>& harvests, dry_run& run, dry_printer& printer) {
  for (const auto& one : harvests) {
    if (!one.is_requested || !printer.still_expects(one.void_uri)) continue;
    const auto verdict = run.judge(one.void_uri);
    if (!verdict) return tl::unexpected(verdict.error());
    printer.take(one.void_uri, *verdict);
  }
  return {};
}

/// The providers of the registry of a campaign; none without one.
result<std::vector<dry_harvest>> harvests_of(const campaign& c, journal* db, timestamp now,
                                             command_context& context) {
  const auto registry = load_campaign_registry(c);
  if (!registry) return std::vector<dry_harvest>{};
  print_registry_problems(*registry, context);
  return dry_harvests(*registry, db, now);
}

/// Why no crawl would begin, for want of disk; empty: there is room. A folder that does not exist yet is on the disk of the one above it.
std::string lack_of_room(const campaign& c) {
  auto folder = std::filesystem::absolute(c.data);
  for (std::error_code none; !std::filesystem::exists(folder, none) && folder.has_relative_path();)
    folder = folder.parent_path();
  const auto seen = machine_probe{{folder}, std::uint64_t{c.disk.reserve_mib} << 20U}.look(false);
  if (seen.trouble) return to_string(*seen.trouble);
  const auto watermark = std::uint64_t{c.disk.intake_mib} << 20U;
  if (!seen.least_free_bytes || !is_below_watermark(*seen.least_free_bytes, watermark, false)) return {};
  return "less free space than disk.intake_mib: " + seen.room;
}

}  // namespace

void print_dry_run(campaign c, std::uint64_t limit, bool json, command_context& context) {
  if (!c.serve.folder.empty()) {
    const auto port = port_to_serve(c);
    set_served_port(c, port != 0 ? port : unknown_served_port);
  }
  std::optional<journal> db;
  if (std::error_code none; std::filesystem::exists(data_layout{c.data}.journal(), none)) {
    auto opened = open_journal_to_read(c.data);
    if (!opened) return refuse(opened.error(), context);
    db = *std::move(opened);
  }
  const auto now = wall_now();
  auto rules = db ? steering_store{*db}.rules() : std::vector<steering_rule>{};
  if (!rules) return refuse(rules.error(), context);
  dry_run run{c, db ? &*db : nullptr, steering_rules{*std::move(rules)}, now, lack_of_room(c)};
  dry_printer printer{limit, json, context.io};
  auto harvests = harvests_of(c, db ? &*db : nullptr, now, context);
  if (!harvests) return refuse(harvests.error(), context);
  for (const auto& one : *harvests)
    if (one.is_requested) printer.expect_void_file(one.void_uri);
  auto done = db ? take_waiting_downloads(*db, run, printer) : result<void>{};
  if (done && db) done = take_due_seeds(*db, now, run, printer);
  if (done) done = take_new_seeds(c, db ? &*db : nullptr, run, printer);
  if (done) done = take_void_files(*harvests, run, printer);
  if (!done) return refuse(done.error(), context);
  printer.finish(run.hosts(), now);
  for (auto& one : *harvests) one.void_uri = shown_uri(one.void_uri);
  print_dry_harvests(*harvests, json, context.io);
}

}  // namespace laundromat
