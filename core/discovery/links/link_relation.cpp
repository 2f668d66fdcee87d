// The table of link relations.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/links/link_relation.hpp"

#include <algorithm>
#include <array>

#include "core/discovery/media_hint.hpp"
#include "core/web/uri_characters.hpp"

namespace laundromat {

namespace {

using as = announced_as;

constexpr std::array<link_relation, 24> relations{{
    {"describedby", as::description, target_filter::rdf},
    {"describes", as::page},
    {"alternate", as::alternate, target_filter::rdf},
    {"item", as::page},
    {"collection", as::page},
    {"next", as::next_page},
    {"linkset", as::linkset},
    {"api-catalog", as::linkset},
    {"service-meta", as::description, target_filter::rdf},
    {"sitemap", as::sitemap},
    {"meta", as::description, target_filter::typed_rdf},
    {"http://rdfs.org/ns/void#indataset", as::description},
    {"http://rdfs.org/ns/void#datadump", as::dump},
    {"http://rdfs.org/ns/void#sparqlendpoint", as::endpoint},
    {"http://www.w3.org/ns/dcat#distribution", as::access_page},
    {"http://www.w3.org/ns/dcat#downloadurl", as::dump},
    {"http://www.w3.org/ns/dcat#catalog", as::catalogue},
    {"http://www.w3.org/ns/dcat#dataset", as::description},
    {"http://www.w3.org/ns/prov#has_provenance", as::description},
    {"http://www.w3.org/ns/sparql-service-description#endpoint", as::endpoint},
    {"http://www.w3.org/ns/hydra/core#next", as::next_page},
    {"http://www.w3.org/ns/hydra/core#view", as::next_page},
    {"https://w3id.org/tree#view", as::next_page},
    {"https://w3id.org/tree#node", as::next_page},
}};

bool is_feed(std::string_view media_type) {
  return media_type == "application/rss+xml" || media_type == "application/atom+xml";
}

}  // namespace

std::span<const link_relation> link_relation_table() {
  return relations;
}

std::optional<announced_as> kind_of_link(std::string_view relation, std::string_view media_type,
                                         std::string_view language) {
  const auto row = std::ranges::find_if(
      relations, [&](const link_relation& one) { return equals_ignoring_case(one.name, relation); });
  if (row == relations.end()) return std::nullopt;
  if (row->kind == as::alternate && is_feed(media_type)) return as::sitemap;
  const auto hint = hint_of(media_type);
  switch (row->filter) {
    case target_filter::any:
      return row->kind;
    case target_filter::typed_rdf:
      return hint == rdf_hint::yes ? std::optional(row->kind) : std::nullopt;
    case target_filter::rdf:
      break;
  }
  if (hint == rdf_hint::no) return std::nullopt;
  // The same page in another language, or for another device.
  const bool is_markup = media_type == "text/html" || media_type == "application/xhtml+xml";
  if (row->kind == as::alternate && hint == rdf_hint::maybe && (is_markup || !language.empty()))
    return std::nullopt;
  return row->kind;
}

}  // namespace laundromat
