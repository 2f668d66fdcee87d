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

constexpr seconds frontier_sees_due{2}, begins_within{30};
/// Of a text in a violation; the rest is not kept.
constexpr std::size_t most_value_bytes = 1'000;
/// Seeds that are listed or made due in one step, so that the journal is free between steps.
constexpr std::size_t most_orders = 200;
/// Of one provider in one step.
constexpr std::size_t most_imports = 10;
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
  step_begun_ = now;
  step_clock_ = std::chrono::steady_clock::now();
  if (env_->draining || env_->cancelled) return {};
  auto reading = ports_.read_registry();
  if (reading.problem != registry_problem_) {
    if (!reading.problem.empty())
      log_error("the registry is not in force as it is, what was read before stays: {}", reading.problem);
    registry_problem_ = reading.problem;
  }
  registry_ = std::move(reading.content);
  const auto& all = registry_.providers;
  for (std::size_t i = 0; i < all.size(); ++i) {
    if (env_->draining || env_->cancelled) return {};
    auto done = bring_up_to_date(all[(first_ + i) % all.size()], now);
    const bool was_changed =
        !done && (done.error().code == errc::not_found || done.error().code == errc::invalid_argument);
    if (was_changed)  // dropped, bound to another location, or restored in this moment: the next step sees that
      has_work_ = true;
    else if (!done)
      return done;
  }
  first_ = all.empty() ? 0 : (first_ + 1) % all.size();
  export_changed(now);
  has_work_ = has_work_ || now < busy_until_;
  return {};
}

timestamp provider_harvest::time_now() const {
  return step_begun_ +
         std::chrono::duration_cast<milliseconds>(std::chrono::steady_clock::now() - step_clock_);
}

result<void> provider_harvest::bring_up_to_date(const registered_provider& registered, timestamp now) {
  auto provider = find_bound(registered);
  if (!provider) return tl::unexpected(provider.error());
  if (!*provider) return {};
  const auto crawl = crawls_.of(seed_hash(registered.void_uri));
  if (!crawl) return tl::unexpected(crawl.error());
  if (auto asked = ask_for_void(registered, *crawl, now); !asked) return asked;
  // A seed that is refused, by robots.txt for example, has failed without a crawl.
  const auto judged_before = judged_.find(registered.name);
  const bool is_new = crawl->begun >= first_asked_[registered.name] || crawl->begun == timestamp{};
  if (is_new && (crawl->begun != timestamp{} || crawl->has_failed) &&
      (judged_before == judged_.end() || judged_before->second != std::pair{crawl->begun, crawl->has_failed}))
    if (auto judged = judge_void(registered, **provider, *crawl, now); !judged) return judged;
  if (auto done = advance_datasets(registered, **provider, now); !done) return done;
  auto newest = records_.provider(registered.name);
  if (!newest) return tl::unexpected(newest.error());
  if (auto written = write_back(registered, *newest); !written) return written;
  if (auto kept = maintain_graph(*newest); !kept) return kept;
  return write_receipts(*newest);
}

result<void> provider_harvest::note_problem(const stored_provider& provider, const std::string& problem) {
  if (provider.problem == problem) return {};
  if (!problem.empty()) log_error("the provider {} is not harvested: {}", provider.name, problem);
  return records_.note_problem(provider.id, problem);
}

/// The provider in the journal; nothing when its graph is bound to another location.
result<std::optional<stored_provider>> provider_harvest::find_bound(const registered_provider& registered) {
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
  if (known->inbox != registered.inbox) {
    if (auto noted = records_.note_inbox(known->id, registered.inbox); !noted)
      return tl::unexpected(noted.error());
    known->inbox = registered.inbox;
  }
  if (known->void_uri == registered.void_uri) return *known;
  const auto noted =
      note_problem(*known, "its graph belongs to " + known->void_uri + ", and the registry names " +
                               registered.void_uri + ": `laundromat providers " + registered.name +
                               " --bind " + registered.void_uri + "` confirms that");
  if (!noted) return tl::unexpected(noted.error());
  return std::nullopt;
}

