// Begins harvests, orders their dumps, and lets them be imported.
// SPDX-License-Identifier: Apache-2.0
#include "actors/harvest/dataset_harvests.hpp"

#include "actors/log.hpp"
#include "core/providers/harvest_schedule.hpp"
#include "core/web/seed_hash.hpp"

namespace laundromat {

namespace {

/// Dumps that are listed or made due in one step, so that the journal is free between steps.
constexpr std::size_t most_orders = 200;
/// Of one provider in one step, so that the others have their turn.
constexpr std::size_t most_imports = 10;

}  // namespace

dataset_harvests::dataset_harvests(environment_ptr env, journal& db, harvest_step& step, crawl_orders& orders,
                                   void_file_visits& void_files, worker_pool& workers)
    : records_(db),
      step_(step),
      orders_(orders),
      void_files_(void_files),
      import_(std::move(env), db, step, workers) {}

void dataset_harvests::begin_step() {
  orders_left_ = most_orders;
}

result<void> dataset_harvests::advance(const registered_provider& registered,
                                       const stored_provider& provider) {
  auto all = records_.datasets(provider.id);
  if (!all) return tl::unexpected(all.error());
  std::size_t ended = 0;
  for (const auto& dataset : std::vector{*all}) {
    if (ended == most_imports) {
      step_.continue_next();
      return {};
    }
    const auto newest = records_.provider(registered.name);
    if (!newest) return tl::unexpected(newest.error());
    const auto has_ended = advance_dataset(registered, *newest, dataset, *all);
    if (!has_ended) return tl::unexpected(has_ended.error());
    if (!*has_ended) continue;
    ++ended;
    void_files_.judge_again(provider.name);  // what waited is announced in the VoID file
    all = records_.datasets(provider.id);    // what was imported belongs to the next one's union
    if (!all) return tl::unexpected(all.error());
  }
  return {};
}

result<bool> dataset_harvests::advance_dataset(const registered_provider& registered,
                                               const stored_provider& provider, stored_dataset dataset,
                                               const std::vector<stored_dataset>& all) {
  if (dataset.running == timestamp{}) {
    const auto last = dataset.is_forced ? std::nullopt : last_harvest(dataset, registered, all.size() == 1);
    const auto verdict = verdict_of(dataset.announced, last, step_.begun());
    if (verdict == harvest_verdict::older) warn_of_older_date(provider.name, dataset.announced, *last);
    if (verdict != harvest_verdict::first && verdict != harvest_verdict::newer) return false;
    if (step_.begun() < dataset.not_before) return false;
    begin_harvest(dataset, provider.void_read, step_.begun());
    if (auto saved = records_.save_dataset(provider, dataset); !saved) return tl::unexpected(saved.error());
  }
  const auto crawls = crawls_of_dumps(dataset);
  if (!crawls) return tl::unexpected(crawls.error());
  if (!*crawls) return false;
  return import_.end_harvest_of(registered, provider, dataset, all, **crawls);
}

void dataset_harvests::warn_of_older_date(const std::string& provider, const provider_dataset& announced,
                                          timestamp harvested) {
  auto& logged = older_[{provider, announced.key}];
  if (logged == announced.modified) return;
  logged = announced.modified;
  log_warning(
      "the dataset {} of {} is not harvested: its dcterms:modified is {}, and that of its last harvest was "
      "{}. It is harvested when the date is later, or at once after `laundromat harvest {} --again`",
      announced.key, provider, to_iso8601(announced.modified), to_iso8601(harvested), provider);
}

result<std::optional<std::vector<seed_crawl>>> dataset_harvests::crawls_of_dumps(
    const stored_dataset& dataset) {
  std::vector<seed_crawl> found;
  bool has_all = true;
  for (const auto& uri : dataset.announced.dumps) {
    auto crawl = orders_.newest_of(uri);
    if (!crawl) return tl::unexpected(crawl.error());
    found.push_back(*crawl);
    if (is_refused(*crawl) || (!crawl->is_running && crawl->begun >= dataset.begun)) continue;
    has_all = false;
    if (const auto last = ordered_.find(seed_hash(uri));
        last != ordered_.end() && last->second >= dataset.begun) {
      if (auto waits = orders_.wait_for_begin(uri, *crawl); !waits) return tl::unexpected(waits.error());
      continue;
    }
    if (orders_left_ == 0) {
      step_.continue_next();
      break;
    }
    if (auto done = order(uri, *crawl, dataset); !done) return tl::unexpected(done.error());
  }
  if (!has_all) return std::nullopt;
  return found;
}

result<void> dataset_harvests::order(const std::string& uri, const seed_crawl& crawl,
                                     const stored_dataset& dataset) {
  if (crawl.is_running) return {};
  --orders_left_;
  auto done = orders_.order(uri, crawl);
  // One that is refused has failed with the next look at it.
  const bool is_refusal = !done && !crawl.is_known && done.error().code != errc::journal_failed;
  if (!done && !is_refusal) return done;
  ordered_[seed_hash(uri)] = dataset.begun;
  return {};
}

}  // namespace laundromat
