// Identifies documents with the same data, whatever their format, order and labels.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/digest.hpp"

namespace laundromat {

/// The meaning of a dataset identity. Numbers are stored.
enum class identity_kind : std::uint8_t {
  unknown = 0,  ///< written before identities existed
  exact = 1,    ///< the digest of the clean document: equal exactly for isomorphic datasets
  /// Computed without the names of blank nodes: equal for the same data, perhaps also for different data.
  candidate = 2,
  last = candidate,
};

/// `unknown`, `exact`, `candidate`.
[[nodiscard]] std::string_view to_string(identity_kind kind);

struct dataset_identity {
  content_digest digest;
  identity_kind kind = identity_kind::unknown;

  friend bool operator==(const dataset_identity&, const dataset_identity&) = default;
};

/// Hashes clean lines without the names of blank nodes: the candidate identity of a document in which some are named by document and label.
/// The order of lines has no effect, because it depends on names.
class nameless_hash {
 public:
  /// `prefix` is that of the names to leave out, as it is in the lines: the `skolem_prefix` of this document, with which no other
  /// term begins, because it contains the digest of the document; or the prefix with the place for its digits.
  explicit nameless_hash(std::string_view prefix);

  /// Takes a whole canonical line, each once: the subject with the space after it, and the rest. `is_new` is false for the subject of
  /// the call before. Returns whether a name was left out of the rest.
  bool add(std::string_view subject, bool is_new, std::string_view rest);
  [[nodiscard]] content_digest finish() const;

 private:
  using hash_pair = std::array<std::uint64_t, 2>;
  struct part_hash {
    hash_pair sums;
    bool has_names;
  };
  [[nodiscard]] part_hash hash_of(std::string_view part);
  [[nodiscard]] std::size_t find_name(std::string_view part, std::size_t from) const;

  std::string needle_;  ///< identifies a name in a line, `needle_at_` bytes after its `<`
  std::size_t needle_at_ = 0;
  std::string bare_;
  hash_pair subject_{}, sums_{};
  std::uint64_t count_ = 0;
};

}  // namespace laundromat
