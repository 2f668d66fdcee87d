// Joins datasets with the services, distributions and graphs that name them.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/catalogue/dataset_builder.hpp"

#include <algorithm>

#include "core/discovery/catalogue/announced_values.hpp"
#include "core/web/uri.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

using role = catalogue_role;

/// Source: the authority list distribution-status of the Publications Office of the European Union, which DCAT-AP 3 requires.
bool is_withdrawn(const catalogue_node& distribution) {
  const auto* status = distribution.first(role::publication_status);
  return status != nullptr && status->value.ends_with("/distribution-status/WITHDRAWN");
}

}  // namespace

/// The URI that a fact states: an IRI, or a literal with an absolute URI, as many catalogues have it.
std::string_view uri_in(const catalogue_fact& fact) {
  const auto text = trim(fact.value);
  return !fact.is_literal || is_absolute(text) ? text : std::string_view{};
}

void put_once(std::vector<std::string>& all, std::string_view value) {
  if (!value.empty() && std::ranges::find(all, value) == all.end()) all.emplace_back(value);
}

/// Services that name their datasets, which are described before or after them.
void dataset_builder::find_endpoints() {
  for (const auto& node : graph_.nodes()) {
    if (node.has(role::service_endpoint)) add_service(node);
    if (node.has(role::endpoint_url)) add_served(node);
  }
}

/// A SPARQL service: its default dataset, whose named graphs may be described as datasets of their own.
void dataset_builder::add_service(const catalogue_node& service) {
  std::vector<std::string> names;
  std::vector<std::pair<std::string, std::string>> graphs;  // description and name
  std::vector<std::string> datasets;
  const auto take_graph = [&](const catalogue_node& graph) {
    const auto* name = graph.first(role::graph_name);
    if (name != nullptr) put_once(names, uri_in(*name));
    for (const auto& fact : graph.facts)
      if (fact.property->role == role::graph_description && !fact.is_literal)
        graphs.emplace_back(fact.value, name == nullptr ? std::string{} : std::string(uri_in(*name)));
  };
  const auto take_dataset = [&](const catalogue_node& dataset) {
    for (const auto& fact : dataset.facts) {
      if (fact.property->role == role::graph_description && !fact.is_literal)
        graphs.emplace_back(fact.value, "");
      if (fact.property->role != role::named_graph) continue;
      if (const auto* graph = graph_.find(fact.value)) take_graph(*graph);
    }
  };
  take_dataset(service);
  for (const auto& fact : service.facts) {
    if (fact.property->role != role::service_dataset) continue;
    datasets.push_back(fact.value);
    if (const auto* dataset = graph_.find(fact.value)) take_dataset(*dataset);
  }
  const std::string graph = names.empty() ? "" : names.size() == 1 ? names.front() : "*";
  for (const auto& fact : service.facts) {
    if (fact.property->role != role::service_endpoint) continue;
    const auto uri = uri_in(fact);
    for (const auto& [description, name] : graphs) add_endpoint(description, uri, name);
    for (const auto& dataset : datasets) add_endpoint(dataset, uri, graph);
    add_endpoint(service.iri, uri, graph);
  }
}

/// A dcat:DataService that names what it serves.
void dataset_builder::add_served(const catalogue_node& service) {
  const auto uri = uri_in(*service.first(role::endpoint_url));
  if (!is_sparql(service, uri)) return;
  for (const auto& fact : service.facts)
    if (fact.property->role == role::serves_dataset) add_endpoint(fact.value, uri, {});
}

void dataset_builder::add_endpoint(std::string_view dataset, std::string_view uri, std::string_view graph) {
  if (uri.empty() || is_skolem_iri(uri)) return;
  auto& all = endpoints_[std::string(dataset)];
  const announced_endpoint one{std::string(uri), std::string(graph)};
  const auto same = std::ranges::find(all, one.uri, &announced_endpoint::uri);
  if (same == all.end())
    all.push_back(one);
  else if (same->graph.empty())
    same->graph = one.graph;
}

bool dataset_builder::is_sparql(const catalogue_node& service, std::string_view uri) const {
  if (service.is_a(catalogue_class::sparql_service)) return true;
  for (const auto& fact : service.facts)
    if (fact.property->role == role::conforms_to &&
        lower_case(fact.value).find("sparql") != std::string::npos)
      return true;
  return lower_case(uri).find("sparql") != std::string::npos;
}

