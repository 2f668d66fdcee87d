// Steps of a harvest, from the registry to the import.
// SPDX-License-Identifier: Apache-2.0
#include "actors/harvest/provider_harvest.hpp"

#include <algorithm>

#include "actors/log.hpp"
#include "core/base/machine_fault.hpp"
#include "core/providers/graph_binding.hpp"
#include "core/web/seed_hash.hpp"
#include "storage/graphs/clean_lines.hpp"

namespace laundromat {

namespace {

constexpr seconds frontier_sees_due{2};
constexpr seconds store_wait{60}, machine_pause{30};
/// Of a VoID file; the others are not kept.
constexpr std::size_t most_violations = 100, most_value_bytes = 200;
/// Seeds that are listed or made due in one step, so that the journal is free between steps.
constexpr std::size_t most_orders = 200;
constexpr std::uint64_t most_void_lines = 1'000'000;

}  // namespace

provider_harvest::provider_harvest(environment_ptr env, journal db, harvest_ports ports)
    : env_(std::move(env)),
      db_(std::move(db)),
      ports_(std::move(ports)),
      records_(db_),
      crawls_(db_),
      workers_(2) {}

std::string provider_harvest::graph_base() const {
  const auto& settings = settings_in_force(*env_);
  if (!settings.harvest.graph_base.empty()) return settings.harvest.graph_base;
  return (settings.public_base.empty() ? std::string(usual_public_base) : settings.public_base) + "graphs/";
}

result<void> provider_harvest::step(timestamp now) {
  has_work_ = false;
  orders_left_ = most_orders;
  if (env_->draining || env_->cancelled || now < paused_until_) return {};
  auto reading = ports_.read_registry();
  if (reading.problem != registry_problem_) {
    if (!reading.problem.empty())
      log_error("the registry is not in force as it is, what was read before stays: {}", reading.problem);
    registry_problem_ = reading.problem;
  }
  registry_ = std::move(reading.content);
  for (const auto& registered : registry_.providers) {
    if (env_->draining || env_->cancelled) return {};
    if (auto tended = tend(registered, now); !tended) {
      if (tended.error().code == errc::cancelled) return {};
      if (!is_machine_fault(tended.error().code)) return tended;
      paused_until_ = now + machine_pause;
      log_error("the harvest of {} is repeated later, because of a fault of this machine: {}",
                registered.name, to_string(tended.error()));
    }
  }
  export_changed(now);
  has_work_ = has_work_ || now < busy_until_;
  return {};
}

result<void> provider_harvest::tend(const registered_provider& registered, timestamp now) {
  auto provider = bound(registered);
  if (!provider) return tl::unexpected(provider.error());
  if (!*provider) return {};
  const auto crawl = crawls_.of(seed_hash(registered.void_uri));
  if (!crawl) return tl::unexpected(crawl.error());
  if (auto asked = ask_for_void(registered, *crawl, now); !asked) return asked;
  if (crawl->begun != timestamp{} && crawl->begun != judged_[registered.name])
    if (auto judged = judge_void(registered, **provider, *crawl, now); !judged) return judged;
  if (auto done = tend_datasets(registered, **provider, now); !done) return done;
  auto newest = records_.provider(registered.name);
  if (!newest) return tl::unexpected(newest.error());
  if (auto written = write_back(registered, *newest); !written) return written;
  if (auto kept = keep_graph(*newest); !kept) return kept;
  if (auto given = give_receipts(registered, *newest); !given) return given;
  bring_stores_up_to_date(*newest, now);
  return {};
}

result<void> provider_harvest::tend_problem(const stored_provider& provider, const std::string& problem) {
  if (provider.problem == problem) return {};
  if (!problem.empty()) log_error("the provider {} is not harvested: {}", provider.name, problem);
  return records_.note_problem(provider.id, problem);
}

/// The provider in the journal; nothing when its graph is bound to another location.
result<std::optional<stored_provider>> provider_harvest::bound(const registered_provider& registered) {
  auto known = records_.provider(registered.name);
  if (!known && known.error().code != errc::not_found) return tl::unexpected(known.error());
  if (!known) {
    known =
        records_.add_provider(registered.name, graph_of(graph_base(), registered.name), registered.void_uri);
    if (!known && known.error().code == errc::invalid_argument) {
      log_error("the provider {} is not harvested: {}", registered.name, known.error().detail);
      return std::nullopt;
    }
    if (!known) return tl::unexpected(known.error());
  }
  if (known->void_uri == registered.void_uri) return *known;
  const auto noted =
      tend_problem(*known, "its graph belongs to " + known->void_uri + ", and the registry names " +
                               registered.void_uri + ": `laundromat providers " + registered.name +
                               " --bind " + registered.void_uri + "` confirms that");
  if (!noted) return tl::unexpected(noted.error());
  return std::nullopt;
}

result<void> provider_harvest::order(const record_hash& seed, timestamp now) {
  const auto due = crawls_.make_due(seed, now);
  if (!due && due.error().code != errc::not_found) return tl::unexpected(due.error());
  busy_until_ = now + frontier_sees_due;
  return {};
}

result<void> provider_harvest::ask_for_void(const registered_provider& registered, const seed_crawl& crawl,
                                            timestamp now) {
  const auto asked = asked_.find(registered.name);
  const bool is_due =
      asked == asked_.end() ||
      (!env_->runs_once && now - asked->second >= seconds{settings_in_force(*env_).harvest.every_s});
  if (!is_due || crawl.is_running) return {};
  asked_[registered.name] = now;
  if (crawl.is_known) return order(seed_hash(registered.void_uri), now);
  busy_until_ = now + frontier_sees_due;
  return crawls_.enlist(registered.void_uri, now);
}

result<void> provider_harvest::judge_void(const registered_provider& registered, stored_provider& provider,
                                          const seed_crawl& crawl, timestamp now) {
  judged_[registered.name] = crawl.begun;
  if (crawl.has_failed)
    return tend_problem(provider, "its VoID file " + registered.void_uri +
                                      " could not be read: " + std::string{meaning_of(crawl.cause)} +
                                      (crawl.detail.empty() ? "" : ", " + crawl.detail));
  if (const auto refused = refuse_source(registered.void_uri, crawl.uri)) {
    graph_import attempt;
    attempt.outcome = import_outcome::refused;
    attempt.begun = crawl.begun;
    attempt.ended = now;
    attempt.statements = provider.statements;
    attempt.detail = *refused;
    const bool is_new = provider.problem != *refused;
    if (auto noted = tend_problem(provider, *refused); !noted || !is_new) return noted;
    const auto stored = records_.commit(provider.id, {attempt, {}, {}, provider.version});
    return stored ? result<void>{} : tl::unexpected(stored.error());
  }
  provider_void_reader reader;
  std::uint64_t lines = 0;
  for (const auto& document : crawl.documents) {
    const auto read =
        each_clean_line(*env_->clean, document.hash, [&](std::string_view line) -> result<void> {
          if (++lines > most_void_lines)
            return fail(errc::limit_exceeded, "a VoID file has at most 1,000,000 statements");
          reader.add(line);
          return {};
        });
    if (!read) return tend_problem(provider, "its VoID file could not be read: " + to_string(read.error()));
  }
  auto said = reader.finish(now);
  if (said.violations.size() > most_violations) said.violations.resize(most_violations);
  for (auto& one : said.violations) one.value.resize(std::min(one.value.size(), most_value_bytes));
  const auto before = records_.datasets(provider.id);
  if (!before) return tl::unexpected(before.error());
  std::vector<stored_dataset> after;
  std::vector<graph_import> skipped;
  for (auto& announced : said.datasets) {
    const auto known = std::ranges::find_if(
        *before, [&](const stored_dataset& one) { return one.announced.key == announced.key; });
    auto next =
        next_of(known == before->end() ? stored_dataset{} : *known, std::move(announced), provider, now);
    skipped.insert(skipped.end(), next.skipped.begin(), next.skipped.end());
    after.push_back(std::move(next.dataset));
  }
  const bool is_same = after == *before && said.violations == provider.violations &&
                       provider.problem.empty() && skipped.empty() && provider.void_read != timestamp{};
  if (is_same) return {};
  if (said.violations != provider.violations)
    for (const auto& one : said.violations)
      log_warning("the VoID file of {}: {}{}{}: {}", registered.name, text_of(one.rule).name,
                  one.dataset.empty() ? "" : " in ", one.dataset, text_of(one.rule).advice);
  provider.void_read = crawl.begun;
  provider.violations = std::move(said.violations);
  provider.problem.clear();
  return records_.save_void(provider, after, skipped);
}

result<void> provider_harvest::tend_datasets(const registered_provider& registered,
                                             const stored_provider& provider, timestamp now) {
  if (!judged_.contains(registered.name) || !provider.problem.empty()) return {};
  const auto all = records_.datasets(provider.id);
  if (!all) return tl::unexpected(all.error());
  for (const auto& dataset : *all) {
    const auto newest = records_.provider(registered.name);
    if (!newest) return tl::unexpected(newest.error());
    if (auto done = advance(registered, *newest, dataset, *all, now); !done) return done;
  }
  return {};
}

result<void> provider_harvest::advance(const registered_provider& registered, const stored_provider& provider,
                                       stored_dataset dataset, const std::vector<stored_dataset>& all,
                                       timestamp now) {
  if (dataset.running == timestamp{}) {
    auto harvested = harvested_by(registered, dataset.announced.key, all.size() == 1);
    // Where the registry could not be written, the journal knows better.
    if (!dataset.is_written && dataset.harvested != timestamp{})
      harvested = std::max(harvested.value_or(timestamp{}), dataset.harvested);
    const auto verdict = verdict_of(dataset.announced, dataset.is_forced ? std::nullopt : harvested, now);
    if (verdict != harvest_verdict::first && verdict != harvest_verdict::newer) return {};
    if (now < dataset.not_before) return {};
    dataset.running = dataset.announced.modified;
    dataset.begun = now;
    if (auto saved = records_.save_dataset(provider.id, dataset); !saved) return saved;
  }
  const auto crawls = dumps_of(dataset, now);
  if (!crawls) return tl::unexpected(crawls.error());
  if (!*crawls) return {};
  return import_dumps(registered, provider, std::move(dataset), all, **crawls, now);
}

result<std::optional<std::vector<seed_crawl>>> provider_harvest::dumps_of(const stored_dataset& dataset,
                                                                          timestamp now) {
  std::vector<seed_crawl> found;
  bool has_all = true;
  for (const auto& uri : dataset.announced.dumps) {
    const auto hash = seed_hash(uri);
    auto crawl = crawls_.of(hash);
    if (!crawl) return tl::unexpected(crawl.error());
    const bool is_refused = crawl->has_failed && crawl->begun == timestamp{};
    const bool has_ended = is_refused || (!crawl->is_running && crawl->begun >= dataset.begun);
    found.push_back(*crawl);
    if (has_ended) continue;
    has_all = false;
    if (orders_left_ == 0) {
      has_work_ = true;
      break;
    }
    if (!crawl->is_known) {
      --orders_left_;
      busy_until_ = now + frontier_sees_due;
      if (auto listed = crawls_.enlist(uri, now); !listed && listed.error().code == errc::journal_failed)
        return tl::unexpected(listed.error());
    } else if (!crawl->is_running && ordered_[hash] < dataset.begun) {
      --orders_left_;
      ordered_[hash] = dataset.begun;
      if (auto ordered = order(hash, now); !ordered) return tl::unexpected(ordered.error());
    }
  }
  if (!has_all) return std::nullopt;
  return found;
}

void provider_harvest::export_changed(timestamp now) {
  if (!ports_.export_graphs || (now < next_export_ && !env_->runs_once)) return;
  std::map<std::string, std::uint64_t, std::less<>> versions;
  const auto all = records_.providers();
  if (!all) return;
  for (const auto& one : *all)
    if (one.version > 0) versions[one.name] = one.version;
  if (versions == exported_) return;
  next_export_ = now + seconds{settings_in_force(*env_).harvest.export_every_s};
  if (const auto done = ports_.export_graphs(); done)
    exported_ = std::move(versions);
  else
    log_error("the graphs are not exported: {}", to_string(done.error()));
}

void provider_harvest::bring_stores_up_to_date(const stored_provider& provider, timestamp now) {
  if (!ports_.bring_store_up_to_date || provider.version == 0) return;
  const auto& stores = settings_in_force(*env_).harvest.stores;
  for (std::size_t i = 0; i < stores.size(); ++i) {
    auto& wait = store_waits_[stores[i].name + ' ' + provider.name];
    if (now < wait) continue;
    const auto is_done = ports_.bring_store_up_to_date(i, provider);
    if (!is_done) {
      wait = now + store_wait;
      log_error("the store {} does not have the graph of {} yet: {}", stores[i].name, provider.name,
                to_string(is_done.error()));
    } else if (!*is_done) {
      has_work_ = true;
    }
  }
}

}  // namespace laundromat
