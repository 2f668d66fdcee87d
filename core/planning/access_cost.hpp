// What a way to a dataset costs its servers and us: requests, bytes, and time under the politeness of a campaign.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/discovery/announcement.hpp"
#include "core/web/politeness.hpp"
#include "core/web/robots.hpp"

namespace laundromat {

/// A way to get a dataset.
enum class access_way : std::uint8_t {
  dump = 1,         ///< all parts of its dump
  documents = 2,    ///< a list of all its documents (M30)
  linked_data = 3,  ///< documents below a prefix, found by following links from sample URIs
  endpoint = 4,     ///< a SPARQL endpoint, paged by CONSTRUCT
  last = endpoint,
};

[[nodiscard]] std::string_view to_string(access_way way);
[[nodiscard]] std::optional<access_way> access_way_from_name(std::string_view name);

/// What is assumed where nothing is announced. Each figure that depends on one of these is an estimate and names its rule.
struct cost_assumptions {
  std::uint64_t bytes_per_second = 2'000'000;
  milliseconds answer{500};           ///< from a request to the first byte of a document or dump
  milliseconds page_answer{5'000};    ///< the same of a page of an endpoint, which computes and sorts it
  std::uint64_t triples = 1'000'000;  ///< of a dataset about whose size nothing is announced
  /// UniProt had 1.4 billion triples in 14 million documents (Semantic Sitemaps, section 5.1).
  std::uint64_t triples_per_document = 100;
  /// The compressed dump of UniProt had more than 10 GB (the same section).
  std::uint64_t dump_bytes_per_triple = 8;
  std::uint64_t bytes_per_triple =
      150;  ///< of documents and of pages of an endpoint, which are not compressed
  std::uint64_t rows_per_page = 10'000;  ///< `ResultSetMaxRows` of Virtuoso
  std::uint32_t repeated_pages_percent =
      25;  ///< counting queries, and pages that must be requested again in smaller parts
};

/// What is known of a host before its first document is requested.
struct known_host {
  std::optional<robots_rules> robots;
  std::optional<milliseconds> answer;  ///< measured: from a request to its first byte
};

/// A document that need not be requested any more.
struct fetched_file {
  timestamp at{};           ///< when it was requested
  std::uint64_t bytes = 0;  ///< of its body
};

/// How requests may be sent. The pauses are those of the politeness scheduler.
struct planning_policy {
  host_policy host;
  std::map<std::string, known_host, std::less<>> hosts;  ///< by `authority_key`
  cost_assumptions assume;
  /// Why a URI of a way is not requested, the end of a sentence; empty: it may be. Unset: all may be. Linked Data is judged by its prefix.
  std::function<std::string(access_way way, const std::string& uri)> refuses = {};
  /// What is here already of a way; nothing: the URI must be requested. Unset: nothing is here.
  std::function<std::optional<fetched_file>(const std::string& uri)> here = {};
};

/// A number, with the rule by which it was estimated.
struct figure {
  std::uint64_t value = 0;
  std::string rule = {};  ///< empty: announced, or counted

  [[nodiscard]] bool is_estimate() const { return !rule.empty(); }
  friend bool operator==(const figure&, const figure&) = default;
};

/// The size of a dataset: as announced, else estimated from what is announced.
struct dataset_size {
  figure triples, documents, dump_bytes;

  friend bool operator==(const dataset_size&, const dataset_size&) = default;
};

/// Documents: as announced, else one per entity, else by `triples_per_document`. Triples: as announced, else from the documents, else from the
/// bytes of the dump. Without any of these: `cost_assumptions::triples`.
[[nodiscard]] dataset_size estimate_size(const announced_dataset& dataset, const cost_assumptions& assume);

/// Requests to one host that are sent one after the other.
struct host_requests {
  std::string uri;  ///< any URI of the host
  std::uint64_t requests = 0, bytes = 0;
  milliseconds answer{};  ///< of each request, unless the host is known better
};

/// The pause between two requests, each of which takes `took`: the campaign's, or a longer Crawl-delay.
[[nodiscard]] milliseconds pause_between(const planning_policy& policy, std::string_view uri,
                                         milliseconds took);
/// The time until the last answer has arrived. Different hosts are requested at the same time and share the bandwidth.
[[nodiscard]] milliseconds predict_time(const planning_policy& policy,
                                        const std::vector<host_requests>& hosts);
/// Why the host is not requested at all, for people: its Crawl-delay is above the limit, or its robots.txt forbids the URI. Empty: it may be.
[[nodiscard]] std::string refusal_of(const planning_policy& policy, std::string_view uri);

}  // namespace laundromat
