// Where a clean document is written: compressed into an output, or into memory when it is small and only printed.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/codec/compression/block_gzip.hpp"
#include "core/washing/stages.hpp"

namespace laundromat {

/// Counts the bytes written to a file.
class counting_sink final : public byte_sink {
 public:
  explicit counting_sink(byte_sink& below) : below_(below) {}
  result<void> write(std::string_view bytes) override {
    bytes_ += bytes.size();
    return below_.write(bytes);
  }
  [[nodiscard]] std::uint64_t bytes() const { return bytes_; }

 private:
  byte_sink& below_;
  std::uint64_t bytes_ = 0;
};

/// The place of the clean document: an output, compressed, or the memory of the caller for a small one that is only printed.
class document_sink final : public byte_sink {
 public:
  document_sink(const washing_ports& ports, worker_pool& workers) : ports_(ports), workers_(workers) {}

  /// Creates the output.
  result<void> begin() {
    auto made = ports_.make_output();
    if (!made) return tl::unexpected(made.error());
    file_ = *std::move(made);
    counted_.emplace(*file_);
    packed_.emplace(*counted_, &workers_);
    return ports_.printed ? packed_->write(std::exchange(*ports_.printed, {})) : result<void>{};
  }
  result<void> write(std::string_view bytes) override {
    if (!packed_) {
      if (ports_.printed->size() + bytes.size() <= washing_ports::most_printed_bytes) {
        ports_.printed->append(bytes);
        return {};
      }
      if (auto begun = begin(); !begun) return begun;
    }
    return packed_->write(bytes);
  }
  result<void> finish() { return packed_ ? packed_->finish() : result<void>{}; }

  /// Null while the document is in memory.
  [[nodiscard]] clean_output* file() { return file_.get(); }
  [[nodiscard]] std::uint64_t compressed_bytes() const { return counted_ ? counted_->bytes() : 0; }
  [[nodiscard]] std::string index() const { return packed_ ? to_bytes(packed_->index()) : std::string{}; }

 private:
  const washing_ports& ports_;
  worker_pool& workers_;
  std::unique_ptr<clean_output> file_;
  std::optional<counting_sink> counted_;
  std::optional<block_gzip_sink> packed_;
};

}  // namespace laundromat
