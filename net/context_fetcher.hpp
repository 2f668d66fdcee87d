// Fetches the JSON-LD contexts that documents name, within the limits of a crawler.
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
  address_check check;                    ///< as for any other request
  std::function<timestamp()> wall_clock;  ///< stamps the hops
  std::uint64_t body_bytes = std::uint64_t{1} << 20;
  milliseconds total{10'000};  ///< of each hop
  std::size_t redirects = 5;
  milliseconds absent_for = std::chrono::hours{1};
};

/// Loads contexts over http and https, one after the other, also when called from several threads. It obeys robots.txt and checks the address
/// of every hop. It follows the link of a non-JSON answer to an alternate `application/ld+json` once. What is not there (404, 410) is not asked for again within
/// `absent_for`. Errors of `load`: `robots_refused`,
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
  struct absence {
    failure why;
    timestamp since;
  };
  struct known_robots {
    robots_rules rules;
    std::string first_cause;  ///< why the robots.txt could not be read
  };

  [[nodiscard]] result<std::string> fetch(const std::string& iri);
  [[nodiscard]] result<answer> get(const std::string& uri, const std::string& accept, bool obey_robots);
  /// With `enough_bytes` an answer is complete after so many bytes.
  [[nodiscard]] result<answer> get_hop(const std::string& uri, const std::string& accept,
                                       std::uint64_t enough_bytes) const;
  [[nodiscard]] result<void> ask_robots(const std::string& uri);

  context_fetcher_options options_;
  std::mutex one_at_a_time_;
  std::map<std::string, known_robots, std::less<>> robots_;  ///< by scheme and authority
  std::map<std::string, absence, std::less<>> absent_;       ///< by IRI; at most 10,000
};

}  // namespace laundromat
