// Fetches JSON-LD contexts that a document names, within the limits of a crawler.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <string_view>

#include "core/rdf/model/reader.hpp"
#include "core/web/robots.hpp"
#include "net/transfer.hpp"

namespace laundromat {

struct context_fetcher_options {
  std::string user_agent;                 ///< `Name/1.2 (+https://…; mailto:…)`
  address_check check;                    ///< as of any other request
  std::function<timestamp()> wall_clock;  ///< stamps the hops
  std::uint64_t body_bytes = std::uint64_t{1} << 20;
  milliseconds total{10'000};  ///< of each hop
  std::size_t redirects = 5;
};

/// Loads contexts over http and https, one after the other, whoever asks from whichever thread: robots.txt is obeyed, every hop passes the address guard, and an answer
/// that is no JSON but links to an alternate `application/ld+json` is followed once. Errors of `load`: `robots_refused`,
/// `robots_unreachable`, `scheme_refused`, those of `transfer_loop::start` and `judge_hop`. Source: JSON-LD 1.1 API section 9.4.
class context_fetcher final : public context_loader {
 public:
  explicit context_fetcher(context_fetcher_options options) : options_(std::move(options)) {}
  [[nodiscard]] result<std::string> load(std::string_view iri) override;

 private:
  struct answer {
    http_hop hop;
    std::string uri, body;
  };
  struct known_robots {
    robots_rules rules;
    std::string first_cause;  ///< why it could not be had
  };

  [[nodiscard]] result<answer> get(const std::string& uri, const std::string& accept, bool obey_robots);
  /// With `enough_bytes` an answer is complete when so many have come.
  [[nodiscard]] result<answer> get_hop(const std::string& uri, const std::string& accept,
                                       std::uint64_t enough_bytes) const;
  [[nodiscard]] result<void> ask_robots(const std::string& uri);

  context_fetcher_options options_;
  std::mutex one_at_a_time_;
  std::map<std::string, known_robots, std::less<>> robots_;  ///< by scheme and authority
};

}  // namespace laundromat
