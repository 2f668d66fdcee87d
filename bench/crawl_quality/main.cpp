// Crawls a simulated data web in virtual time and measures what was found, at which cost for its hosts: bench_crawl_quality
// SPDX-License-Identifier: Apache-2.0
#include <CLI/CLI.hpp>
#include <chrono>
#include <iostream>
#include <nlohmann/json.hpp>
#include <set>

#include "actors/workers.hpp"
#include "bench/crawl_quality/simulated_web.hpp"
#include "core/discovery/announcement.hpp"
#include "core/records/announced_links.hpp"
#include "core/web/http_values.hpp"
#include "core/web/seed_hash.hpp"
#include "core/web/uri.hpp"
#include "net/hop_verdict.hpp"
#include "storage/journal/announcement_reader.hpp"
#include "tests/actors/engine_fixture.hpp"

namespace laundromat {
namespace {

constexpr std::size_t most_hops = 10;

/// One request, as the servers see it.
struct seen_request {
  std::string uri;
  timestamp at;
};

/// The fetcher of the simulated web: bodies go to the raw store.
class simulated_fetcher {
 public:
  simulated_fetcher(simulated_web& web, std::function<environment&()> env)
      : web_(web), env_(std::move(env)) {}

  /// One hop. A redirect is followed with a permit of its own, see `redirect`.
  fetch_outcome fetch(const fetch_job& job, timestamp now) {
    fetch_outcome out;
    requests.push_back({job.uri, now});
    const auto* page = web_.get(job.uri);
    http_hop hop{
        job.uri, std::to_string(page ? page->status : 404), 1, 1, {}, now, {}, 0, 0, "192.0.2.1", errc::ok,
        ""};
    if (page) {
      if (!page->media_type.empty()) hop.headers.push_back({"Content-Type", page->media_type});
      for (const auto& [name, value] : page->fields) hop.headers.push_back({name, value});
    }
    out.hops.push_back(std::move(hop));
    return page && page->status == 200 ? stored(std::move(out), *page, job.uri) : failed(std::move(out));
  }

  static std::string redirect(const fetch_outcome& found) {
    const auto& last = found.hops.back();
    const auto to = last.status == "301" ? header_of(last, "Location") : std::string_view{};
    return to.empty() || found.hops.size() > most_hops ? std::string{} : resolve_iri(last.uri, to);
  }

  robots_outcome robots(const robots_job& job, timestamp now) {
    requests.push_back({job.uri, now});
    robots_outcome out;
    const auto* page = web_.get(job.uri);
    out.status = page ? "200" : "404";
    if (page) out.body = page->body;
    return out;
  }

  std::vector<seen_request> requests;

 private:
  static fetch_outcome failed(fetch_outcome out) {
    out.on = event::failed_for_good;
    out.cause = errc::http_status;
    out.detail = out.hops.back().status;
    return out;
  }
  fetch_outcome stored(fetch_outcome out, const simulated_page& page, const std::string& uri) {
    out.on = event::body_stored;
    out.raw_path = "sim/" + std::to_string(++bodies_);
    auto file = env_().raw->stage(out.raw_path).value();
    (void)file->write(page.body);
    (void)file->commit();
    out.final_uri = uri;
    const auto type = parse_content_type(page.media_type);
    out.media_type = type.media_type;
    out.wire.bytes = page.body.size();
    out.wire.digest = sha256(page.body);
    out.announced = announced_links(out.hops.back());
    return out;
  }

