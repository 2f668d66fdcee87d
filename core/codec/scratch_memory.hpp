// Scratch files in memory, as long as they are small and few.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>

#include "core/codec/stores.hpp"

namespace laundromat {

/// Keeps small scratch files in memory, and the others in the store below. For one thread.
/// Memory: `most_bytes`, and the file that is being written.
class scratch_memory final : public scratch_port {
 public:
  static constexpr std::uint64_t most_file_bytes = std::uint64_t{64} << 10;
  static constexpr std::uint64_t usual_bytes = std::uint64_t{64} << 20;

  /// `below` outlives this object, and gets all its files from it.
  explicit scratch_memory(scratch_port& below, std::uint64_t most_bytes = usual_bytes)
      : below_(below), most_bytes_(most_bytes) {}

  [[nodiscard]] result<byte_source_ptr> open(std::string_view key) override;
  [[nodiscard]] result<std::unique_ptr<staged_file>> create(std::string_view key) override;
  void remove(std::string_view key) override;
  [[nodiscard]] bool has_memory_for(std::uint64_t bytes) const override;
  void keep(std::string_view key, std::string bytes) override;

  /// The size of all files in memory.
  [[nodiscard]] std::uint64_t kept_bytes() const { return bytes_; }

 private:
  class file;
  using shared_bytes = std::shared_ptr<const std::string>;

  scratch_port& below_;
  std::uint64_t most_bytes_;
  std::map<std::string, shared_bytes, std::less<>> files_;
  std::uint64_t bytes_ = 0;       ///< of `files_`
  bool below_has_files_ = false;  ///< or had some
};

}  // namespace laundromat
