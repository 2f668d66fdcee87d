// What a sitemap, a feed, a catalogue, a header or a document announces: URIs and datasets, with who says so and how.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/errc.hpp"
#include "core/base/time.hpp"
#include "core/rdf/model/defect.hpp"

namespace laundromat {

/// As what a URI was announced. Numbers are stored.
enum class announced_as : std::uint8_t {
  page =
      1,  ///< a document of a site: `loc` of a sitemap, a line of a text sitemap, an item of a feed, `rel="item"`
  sitemap =
      2,       ///< another sitemap: an entry of an index, a line of robots.txt, `subSitemap`, `parentSitemap`
  dump = 3,    ///< the data of a dataset, or a part of it, as a file: `void:dataDump`, `dcat:downloadURL`
  sample = 4,  ///< one representative document: `sc:sampleURI`, `void:exampleResource`
  endpoint = 5,     ///< a SPARQL endpoint: not a document
  description = 6,  ///< of a dataset or document: `sc:datasetURI`, `rel="describedby"`, `/.well-known/void`
  catalogue = 7,    ///< a list of datasets: `dcat:catalog`, `includedInDataCatalog`
  access_page = 8,  ///< a page about a distribution, which may be data: `dcat:accessURL`
  alternate = 9,    ///< the same content in another format: `rel="alternate"`
  next_page =
      10,  ///< the rest of the same content: `rel="next"`, `tree:node`, `hydra:next`, the next page of CKAN's API
  linkset = 11,   ///< RFC 9264
  linked = 12,    ///< the object of a predicate that the campaign follows: `rdfs:seeAlso`, `owl:imports`, …
  pinged = 13,    ///< a publisher asked for it
  archived = 14,  ///< a record of a web archive elsewhere, from its CDX index
  generated = 15,  ///< by the pattern of a seed
  other_form =
      16,  ///< the same data in another RDF format: `rel="alternate"` in the header of an answer that is RDF itself
  last = other_form,
};

/// The name that is printed and stored in exports, for example `dump`.
[[nodiscard]] std::string_view to_string(announced_as kind);
[[nodiscard]] std::optional<announced_as> announced_as_from_name(std::string_view name);

/// One announced URI.
struct announcement {
  std::string uri;  ///< absolute, resolved against the base of the announcing document; not normalised
  announced_as kind{};
  /// `announced_dataset::key` of the dataset that it belongs to, in the same document; empty: none.
  std::string dataset = {};
  std::string media_type = {};  ///< as announced, without parameters; a hint only
  /// The element, link relation or predicate that announced it, for people: `sc:dataDump`, `describedby`, an IRI.
  std::string by = {};
  timestamp modified = {};                      ///< when it was last changed; the epoch: not announced
  std::optional<seconds> change_interval = {};  ///< how often it changes; `seconds::max()`: never again
  std::optional<double> priority = {};          ///< 0 to 1, of its site
  std::uint64_t size_bytes = 0;                 ///< 0: not announced
  std::uint64_t line = 0;                       ///< where, counted from 1; 0: unknown
  /// What the statement is about, where that is another document than the announcing one: the `anchor` of a link. Empty: this document.
  std::string context = {};
  /// What was there is no longer published, since `modified`: a seed with this URI is asked once more, and none is made.
  bool is_withdrawn = false;

  friend bool operator==(const announcement&, const announcement&) = default;
};

/// How a server cuts a dataset into the descriptions that it serves, or a dump is to be cut (Semantic Sitemaps, M15 to M20).
enum class slicing_method : std::uint8_t { unknown = 0, subject, subject_object, cbd, scbd, msg, last = msg };

[[nodiscard]] std::string_view to_string(slicing_method method);
/// By the name in `sc:slicing`, in any case; nothing for others.
[[nodiscard]] std::optional<slicing_method> slicing_from_name(std::string_view name);

/// A prefix below which the IRIs of a dataset can be dereferenced.
struct linked_data_prefix {
  std::string prefix;
  slicing_method slicing = slicing_method::unknown;