result<void> provider_harvest::make_due(const record_hash& seed, timestamp now) {
  const auto due = crawls_.make_due(seed, now);
  if (!due && due.error().code != errc::not_found) return tl::unexpected(due.error());
  busy_until_ = now + frontier_sees_due;
  return {};
}

void provider_harvest::wait_for_begin(const seed_crawl& crawl, timestamp since, timestamp now) {
  const bool was_refused = crawl.has_failed && crawl.begun == timestamp{};
  if (!crawl.is_running && !was_refused && now - since < begins_within) has_work_ = true;
}

result<void> provider_harvest::ask_for_void(const registered_provider& registered, const seed_crawl& crawl,
                                            timestamp now) {
  const auto asked = asked_.find(registered.name);
  const bool is_due =
      asked == asked_.end() ||
      (!env_->runs_once && now - asked->second >= seconds{settings_in_force(*env_).harvest.every_s});
  if (!is_due && asked->second > crawl.begun) wait_for_begin(crawl, asked->second, now);
  if (!is_due || crawl.is_running) return {};
  asked_[registered.name] = now;
  first_asked_.emplace(registered.name, now);
  if (crawl.is_known) return make_due(seed_hash(registered.void_uri), now);
  busy_until_ = now + frontier_sees_due;
  return crawls_.enlist(registered.void_uri, now);
}

result<provider_void> provider_harvest::read_void(const seed_crawl& crawl, const std::string& uri,
                                                  timestamp now) const {
  provider_void_reader reader;
  std::uint64_t lines = 0;
  for (const auto& document : crawl.documents) {
    if (document.statements == 0) continue;  // it has no file
    const auto read =
        each_clean_line(*env_->clean, document.hash, [&](std::string_view line) -> result<void> {
          if (++lines > most_void_lines)
            return fail(errc::limit_exceeded, "a VoID file has at most 1,000,000 statements");
          reader.add(line);
          return {};
        });
    if (!read) return tl::unexpected(read.error());
  }
  auto said = reader.finish(uri, now);
  for (auto& one : said.violations)
    for (auto* text : {&one.value, &one.dataset}) text->resize(std::min(text->size(), most_value_bytes));
  return said;
}

result<void> provider_harvest::judge_void(const registered_provider& registered,
                                          const stored_provider& provider, const seed_crawl& crawl,
                                          timestamp now) {
  judged_[registered.name] = {crawl.begun, crawl.has_failed};
  graph_import attempt;
  attempt.outcome = import_outcome::failed;
  attempt.begun = crawl.begun == timestamp{} ? now : crawl.begun;
  if (crawl.has_failed) {
    attempt.cause = crawl.cause;
    attempt.detail = "its VoID file " + registered.void_uri +
                     " could not be read: " + std::string{meaning_of(crawl.cause)} +
                     (crawl.detail.empty() ? "" : ", " + crawl.detail);
    return record_attempt(provider, std::move(attempt));
  }
  if (auto refused = refuse_source(registered.void_uri, crawl.uri)) {
    attempt.outcome = import_outcome::refused;
    attempt.detail =
        *std::move(refused) +
        "; if it has moved there, write that URI into the registry, and run `laundromat providers " +
        registered.name + " --bind " + crawl.uri + "`";
    return record_attempt(provider, std::move(attempt));
  }
  auto said = read_void(crawl, provider.void_uri, now);
  if (said) return obey_void(provider, *std::move(said), std::move(attempt), now);
  attempt.cause = said.error().code;
  attempt.detail = "its VoID file could not be read: " + to_string(said.error());
  return is_machine_fault(attempt.cause) ? note_problem(provider, attempt.detail)
                                         : record_attempt(provider, std::move(attempt));
}

