// A simulated data web: hosts with sitemaps, catalogues, dumps, documents, endpoints, feeds, robots.txt and traps, and what of it a crawler should find.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace laundromat {

/// One resource of the web.
struct simulated_page {
  int status = 200;
  std::string media_type;
  std::vector<std::pair<std::string, std::string>> fields;  ///< further header fields
  std::string body;
  std::uint64_t triples = 0;  ///< that a crawler should get from it; 0: it is no RDF
  bool announces = false;     ///< it leads to other resources
  bool is_forbidden = false;  ///< by the robots.txt of its host
};

struct simulated_host {
  std::uint32_t crawl_delay_s = 0;  ///< of its robots.txt; 0: none
  std::uint32_t latency_ms = 0;
};

/// What the web is made of.
struct web_plan {
  std::uint64_t seed = 1;
  std::uint32_t hosts_of_each_kind = 4;
  std::uint32_t documents = 100;  ///< of each host
};

class simulated_web {
 public:
  explicit simulated_web(const web_plan& plan);

  /// The one URI from which all can be found.
  [[nodiscard]] const std::string& start() const { return start_; }
  /// What a GET returns; null for an unknown URI (404). An endless part of a trap is made when it is asked for.
  [[nodiscard]] const simulated_page* get(std::string_view uri);
  [[nodiscard]] const std::map<std::string, simulated_page, std::less<>>& pages() const { return pages_; }
  [[nodiscard]] const std::map<std::string, simulated_host, std::less<>>& hosts() const { return hosts_; }

 private:
  friend class web_builder;

  std::string start_;
  std::map<std::string, simulated_page, std::less<>> pages_;
  std::map<std::string, simulated_host, std::less<>> hosts_;
};

/// The host of an absolute URI, without port.
[[nodiscard]] std::string_view host_of_uri(std::string_view uri);

}  // namespace laundromat
