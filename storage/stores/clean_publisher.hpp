// Publishes the files of a group of documents before the COMMIT that names them: small ones in segments, others in the clean store.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <map>
#include <span>
#include <tuple>
#include <vector>

#include "storage/journal/journal.hpp"
#include "storage/segments/segment_appender.hpp"
#include "storage/stores/clean_store.hpp"

namespace laundromat {

/// A file to publish, and where its place is stored.
struct placed_publication {
  publication file;
  std::uint64_t plain_bytes = 0;   ///< of a document, uncompressed
  segment_place* place = nullptr;  ///< stays null for a file of its own
};

/// Adds the files of a washed document to a group: those that are staged. Their places are those in the outcome, which outlives the group.
void add_publications(std::vector<placed_publication>& group, parse_outcome& washed);

struct publisher_settings {
  std::uint64_t segment_bytes = usual_segment_bytes;
};

/// The publisher of one data folder, used by the thread that writes its journal. A small file that the journal knows already is not written
/// again, unless its stored bytes are damaged. A group is: `publish`, then `save_ends` within the journal's group, then `commit` after its
/// COMMIT; or `roll_back`, after which it can be published again, except after a failed sync.
class clean_publisher {
 public:
  /// Cuts the segments back to what the journal names. `data` is the data folder; `store`, `db` and `disk` outlive the publisher.
  /// Errors: those of the journal and of `segment_appender::open`.
  [[nodiscard]] static result<clean_publisher> open(const safe_folder& data, const clean_store& store,
                                                    journal& db, const publisher_settings& settings = {},
                                                    const disk_sync& disk = posix_sync());

  /// Makes the files durable and sets their places. Errors: those of `clean_store::publish` and `segment_appender`.
  [[nodiscard]] result<void> publish(std::span<const placed_publication> group);
  /// Stores the ends of the segments in the open group of the journal. Errors: those of the journal.
  [[nodiscard]] result<void> save_ends();
  /// Forgets the staged files of the group.
  void commit();
  void roll_back();
  /// The writer of the segments of a kind, for `segment_compactor`.
  [[nodiscard]] segment_appender& appender(segment_kind kind) {
    return appenders_[static_cast<std::size_t>(kind) - 1];
  }
  /// The kinds of segments of which the last one lacks bytes that the journal names; its documents are damaged.
  [[nodiscard]] std::vector<segment_kind> short_segments() const;

 private:
  /// What identifies a file: its kind, document, and other digest.
  using file_key = std::tuple<segment_kind, content_digest, content_digest>;

  clean_publisher(const safe_folder& data, const clean_store& store, journal& db)
      : data_(data), store_(&store), db_(&db) {}
  [[nodiscard]] bool is_damaged(const publication& file, const segment_place& place,
                                const std::string& bytes) const;
  [[nodiscard]] result<std::vector<publication>> place_each(std::span<const placed_publication> group);
  [[nodiscard]] result<segment_place> place_small(const placed_publication& one, const std::string& bytes);
  [[nodiscard]] result<segment_place> place(const placed_publication& one);

  safe_folder data_;
  const clean_store* store_;
  journal* db_;
  std::vector<segment_appender> appenders_;   ///< by kind
  std::map<file_key, segment_place> places_;  ///< of the open group
  std::vector<std::string> appended_;         ///< staged files of the open group that are in segments
};

}  // namespace laundromat