void dataset_builder::join_distribution(const catalogue_node& dataset, const catalogue_fact& fact,
                                        announced_dataset& into) {
  const auto* node = graph_.find(fact.value);
  if (node == nullptr) {
    const bool is_dump = std::ranges::any_of(dataset.facts, [&](const catalogue_fact& one) {
      return one.property->role == role::dump && one.value == fact.value;
    });
    if (!is_dump && !is_skolem_iri(fact.value))
      emit(std::string(uri_in(fact)), announced_as::access_page, &into, {}, fact.property->name, fact.line);
    return;
  }
  joined_.insert(node->iri);
  if (is_withdrawn(*node)) return withdraw(*node, into);
  std::vector<data_file> files;
  list_files(*node, files);
  std::uint64_t bytes = 0;
  for (auto& file : files) {
    const bool is_announced =
        emit(file.uri, file.kind, &into, file.media_type, file.by, file.line, file.bytes);
    const bool is_dump = file.kind == announced_as::dump;
    if (is_announced && is_dump) add_file(into, file.uri, file.media_type);
    if (!is_dump || std::ranges::find(into.other_files, file.uri) == into.other_files.end())
      bytes = std::max(bytes, file.bytes);
    if (file.kind == announced_as::endpoint) add_endpoint(dataset.iri, file.uri, {});
  }
  into.dump_bytes += bytes;
  for (const auto& one : node->facts)
    if (one.property->role == role::licence) add_licence(into, name_of(one));
}

/// Announces that the files of a distribution are gone. Without a time nobody can tell whether a seed was crawled since.
void dataset_builder::withdraw(const catalogue_node& node, const announced_dataset& of) {
  std::vector<data_file> files;
  list_files(node, files);
  for (auto& file : files) {
    if (file.kind != announced_as::dump) continue;
    announcement one{std::move(file.uri), file.kind};
    one.dataset = of.key;
    one.by = std::move(file.by);
    one.modified = of.modified;
    one.line = file.line;
    one.is_withdrawn = true;
    announce(found_, options_.limits, std::move(one));
  }
}

/// The files and services of one distribution. A download is the data; the access URL only counts as such when it is the same.
void dataset_builder::list_files(const catalogue_node& node, std::vector<data_file>& files) {
  const auto type = media_type_in(node);
  const auto* size = node.first(role::size);
  const auto bytes = size == nullptr ? 0 : parse_stated_size(size->value);
  const auto put = [&](const catalogue_fact& fact, announced_as kind, std::uint64_t known_bytes) {
    const auto uri = uri_in(fact);
    if (uri.empty() || is_skolem_iri(uri) || std::ranges::find(files, uri, &data_file::uri) != files.end())
      return;
    files.push_back({std::string(uri), kind == announced_as::endpoint ? std::string{} : type,
                     std::string(fact.property->name), known_bytes, fact.line, kind});
  };
  for (const auto& fact : node.facts)
    if (fact.property->role == role::download_url || fact.property->role == role::content_url)
      put(fact, announced_as::dump, bytes);
  for (const auto& fact : node.facts) {
    if (fact.property->role == role::access_url) put(fact, announced_as::access_page, 0);
    if (fact.property->role != role::access_service) continue;
    const auto* service = graph_.find(fact.value);
    if (service == nullptr) {
      put(fact, announced_as::description, 0);
      continue;
    }
    joined_.insert(service->iri);
    for (const auto& one : service->facts) {
      if (one.property->role == role::endpoint_url)
        put(one, is_sparql(*service, one.value) ? announced_as::endpoint : announced_as::access_page, 0);
      if (one.property->role == role::endpoint_description) put(one, announced_as::description, 0);
    }
  }
}

/// Distributions and services that belong to no dataset.
void dataset_builder::add_rest(const catalogue_node& node) {
  if (node.has(role::download_url) || node.has(role::access_url) ||
      (node.is_a(catalogue_class::distribution) && node.has(role::content_url)) ||
      node.has(role::access_service)) {
    std::vector<data_file> files;
    list_files(node, files);
    for (auto& file : files)
      emit(file.uri, file.kind, nullptr, file.media_type, file.by, file.line, file.bytes);
  }
  for (const auto& fact : node.facts) {
    if (fact.property->role == role::endpoint_url)
      emit(std::string(uri_in(fact)),
           is_sparql(node, fact.value) ? announced_as::endpoint : announced_as::access_page, nullptr, {},
           fact.property->name, fact.line);
    if (fact.property->role == role::endpoint_description)
      emit(std::string(uri_in(fact)), announced_as::description, nullptr, {}, fact.property->name, fact.line);
  }
}

}  // namespace laundromat
