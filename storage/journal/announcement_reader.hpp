// Reads who announced a seed, what documents announce, and the announced datasets.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/discovery/announcement.hpp"
#include "core/discovery/sitemap/closed_world.hpp"
#include "core/discovery/sitemap/known_sitemaps.hpp"
#include "core/planning/taken_ways.hpp"
#include "storage/journal/journal.hpp"

namespace laundromat {

/// How a seed came to the list.
struct seed_origin {
  std::uint32_t depth = 0;                 ///< documents between a seed of the list and this one
  std::optional<announced_as> found_as{};  ///< nothing: it is on the list
};

/// One document announces one seed.
struct announcement_row {
  record_hash announcer;      ///< the seed of the announcing document; null: no document, see `via`
  std::string announcer_uri;  ///< empty with a null announcer
  record_hash seed;           ///< that is announced
  std::string uri;
  announced_as kind{};
  std::string via;      ///< the element, relation or predicate; or the robots.txt of a host
  std::string dataset;  ///< its key; empty: none
  timestamp modified{}, first{}, last{};
};

/// A URI that was announced and is not followed.
struct refused_uri {
  announced_as kind{};
  std::string uri;  ///< one of more than `longest_refused_uri_bytes` is cut, and ends with `…`

  friend bool operator==(const refused_uri&, const refused_uri&) = default;
};

/// So many refused URIs are kept of an entry for each cause. All are counted.
inline constexpr std::size_t most_refused_uris = 20;
inline constexpr std::size_t longest_refused_uri_bytes = 2'048;

/// What became of the URIs that an entry announces.
struct announced_sum {
  errc cause{};  ///< `ok`: they are seeds
  std::uint64_t count = 0;
  std::vector<refused_uri> refused_uris;  ///< the first ones that were refused; none for `ok`
};

struct dataset_row {
  std::int64_t id = 0;
  record_hash announcer;
  std::string announcer_uri;
  announced_dataset dataset;
  std::optional<taken_way> taken;  ///< when it was announced last; nothing: all ways are, or none is possible
  timestamp first{}, last{};
};

/// A clean document that the present crawl of a seed led to.
struct fetched_document {
  content_digest hash;
  std::uint64_t statements = 0;

  friend auto operator<=>(const fetched_document&, const fetched_document&) = default;
};

/// A document of a dataset, as far as it decides whether its way can be taken.
struct known_file {
  dump_finding spent = {};       ///< why it gave nothing, and will not; or why it is refused
  bool has_documents = false;    ///< its newest successful crawl has led to clean documents
  timestamp at{};                ///< when that crawl began
  std::uint64_t body_bytes = 0;  ///< of that crawl
};

/// An announcement that did not make its URI a seed.
struct refused_announcement {
  record_hash announcer;  ///< the seed of the announcing document
  std::string announcer_uri;
  record_hash entry;  ///< that announced it
  timestamp at{};     ///< when its crawl began
  announced_as kind{};
  errc cause{};
};

/// What decides about a cause of refusals since an engine ran last, see `following_terms`.
struct known_following {
  timestamp since{};  ///< since when more may be followed than before; the epoch: it was always so
  std::vector<std::string> words;  ///< as of `following_terms`; none before an engine has run
};

/// A download that a clean document comes from. Of a member of an archive it is that of the archive, whose owner has published it.
struct document_source {
  record_hash entry;
  std::string uri;  ///< of the entry: of the seed, or `root-uri!/path`
  std::vector<std::string>
      addresses;  ///< of the seed, and of every request; the last one is that of the answer
  timestamp fetched{};
};

/// How many sitemaps are read for one URI. What is left out is reported by `known_sitemaps::is_cut`.
struct uri_space_limits {
  std::size_t folders = 64;  ///< around a URI, the outermost first
  std::size_t of_folder =
      64;  ///< in one folder, those that say something first; the others are as good as they
  std::size_t sitemaps = 1'000;       ///< of all hosts that are joined
  std::size_t claimants = 64;         ///< that name one around the URI
  std::size_t named_by_robots = 256;  ///< indexes of one robots.txt
};

/// Reads from a journal that outlives it. Errors of every function: `journal_failed`; of `origin` and `path_to` also `not_found`, of
/// `each_dataset` `journal_damaged`. An unknown record announces nothing.
class announcement_reader {
 public:
  explicit announcement_reader(journal& from) : state_(from.state_.get()) {}

  [[nodiscard]] result<seed_origin> origin(const record_hash& seed);
  /// Who announces a seed, the first first.
  [[nodiscard]] result<std::vector<announcement_row>> announcers(const record_hash& seed, std::size_t limit);
  /// What the documents of a seed announce, in the order in which it was added.
  [[nodiscard]] result<std::vector<announcement_row>> announced_by(const record_hash& seed,
                                                                   std::size_t limit);
  [[nodiscard]] result<std::vector<announced_sum>> sums(const record_hash& entry);
  /// The datasets that the documents of a seed announce; of a null hash all datasets, those of a document together. Until `take` returns false.
  [[nodiscard]] result<void> each_dataset(const record_hash& seed,
                                          const std::function<bool(const dataset_row&)>& take);
  /// The clean documents of the present crawl of a seed, each once.
  [[nodiscard]] result<std::vector<fetched_document>> documents(const record_hash& seed);
  [[nodiscard]] result<known_file> file(const record_hash& seed);
  /// Who announced a URI that is no seed, the newest first, as far as it is among those that are kept of each document, see `verdict_sums`. Reads
  /// all of them. `uri` in the form in which it would be a seed.
  [[nodiscard]] result<std::vector<refused_announcement>> refused(std::string_view uri, std::size_t limit);
  /// Those whose facts contain a text, as it is written in JSON. Reads all facts.
  [[nodiscard]] result<void> each_dataset_with(std::string_view text,
                                               const std::function<bool(const dataset_row&)>& take);
  /// What is known about a dump of a dataset: the newest crawl that led to documents, what it lost, and whether there was a later one.
  /// `is_of_owner` is not decided.
  [[nodiscard]] result<dump_state> dump(const std::string& uri);
  /// The downloads of the present that a clean document comes from, at most `limit`.
  [[nodiscard]] result<std::vector<document_source>> sources(const content_digest& clean, std::size_t limit);
  /// The address of the newest crawl of a seed with a result, after redirects; empty for none.
  [[nodiscard]] result<std::string> address(const record_hash& seed);
  [[nodiscard]] result<known_following> following(errc cause);
  /// The folders of all sitemaps at the host of a URI, in order, each once; at most `limit`.
  [[nodiscard]] result<std::vector<std::string>> sitemap_folders(std::string_view uri, std::size_t limit);
  /// When the sitemap that is the document of a seed was read last; the epoch: it is none.
  [[nodiscard]] result<timestamp> sitemap_read(const record_hash& seed);
  /// The sitemaps in the folders around a URI, the indexes that list them, robots.txt of their hosts, and likewise what they join and what claims to
  /// be joined with them. Memory: that of the limits.
  [[nodiscard]] result<known_sitemaps> sitemaps_around(std::string_view uri,
                                                       const uri_space_limits& limits = {});
  /// The path of first announcers from a seed of the list to this seed, without it. Empty for one of the list.
  [[nodiscard]] result<std::vector<announcement_row>> path_to(const record_hash& seed);

 private:
  friend class search_source;
  journal::state* state_;
};

}  // namespace laundromat
