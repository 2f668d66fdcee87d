// Finds records that may describe the same thing. It proposes pairs, and never merges.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/result.hpp"
#include "core/extraction/model/data_record.hpp"
#include "core/reconciliation/normal_text.hpp"

namespace laundromat {

/// A field by which records are compared, after normalisation.
struct compared_field {
  std::string name;   ///< names of maps within each other are separated by `.`; values of a list are joined
  double weight = 1;  ///< greater than 0
  bool is_key =
      false;  ///< records that have the same text in each key field, none of them empty, are exact duplicates
  normal_text_options normal = {};
};

enum class block_kind : std::uint8_t {
  prefix,                ///< the same first characters
  sorted_neighbourhood,  ///< near each other in the order of the texts
  tokens,                ///< a word in common
};

/// Which records are compared with each other: those that a rule brings together.
struct block_rule {
  std::size_t field = 0;  ///< of `duplicate_options::fields`
  block_kind kind = block_kind::prefix;
  /// Characters of a prefix; records before and after in a neighbourhood; the least characters of a word.
  std::size_t size = 4;
};

/// Limits of one search. What they leave out is reported.
struct duplicate_limits {
  std::uint64_t records = 5'000'000;
  std::uint64_t text_bytes = std::uint64_t{1} << 30;  ///< of all normal texts together
  std::size_t block_records = 500;                    ///< a block with more is not compared
  std::uint64_t comparisons = 200'000'000;
  /// Pairs of characters that comparing texts of more than 64 characters may look at, some minutes: a block that may need more is not compared.
  std::uint64_t long_text_work = 100'000'000'000;
  std::uint64_t pairs = 1'000'000;
  std::size_t named_blocks = 1'000;  ///< that are listed in `skipped_blocks`
};

struct duplicate_options {
  std::vector<compared_field> fields;
  std::vector<block_rule> blocks;
  double threshold = 0.85;  ///< from 0 to 1
  duplicate_limits limits;
};

/// How alike two records are in a field that both have.
struct field_score {
  std::size_t field = 0;  ///< of `duplicate_options::fields`
  double score = 0;

  friend bool operator==(const field_score&, const field_score&) = default;
};

struct duplicate_pair {
  std::string one, other;            ///< the ids, the lesser one first
  bool is_exact = false;             ///< equal in all key fields
  double score = 0;                  ///< the mean of the reasons by weight
  std::vector<field_score> reasons;  ///< in the order of the fields
  std::string block;                 ///< by which they met, in words: `name begins with "amst"`

  friend bool operator==(const duplicate_pair&, const duplicate_pair&) = default;
};

/// Records that are connected by pairs.
struct duplicate_cluster {
  std::vector<std::string> ids;    ///< in order
  std::vector<std::size_t> pairs;  ///< of `duplicate_report::pairs`

  friend bool operator==(const duplicate_cluster&, const duplicate_cluster&) = default;
};

struct skipped_block {
  std::string block;
  std::uint64_t records = 0;

  friend bool operator==(const skipped_block&, const skipped_block&) = default;
};

struct duplicate_report {
  std::vector<duplicate_pair> pairs;          ///< in the order of their ids
  std::vector<duplicate_cluster> clusters;    ///< in the order of their first ids
  std::vector<skipped_block> skipped_blocks;  ///< too large, or after the last comparison that is allowed
  std::uint64_t skipped_block_count = 0;      ///< all of them, also those that are not listed
  std::vector<std::string> repeated_ids;  ///< of records that were left out, because another one has the id
  std::uint64_t comparisons = 0;
  std::uint64_t pairs_left_out =
      0;  ///< beyond the limit of pairs; one that meets in several blocks may count more than once
};

/// Memory: the normal texts and ids, 40 bytes a record and 16 a field of it, and during `find` 16 bytes a field of a
/// record, and 24 a record for each rule or for each of its words; at most what the limits allow. The result does not depend on the order in which records are added.
class duplicate_finder {
 public:
  /// Errors: `invalid_argument` for no fields, a weight that is not greater than 0, a threshold outside of 0 to 1, a rule without its field, or a rule of size 0.
  [[nodiscard]] static result<duplicate_finder> make(duplicate_options options);

  /// Keeps what is compared. Errors: `limit_exceeded` for a record that does not fit; it is left out.
  [[nodiscard]] result<void> add(std::string_view id, data_value record);
  /// The pairs that are exact duplicates, or reach the threshold. A field counts when both records have it, and a pair
  /// only when such fields have at least half of all weight.
  /// `is_stopping` is asked from time to time; when it says so, the report is that of what was compared before.
  [[nodiscard]] duplicate_report find(const std::function<bool()>& is_stopping = {}) const;

 private:
  explicit duplicate_finder(duplicate_options options) : options_(std::move(options)) {}

  duplicate_options options_;
  std::vector<std::string> ids_;
  /// Of all records, field after field; text n is from `ends_[n - 1]` to `ends_[n]`.
  std::string texts_;
  std::vector<std::uint64_t> ends_;
};

/// What is compared of a field: the texts of its values, with spaces between those of a list. Empty: the record does not have it.
[[nodiscard]] std::string field_text(data_value record, std::string_view name);

}  // namespace laundromat
