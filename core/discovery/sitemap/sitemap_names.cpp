// Tables of the names of sitemaps and feeds.
// SPDX-License-Identifier: Apache-2.0
#include "core/discovery/sitemap/sitemap_names.hpp"

#include <algorithm>
#include <array>

namespace laundromat::sitemaps {

namespace {

constexpr auto record_names = std::to_array<std::string_view>({"dataset", "entry", "item", "sitemap", "url"});

/// Elements that contain text only. One of them, still open where another of `siblings` begins, lacks its end tag.
constexpr auto text_elements = std::to_array<std::string_view>({"authority",
                                                                "changefreq",
                                                                "datadump",
                                                                "datadumplocation",
                                                                "datafragmentdumplocation",
                                                                "datasetlabel",
                                                                "dataseturi",
                                                                "date",
                                                                "guid",
                                                                "id",
                                                                "issued",
                                                                "lastmod",
                                                                "link",
                                                                "linkeddataprefix",
                                                                "loc",
                                                                "modified",
                                                                "parentsitemap",
                                                                "priority",
                                                                "pubdate",
                                                                "published",
                                                                "sampleuri",
                                                                "sparqlendpoint",
                                                                "sparqlendpointlocation",
                                                                "sparqlgraphname",
                                                                "subsitemap",
                                                                "title",
                                                                "updated"});

/// Further elements that are never inside of a text element.
constexpr auto siblings =
    std::to_array<std::string_view>({"author", "category", "channel", "comments", "content", "description",
                                     "enclosure", "image", "mobile", "news", "source", "summary", "video"});

constexpr auto needed_attributes = std::to_array<std::string_view>(
    {"about", "base", "href", "hreflang", "ispermalink", "length", "rel", "slicing", "src", "type", "url"});

struct known_namespace {
  std::string_view begin;
  vocabulary whose;
};
/// By the begin of the IRI behind its scheme. The first that fits counts.
constexpr auto known_namespaces = std::to_array<known_namespace>({
    {"www.sitemaps.org/schemas/sitemap/", vocabulary::protocol},
    {"sitemaps.org/schemas/sitemap/", vocabulary::protocol},
    {"www.google.com/schemas/sitemap/", vocabulary::protocol},
    {"sw.deri.org/2007/07/sitemapextension", vocabulary::semantic},
    {"www.w3.org/1999/xhtml", vocabulary::xhtml},
    {"purl.org/dc/", vocabulary::dublin_core},
    {"www.w3.org/2005/Atom", vocabulary::atom},
    {"purl.org/atom/ns#", vocabulary::atom},
    {"www.google.com/schemas/", vocabulary::foreign},
    {"base.google.com/", vocabulary::foreign},
    {"search.yahoo.com/", vocabulary::foreign},
    {"www.itunes.com/", vocabulary::foreign},
    {"purl.org/rss/1.0/modules/", vocabulary::foreign},
    {"rssnamespace.org/", vocabulary::foreign},
    {"wellformedweb.org/", vocabulary::foreign},
    {"www.w3.org/", vocabulary::foreign},
    {"www.georss.org/", vocabulary::foreign},
    {"www.opengis.net/", vocabulary::foreign},
});

constexpr auto usual_prefixes = std::to_array<known_namespace>({{"sc", vocabulary::semantic},
                                                                {"xhtml", vocabulary::xhtml},
                                                                {"dc", vocabulary::dublin_core},
                                                                {"dcterms", vocabulary::dublin_core},
                                                                {"atom", vocabulary::atom},
                                                                {"sitemap", vocabulary::protocol}});

bool contains(const auto& names, std::string_view name) {
  return std::ranges::find(names, name) != std::end(names);
}

vocabulary of_namespace(std::string_view iri) {
  const auto scheme = iri.find("://");
  const auto rest = scheme == std::string_view::npos ? iri : iri.substr(scheme + 3);
  for (const auto& [begin, whose] : known_namespaces)
    if (rest.starts_with(begin)) return whose;
  return vocabulary::unknown;
}

}  // namespace

vocabulary vocabulary_of(std::string_view prefix, std::string_view name_space, bool is_declared,
                         std::string_view root_prefix, std::string_view root_namespace) {
  if (!is_declared) {
    if (prefix == root_prefix) return vocabulary::protocol;
    for (const auto& [usual, whose] : usual_prefixes)
      if (prefix == usual) return whose;
    return vocabulary::foreign;
  }
  if (name_space.empty() || name_space == root_namespace) return vocabulary::protocol;
  return of_namespace(name_space);
}

bool cannot_contain(std::string_view outer, std::string_view inner) {
  return contains(text_elements, outer) &&
         (contains(text_elements, inner) || contains(siblings, inner) || contains(record_names, inner));
}

bool is_record_name(std::string_view local) {
  return contains(record_names, local);
}

bool is_needed_attribute(std::string_view local) {
  return contains(needed_attributes, local);
}

}  // namespace laundromat::sitemaps
