// The different values of a field: listed while they are few, compared while they are all different, estimated beyond.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/number_table.hpp"

namespace laundromat {

struct distinct_limits {
  std::size_t listed_values = 32;  ///< at most 100
  std::size_t listed_bytes = 100;  ///< of one value that is listed
  /// Values of one field up to which it is known whether all are different.
  std::size_t compared_values = std::size_t{1} << 18;
};

enum class uniqueness : std::uint8_t {
  unknown,  ///< there are more values than are compared, and those that were are different
  unique,
  repeated,
};

/// Memory: what `distinct_limits` says, with 28 to 80 bytes a compared value, which are freed at the first value that comes again; then 1 KiB.
class distinct_values {
 public:
  struct listed {
    std::string text;
    std::uint64_t count = 0;
  };

  /// `spare_values`: how many values may still be compared in all fields together; it is counted down.
  void add(std::string_view text, const distinct_limits& limits, std::uint64_t& spare_values);

  /// All values, in the order in which they came first; empty when there are more than are listed.
  [[nodiscard]] const std::vector<listed>& values() const { return listed_; }
  /// Whether a value repeats: two have the same hash of 128 bits.
  [[nodiscard]] uniqueness unique() const { return unique_; }
  /// How many values are different, or an estimate of it.
  [[nodiscard]] std::uint64_t count() const;
  [[nodiscard]] bool is_exact() const { return sketch_.empty() || unique_ == uniqueness::unique; }
  /// The relative standard error of an estimate: 1.04 / sqrt(1024).
  static constexpr double error_of_estimate = 0.0325;

 private:
  using fingerprint = std::array<std::uint64_t, 2>;

  void list(std::string_view text, const fingerprint& print, const distinct_limits& limits);
  void compare(const fingerprint& print, const distinct_limits& limits, std::uint64_t& spare_values);
  void stop_comparing(uniqueness because, std::uint64_t& spare_values);
  void sketch(std::uint64_t hash);

  static constexpr std::size_t slots = 256;  ///< more than twice the values that are listed
  std::vector<listed> listed_;
  std::vector<fingerprint> listed_prints_;
  std::array<std::uint8_t, slots> places_{};  ///< 1 + the place in `listed_`; 0: free
  std::vector<fingerprint> compared_;
  number_table table_;
  std::vector<std::uint8_t>
      sketch_;  ///< of HyperLogLog (Flajolet and others 2007); empty while the values are listed
  uniqueness unique_ = uniqueness::unique;
  bool is_listing_ = true;
};

}  // namespace laundromat
