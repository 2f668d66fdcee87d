// Which documents hold the same data, whatever their format, order and labels.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "core/base/digest.hpp"

namespace laundromat {

/// What a dataset identity says. Numbers are stored.
enum class identity_kind : std::uint8_t {
  unknown = 0,  ///< written before identities were
  exact =
      1,  ///< the digest of the clean document: two documents have it exactly when their datasets are isomorphic
  candidate = 2,  ///< blank nodes are left nameless: equal for the same data, and perhaps for different data
};

/// `unknown`, `exact`, `candidate`.
[[nodiscard]] std::string_view to_string(identity_kind kind);

struct dataset_identity {
  content_digest digest;
  identity_kind kind = identity_kind::unknown;

  friend bool operator==(const dataset_identity&, const dataset_identity&) = default;
};

/// Hashes clean lines without the names of blank nodes: the candidate of a document in which some are named by document and label.
/// The order of lines means nothing, because names decide on it.
class nameless_hash {
 public:
  /// `prefix` is that of the names that are left out, as it stands in the lines: the `skolem_prefix` of this document, which no other
  /// term begins with, because it holds the digest of a text that the term stands in; or the one with the place for its digits.
  explicit nameless_hash(std::string_view prefix);

  /// Takes a whole canonical line, each once: the subject with the space behind it, and the rest. A subject `is_new` unless it is that of
  /// the call before. Whether a name was left out of the rest.
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

  std::string needle_;  ///< what tells a name in a line, `needle_at_` bytes behind its `<`
  std::size_t needle_at_ = 0;
  std::string bare_;
  hash_pair subject_{}, sums_{};
  std::uint64_t count_ = 0;
};

}  // namespace laundromat
