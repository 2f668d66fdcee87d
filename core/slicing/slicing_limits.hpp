// What bounds the memory and the output of slicing.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>

namespace laundromat {

/// Beyond a limit a document lacks statements. It is marked as cut, and counted.
struct slicing_limits {
  /// Text of statements that blank nodes and reifications connect, for which descriptions are found in memory; needs three times as much.
  /// A larger group is in no description.
  std::size_t group_bytes = std::size_t{24} << 20;
  /// How often the statements of a group are copied into descriptions, per statement, and at least in all: a list of a million
  /// nodes, each of which a resource refers to, would be copied half a million times.
  std::uint64_t copies_per_statement = 100, least_copies = 100'000;
  /// Statements that one node reifies; others are left out.
  std::size_t reified_statements = 1'000;
  /// A longer document is written to a temporary file first.
  std::size_t held_document_bytes = std::size_t{4} << 20;
};

}  // namespace laundromat