  simulated_web& web_;
  std::function<environment&()> env_;
  std::uint64_t bodies_ = 0;
};

struct host_score {
  std::uint64_t reachable = 0;  ///< statements
  std::uint64_t found = 0;      ///< of those, the washed ones
  std::optional<double> least_delay =
      {};  ///< of the gaps, in parts of what is asked for; nothing: one request only
};

struct scores {
  std::map<std::string, host_score, std::less<>> hosts;
  std::uint64_t requests = 0, forbidden = 0, useless = 0;
};

/// Statements that were washed of each page: of its own seed, or of one that was redirected to it.
std::map<std::string, std::uint64_t, std::less<>> washed_of_pages(const simulated_web& web, journal& db) {
  std::map<std::string, std::uint64_t, std::less<>> washed;
  announcement_reader reader{db};
  for (const auto& [uri, page] : web.pages()) {
    if (page.triples == 0 && page.status != 301) continue;
    const auto documents = reader.documents(seed_hash(uri));
    if (!documents) continue;
    auto& sum = washed[page.status == 301 ? page.fields.front().second : uri];
    for (const auto& one : *documents) sum += one.statements;
  }
  return washed;
}

scores score(simulated_web& web, journal& db, const std::vector<seen_request>& requests, double delay_s) {
  scores out;
  std::set<std::string, std::less<>> asked;
  std::map<std::string, timestamp, std::less<>> last;
  for (const auto& [uri, at] : requests) {
    ++out.requests;
    const auto* page = web.get(uri);
    const bool brings = page && (page->triples > 0 || page->announces);
    if (page && page->is_forbidden) ++out.forbidden;
    if (!brings || !asked.insert(uri).second) ++out.useless;
    const std::string host{host_of_uri(uri)};
    const auto known = web.hosts().find(host);
    const auto wanted = std::max(delay_s, known == web.hosts().end() ? 0.0 : known->second.crawl_delay_s);
    if (const auto before = last.find(host); before != last.end()) {
      const auto gap = std::chrono::duration<double>(at - before->second).count() / wanted;
      auto& least = out.hosts[host].least_delay;
      least = std::min(least.value_or(gap), gap);
    }
    last[host] = at;
  }
  const auto washed = washed_of_pages(web, db);
  for (const auto& [uri, page] : web.pages()) {
    if (page.triples == 0) continue;
    auto& host = out.hosts[std::string{host_of_uri(uri)}];
    host.reachable += page.triples;
    if (const auto found = washed.find(uri); found != washed.end())
      host.found += std::min(found->second, page.triples);
  }
  return out;
}

int run(const web_plan& plan, bool json, const std::filesystem::path& folder) {
  simulated_web web{plan};
  campaign settings;
  settings.contact = {"Laundromat", "https://example.org/", "crawl@example.org"};
  settings.seeds.push_back({web.start(), 86'400, 0});
  settings.discovery.robots_sitemaps = true;
  settings.pools.transfers = 1'000;
  settings.live.seeds = 4'000;
  settings.politeness.address_connections = 0;
  settings.politeness.address_delay_s = 0;
  engine_life* life = nullptr;
  simulated_fetcher fetcher{web, [&]() -> environment& { return life->env(); }};
  scripted_web script;
  const timestamp begun = from_ms(1'800'000'000'000);
  timestamp now = begun;
  const auto time = [&] { return life ? life->time() : begun; };
  script.fetch = [&](const fetch_job& job) { return fetcher.fetch(job, time()); };
  script.redirect = simulated_fetcher::redirect;
  script.robots = [&](const robots_job& job) { return fetcher.robots(job, time()); };
  std::optional<washing_stages> stages;
  const auto with_stages = [&]() -> washing_stages& {
    if (!stages) stages = wash_here(environment_ptr{&life->env(), [](environment*) {}})();
    return *stages;
  };
  const auto unwrap = [](auto done) {
    if (!done) throw done.error();
    return std::optional{*std::move(done)};
  };
  scripted_washers washers;
  washers.unpack = [&](const unpack_job& job) { return unwrap(with_stages().unpack(job)); };
  washers.guess = [&](const guess_job& job) { return unwrap(with_stages().guess(job)); };
  washers.parse = [&](const parse_job& job) { return unwrap(with_stages().parse(job)); };

  const auto wall = std::chrono::steady_clock::now();
  engine_life engine{folder, settings, script, washers, begun, true};
  life = &engine;
  const bool ended = engine.run_until_end(seconds{40 * 86'400});
  now = engine.time();
  const auto took = std::chrono::duration<double>(std::chrono::steady_clock::now() - wall).count();
  const auto sum = score(web, engine.db(), fetcher.requests, settings.politeness.delay_s);

  std::uint64_t reachable = 0, found = 0;
  double macro = 0;
  std::optional<double> least_delay;
  std::size_t with_data = 0;
  std::vector<std::string> incomplete;
  for (const auto& [name, host] : sum.hosts) {
    if (host.least_delay) least_delay = std::min(least_delay.value_or(*host.least_delay), *host.least_delay);
    if (host.reachable == 0) continue;
    ++with_data;
    reachable += host.reachable;
    found += host.found;
    macro += static_cast<double>(host.found) / static_cast<double>(host.reachable);
    if (host.found < host.reachable) incomplete.push_back(name);
  }
  const nlohmann::json facts{
      {"ended", ended},
      {"hosts", web.hosts().size()},
      {"requests", sum.requests},
      {"recall_micro", static_cast<double>(found) / static_cast<double>(reachable)},
      {"recall_macro", macro / static_cast<double>(with_data)},
      {"reachable_statements", reachable},
      {"disallowed_requests", sum.forbidden},
      {"least_delay_fulfilment", least_delay.value_or(0)},
      {"useless_share", static_cast<double>(sum.useless) / static_cast<double>(sum.requests)},
      {"simulated_s", std::chrono::duration<double>(now - begun).count()},
      {"wall_s", took},
      {"requests_per_s", static_cast<double>(sum.requests) / took},
      {"incomplete_hosts", incomplete}};
  if (json) {
    std::cout << facts.dump() << '\n';
  } else {
    for (const auto& [name, value] : facts.items()) std::cout << name << ": " << value.dump() << '\n';
  }
  return 0;
}

/// Writes the web as JSON lines, for a server of another program.
int export_web(const web_plan& plan) {
  const simulated_web web{plan};
  std::cout << nlohmann::json{{"start", web.start()}}.dump() << '\n';
  for (const auto& [uri, page] : web.pages())
    std::cout << nlohmann::json{{"uri", uri},
                                {"status", page.status},
                                {"type", page.media_type},
                                {"fields", page.fields},
                                {"body", page.body},
                                {"triples", page.triples},
                                {"forbidden", page.is_forbidden}}
                     .dump()
              << '\n';
  return 0;
}

}  // namespace
}  // namespace laundromat

int main(int count, char** words) {
  CLI::App program{"Crawls a simulated data web in virtual time"};
  laundromat::web_plan plan;
  bool json = false, exports = false;
  std::string folder;
  program.add_option("--hosts", plan.hosts_of_each_kind, "Hosts of each kind");
  program.add_option("--documents", plan.documents, "Documents of each host");
  program.add_option("--seed", plan.seed, "Of the generator");
  program.add_flag("--json", json, "One JSON object");
  program.add_option("--folder", folder, "An empty folder for the data");
  program.add_flag("--export", exports, "Print the web as JSON lines instead");
  CLI11_PARSE(program, count, words);
  if (exports) return laundromat::export_web(plan);
  if (folder.empty()) {
    std::cerr << "bench_crawl_quality: name an empty folder with --folder\n";
    return 2;
  }
  return laundromat::run(plan, json, folder);
}
