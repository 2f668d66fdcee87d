// Seeds of a list on their way into the journal: any thread prepares them, then the journal writes them in large pieces.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <map>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/records/change.hpp"
#include "core/web/seed_hash.hpp"

namespace laundromat {

class journal;

/// How many seeds of a list were new, known, and, of the new ones, refused.
struct enlisted_counts {
  std::uint64_t added = 0, known = 0, refused = 0;
};

/// A list of which the journal has all seeds. The times are those of the file system.
struct read_list {
  std::string path;
  std::uint64_t device = 0, number = 0, bytes = 0;
  std::int64_t modified_ns = 0, changed_ns = 0;
  std::uint64_t seeds = 0;
  content_digest digest;  ///< of its bytes

  friend bool operator==(const read_list&, const read_list&) = default;
};

/// Texts, each once, with their numbers in the order of their arrival. Memory: the texts, and 12 to 20 bytes each.
class numbered_texts {
 public:
  [[nodiscard]] std::uint32_t number_of(std::string_view text);
  [[nodiscard]] std::string_view text(std::uint32_t number) const {
    return std::string_view{texts_}.substr(ends_[number], ends_[number + 1] - ends_[number]);
  }
  [[nodiscard]] std::uint32_t size() const { return static_cast<std::uint32_t>(ends_.size() - 1); }

 private:
  void grow();

  std::string texts_;
  std::vector<std::uint32_t> ends_{0};
  std::vector<std::uint32_t> slots_;  ///< a number and one more, at a place that its hash determines; 0: free
};

/// A part of a list of seeds. Memory: the URIs, the names of their hosts, and 60 bytes a seed.
class seed_batch {
 public:
  /// In one batch. Where most are known, nothing is stored while the next batch is read, so that it may be larger: each batch is compared with all hashes.
  static constexpr std::size_t most_seeds = 300'000, most_known_seeds = 800'000;
  static constexpr std::size_t most_bytes = std::size_t{40} << 20U;

  /// A batch of at most `limit` seeds.
  explicit seed_batch(std::size_t limit = most_seeds) : limit_(std::min(limit, most_known_seeds)) {}
  /// How many seeds the batch after a batch of at most `limit` may have, of which `added` were not known.
  [[nodiscard]] static std::size_t next_limit(std::size_t limit, std::size_t added);

  struct listed {
    record_hash hash;                      ///< valid after `leave_out_known`
    std::uint32_t uri = 0, uri_bytes = 0;  ///< its place in the texts
    std::uint32_t host = 0;                ///< its number
    std::int32_t priority = 0;
    std::int64_t interval_s = 0;
  };

  /// Normalises and checks a seed (L12-L16, L18). The hash of one that is normal already is computed later, with those of others.
  void add(std::string_view uri, seconds interval, std::int32_t priority, allowed_schemes allowed);
  [[nodiscard]] bool is_full() const { return seeds_.size() >= limit_ || texts_.size() >= most_bytes; }
  [[nodiscard]] std::size_t size() const { return seeds_.size(); }

  /// Leaves out the seeds that `known_by` has (null: none), those of `before`, which are in their order, and repetitions; the first of these stays.
  /// Returns how many. Looks up the hosts of the others, too. Errors: those of the journal.
  [[nodiscard]] result<std::uint64_t> leave_out_known(journal* known_by, std::span<const record_hash> before);
  /// The hashes in their order; valid after `leave_out_known`.
  [[nodiscard]] std::vector<record_hash> sorted_hashes() const;

  /// The batch has the last seeds of a list.
  void end_list(read_list list) { ended_.push_back(std::move(list)); }
  /// Whether there is nothing to write.
  [[nodiscard]] bool is_empty() const { return seeds_.empty() && ended_.empty(); }

  [[nodiscard]] const std::vector<listed>& seeds() const { return seeds_; }
  [[nodiscard]] std::string_view uri(const listed& seed) const {
    return std::string_view{texts_}.substr(seed.uri, seed.uri_bytes);
  }
  [[nodiscard]] const numbered_texts& hosts() const { return hosts_; }
  /// Why a seed is never fetched; null for others.
  [[nodiscard]] const seed_verdict* refusal(const listed& seed) const;
  /// The numbers of the seeds in the order of their hashes.
  [[nodiscard]] const std::vector<std::uint32_t>& by_hash() const { return by_hash_; }

 private:
  friend class seed_batch_writer;
  friend class journal_reader;

  void leave_out(const std::vector<bool>& known);
  /// The numbers of the hosts of the seeds without those whose rows are known, in the order of their names.
  [[nodiscard]] std::vector<std::uint32_t> hosts_without_row();
  /// Computes the hashes that are missing, and sorts; with a second thread.
  void hash_and_sort();

  std::size_t limit_;
  std::vector<listed> seeds_;
  std::vector<std::uint32_t> by_hash_;
  std::string texts_;
  numbered_texts hosts_;
  std::vector<std::int64_t> host_rows_;            ///< of the journal; 0, or behind the end: not known
  std::map<std::uint32_t, seed_verdict> refused_;  ///< by the place of their URIs
  std::vector<read_list> ended_;
  std::int64_t checked_end_ = 0;  ///< the last seed that `known_by` had
};

class seed_batch_writer;
/// Writes the batch by `journal::add_seeds`.
[[nodiscard]] std::shared_ptr<seed_batch_writer> make_batch_writer(seed_batch batch);
/// The seeds of the pieces that were written.
[[nodiscard]] enlisted_counts counts_of(const seed_batch_writer& writer);

}  // namespace laundromat
