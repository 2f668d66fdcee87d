// The port to where sorted runs wait for the merge.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <memory>

#include "core/base/byte_source.hpp"

namespace laundromat {

/// One run is written at a time, and one thread at a time calls; the store removes the runs when it goes.
class run_store {
 public:
  virtual ~run_store() = default;
  /// The sink of a new run; its bytes end with the next `create` or the first `open`. Runs are numbered from
  /// 0. The sink stays valid until then and belongs to the store.
  [[nodiscard]] virtual result<byte_sink*> create() = 0;
  /// Reads run `number` from its start. Many runs are open at once.
  [[nodiscard]] virtual result<byte_source_ptr> open(std::size_t number) = 0;
  /// Run `number` is not opened again; what it occupies may go when its last source does.
  virtual void remove(std::size_t number) = 0;
};

/// Keeps the runs in memory: for tests and small documents.
[[nodiscard]] std::unique_ptr<run_store> make_memory_run_store();

}  // namespace laundromat
