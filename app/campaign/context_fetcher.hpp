// Fetches the documents that other documents need to be read: JSON-LD contexts, and metadata of tables.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>

#include "app/requests/polite_requester.hpp"
#include "core/campaign/campaign.hpp"
#include "core/rdf/model/reader.hpp"

namespace laundromat {

/// Loads contexts over http and https, from any thread. It obeys robots.txt, the delays of the campaign, Crawl-delay and Retry-After, and checks the
/// address of every hop; to one host there is one request at a time, and hosts do not wait for one another. It follows the link of a non-JSON answer
/// to an alternate `application/ld+json` once. What is not there (404, 410) is not asked for again for an hour.
///
/// A document that is being read waits: so no host is waited for longer than `longest_wait`. Errors of `load`: `host_suspended` then, `scheme_refused`,
/// `body_too_large` (1 MiB), those of `polite_requester` and `judge_hop`. Source: JSON-LD 1.1 API section 9.4.
class context_fetcher final : public context_loader {
 public:
  static constexpr milliseconds longest_wait{30'000};
  context_fetcher(campaign settings, std::function<timestamp()> wall_clock);
  /// Asks this before each request, from any thread. To be called before the first `load`.
  void obey(std::function<steering_verdict(const std::string& uri)> judge) { judge_ = std::move(judge); }
  [[nodiscard]] result<std::string> load(std::string_view iri) override;

 private:
  struct answer {
    http_hop hop;
    std::string uri, body;
  };
  struct absence {
    failure why;
    timestamp since;
  };
  struct host {
    host(std::string asked, const campaign& settings, requester_options options)
        : uri(std::move(asked)), requester(settings, std::move(options)) {}
    std::string uri;  ///< one of the host
    std::mutex one_at_a_time;
    polite_requester requester;
  };

  [[nodiscard]] result<std::string> fetch(const std::string& iri);
  [[nodiscard]] result<answer> get(const std::string& uri);
  [[nodiscard]] std::shared_ptr<host> host_of(const std::string& uri);
  [[nodiscard]] requester_options asking() const;

  campaign settings_;
  std::function<timestamp()> wall_clock_;
  std::function<steering_verdict(const std::string& uri)> judge_;
  std::mutex of_maps_;
  std::map<std::string, std::shared_ptr<host>, std::less<>> hosts_;  ///< by `authority_key`
  std::map<std::string, absence, std::less<>> absent_;               ///< by IRI; at most 10,000
};

}  // namespace laundromat