result<void> provider_harvest::obey_void(stored_provider provider, provider_void said, graph_import attempt,
                                         timestamp now) {
  const auto before = records_.datasets(provider.id);
  if (!before) return tl::unexpected(before.error());
  auto next = next_of(*before, std::move(said.datasets), provider, now);
  const bool is_same = next.datasets == *before && said.violations == provider.violations &&
                       provider.problem.empty() && next.skipped.empty() && provider.void_read != timestamp{};
  if (is_same) return {};
  auto& records = next.skipped;
  if (next.datasets.empty()) {
    attempt.ended = std::max(time_now(), attempt.begun);
    attempt.statements = provider.statements;
    attempt.violations = said.violations;
    attempt.detail = "no dataset of its VoID file can be harvested";
    const auto is_known = is_recorded(provider, attempt);
    if (!is_known) return tl::unexpected(is_known.error());
    if (!*is_known) records.push_back(attempt);
  }
  if (said.violations != provider.violations)
    for (const auto& one : said.violations)
      log_warning("the VoID file of {}: {}{}{}: {}", provider.name, text_of(one.rule).name,
                  one.dataset.empty() ? "" : " in ", one.dataset, text_of(one.rule).advice);
  provider.void_read = attempt.begun;
  provider.violations = std::move(said.violations);
  provider.problem.clear();
  return records_.save_void(provider, next.datasets, records);
}

result<void> provider_harvest::advance_datasets(const registered_provider& registered,
                                                const stored_provider& provider, timestamp now) {
  if (!judged_.contains(registered.name) || !provider.problem.empty()) return {};
  auto all = records_.datasets(provider.id);
  if (!all) return tl::unexpected(all.error());
  std::size_t imports = 0;
  for (const auto& dataset : std::vector{*all}) {
    const auto newest = records_.provider(registered.name);
    if (!newest) return tl::unexpected(newest.error());
    if (std::exchange(has_ended_, false)) {
      if (++imports >= most_imports) return has_work_ = true, result<void>{};  // the others have their turn
      all = records_.datasets(provider.id);  // what the last one has imported belongs to the next one's union
      if (!all) return tl::unexpected(all.error());
    }
    if (auto done = advance(registered, *newest, dataset, *all, now); !done) return done;
  }
  has_ended_ = false;
  return {};
}

result<void> provider_harvest::advance(const registered_provider& registered, const stored_provider& provider,
                                       stored_dataset dataset, const std::vector<stored_dataset>& all,
                                       timestamp now) {
  if (dataset.running == timestamp{}) {
    auto harvested = harvested_by(registered, dataset.announced.key, all.size() == 1);
    if (dataset.harvested == timestamp{})
      harvested = std::nullopt;    // by another engine, perhaps: it is not in this graph
    else if (!dataset.is_written)  // where the registry could not be written, the journal knows better
      harvested = std::max(harvested.value_or(timestamp{}), dataset.harvested);
    const auto verdict = verdict_of(dataset.announced, dataset.is_forced ? std::nullopt : harvested, now);
    if (verdict != harvest_verdict::first && verdict != harvest_verdict::newer) return {};
    if (now < dataset.not_before) return {};
    dataset.running = dataset.announced.modified;
    // What was crawled since the VoID file announced it is new enough, unless it was tried or imported before.
    const bool is_again =
        dataset.failures > 0 || dataset.is_forced || dataset.harvested == dataset.announced.modified;
    dataset.begun = is_again ? now : std::min(now, provider.void_read);
    if (auto saved = records_.save_dataset(provider, dataset); !saved) return saved;
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
    if (const auto at = ordered_.find(hash); at != ordered_.end() && at->second.first == dataset.begun)
      wait_for_begin(*crawl, at->second.second, now);
    if (orders_left_ == 0) {
      has_work_ = true;
      break;
    }
    if (!crawl->is_known) {
      --orders_left_;
      ordered_[hash] = {dataset.begun, now};
      busy_until_ = now + frontier_sees_due;
      if (auto listed = crawls_.enlist(uri, now); !listed && listed.error().code == errc::journal_failed)
        return tl::unexpected(listed.error());
    } else if (!crawl->is_running && ordered_[hash].first < dataset.begun) {
      --orders_left_;
      ordered_[hash] = {dataset.begun, now};
      if (auto ordered = make_due(hash, now); !ordered) return tl::unexpected(ordered.error());
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

}  // namespace laundromat
