// The VoID files of providers: when they are requested, and what they announce.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <string>
#include <utility>

#include "actors/environment.hpp"
#include "actors/harvest/crawl_orders.hpp"
#include "actors/harvest/harvest_problems.hpp"
#include "core/providers/registry.hpp"

namespace laundromat {

/// Makes VoID files due as often as the campaign says, and stores what each crawl of one announces. What was crawled before this run is not obeyed.
/// Used by one thread. Errors: those of the journal; a fault of a provider or a document is recorded.
class void_file_visits {
 public:
  /// What is referred to outlives it.
  void_file_visits(environment_ptr env, journal& db, harvest_step& step, crawl_orders& orders,
                   harvest_problems& problems);

  /// Makes the VoID file of a provider due, and judges its newest crawl, where that is to be done now.
  [[nodiscard]] result<void> visit(const registered_provider& registered, const stored_provider& provider);
  /// Whether what the VoID file announced in this run is stored.
  [[nodiscard]] bool is_judged(const std::string& provider) const { return judged_.contains(provider); }
  /// Lets the newest crawl be judged once more.
  void judge_again(const std::string& provider) { judged_.erase(provider); }

 private:
  [[nodiscard]] result<void> ask(const registered_provider& registered, const seed_crawl& crawl);
  [[nodiscard]] bool is_to_be_judged(const std::string& provider, const seed_crawl& crawl) const;
  [[nodiscard]] result<void> judge(const registered_provider& registered, const stored_provider& provider,
                                   const seed_crawl& crawl);
  [[nodiscard]] result<provider_void> read(const seed_crawl& crawl, const std::string& uri) const;
  /// Stores what a VoID file says. `attempt` is recorded when nothing of it can be harvested.
  [[nodiscard]] result<void> obey(stored_provider provider, provider_void said, graph_import attempt);

  environment_ptr env_;
  graph_records records_;
  harvest_step& step_;
  crawl_orders& orders_;
  harvest_problems& problems_;
  struct request {
    timestamp first{}, last{};  ///< in this run
  };
  std::map<std::string, request, std::less<>> asked_;  ///< by provider: when its VoID file was made due
  std::map<std::string, std::pair<timestamp, bool>, std::less<>>
      judged_;  ///< by provider: begin of the crawl of the VoID file that was judged last, and whether it had failed
};

}  // namespace laundromat
