// The limits of statements that wait for the names of their blank nodes.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace laundromat {

/// Constants, so that the memory budget has no effect on the result; only tests change them.
struct naming_limits {
  /// Different statements with blank nodes that are considered for names. When there are more, only the smallest components are.
  std::uint64_t statements = 4'000'000;

  // Beyond one of these, every node is named by its label.
  std::uint64_t records = 32'000'000;                    ///< stored statements: see `held_statements`
  std::uint64_t text_bytes = std::uint64_t{8} << 30;     ///< of their terms
  std::uint64_t nodes = 16'000'000;                      ///< different ones
  std::uint64_t label_bytes = std::uint64_t{256} << 20;  ///< of different ones
  std::uint64_t genids = 65'536;  ///< components of IRIs of the document that look like names

  // These have no effect on the result.
  std::uint64_t resident_bytes = std::uint64_t{16}
                                 << 20;  ///< of text that stays in memory; more is stored in a run
  std::uint64_t window_bytes = std::uint64_t{64} << 20;  ///< of text that is sorted at once
};

}  // namespace laundromat
