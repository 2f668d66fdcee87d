// The table of routes, and finding one.
// SPDX-License-Identifier: Apache-2.0
#include "app/api/api_route.hpp"

#include <algorithm>

#include "core/web/uri_characters.hpp"

namespace laundromat {
namespace {

constexpr argument_source record{
    "record",
    "Digits of a hash, at least 4, or a URL in percent-encoding: of a seed, a member of an archive "
    "(archive!/path), or the target of a redirect",
    "3b0f361c", true, false};
constexpr argument_source host{"host", "example.org, with any port, or example.org:8080", "example.org", true,
                               false};
constexpr argument_source uri{"uri", "Any URI", "http://example.com/id/1", true, false};
constexpr argument_source seeds_named{"seed", "Seeds, by URI or hash", "https://example.org/data.ttl", false,
                                      true};

std::vector<api_route> make_routes() {
  const std::vector<std::string_view> of_documents{
      "host",        "format", "min-statements", "max-statements", "min-bytes", "max-bytes",
      "min-defects", "rule",   "same-as",        "all-crawls",     "since",     "until",
      "status",      "all",    "sort",           "reverse",        "limit",     "after"};
  // clang-format off
  return {
      {"GET", "/api/v1/status", "status", "Counts of records, failures, hosts that wait, and what is left to do",
       add_status_command, {"status", "--json"}, {"all-crawls"}, {}, answer_shape::object},
      {"GET", "/api/v1/documents", "documents", "Documents, by all filters of `laundromat ls`", add_ls_command,
       {"ls", "--json"}, of_documents},
      {"GET", "/api/v1/seeds", "seeds", "Seeds with their standing", add_ls_command, {"ls", "--seeds", "--json"},
       {"host", "standing", "limit", "after"}},
      {"GET", "/api/v1/nodes", "nodes", "Worker nodes of the running engine", add_ls_command,
       {"ls", "--nodes", "--json"}, {}},
      {"GET", "/api/v1/search", "search", "Seeds, documents and datasets by words, the best first",
       add_search_command, {"search", "--json"}, {"all-crawls", "limit"},
       {{"word", "Words that must all occur; one with spaces is a phrase", "employees", true, true}}},
      {"GET", "/api/v1/records/{record}", "record", "One record: its sources, results, evidence, warnings and attempts",
       add_show_command, {"show", "--json"}, {}, {record}, answer_shape::object},
      {"GET", "/api/v1/records/{record}/tree", "tree", "The tree of a download, below who announced its seed",
       add_show_command, {"show", "--tree", "--json"}, {"all-crawls"}, {record}},
      {"GET", "/api/v1/records/{record}/history", "history", "Every transition of a record", add_history_command,
       {"history", "--json"}, {}, {record}},
      {"GET", "/api/v1/records/{record}/defects", "defects", "All defects of a document, with places and repairs",
       add_errors_command, {"errors", "--json"}, {"all-crawls", "rule", "done", "limit", "lines"}, {record}},
      {"GET", "/api/v1/records/{record}/sarif", "sarif", "The same in SARIF 2.1.0, with fixes", add_errors_command,
       {"errors", "--sarif"}, {"all-crawls", "rule", "done", "limit"}, {record}, answer_shape::text,
       "application/sarif+json"},
      {"GET", "/api/v1/records/{record}/quarantine", "quarantine", "The skipped bytes of a document, in UTF-8",
       add_errors_command, {"errors", "--quarantine"}, {"all-crawls", "rule", "limit"}, {record}, answer_shape::text,
       "text/plain; charset=utf-8"},
      {"GET", "/api/v1/records/{record}/metadata", "metadata", "The metadata of an entry or a clean document as RDF",
       add_show_command, {"show", "--format=ttl"}, {}, {record}, answer_shape::text, "text/turtle"},
      {"GET", "/api/v1/records/{record}/statistics", "statistics", "The same with its statistics as JSON",
       add_show_command, {"show", "--format=json"}, {}, {record}, answer_shape::object},
      {"GET", "/api/v1/records/{record}/changes", "changes", "What has changed since the previous crawl",
       add_diff_command, {"diff", "--json"}, {"stat"}, {record}},
      {"GET", "/api/v1/hosts", "hosts", "Hosts with their queues, waits, budgets and rates",
       add_hosts_command, {"hosts", "--json"}, {"sort", "limit", "after"}},
      {"GET", "/api/v1/hosts/{host}", "host", "One host, with each of its ports", add_hosts_command,
       {"hosts", "--json"}, {}, {host}},
      {"GET", "/api/v1/quality", "quality", "What is wrong with all documents, how to mend it, and how that has changed",
       add_quality_command, {"quality", "--json"}, {"days"}, {}, answer_shape::object},
      {"GET", "/api/v1/hosts/{host}/quality", "host_quality", "The same of the documents of a host", add_quality_command,
       {"quality", "--json"}, {"days"}, {host}, answer_shape::object},
      {"GET", "/api/v1/hosts/{host}/dqv", "host_dqv", "The same in the Data Quality Vocabulary", add_quality_command,
       {"quality", "--format=ttl"}, {}, {host}, answer_shape::text, "text/turtle"},
      {"GET", "/api/v1/hosts/{host}/sarif", "host_sarif", "All defects of the documents of a host in SARIF 2.1.0",
       add_errors_command, {"errors", "--host", "--sarif"}, {"all-crawls", "rule", "done", "limit"}, {host},
       answer_shape::text, "application/sarif+json"},
      {"GET", "/api/v1/reports/{report}", "report", "All crawls summed up", add_report_command, {"report", "--json"},
       {"limit"}, {{"report", "seeds, hosts, mime, codes, formats, encodings or sizes", "mime", true, false}}},
      {"GET", "/api/v1/datasets", "datasets", "Announced datasets, compared with what was fetched",
       add_datasets_command, {"datasets", "--json"}, {},
       {{"dataset", "IRI or label of one: all ways to it", "https://example.org/void#socks", false, true}}},
      {"GET", "/api/v1/about", "about", "Datasets, endpoints and statements about a URI", add_about_command,
       {"about", "--json"}, {}, {uri}},
      {"GET", "/api/v1/authority", "authority", "Whose a URI is, and what leads to the answer", add_authority_command,
       {"authority", "--json"}, {"source"}, {uri}, answer_shape::object},
      {"GET", "/api/v1/lookup", "lookup", "All that authoritative sources said about a URI", add_lookup_command,
       {"lookup", "--json"}, {"all", "documents"}, {uri}},
      {"GET", "/api/v1/where", "where", "Clean documents that have an IRI, and what it is in them", add_where_command,
       {"where", "--json"}, {"role", "limit", "after"}, {uri}},
      {"GET", "/api/v1/labels", "labels", "Labels and titles with words, the best first: what has them, and in which document",
       add_labels_command, {"labels", "--json"}, {"language", "document", "limit", "after"},
       {{"word", "Words that must all occur; one with spaces is a phrase", "sock", true, true}}},
      {"GET", "/api/v1/namespaces", "namespaces", "Namespaces of IRIs in clean documents, or the documents that use one",
       add_namespaces_command, {"namespaces", "--json"}, {"limit", "after"},
       {{"namespace", "One of them: the documents that use it", "http://xmlns.com/foaf/0.1/", false, false}}},
      {"GET", "/api/v1/endpoints", "endpoints", "SPARQL endpoints that are announced for a URI", add_endpoint_command,
       {"endpoint", "--json"}, {}, {uri}},
      {"GET", "/api/v1/closed-world", "closed_world", "Whether a publisher has given no information about a URI",
       add_closed_world_command, {"closed-world", "--json"}, {"dataset"}, {uri}},
      {"GET", "/api/v1/providers", "providers", "Providers of the registry, their graphs, and what waits",
       add_providers_command, {"providers", "--json"}, {}},
      {"GET", "/api/v1/providers/{provider}", "provider", "One provider in detail", add_providers_command,
       {"providers", "--json"}, {}, {{"provider", "Its name in the registry", "bcodmo", true, false}}, answer_shape::object},
      {"GET", "/api/v1/providers/{provider}/receipts", "receipts", "Every import into the graph of a provider",
       add_history_command, {"history", "--provider", "--json"}, {}, {{"provider", "Its name in the registry", "bcodmo", true, false}}},
      {"GET", "/api/v1/settings", "settings", "The keys of the campaign with which the engine runs, or ran last",
       add_config_command, {"config", "--in-use", "--json"}, {}},
      {"GET", "/api/v1/pauses", "pauses", "What is paused", add_pause_command, {"pause", "--list", "--json"}, {}},
      {"GET", "/api/v1/exclusions", "exclusions", "What is excluded", add_exclude_command,
       {"exclude", "--list", "--json"}, {}},
      {"GET", "/api/v1/defect-rules", "defect_rules", "All rules of defects, and how each profile treats them",
       add_errors_command, {"errors", "--list-rules", "--json"}, {}},
      {"POST", "/api/v1/seeds", "add_seeds", "Add URIs to the seed list", add_add_command, {"add", "--json"},
       {"interval", "priority"},
       {{"uri", "URIs to crawl, and patterns of them", "https://example.org/data.ttl", true, true}}},
      {"POST", "/api/v1/ping", "ping", "Announce URIs as their publisher: they are crawled soon", add_ping_command,
       {"ping", "--json"}, {}, {{"uri", "New or changed documents", "https://example.org/data.ttl", true, true}}},
      {"POST", "/api/v1/pause", "pause", "Request nothing of the campaign, of hosts or of seeds until resumed",
       add_pause_command, {"pause", "--json"}, {"reason"},
       {{"what", "Hosts and seeds; none: all", "example.org", false, true}}},
      {"POST", "/api/v1/resume", "resume", "End pauses", add_resume_command, {"resume", "--json"}, {},
       {{"what", "What was paused; none: the campaign", "example.org", false, true}}},
      {"POST", "/api/v1/exclude", "exclude", "Never request hosts, domains or URIs again", add_exclude_command,
       {"exclude", "--json"}, {"reason", "remove", "lift"},
       {{"what", "Hosts, domains as *.example.org, or URIs with all below their paths", "example.org", true, true}}},
      {"POST", "/api/v1/retry", "retry", "Make seeds due at once", add_retry_command, {"retry", "--json"},
       {"failed", "host"}, {seeds_named}},
      {"POST", "/api/v1/remove", "remove", "Take seeds off the list for ever", add_remove_command,
       {"remove", "--json"}, {"reason"}, {{"seed", "Seeds, by URI or hash", "https://example.org/data.ttl", true, true}}},
      {"POST", "/api/v1/providers/{provider}/harvest", "harvest", "Harvest a provider now", add_harvest_command,
       {"harvest", "--now", "--json"}, {"again"}, {{"provider", "Its name in the registry", "bcodmo", true, false}},
       answer_shape::object},
  };
  // clang-format on
}

std::vector<std::string_view> segments_of(std::string_view path) {
  std::vector<std::string_view> all;
  for (std::size_t from = 1; from <= path.size();) {
    const auto end = std::min(path.find('/', from), path.size());
    all.push_back(path.substr(from, end - from));
    from = end + 1;
  }
  return all;
}

/// The values of the parts in braces; nothing when the path is another.
std::optional<std::vector<std::string>> values_in(std::string_view pattern, std::string_view path) {
  const auto expected = segments_of(pattern), given = segments_of(path);
  if (expected.size() != given.size()) return std::nullopt;
  std::vector<std::string> values;
  for (std::size_t i = 0; i < given.size(); ++i) {
    if (!expected[i].starts_with('{')) {
      if (expected[i] != given[i]) return std::nullopt;
      continue;
    }
    auto value = decode_segment(given[i]);
    if (!value || value->empty()) return std::nullopt;
    values.push_back(*std::move(value));
  }
  return values;
}

}  // namespace

const std::vector<api_route>& command_routes() {
  static const auto routes = make_routes();
  return routes;
}

std::optional<std::string> decode_segment(std::string_view segment) {
  for (std::size_t i = 0; i < segment.size(); ++i)
    if (segment[i] == '%' && !is_percent_encoded(segment, i)) return std::nullopt;
  auto text = percent_decode(segment);
  constexpr unsigned char first_visible = 0x20;
  if (std::ranges::any_of(text, [](unsigned char c) { return c < first_visible; })) return std::nullopt;
  return text;
}

matched_path match_path(std::span<const api_route> routes, std::string_view method, std::string_view path) {
  matched_path found;
  for (const auto& route : routes) {
    auto values = values_in(route.path, path);
    if (!values) continue;
    found.methods.push_back(route.method);
    if (found.route || route.method != method) continue;
    found.route = &route;
    found.values = *std::move(values);
  }
  return found;
}

}  // namespace laundromat
