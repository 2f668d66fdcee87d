// A problem in a file that the user wrote.
// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <tl/expected.hpp>
#include <vector>

namespace laundromat {

struct file_problem {
  std::string file;
  std::size_t line = 1;  ///< counted from 1
  std::string message;
  bool hides_others = false;  ///< later checks did not run and may find more problems

  friend bool operator==(const file_problem&, const file_problem&) = default;
};

/// `file:line: message`, which editors can parse.
[[nodiscard]] inline std::string to_string(const file_problem& problem) {
  return problem.file + ":" + std::to_string(problem.line) + ": " + problem.message;
}

template <class T>
using read_from_file = tl::expected<T, std::vector<file_problem>>;

/// After this many problems a file is assumed not to be what it is read as, and no further problem is reported.
inline constexpr std::size_t most_problems = 1'000;

}  // namespace laundromat
