// Finds for each `revisit` of a web archive the record that has its payload.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/codec/archive/archive_member.hpp"
#include "core/codec/warc/stored_record.hpp"

namespace laundromat {

/// Whether a record says that its payload is that of an earlier one. Source: ISO 28500:2017 section 6.7.2.
[[nodiscard]] bool repeats_payload(const record_head& head);

/// The documents and revisits of one listing, in any order. A revisit is matched by its payload digest, else by the id, else by the address and
/// date to which it refers. Memory: 48 bytes for each document.
class revisit_table {
 public:
  /// `row`: of the record in the listing.
  void add_document(const record_head& head, std::size_t row);
  void add_revisit(const stored_record& record, std::size_t row);

  /// The revisits without an original.
  struct unmatched {
    std::uint64_t count = 0, first = 0;  ///< `first`: the ordinal of the first one
  };
  /// Makes documents of revisits whose originals are documents: with the payload and its damage, and the media type where the revisit has none.
  /// The others stay skipped. Call it once.
  [[nodiscard]] unmatched match(std::vector<archive_member>& members);

 private:
  struct known {
    std::uint64_t key;  ///< a hash of a digest, an id, or an address with a date
    std::size_t row;
    std::uint64_t digest;  ///< of the payload; 0: not stated
  };
  struct revisit {
    std::size_t row;
    bool has_head;
    std::uint64_t digest, id, place;  ///< hashes; 0: not stated
  };
  [[nodiscard]] const known* original_of(const revisit& one) const;

  std::vector<known> documents_;
  std::vector<revisit> revisits_;
};

}  // namespace laundromat
