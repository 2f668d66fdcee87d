// Measures how well a damaged document was read.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "bench/reader_recovery/injection.hpp"
#include "bench/reader_recovery/recovery_run.hpp"

namespace laundromat::recovery {

/// A damaged document and its expected results.
struct damaged {
  std::string text;
  std::vector<quad> untouched, allowed;
  /// The range of bytes from the start of a damaged block to the end of the block after it.
  struct place {
    std::uint64_t begin = 0, end = 0;
  };
  std::vector<place> places;
};

/// Injects `count` defects of a kind into a clean document of ten blocks per defect.
[[nodiscard]] damaged damage(rdf_format format, const kind& of, std::size_t count, std::uint64_t seed,
                             layout in);
/// A clean document of that size.
[[nodiscard]] damaged leave_clean(rdf_format format, std::size_t count, std::uint64_t seed, layout in);

struct score {
  std::size_t injected = 0, untouched = 0, recovered = 0, emitted = 0, invented = 0;
  std::size_t reported = 0;  ///< skips, repairs, and notes of the rule of the kind
  std::size_t found = 0;     ///< damaged blocks with at least one report
  bool in_time = true;
  std::vector<std::string> lost, made_up;  ///< a few of each, for printing

  [[nodiscard]] double recall() const {
    return untouched == 0 ? 1 : static_cast<double>(recovered) / static_cast<double>(untouched);
  }
  [[nodiscard]] double precision() const {
    return emitted == 0 ? 1 : 1 - static_cast<double>(invented) / static_cast<double>(emitted);
  }
  [[nodiscard]] double reports_each() const {
    return injected == 0 ? static_cast<double>(reported)
                         : static_cast<double>(reported) / static_cast<double>(injected);
  }
};

[[nodiscard]] score judge(const damaged& given, const outcome& read, std::string_view noted_as);

}  // namespace laundromat::recovery
