// The interface for storing sorted runs until the merge.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "core/base/byte_source.hpp"

namespace laundromat {

/// Used by one thread at a time, which writes one run at a time; the destructor removes the runs.
class run_store {
 public:
  virtual ~run_store() = default;
  /// The sink of a new run, which ends with the next `create` or the first `open`. Runs are numbered from
  /// 0. The sink is valid until then and belongs to the store.
  [[nodiscard]] virtual result<byte_sink*> create() = 0;
  /// Reads run `number` from its start. Many runs are open at the same time.
  [[nodiscard]] virtual result<byte_source_ptr> open(std::size_t number) = 0;
  /// Run `number` is not opened again; its space may be freed when its last source is closed.
  virtual void remove(std::size_t number) = 0;
};

/// Passes everything on to `runs`, which outlives it, until its runs have more than `most_bytes` together: then writing fails with `limit_exceeded` and `what`.
[[nodiscard]] std::unique_ptr<run_store> make_bounded_run_store(run_store& runs, std::uint64_t most_bytes,
                                                                std::string what);

/// Keeps the runs in memory: for tests and small documents.
[[nodiscard]] std::unique_ptr<run_store> make_memory_run_store();

}  // namespace laundromat
