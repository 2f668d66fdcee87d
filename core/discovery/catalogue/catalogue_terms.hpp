// The one table of the properties and classes that announce: VoID, DCAT, SPARQL service descriptions, LDES and TREE, Hydra, schema.org.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string_view>

#include "core/discovery/announcement.hpp"

namespace laundromat {

/// What a property says of its subject.
enum class catalogue_role : std::uint8_t {
  // Of a dataset.
  dump,
  sample,
  prefix,
  pattern,
  endpoint,
  triples,
  entities,
  documents,
  feature,
  distribution,
  serves_dataset,
  // Of a distribution or service.
  access_url,
  download_url,
  content_url,
  media_type,
  format,
  size,
  access_service,
  endpoint_url,
  endpoint_description,
  conforms_to,
  landing_page,
  // Of a SPARQL service.
  service_endpoint,
  service_dataset,
  named_graph,
  graph_name,
  graph_description,
  // The object is announced as it is, whatever the subject is.
  direct,
  // Of anything; kept only for what has one of the others, and for blank nodes.
  type,
  title,
  modified,
  frequency,
  licence,
  rights,
  publisher,
  version,
  other_version,
  mirror,
  publication_status,
  agent_name,
  value,
};

struct catalogue_property {
  std::string_view iri;
  std::string_view name;  ///< as people write it: `void:dataDump`
  catalogue_role role{};
  announced_as kind{};  ///< of a `direct` one
  bool unless_described =
      false;  ///< a `direct` one is not announced when the document itself describes the object
};

enum class catalogue_class : std::uint8_t { dataset, catalogue, distribution, service, sparql_service };

struct catalogue_type {
  std::string_view iri;
  catalogue_class kind{};
};

[[nodiscard]] std::span<const catalogue_property> catalogue_properties();
/// By IRI; null for a property that announces nothing. Most differ in length.
[[nodiscard]] const catalogue_property* find_catalogue_property(std::string_view iri);
[[nodiscard]] std::optional<catalogue_class> find_catalogue_class(std::string_view iri);

}  // namespace laundromat