  friend bool operator==(const linked_data_prefix&, const linked_data_prefix&) = default;
};

/// A SPARQL endpoint of a dataset.
struct announced_endpoint {
  std::string uri;
  std::string graph = {};  ///< the named graph with the dataset; `*`: several; empty: the default graph
  slicing_method slicing = slicing_method::unknown;

  friend bool operator==(const announced_endpoint&, const announced_endpoint&) = default;
};

/// Another dataset that an announcement relates to one.
struct related_dataset {
  std::string uri;
  std::string by;  ///< the property or link relation, for people: `dcterms:hasVersion`, `duplicate`

  friend bool operator==(const related_dataset&, const related_dataset&) = default;
};

/// A dataset with all announced ways to it. Its URIs are announcements as well, with this `key`.
struct announced_dataset {
  std::string key;         ///< its IRI; else its label; else `#1`, `#2`, … by its position in the document
  std::string iri = {};    ///< empty: none
  std::string label = {};  ///< empty: none
  std::vector<std::string> dumps = {}, samples = {}, descriptions = {};
  std::vector<linked_data_prefix> prefixes = {};
  std::vector<announced_endpoint> endpoints = {};
  std::optional<seconds> change_interval = {};
  timestamp modified = {};
  std::string licence = {}, publisher = {};  ///< IRIs or names, as announced
  /// As announced; 0: not announced.
  std::uint64_t triples = 0, entities = 0, documents = 0, dump_bytes = 0;
  std::uint64_t line = 0;
  std::vector<std::string> features = {};  ///< IRIs that say what its dumps are: `void:feature`
  /// Files of the dataset that are announced as a format without RDF: CSV, PDF. They are announced as `dump`, and are no `dumps`.
  std::vector<std::string> other_files = {};
  std::vector<std::string> more_licences = {};                     ///< announced besides `licence`
  std::string version = {};                                        ///< as announced: `1.2`; empty: none
  std::vector<related_dataset> other_versions = {}, mirrors = {};  ///< mirrors: the same dataset elsewhere

  friend bool operator==(const announced_dataset&, const announced_dataset&) = default;
};

/// Adds a file of the dataset once, to `dumps` or `other_files` by its announced media type (`hint_of`). False: it is there already, or of no RDF.
bool add_file(announced_dataset& to, std::string_view uri, std::string_view media_type);

/// Adds a licence once: to `licence`, or to `more_licences` where there is one. No more than 100 are kept.
void add_licence(announced_dataset& to, std::string_view licence);
/// Adds a dataset once. No more than 100 are kept.
void add_related(std::vector<related_dataset>& to, std::string_view uri, std::string_view by);

/// What was wrong in an announcing document. The document is never failed for it.
struct announcement_defect {
  errc rule{};             ///< `announcement_syntax` to `unconfirmed_join`
  std::uint64_t line = 0;  ///< counted from 1; 0: unknown
  std::string message;     ///< what is wrong, and what was done

  friend bool operator==(const announcement_defect&, const announcement_defect&) = default;
};

/// Limits on one announcing document.
struct announcement_limits {
  std::size_t announcements = 50'000;             ///< of a sitemap: those of the protocol
  std::uint64_t bytes = std::uint64_t{50} << 20;  ///< uncompressed
  std::size_t datasets = 10'000;
  std::size_t defects = 1'000;  ///< kept in detail; all are counted
};

/// Everything that one document announces.
struct announcements {
  std::vector<announcement> uris;
  std::vector<announced_dataset> datasets;
  std::vector<announcement_defect> defects;  ///< the first ones
  std::uint64_t defects_found = 0;           ///< all of them
  std::uint64_t left_out = 0;                ///< URIs beyond the limit
  std::vector<defect_count> defect_counts;   ///< of all defects, by rule
  std::string authority =
      {};  ///< who publishes all documents of the URI space of the sitemap: `sc:authority`; empty: none

  friend bool operator==(const announcements&, const announcements&) = default;
};

/// Notes a defect within the limit.
void note(announcements& found, const announcement_limits& limits, announcement_defect what);
/// Adds a URI within the limit. It is dropped with a defect when it is not absolute, not http, https or ftp, or has no valid host.
void announce(announcements& found, const announcement_limits& limits, announcement one);

}  // namespace laundromat
