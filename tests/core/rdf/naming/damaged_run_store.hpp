// A store of runs that changes one byte.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/rdf/sort/run_store.hpp"

namespace laundromat::testing {

/// In each run, the bits of the byte at `offset` are inverted when it is read.
class damaged_run_store final : public run_store {
 public:
  explicit damaged_run_store(std::uint64_t offset) : offset_(offset) {}
  result<byte_sink*> create() override { return below_->create(); }
  result<byte_source_ptr> open(std::size_t number) override {
    auto source = std::make_unique<damaged_source>();
    source->below = below_->open(number).value();
    source->left = offset_;
    return source;
  }
  void remove(std::size_t number) override { below_->remove(number); }

 private:
  struct damaged_source final : byte_source {
    result<std::size_t> read(std::span<char> buffer) override {
      const auto count = below->read(buffer);
      if (!count) return count;
      if (left < *count) buffer[left] = static_cast<char>(~buffer[left]);
      left = left < *count ? ~std::uint64_t{0} : left - *count;
      return count;
    }
    byte_source_ptr below;
    std::uint64_t left = 0;  ///< bytes before the damaged one
  };

  std::uint64_t offset_;
  std::unique_ptr<run_store> below_ = make_memory_run_store();
};

}  // namespace laundromat::testing
