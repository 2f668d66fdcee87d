// A mention: an IRI that is a term of statements in a document.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace laundromat {

/// Where an IRI is in a statement; within a triple term it is part of the object. Bits, which are stored.
enum class mention_role : std::uint8_t { subject = 1, predicate = 2, object = 4, graph = 8 };
inline constexpr std::array all_mention_roles{mention_role::subject, mention_role::predicate,
                                              mention_role::object, mention_role::graph};
[[nodiscard]] std::string_view to_string(mention_role role);

/// The roles of an IRI in a document, and the first block that has it. IRIs are known by a hash, so that several may be meant: whoever finds a mention looks into the block.
struct mention {
  std::uint32_t iri = 0;       ///< hash
  std::uint32_t document = 0;  ///< row of the journal, below `most_mentioning_documents`
  std::uint32_t block = 0;     ///< below `most_mention_blocks`
  std::uint8_t roles = 0;      ///< of `mention_role`
  std::uint16_t space = 0;     ///< number of the namespace in the document; it is not in an index

  [[nodiscard]] bool has(mention_role role) const { return (roles & static_cast<std::uint8_t>(role)) != 0; }
  /// IRI and document in the order of the index.
  [[nodiscard]] std::uint64_t key() const { return std::uint64_t{iri} << 32U | document; }

  friend bool operator==(const mention&, const mention&) = default;
};
inline constexpr std::uint32_t most_mentioning_documents = 1U << 28U, most_mention_blocks = 1U << 24U;

/// The hash of an IRI, given without delimiters as canonical N-Quads spell it.
[[nodiscard]] std::uint32_t mention_hash(std::string_view iri);

/// Sorts by IRI and document, and joins the roles of equal ones; the first block stays.
void sort_mentions(std::vector<mention>& all);
/// Adds `next` to a sorted list, or its roles to the last one if that is the same.
void append_mention(std::vector<mention>& sorted, const mention& next);

/// A mention takes so many bytes in an index: the hash, then document and roles, both big-endian in 4 bytes, then 3 of the block.
inline constexpr std::size_t mention_bytes = 11;
void write_mention(std::string& to, const mention& one);
[[nodiscard]] mention read_mention(const char* from);

}  // namespace laundromat
