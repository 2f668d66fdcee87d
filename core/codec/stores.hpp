// The interfaces through which views read bytes: the raw store for received bodies, scratch for copies that are seekable.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "core/base/byte_source.hpp"

namespace laundromat {

/// Opens bodies as they were received.
class raw_port {
 public:
  virtual ~raw_port() = default;
  /// A seekable source that knows its size. Errors: `not_found`, `io_failed`.
  [[nodiscard]] virtual result<byte_source_ptr> open(std::string_view raw_path) = 0;
};

/// A file that is being written to a store; without `commit` it is removed.
class staged_file : public byte_sink {
 public:
  /// Makes the bytes visible under their name.
  [[nodiscard]] virtual result<void> commit() = 0;
};

/// Temporary files under generated names; removed when the engine starts.
class scratch_port {
 public:
  virtual ~scratch_port() = default;
  /// A seekable source. Errors: `not_found` when nothing was committed under `key`, `io_failed`.
  [[nodiscard]] virtual result<byte_source_ptr> open(std::string_view key) = 0;
  /// `key` consists of `[0-9a-z.-]` and is at most 128 characters long. Errors: `io_failed`, `no_space`.
  [[nodiscard]] virtual result<std::unique_ptr<staged_file>> create(std::string_view key) = 0;
  virtual void remove(std::string_view key) = 0;

  /// Whether `keep` has room for a file of this size. Then bytes are worth keeping that were decoded on the way.
  [[nodiscard]] virtual bool has_memory_for(std::uint64_t /*bytes*/) const { return false; }
  /// Keeps a small file in memory, where `open` finds it, or else says `not_found`, as before; only after `has_memory_for`.
  virtual void keep(std::string_view /*key*/, std::string /*bytes*/) {}
};

}  // namespace laundromat
