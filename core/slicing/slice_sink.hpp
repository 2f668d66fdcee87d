// Where the documents of a sliced dump go.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <functional>
#include <string_view>

#include "core/base/byte_source.hpp"

namespace laundromat {

struct slice {
  std::string_view uri;  ///< as it is written in canonical N-Quads, without delimiters
  std::uint64_t statements = 0, bytes = 0;
  bool has_graphs = false;  ///< N-Quads, not N-Triples
  bool is_cut = false;      ///< it lacks statements, see `slicing_limits`
};

/// Takes documents in the order of their subjects in a clean document, each once.
class slice_sink {
 public:
  virtual ~slice_sink() = default;
  /// The lines of a document, sorted, each once.
  [[nodiscard]] virtual result<void> take(const slice& one, std::string_view lines) = 0;
  using lines_opener = std::function<result<byte_source_ptr>()>;
  /// The same for a long document, which can be read several times.
  [[nodiscard]] virtual result<void> take_long(const slice& one, const lines_opener& lines) = 0;
};

}  // namespace laundromat
